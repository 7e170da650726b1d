package mutation

import (
	"slices"

	"github.com/evoke-go/evoke/suite"
)

// Reduction says which assertions a suite does not need.
type Reduction struct {
	// Left has the assertions to leave out, by test. Give it to [suite.Test.LeaveOut].
	Left [][]suite.Assertion
	// Before and After count the assertions of the suite.
	Before, After int
}

// Reduce finds the assertions that a suite does not need, because others notice all that they notice:
//
//  1. The status of each call stays, and so do values that later calls need. All assertions of a call with a note stay,
//     such as a read that shows the effect of the call before: its answer is what the note is about. The same holds
//     for a call whose whole answer the test is about ([suite.Step.Whole]), and for what shows a fault ([suite.About]).
//  2. In each test, a further assertion stays if it notices a mutant of the program that no kept assertion of this test
//     notices. Assertions that notice most such mutants come first (V. Chvatal, "A greedy heuristic for the
//     set-covering problem", 1979). So each test still notices all mutants that it noticed before.
//  3. An assertion also stays if it notices a mutant of an answer that no kept assertion of the suite notices: the same
//     change in the same place of an answer to the same operation with the same status. The first test counts.
//  4. If no assertion of a body would stay, its first assertion does: the next change of the program may be one that
//     was not among the mutants.
//
// All other assertions are left out. The mutation score stays the same. Tests for which settled returns true keep all
// their assertions, and so do tests that come to mutants for which no time was left.
func Reduce(s *suite.Suite, r *Result, settled func(test int) bool) *Reduction {
	d := &reducer{suite: s, result: r, kept: make([]map[suite.Assertion]bool, len(s.Tests))}
	for i := range s.Tests {
		d.kept[i] = map[suite.Assertion]bool{}
		for _, a := range s.Tests[i].Assertions() {
			step := &s.Tests[i].Steps[a.Step]
			d.kept[i][a] = a.Fixed() || step.Note != "" || step.Whole || d.faulty(i, a) || d.unknown(i) || settled(i) ||
				slices.Contains(r.Open, i)
		}
	}
	for i := range s.Tests {
		d.program(i)
	}
	d.answers()
	d.bodies()
	return d.reduction()
}

// reducer is one run of [Reduce].
type reducer struct {
	suite  *suite.Suite
	result *Result
	kept   []map[suite.Assertion]bool // by test
}

// unknown reports whether mutants of a test were not tried: then it keeps its assertions.
func (d *reducer) unknown(test int) bool {
	return slices.Contains(d.result.Failing, test) || test >= len(d.result.Answers) || d.result.Answers[test] == nil
}

// faulty reports whether an assertion is about the part of an answer that shows a fault of its test.
func (d *reducer) faulty(test int, a suite.Assertion) bool {
	t := &d.suite.Tests[test]
	return t.Steps[a.Step].Call != nil &&
		slices.ContainsFunc(t.Faults, func(f suite.Fault) bool { return f.ShownBy(a) })
}

// program keeps assertions that notice mutants of the program.
func (d *reducer) program(test int) {
	var open [][]suite.Assertion // for each mutant that no kept assertion notices: the assertions that do
	for _, m := range d.result.Mutants {
		for _, n := range m.Noticed {
			if n.Test == test && !d.keeps(test, n.Assertions) {
				open = append(open, n.Assertions)
			}
		}
	}
	for _, a := range Cover(d.suite.Tests[test].Assertions(), open) {
		d.kept[test][a] = true
	}
}

// Cover returns few assertions that together notice all mutants (a greedy set cover). all are the assertions of the
// suite, and open has, for each mutant, the assertions that notice it. Assertions that are not in all are ignored.
func Cover[A comparable](all []A, open [][]A) (chosen []A) {
	open = slices.Clone(open)
	for len(open) > 0 {
		var best A
		most := 0
		for _, a := range all {
			if n := count(open, a); n > most {
				best, most = a, n
			}
		}
		if most == 0 {
			break
		}
		chosen = append(chosen, best)
		open = slices.DeleteFunc(open, func(by []A) bool { return slices.Contains(by, best) })
	}
	return chosen
}

// keeps reports whether one of these assertions is kept.
func (d *reducer) keeps(test int, as []suite.Assertion) bool {
	return slices.ContainsFunc(as, func(a suite.Assertion) bool { return d.kept[test][a] })
}

// count returns how many lists have an assertion.
func count[A comparable](lists [][]A, a A) (n int) {
	for _, list := range lists {
		if slices.Contains(list, a) {
			n++
		}
	}
	return n
}

// class tells mutants of answers apart.
type class struct {
	operation string
	status    int
	what      string
}

// observed is a mutant of an answer with the assertions that notice it.
type observed struct {
	class
	test int
	by   []suite.Assertion
}

// answers keeps assertions that notice mutants of answers.
func (d *reducer) answers() {
	all := d.observed()
	noticed := map[class]bool{}
	for _, o := range all {
		if d.keeps(o.test, o.by) {
			noticed[o.class] = true
		}
	}
	for _, o := range all {
		if !noticed[o.class] && len(o.by) > 0 {
			d.kept[o.test][o.by[0]] = true
			noticed[o.class] = true
		}
	}
}

// bodies keeps one assertion of each body that has some.
func (d *reducer) bodies() {
	for i := range d.suite.Tests {
		first := map[int]suite.Assertion{} // by step
		for _, a := range d.suite.Tests[i].Assertions() {
			if a.Fixed() || a.Op == suite.ContentTypeOp {
				continue
			}
			if have, ok := first[a.Step]; !ok || d.kept[i][a] && !d.kept[i][have] {
				first[a.Step] = a
			}
		}
		for _, a := range first {
			d.kept[i][a] = true
		}
	}
}

// observed returns the mutants of all answers.
func (d *reducer) observed() (all []observed) {
	for i := range d.suite.Tests {
		if d.unknown(i) {
			continue
		}
		for n, a := range d.result.Answers[i] {
			step := &d.suite.Tests[i].Steps[n]
			always := unmet(&step.Call.Expect, &a)
			for _, c := range changes(&a) {
				o := observed{class{step.Operation, a.Status, c.what}, i, nil}
				for _, by := range unmet(&step.Call.Expect, &c.answer) {
					if !slices.Contains(always, by) {
						by.Step = n
						o.by = append(o.by, by)
					}
				}
				all = append(all, o)
			}
		}
	}
	return all
}

func (d *reducer) reduction() *Reduction {
	out := &Reduction{Left: make([][]suite.Assertion, len(d.suite.Tests))}
	for i := range d.suite.Tests {
		for _, a := range d.suite.Tests[i].Assertions() {
			out.Before++
			if d.kept[i][a] {
				out.After++
			} else {
				out.Left[i] = append(out.Left[i], a)
			}
		}
	}
	return out
}

// Without returns the result after assertions are left out.
func (r *Result) Without(left [][]suite.Assertion) *Result {
	out := *r
	out.Mutants = nil
	for _, m := range r.Mutants {
		rest := Mutant{Site: m.Site}
		for _, n := range m.Noticed {
			gone := func(a suite.Assertion) bool { return slices.Contains(left[n.Test], a) }
			by := slices.DeleteFunc(slices.Clone(n.Assertions), gone)
			if len(by) > 0 {
				rest.Noticed = append(rest.Noticed, Notice{n.Test, by})
			}
		}
		out.Mutants = append(out.Mutants, rest)
	}
	return &out
}

// Score counts the mutants that were noticed.
func (r *Result) Score() (noticed int) {
	for _, m := range r.Mutants {
		if len(m.Noticed) > 0 {
			noticed++
		}
	}
	return noticed
}
