package reduce_test

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	return &reduce.Reducer{Targets: func() int { return 10 },
		Last: func(id fitness.ID) bool { return slices.Contains(last, id) }}
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
	cs := reduce.Choose(reducer(), candidates(
		test(3, [2]int{0, 0}, [2]int{1, 1}, [2]int{2, 2}),
		test(1, [2]int{0, 0}),
		test(1, [2]int{0, 0}, [2]int{1, 0}),
	))
	if assert.Len(t, cs, 2) {
		assert.Equal(t, []fitness.ID{2}, cs[0].Need)
		assert.Equal(t, []fitness.ID{0, 1}, cs[1].Need)
	}
}

// TestDropKeepsWhatIsCovered drops tests of random ones: the remaining tests show all needed targets, each test shows a
// target that no other does, and each needed target belongs to a test that shows it.
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
		kept := reduce.Drop(r, candidates(tests...))
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

// shows makes a candidate of so many calls that covers some targets.
func shows(calls int, scores fitness.Scores) *reduce.Candidate {
	return &reduce.Candidate{Test: &testcase.Case{Actions: make([]testcase.Action, calls)}, Scores: scores}
}

func union(r *reduce.Reducer, cs []*reduce.Candidate) []fitness.ID {
	var out []fitness.ID
	for _, c := range cs {
		out = slices.AppendSeq(out, r.Shown(c))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func drawCandidates(t *rapid.T, targets int) []*reduce.Candidate {
	var out []*reduce.Candidate
	for range rapid.IntRange(1, 12).Draw(t, "candidates") {
		calls := rapid.IntRange(1, 4).Draw(t, "calls")
		var scores fitness.Scores
		for id := range targets {
			if rapid.IntRange(0, 3).Draw(t, "covers") == 0 {
				scores = append(scores, fitness.Score{ID: fitness.ID(id),
					Action: int32(rapid.IntRange(0, calls-1).Draw(t, "action")), Value: 1})
			}
		}
		out = append(out, shows(calls, scores))
	}
	return out
}

func TestReducingLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const targets = 12
		r := reducer(0, 1, 2)
		r.Targets = func() int { return targets }
		all := drawCandidates(t, targets)
		want := union(r, all)
		calls := func(cs []*reduce.Candidate) (n int) {
			for _, c := range cs {
				n += len(c.Test.Actions)
			}
			return n
		}
		before := calls(all)
		chosen := reduce.Choose(r, slices.Clone(all))
		require.Equal(t, want, union(r, chosen))
		var needed []fitness.ID
		for _, c := range chosen {
			require.NotEmpty(t, c.Need)
			require.True(t, slices.IsSorted(c.Need))
			needed = append(needed, c.Need...)
		}
		slices.Sort(needed)
		require.Equal(t, want, needed, "each target is the business of one test")

		kept := reduce.Drop(r, slices.Clone(chosen))
		require.Equal(t, want, union(r, kept))
		for i := range kept {
			others := append(slices.Clone(kept[:i]), kept[i+1:]...)
			require.NotEqual(t, want, union(r, others), "none is superfluous")
		}
		var owned []fitness.ID
		for _, c := range kept {
			require.True(t, slices.IsSorted(c.Need))
			owned = append(owned, c.Need...)
		}
		slices.Sort(owned)
		require.Equal(t, want, slices.Compact(owned), "and each target has an owner")
		require.LessOrEqual(t, calls(kept), before)
	})
}

func BenchmarkReduce(b *testing.B) {
	const candidates, targets, each = 1000, 20_000, 3000
	reducer := reducer(0, 1, 2)
	reducer.Targets = func() int { return targets }
	r := rand.New(rand.NewPCG(1, 2))
	var all []*reduce.Candidate
	for range candidates {
		from := r.IntN(targets - each)
		scores := make(fitness.Scores, each)
		for i := range scores {
			scores[i] = fitness.Score{ID: fitness.ID(from + i), Value: 1}
		}
		all = append(all, shows(1+r.IntN(10), scores))
	}
	for b.Loop() {
		reduce.Drop(reducer, reduce.Choose(reducer, slices.Clone(all)))
	}
}

// In a suite that is made again, tests with common targets stay: which of them shows a target may differ between
// processes.
func TestTestsOfTheSuiteStay(t *testing.T) {
	both := fitness.Scores{{ID: 0, Value: 1}, {ID: 1, Value: 1}}
	for _, fixed := range []bool{false, true} {
		r := reducer()
		short, long := shows(1, both), shows(1, both[:1])
		short.Need, long.Need = []fitness.ID{1}, []fitness.ID{0}
		short.Fixed, long.Fixed = fixed, fixed
		assert.Len(t, reduce.Drop(r, []*reduce.Candidate{short, long}), map[bool]int{false: 1, true: 2}[fixed])
	}
}

// TestTestsAreChosenOnce: short tests are chosen first; a later test is needed for the targets that only it shows, in
// the order in which they came.
func TestTestsAreChosenOnce(t *testing.T) {
	score := func(ids ...fitness.ID) (out fitness.Scores) {
		for _, id := range ids {
			out = append(out, fitness.Score{ID: id, Value: 1})
		}
		return out
	}
	r := reducer()
	long, wide, narrow, idle := shows(3, score(0, 1, 2, 5)), shows(1, score(0, 1)),
		shows(1, score(1)), shows(2, score(0))
	cs := reduce.Choose(r, []*reduce.Candidate{long, narrow, wide, idle})
	assert.Equal(t, []*reduce.Candidate{long, wide}, cs)
	assert.Equal(t, []fitness.ID{0, 1}, wide.Need)
	assert.Equal(t, []fitness.ID{2, 5}, long.Need)
	long.Scores = score(0, 1, 2, 5)
	other := shows(2, score(2, 5))
	other.Need = []fitness.ID{5}
	left := reduce.Drop(r, []*reduce.Candidate{long, wide, other})
	assert.Equal(t, []*reduce.Candidate{wide, other}, left, "the longest is dropped where others show the same")
	assert.Equal(t, []fitness.ID{2, 5}, other.Need, "and they are there for that from now on")
}
