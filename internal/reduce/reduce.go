// Package reduce turns the best tests of an archive into few: each covers a
// target that no other does.
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
	// Need are the targets that it is kept for, ascending.
	Need []fitness.ID
	// Scores are those of what its last execution covered.
	Scores fitness.Scores
	// Former is the test of an earlier suite that it is, or nil for a new one. A
	// test of an earlier suite goes before others and is not dropped for them.
	Former *problem.Former
}

// rank is higher for a candidate that goes before others.
func (c *Candidate) rank() int {
	if c.Former != nil {
		return 1
	}
	return 0
}

// Split makes one candidate for each action that covered something in the best
// test of a target: the test up to that action.
func Split(a *search.Archive[*testcase.Case]) []*Candidate {
	type place struct {
		test   *search.Evaluated[*testcase.Case]
		action int32
	}
	var out []*Candidate
	at := map[place]*Candidate{}
	a.Each(func(id fitness.ID, e *search.Evaluated[*testcase.Case], value float64) {
		i, found := slices.BinarySearchFunc(e.Scores, id, func(s fitness.Score, id fitness.ID) int { return int(s.ID - id) })
		if value < 1 || !found {
			return
		}
		key := place{e, e.Scores[i].Action}
		c, ok := at[key]
		if !ok {
			c = &Candidate{Test: e.Individual.Upto(int(key.action)), Scores: e.Scores}
			at[key] = c
			out = append(out, c)
		}
		c.Need = append(c.Need, id)
	})
	return out
}

// Reducer picks among the tests of one problem.
type Reducer struct {
	// Last reports whether a test covers a target only by its last action, so
	// that the target gets a test that is about it.
	Last func(id fitness.ID) bool
	// Targets is how many targets there are.
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

// ShowsAll reports whether a test covers all of some ascending targets.
func (r *Reducer) ShowsAll(c *Candidate, ids []fitness.ID) bool {
	found := 0
	for id := range r.Shown(c) {
		if found < len(ids) && ids[found] == id {
			found++
		}
	}
	return found == len(ids)
}

// Choose picks tests that together cover what all do, short ones first, and
// among them those that cover much. Each is needed for what the ones before it
// do not cover: a long test is left with what only it can do, and all else in
// it can go. The time it takes is that of looking at all scores once.
func (r *Reducer) Choose(cs []*Candidate) []*Candidate {
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *Candidate) int {
		return cmp.Or(b.rank()-a.rank(), len(a.Test.Actions)-len(b.Test.Actions), len(b.Scores)-len(a.Scores))
	})
	taken := make([]bool, r.Targets())
	chosen := map[*Candidate]bool{}
	for _, c := range order {
		c.Need = nil
		for id := range r.Shown(c) {
			if !taken[id] {
				taken[id] = true
				c.Need = append(c.Need, id)
			}
		}
		chosen[c] = len(c.Need) > 0
	}
	return slices.DeleteFunc(cs, func(c *Candidate) bool { return !chosen[c] })
}

// Drop removes the tests of whose needed targets the others cover all, looking
// at the longest first. What a dropped one was needed for, the first that covers
// it is needed for from now on.
func (r *Reducer) Drop(cs []*Candidate) []*Candidate {
	s := r.Share(cs)
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *Candidate) int {
		return cmp.Or(len(b.Test.Actions)-len(a.Test.Actions), len(a.Scores)-len(b.Scores))
	})
	dropped := map[*Candidate]bool{}
	for _, c := range order {
		if c.Former == nil && !s.needs(c) {
			dropped[c] = true
			s.Add(c, -1)
		}
	}
	kept := slices.DeleteFunc(cs, func(c *Candidate) bool { return dropped[c] })
	s.Inherit(kept)
	return kept
}

// Covered drops the scores of what was only approached, in place.
func Covered(scores fitness.Scores) fitness.Scores {
	return slices.DeleteFunc(scores, func(s fitness.Score) bool { return !s.Covered() })
}

// Reached returns those of some ascending targets that a test covers.
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
