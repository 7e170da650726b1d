package heuristics_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	h "github.com/evoke-go/evoke/heuristics"
)

func equalSlices(a, b []int) h.Truthness     { return h.EqualSlices(a, b, slices.Equal(a, b)) }
func equalMaps(a, b map[int]int) h.Truthness { return h.EqualMaps(a, b, maps.Equal(a, b)) }

func TestEqualSequencesAreGos(t *testing.T) {
	small := rapid.IntRange(0, 3)
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SliceOfN(small, 0, 4).Draw(t, "a"), rapid.SliceOfN(small, 0, 4).Draw(t, "b")
		checkSides(t, equalSlices(a, b), slices.Equal(a, b))
		m, n := rapid.MapOfN(small, small, 0, 4).Draw(t, "m"), rapid.MapOfN(small, small, 0, 4).Draw(t, "n")
		checkSides(t, equalMaps(m, n), maps.Equal(m, n))
		same(t, "symmetric", equalMaps(m, n), equalMaps(n, m))
		same(t, "symmetric", equalSlices(a, b), equalSlices(b, a))
	})
}

// TestSequenceLadders lists operands from far to near.
func TestSequenceLadders(t *testing.T) {
	want := []int{1, 2, 3}
	last := 0.0
	for _, s := range [][]int{nil, {9}, {1}, {1, 9}, {1, 2}, {1, 2, 9}, {1, 2, 4}, {1, 2, 3}} {
		got := equalSlices(s, want).OfTrue
		assert.Greater(t, got, last, "%v", s)
		last = got
	}
	assert.Equal(t, 1.0, last)
	last = 0
	for _, m := range []map[int]int{{}, {1: 9}, {1: 1}, {1: 1, 2: 9}, {1: 1, 2: 3}, {1: 1, 2: 2}} {
		got := equalMaps(m, map[int]int{1: 1, 2: 2}).OfTrue
		assert.Greater(t, got, last, "%v", m)
		last = got
	}
	assert.Equal(t, 1.0, last)
	assert.Less(t, equalSlices(append(want, 4), want).OfTrue, equalSlices([]int{1, 2, 4}, want).OfTrue, "too long")
	large := map[int]int{}
	for i := range 2000 {
		large[i] = i
	}
	assert.Equal(t, h.Reached, equalMaps(large, map[int]int{1: 1}).OfTrue, "which entries come first is chance")
	assert.Less(t, equalSlices(make([]int, 5000), append(make([]int, 4999), 1)).OfTrue, 1.0)
}
