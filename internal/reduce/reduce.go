// Package reduce makes the tests of a suite of the best tests of an archive, for every problem. It chooses few tests,
// each for targets that no other test covers. It executes smaller forms of them ([Minimiser]), makes their values
// simple, and drops tests that depend on chance. Assertions are up to the problem.
package reduce

import (
	"cmp"
	"iter"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// Candidate is a test on its way into a suite.
type Candidate struct {
	Test *testcase.Case
	// Of is the individual that the test is the beginning of, nil for none.
	Of *testcase.Case
	// Need are the targets for which the test is kept, ascending.
	Need []fitness.ID
	// Scores are the covered targets of its last execution.
	Scores fitness.Scores
	// Former is the test of an earlier suite, or nil for a new test. A test of an earlier suite goes before others and
	// is not dropped in favour of them.
	Former *problem.Former
	// Fixed is set for each test when an earlier suite is made again, and for a test that asserts more than its needed
	// targets. The test stays as long as it shows its needed targets, even if another test happens to show them too.
	Fixed bool
}

// Reduced returns c. A problem's own type of candidate embeds a *Candidate and so
// has this method.
func (c *Candidate) Reduced() *Candidate { return c }

// Test is a candidate, or a problem's own type that has one.
type Test interface {
	comparable
	Reduced() *Candidate
}

// rank is higher for a candidate that goes before others.
func (c *Candidate) rank() int {
	if c.Former != nil {
		return 1
	}
	return 0
}

// Split makes one candidate for each action that covered a target in the best test of a target: the test up to that
// action.
func Split(a *search.Archive[*testcase.Case]) []*Candidate {
	type place struct {
		test   *search.Evaluated[*testcase.Case]
		action int32
	}
	var out []*Candidate
	at := map[place]*Candidate{}
	a.Each(func(id fitness.ID, e *search.Evaluated[*testcase.Case], value float64) {
		i, found := slices.BinarySearchFunc(e.Scores, id, func(s fitness.Score, id fitness.ID) int {
			return int(s.ID - id)
		})
		if value < 1 || !found {
			return
		}
		key := place{e, e.Scores[i].Action}
		c, ok := at[key]
		if !ok {
			c = &Candidate{Test: e.Individual.Upto(int(key.action)), Of: e.Individual, Scores: e.Scores}
			at[key] = c
			out = append(out, c)
		}
		c.Need = append(c.Need, id)
	})
	return out
}

// Reducer picks among the tests of one problem.
type Reducer struct {
	// Last reports whether a test covers a target only by its last action, so that the target gets a test of its own.
	Last func(id fitness.ID) bool
	// Targets returns the number of targets.
	Targets func() int
}

// Shown yields the targets that a test covers.
func (r *Reducer) Shown(c *Candidate) iter.Seq[fitness.ID] {
	last := int32(len(c.Test.Actions) - 1)
	return func(yield func(fitness.ID) bool) {
		for _, s := range c.Scores {
			if s.Covered() && (s.Action == last || !r.Last(s.ID)) && !yield(s.ID) {
				return
			}
		}
	}
}

// ShowsAll reports whether a test covers all of these targets, which are ascending.
func (r *Reducer) ShowsAll(c *Candidate, ids []fitness.ID) bool {
	found := 0
	for id := range r.Shown(c) {
		if found < len(ids) && ids[found] == id {
			found++
		}
	}
	return found == len(ids)
}

// Choose picks tests that together cover what all tests cover. It takes short tests first, and of these the ones that
// cover most. Each test is needed only for what the tests before it do not cover, so a long test can be cut to the
// targets that only it shows. Choose looks at all scores once. Tests of an earlier suite come before all others, stay,
// and keep all their needed targets.
func Choose[T Test](r *Reducer, cs []T) []T {
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(x, y T) int {
		a, b := x.Reduced(), y.Reduced()
		return cmp.Or(b.rank()-a.rank(), len(a.Test.Actions)-len(b.Test.Actions), len(b.Scores)-len(a.Scores))
	})
	taken := make([]bool, r.Targets())
	chosen := map[T]bool{}
	for _, x := range order {
		c := x.Reduced()
		before := c.Need
		c.Need = nil
		for id := range r.Shown(c) {
			if !taken[id] {
				taken[id] = true
				c.Need = append(c.Need, id)
			}
		}
		chosen[x] = len(c.Need) > 0 || c.Former != nil
		if c.Former != nil {
			c.Need = before
		}
	}
	return slices.DeleteFunc(cs, func(x T) bool { return !chosen[x] })
}

// Drop removes a test if the others cover all its needed targets, unless it is a test of an earlier suite, or of the
// suite that is made again. It looks at the longest tests first. The first remaining test that covers a target of a
// removed test gets this target as a needed one.
func Drop[T Test](r *Reducer, cs []T) []T {
	s := Share(r, cs)
	kept := removeUnneeded(s, cs, func(x T) bool { c := x.Reduced(); return c.Former == nil && !c.Fixed })
	Inherit(s, kept)
	return kept
}

// Distinct removes tests that show no wanted target alone, the longest first. may reports whether a test may be
// removed.
func Distinct[T Test](r *Reducer, cs []T, may func(T) bool) []T {
	return removeUnneeded(Share(r, cs), cs, may)
}

// removeUnneeded is Distinct for tests that are counted in s.
func removeUnneeded[T Test](s *Shares, cs []T, may func(T) bool) []T {
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(x, y T) int {
		a, b := x.Reduced(), y.Reduced()
		return cmp.Or(len(b.Test.Actions)-len(a.Test.Actions), len(a.Scores)-len(b.Scores))
	})
	dropped := map[T]bool{}
	for _, x := range order {
		if may(x) && !s.needs(x.Reduced()) {
			dropped[x] = true
			s.Add(x.Reduced(), -1)
		}
	}
	return slices.DeleteFunc(slices.Clone(cs), func(x T) bool { return dropped[x] })
}

// Covered removes the scores below 1, in place.
func Covered(scores fitness.Scores) fitness.Scores {
	return slices.DeleteFunc(scores, func(s fitness.Score) bool { return !s.Covered() })
}

// Reached returns the covered ones of these targets, which are ascending.
func Reached(ids []fitness.ID, scores fitness.Scores) []fitness.ID {
	var out []fitness.ID
	i := 0
	for _, id := range ids {
		for i < len(scores) && scores[i].ID < id {
			i++
		}
		if i < len(scores) && scores[i].ID == id && scores[i].Covered() {
			out = append(out, id)
		}
	}
	return out
}
