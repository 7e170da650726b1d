package mutation

import (
	"math/rand/v2"
	"slices"
)

// enoughReserve is the number of tests in reserve that are executed on a mutant. Most mutants that no test notices
// behave like the program.
const enoughReserve = 3

// reserved reports whether a test is in reserve.
func (t *trial) reserved(test int) bool { return t.Reserve > 0 && test >= t.Reserve }

// reached returns the mutants that some test comes to.
func (t *trial) reached() (all []int) {
	for i, numbers := range t.notes.plain.Reached {
		if !slices.Contains(t.notes.plain.Failing, i) {
			all = union(all, numbers)
		}
	}
	return all
}

// chosen chooses the mutants to try, spread over the functions, in random order.
func (t *trial) chosen() []int {
	random := rand.New(rand.NewPCG(t.Seed, 0))
	sites := t.program.Sites()
	type function struct{ pkg, name string }
	var order []function
	of := map[function][]int{}
	for _, number := range t.reached() {
		f := function{sites[number].Package, sites[number].Function}
		if of[f] == nil {
			order = append(order, f)
		}
		of[f] = append(of[f], number)
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for _, f := range order {
		list := of[f]
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	var out []int
	for more := true; more && len(out) < t.Mutants; {
		more = false
		for _, f := range order {
			if list := of[f]; len(list) > 0 && len(out) < t.Mutants {
				out, of[f], more = append(out, list[0]), list[1:], true
			}
		}
	}
	return out
}

// testsFor returns the tests that come to a mutant, in random order: those of the suite, or some of those in reserve.
func (t *trial) testsFor(number int, reserve bool) (tests []int) {
	for i := range t.suite.Tests {
		if t.reaches(i, number) && t.reserved(i) == reserve {
			tests = append(tests, i)
		}
	}
	random := rand.New(rand.NewPCG(t.Seed, uint64(number)+1))
	random.Shuffle(len(tests), func(i, j int) { tests[i], tests[j] = tests[j], tests[i] })
	if reserve {
		return tests[:min(len(tests), enoughReserve)]
	}
	return tests
}

// reaches reports whether a test comes to a mutant.
func (t *trial) reaches(test, number int) bool {
	if slices.Contains(t.notes.plain.Failing, test) {
		return false
	}
	_, found := slices.BinarySearch(t.notes.plain.Reached[test], number)
	return found
}

// Needed returns the tests that the suite needs: all tests before the reserve, which begins at an index, and a few
// tests of the reserve that together notice all mutants which only the reserve notices.
func (r *Result) Needed(reserve int) (tests []int) {
	for i := range reserve {
		tests = append(tests, i)
	}
	var all []int
	var open [][]int
	for _, m := range r.Mutants {
		var by []int
		for _, n := range m.Noticed {
			by = append(by, n.Test)
		}
		if len(by) > 0 && slices.Min(by) >= reserve {
			all, open = append(all, by...), append(open, by)
		}
	}
	slices.Sort(all)
	return append(tests, Cover(slices.Compact(all), open)...)
}

// Only keeps the tests with these indices in a result, in this order. All of them count as tests of the suite then.
func (r *Result) Only(tests []int) {
	to := func(from []int) (out []int) {
		for _, test := range from {
			if i := slices.Index(tests, test); i >= 0 {
				out = append(out, i)
			}
		}
		return out
	}
	r.Failing, r.Open = to(r.Failing), to(r.Open)
	answers := r.Answers
	r.Answers = nil
	for _, test := range tests {
		r.Answers = append(r.Answers, answers[test])
	}
	for i := range r.Mutants {
		noticed := r.Mutants[i].Noticed
		r.Mutants[i].Noticed = nil
		for _, n := range noticed {
			if at := slices.Index(tests, n.Test); at >= 0 {
				r.Mutants[i].Noticed = append(r.Mutants[i].Noticed, Notice{at, n.Assertions})
			}
		}
	}
}
