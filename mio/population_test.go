package mio

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

type test = search.Evaluated[int]

func tested(size int, values ...float64) *test {
	e := &test{Size: size}
	for id, value := range values {
		if value > 0 {
			e.Scores = append(e.Scores, fitness.Score{ID: fitness.ID(id), Value: value})
		}
	}
	return e
}

// addTest adds a test to T_0 and reports whether the best score rose.
func addTest(ts *populations[int], e *test, n int) (improved bool) {
	i := ts.roster.enter(e)
	improved = ts.add(0, i, newRank(e.Scores.Of(0), e.Size), n)
	ts.roster.release(i)
	return improved
}

// membersOf returns the members of T_k, the best first.
func membersOf(ts *populations[int], k fitness.ID) []*test {
	all := []*test{}
	for _, m := range ts.members(ts.at(k)) {
		all = append(all, ts.roster.tests[m.number])
	}
	return all
}

func TestPopulationIsACacheLine(t *testing.T) {
	assert.EqualValues(t, 64, unsafe.Sizeof(population{}))
}

func TestPopulationKeepsTheBest(t *testing.T) {
	type step struct {
		value    float64
		size     int
		improved bool
	}
	for _, tt := range []struct {
		name  string
		n     int
		steps []step
		want  []int // the steps whose tests are members, the best first
	}{
		{"first reach enters", 2, []step{{0.1, 5, true}}, []int{0}},
		{"better goes first", 2, []step{{0.1, 5, true}, {0.2, 9, true}}, []int{1, 0}},
		{"worse goes last", 2, []step{{0.2, 5, true}, {0.1, 5, false}}, []int{0, 1}},
		{"worst is removed", 2, []step{{0.2, 5, true}, {0.1, 5, false}, {0.3, 5, true}}, []int{2, 0}},
		{"worst does not enter", 2, []step{{0.2, 5, true}, {0.3, 5, true}, {0.1, 5, false}}, []int{1, 0}},
		{"shorter wins a tie", 1, []step{{0.2, 5, true}, {0.2, 4, false}}, []int{1}},
		{"longer loses a tie", 1, []step{{0.2, 5, true}, {0.2, 6, false}}, []int{0}},
		{"newer wins among equals", 1, []step{{0.2, 5, true}, {0.2, 5, false}}, []int{1}},
		{"newer wins among the equals of the last", 3,
			[]step{{0.9, 5, true}, {0.2, 5, false}, {0.2, 5, false}, {0.2, 5, false}}, []int{0, 3, 2}},
		{"a better score beats a smaller size", 1, []step{{0.2, 1, true}, {0.3, 9, true}}, []int{1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var ts populations[int]
			var all []*test
			for i, s := range tt.steps {
				e := tested(s.size, s.value)
				all = append(all, e)
				assert.Equal(t, s.improved, addTest(&ts, e, tt.n), "step %d", i)
			}
			var got []int
			for _, e := range membersOf(&ts, 0) {
				got = append(got, slices.Index(all, e))
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// TestPopulationsAgainstModel compares the populations of a few targets with a model that sorts all individuals ever
// added. The limit n only falls, and may be larger than a cache line.
func TestPopulationsAgainstModel(t *testing.T) {
	const targets = 3
	rapid.Check(t, func(t *rapid.T) {
		var ts populations[int]
		model := make([][]*test, targets)
		n := rapid.SampledFrom([]int{1, 2, 3, 9, 10, 11, 30}).Draw(t, "n")
		for range rapid.IntRange(0, 80).Draw(t, "additions") {
			n = max(1, n-rapid.SampledFrom([]int{0, 0, 0, 0, 1, 3}).Draw(t, "shrink"))
			e := drawTest(t, targets)
			i := ts.roster.enter(e)
			for _, score := range e.Scores {
				old := model[score.ID]
				improved := len(old) == 0 || score.Value > old[0].Scores.Of(score.ID)
				model[score.ID] = modelAdd(old, e, score.ID, n)
				changes := ts.at(score.ID).admits(newRank(score.Value, e.Size), n)
				assert.True(t, changes || slices.Equal(old, model[score.ID]), "nothing that gets in is turned away")
				assert.Equal(t, improved, ts.add(score.ID, i, newRank(score.Value, e.Size), n))
			}
			ts.roster.release(i)
			checkPopulations(t, &ts, model)
		}
	})
}

func drawTest(t *rapid.T, targets int) *test {
	values := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.3, 0.3, 0.6, 0.9}), targets, targets)
	return tested(rapid.IntRange(1, 3).Draw(t, "size"), values.Draw(t, "values")...)
}

func modelAdd(model []*test, e *test, k fitness.ID, n int) []*test {
	model = slices.Insert(slices.Clone(model), 0, e)
	slices.SortStableFunc(model, func(a, b *test) int {
		if x, y := a.Scores.Of(k), b.Scores.Of(k); x != y {
			return int(10*y - 10*x)
		}
		return a.Size - b.Size
	})
	return model[:min(n, len(model))]
}

func checkPopulations(t *rapid.T, ts *populations[int], model [][]*test) {
	holds := map[*test]int32{}
	for k := range model {
		id := fitness.ID(k)
		got := membersOf(ts, id)
		require.Equal(t, len(model[k]), len(got))
		p := ts.at(id)
		checkForm(t, ts, p)
		for i, e := range got {
			require.Same(t, model[k][i], e)
			holds[e]++
			r := newRank(e.Scores.Of(id), e.Size)
			assert.Equal(t, r, ts.members(p)[i].rank())
		}
	}
	mixed := 0
	for _, p := range ts.all {
		mixed += int(min(p.mixed, 1))
	}
	assert.Len(t, ts.mixed, mixed+len(ts.unused))
	free := 0
	for i, e := range ts.roster.tests {
		if e == nil {
			free++
			continue
		}
		assert.Equal(t, holds[e], ts.roster.holds[i], "a test in no population is let go")
	}
	assert.Len(t, ts.roster.free, free)
}

// checkForm checks that exactly the flat populations have their members in the cache line.
func checkForm(t *rapid.T, ts *populations[int], p *population) {
	members := ts.members(p)
	assert.Len(t, members, int(p.count))
	if len(members) == 0 {
		return
	}
	assert.Equal(t, members[len(members)-1].rank(), p.last)
	flat := members[0].rank() == p.last && len(members) <= len(p.flat)
	assert.Equal(t, flat, p.mixed == 0)
}

func TestPopulationForgetsWhenCovered(t *testing.T) {
	for name, size := range map[string]int{"flat": 3, "large": 30} {
		t.Run(name, func(t *testing.T) {
			var ts populations[int]
			for range size {
				addTest(&ts, tested(1, 0.5), size)
			}
			require.Len(t, membersOf(&ts, 0), size)
			ts.cover(0)
			assert.False(t, addTest(&ts, tested(1, 0.9), size))
			assert.Empty(t, membersOf(&ts, 0))
			assert.Equal(t, make([]*test, len(ts.roster.tests)), ts.roster.tests)
		})
	}
}

func TestSampleIsOfTheBest(t *testing.T) {
	var ts populations[int]
	for _, value := range []float64{0.1, 0.2, 0.3, 0.4} {
		addTest(&ts, tested(1, value), 4)
	}
	r := rand.New(rand.NewPCG(1, 0))
	seen := map[float64]int{}
	for range 300 {
		e, value := ts.sample(r, 0, 3)
		assert.Equal(t, e.Scores.Of(0), value)
		seen[value]++
	}
	assert.Len(t, seen, 3)
	for value, count := range seen {
		assert.Greater(t, value, 0.1)
		assert.InDelta(t, 100, count, 40)
	}
}
