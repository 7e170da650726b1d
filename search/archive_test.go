package search_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

type (
	test   = search.Evaluated[int]
	change = search.Change
)

func TestArchiveAdd(t *testing.T) {
	type addition struct {
		value   float64
		size    int
		changes []change
	}
	for _, tt := range []struct {
		name      string
		additions []addition
		best      int // index of the individual that the archive keeps
	}{
		{"first reach", []addition{{0.2, 3, []change{{0, 0.2, 0}}}}, 0},
		{"better", []addition{{0.2, 3, []change{{0, 0.2, 0}}}, {0.3, 9, []change{{0, 0.3, 0.2}}}}, 1},
		{"worse", []addition{{0.2, 3, []change{{0, 0.2, 0}}}, {0.1, 1, nil}}, 0},
		{"smaller", []addition{{0.2, 3, []change{{0, 0.2, 0}}}, {0.2, 2, []change{{0, 0.2, 0.2}}}}, 1},
		{"larger", []addition{{0.2, 3, []change{{0, 0.2, 0}}}, {0.2, 4, nil}}, 0},
		{"equal keeps the older", []addition{{0.2, 3, []change{{0, 0.2, 0}}}, {0.2, 3, nil}}, 0},
		{"covered", []addition{{0.2, 3, []change{{0, 0.2, 0}}}, {1, 9, []change{{0, 1, 0.2}}}}, 1},
		{"covered and smaller", []addition{{1, 3, []change{{0, 1, 0}}}, {1, 2, []change{{0, 1, 1}}}}, 1},
		{"covered stays covered", []addition{{1, 3, []change{{0, 1, 0}}}, {0.9, 1, nil}}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var archive search.Archive[int]
			var all []*test
			for i, a := range tt.additions {
				e := &test{Individual: i, Size: a.size, Scores: fitness.Scores{{ID: 0, Value: a.value}}}
				all = append(all, e)
				assert.ElementsMatch(t, a.changes, archive.Add(e), "addition %d", i)
			}
			best, value := archive.Best(0)
			assert.Same(t, all[tt.best], best)
			assert.Equal(t, tt.additions[tt.best].value, value)
		})
	}
}

// TestFound: a target stays with the maker of the individual that covered it first, even if a smaller individual
// replaces that one.
func TestFound(t *testing.T) {
	var a search.Archive[string]
	add := func(by string, size int, scores fitness.Scores) {
		a.Add(&search.Evaluated[string]{By: by, Size: size, Scores: scores})
	}
	assert.Empty(t, a.Found())
	add("", 3, fitness.Scores{{ID: 0, Value: 0.5}, {ID: 1, Value: 1}})
	add("first", 3, fitness.Scores{{ID: 0, Value: 1}, {ID: 1, Value: 1}, {ID: 4, Value: 1}})
	add("second", 1, fitness.Scores{{ID: 0, Value: 1}, {ID: 2, Value: 1}})
	assert.Equal(t, map[string][]fitness.ID{"": {1}, "first": {0, 4}, "second": {2}}, a.Found())
}

func TestChange(t *testing.T) {
	for _, tt := range []struct {
		change                     change
		reached, improved, covered bool
	}{
		{change{Value: 0.5}, true, true, false},
		{change{Value: 1}, true, true, true},
		{change{Value: 0.5, Before: 0.4}, false, true, false},
		{change{Value: 1, Before: 0.4}, false, true, true},
		{change{Value: 1, Before: 1}, false, false, false},
	} {
		t.Run(fmt.Sprint(tt.change), func(t *testing.T) {
			assert.Equal(t, tt.reached, tt.change.Reached())
			assert.Equal(t, tt.improved, tt.change.Improved())
			assert.Equal(t, tt.covered, tt.change.Covered())
		})
	}
}

func TestArchiveOfNothing(t *testing.T) {
	var archive search.Archive[int]
	assert.Empty(t, archive.Add(&test{}))
	best, value := archive.Best(3)
	assert.Nil(t, best)
	assert.Zero(t, value)
	best, _ = archive.Best(-1)
	assert.Nil(t, best)
	assert.Empty(t, archive.Suite())
	assert.Empty(t, archive.CoveredIDs())
}

func drawTest(t *rapid.T) *test {
	e := &test{Size: rapid.IntRange(1, 3).Draw(t, "size")}
	for id := range fitness.ID(8) {
		if value := rapid.SampledFrom([]float64{0, 0, 0.3, 0.6, 1}).Draw(t, "value"); value > 0 {
			e.Scores = append(e.Scores, fitness.Score{ID: id, Value: value})
		}
	}
	return e
}

// TestArchiveAgainstModel compares the archive with a model that keeps all individuals ever added.
func TestArchiveAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var archive search.Archive[int]
		var all []*test
		for range rapid.IntRange(0, 20).Draw(t, "additions") {
			e := drawTest(t)
			all = append(all, e)
			archive.Add(e)
		}
		var suite []*test
		var covered []fitness.ID
		reached := 0
		for id := range fitness.ID(8) {
			want, value := modelBest(all, id)
			got, gotValue := archive.Best(id)
			assert.Same(t, want, got)
			assert.Equal(t, value, gotValue)
			if want != nil {
				reached++
			}
			if value == 1 {
				covered = append(covered, id)
				if !slices.Contains(suite, want) {
					suite = append(suite, want)
				}
			}
		}
		assert.Equal(t, reached, archive.Reached())
		assert.Equal(t, len(covered), archive.Covered())
		assert.ElementsMatch(t, covered, archive.CoveredIDs())
		assert.Equal(t, suite, archive.Suite())
		assertEach(t, &archive)
	})
}

func modelBest(all []*test, id fitness.ID) (best *test, value float64) {
	for _, e := range all {
		v := e.Scores.Of(id)
		if v > value || v > 0 && v == value && e.Size < best.Size {
			best, value = e, v
		}
	}
	return best, value
}

func assertEach(t *rapid.T, archive *search.Archive[int]) {
	last, count := fitness.ID(-1), 0
	archive.Each(func(id fitness.ID, e *test, value float64) {
		assert.Greater(t, id, last)
		best, bestValue := archive.Best(id)
		assert.Same(t, best, e)
		assert.Equal(t, bestValue, value)
		last, count = id, count+1
	})
	assert.Equal(t, archive.Reached(), count)
}

func BenchmarkArchiveAdd(b *testing.B) {
	for _, targets := range []int{1e3, 1e6} {
		b.Run(fmt.Sprintf("targets=%d", targets), func(b *testing.B) {
			var archive search.Archive[int]
			first := &test{}
			for id := range targets {
				first.Scores = append(first.Scores, fitness.Score{ID: fitness.ID(id), Value: 1})
			}
			archive.Add(first)
			e := &test{Scores: first.Scores[:100]}
			b.ReportAllocs()
			for b.Loop() {
				archive.Add(e)
			}
		})
	}
}
