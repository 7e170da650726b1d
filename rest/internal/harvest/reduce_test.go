package harvest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/testcase"
)

// madeUp returns a harvester of so many targets, of which the first few are
// faults.
func madeUp(targets, faults int) *selector {
	fs := api.NewFaults(&fitness.Registry{})
	for i := range targets {
		id := fs.Registry.ID(fitness.Target{Name: strconv.Itoa(i)})
		if i < faults {
			fs.Add(&oracle.Fault{Target: id})
		}
	}
	return &selector{faults: fs}
}

// shows makes a candidate of so many calls that covers some targets.
func shows(calls int, scores fitness.Scores) *candidate {
	return &candidate{test: &testcase.Case{Actions: make([]testcase.Action, calls)}, scores: scores}
}

func union(h *selector, cs []*candidate) []fitness.ID {
	var out []fitness.ID
	for _, c := range cs {
		out = slices.AppendSeq(out, h.shown(c))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func drawCandidates(t *rapid.T, targets int) []*candidate {
	var out []*candidate
	for range rapid.IntRange(1, 12).Draw(t, "candidates") {
		calls := rapid.IntRange(1, 4).Draw(t, "calls")
		var scores fitness.Scores
		for id := range targets {
			if rapid.IntRange(0, 3).Draw(t, "covers") == 0 {
				scores = append(scores, fitness.Score{ID: fitness.ID(id), Action: int32(rapid.IntRange(0, calls-1).Draw(t, "action")), Value: 1})
			}
		}
		out = append(out, shows(calls, scores))
	}
	return out
}

func TestReducingLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const targets = 12
		h := madeUp(targets, 3)
		all := drawCandidates(t, targets)
		want := union(h, all)
		calls := func(cs []*candidate) (n int) {
			for _, c := range cs {
				n += len(c.test.Actions)
			}
			return n
		}
		before := calls(all)
		chosen := h.choose(slices.Clone(all))
		require.Equal(t, want, union(h, chosen))
		var needed []fitness.ID
		for _, c := range chosen {
			require.NotEmpty(t, c.need)
			require.True(t, slices.IsSorted(c.need))
			needed = append(needed, c.need...)
		}
		slices.Sort(needed)
		require.Equal(t, want, needed, "each target is the business of one test")

		kept := h.dropTests(slices.Clone(chosen))
		require.Equal(t, want, union(h, kept))
		for i := range kept {
			others := append(slices.Clone(kept[:i]), kept[i+1:]...)
			require.NotEqual(t, want, union(h, others), "none is superfluous")
		}
		var owned []fitness.ID
		for _, c := range kept {
			require.True(t, slices.IsSorted(c.need))
			owned = append(owned, c.need...)
		}
		slices.Sort(owned)
		require.Equal(t, want, slices.Compact(owned), "and each target has an owner")
		require.LessOrEqual(t, calls(kept), before)
	})
}

func TestShortTestsArePreferred(t *testing.T) {
	h := madeUp(6, 0)
	scores := func(ids ...fitness.ID) (out fitness.Scores) {
		for _, id := range ids {
			out = append(out, fitness.Score{ID: id, Value: 1})
		}
		return out
	}
	long, short, wide := shows(5, scores(0, 1, 2, 3, 4, 5)), shows(1, scores(0)), shows(1, scores(1, 2, 3))
	narrow := shows(1, scores(1, 2))
	kept := h.choose([]*candidate{long, short, narrow, wide})
	assert.Equal(t, []*candidate{long, short, wide}, kept)
	assert.Equal(t, []fitness.ID{4, 5}, long.need, "what only the long one can do")
}

func BenchmarkReduce(b *testing.B) {
	const candidates, targets, each = 1000, 20_000, 3000
	h := madeUp(targets, 10)
	r := rand.New(rand.NewPCG(1, 2))
	var all []*candidate
	for range candidates {
		from := r.IntN(targets - each)
		scores := make(fitness.Scores, each)
		for i := range scores {
			scores[i] = fitness.Score{ID: fitness.ID(from + i), Value: 1}
		}
		all = append(all, shows(1+r.IntN(10), scores))
	}
	for b.Loop() {
		h.dropTests(h.choose(slices.Clone(all)))
	}
}

// Of a suite that is made again, a test stays that another one overlaps: which of
// them shows a target may differ from one process to the next.
func TestTestsOfTheSuiteStay(t *testing.T) {
	both := fitness.Scores{{ID: 0, Value: 1}, {ID: 1, Value: 1}}
	for _, fixed := range []bool{false, true} {
		h := madeUp(2, 0)
		short, long := shows(1, both), shows(1, both[:1])
		short.need, long.need = []fitness.ID{1}, []fitness.ID{0}
		short.fixed, long.fixed = fixed, fixed
		assert.Len(t, h.dropTests([]*candidate{short, long}), map[bool]int{false: 1, true: 2}[fixed])
	}
}
