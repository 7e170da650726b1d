package reduce_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

type action int

func (a action) Clone() testcase.Action     { return a }
func (a action) Genes() iter.Seq[gene.Gene] { return func(func(gene.Gene) bool) {} }

// test is a test of some actions; its scores are pairs of target and action.
func test(actions int, scores ...[2]int) *search.Evaluated[*testcase.Case] {
	e := &search.Evaluated[*testcase.Case]{Individual: &testcase.Case{}, Size: actions}
	for i := range actions {
		e.Individual.Actions = append(e.Individual.Actions, action(i))
	}
	for _, s := range scores {
		e.Scores = append(e.Scores, fitness.Score{ID: fitness.ID(s[0]), Action: int32(s[1]), Value: 1})
	}
	return e
}

func reducer(last ...fitness.ID) *reduce.Reducer {
	return &reduce.Reducer{Targets: func() int { return 10 }, Last: func(id fitness.ID) bool { return slices.Contains(last, id) }}
}

func candidates(tests ...*search.Evaluated[*testcase.Case]) (out []*reduce.Candidate) {
	for _, e := range tests {
		c := &reduce.Candidate{Test: e.Individual, Scores: e.Scores}
		for _, s := range e.Scores {
			c.Need = append(c.Need, s.ID)
		}
		out = append(out, c)
	}
	return out
}

func TestSplit(t *testing.T) {
	var archive search.Archive[*testcase.Case]
	archive.Add(test(3, [2]int{0, 0}, [2]int{1, 2}, [2]int{2, 0}))
	near := test(1, [2]int{5, 0})
	near.Scores[0].Value = 0.5
	archive.Add(near)
	cs := reduce.Split(&archive)
	if assert.Len(t, cs, 2) {
		assert.Len(t, cs[0].Test.Actions, 1)
		assert.Equal(t, []fitness.ID{0, 2}, cs[0].Need)
		assert.Len(t, cs[1].Test.Actions, 3)
		assert.Equal(t, []fitness.ID{1}, cs[1].Need)
	}
}

func TestTargetsOfTheLastAction(t *testing.T) {
	c := candidates(test(2, [2]int{0, 0}, [2]int{1, 0}, [2]int{2, 1}))[0]
	assert.Equal(t, []fitness.ID{0, 2}, slices.Collect(reducer(1, 2).Shown(c)))
	assert.True(t, reducer(1, 2).ShowsAll(c, []fitness.ID{0, 2}))
	assert.False(t, reducer(1, 2).ShowsAll(c, []fitness.ID{0, 1}))
	assert.True(t, reducer().ShowsAll(c, []fitness.ID{0, 1, 2}))
}

func TestChoosePrefersShortTests(t *testing.T) {
	cs := reducer().Choose(candidates(
		test(3, [2]int{0, 0}, [2]int{1, 1}, [2]int{2, 2}),
		test(1, [2]int{0, 0}),
		test(1, [2]int{0, 0}, [2]int{1, 0}),
	))
	if assert.Len(t, cs, 2) {
		assert.Equal(t, []fitness.ID{2}, cs[0].Need)
		assert.Equal(t, []fitness.ID{0, 1}, cs[1].Need)
	}
}

// TestDropKeepsWhatIsCovered drops tests of random ones: those that are left
// show all that was needed, each something that no other does, and each needed
// target is needed of one that shows it.
func TestDropKeepsWhatIsCovered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tests []*search.Evaluated[*testcase.Case]
		wanted := map[fitness.ID]bool{}
		for range rapid.IntRange(1, 6).Draw(t, "tests") {
			n := rapid.IntRange(1, 3).Draw(t, "actions")
			var scores [][2]int
			for id := range 10 {
				if rapid.Bool().Draw(t, "covered") {
					scores = append(scores, [2]int{id, n - 1})
					wanted[fitness.ID(id)] = true
				}
			}
			tests = append(tests, test(n, scores...))
		}
		r := reducer(3)
		kept := r.Drop(candidates(tests...))
		times := map[fitness.ID]int{}
		for _, c := range kept {
			for id := range r.Shown(c) {
				times[id]++
			}
		}
		assert.Len(t, times, len(wanted))
		needed := map[fitness.ID]bool{}
		for _, c := range kept {
			alone := slices.ContainsFunc(slices.Collect(r.Shown(c)), func(id fitness.ID) bool { return times[id] == 1 })
			assert.True(t, alone, "another test shows the same")
			assert.True(t, r.ShowsAll(c, c.Need))
			for _, id := range c.Need {
				needed[id] = true
			}
		}
		assert.Equal(t, wanted, needed)
	})
}

func TestReached(t *testing.T) {
	scores := fitness.Scores{{ID: 1, Value: 1}, {ID: 3, Value: 0.5}, {ID: 4, Value: 1}}
	assert.Equal(t, []fitness.ID{1, 4}, reduce.Reached([]fitness.ID{0, 1, 3, 4, 7}, scores))
	assert.Equal(t, fitness.Scores{{ID: 1, Value: 1}, {ID: 4, Value: 1}}, reduce.Covered(slices.Clone(scores)))
}
