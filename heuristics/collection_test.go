package heuristics_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	h "github.com/evoke-go/evoke/heuristics"
)

func TestElement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list, v := rapid.SliceOf(ints()).Draw(t, "list"), ints().Draw(t, "v")
		if len(list) > 0 && rapid.Bool().Draw(t, "present") {
			v = rapid.SampledFrom(list).Draw(t, "element")
		}
		got := h.Element(list, v, h.EqualInt)
		checkSides(t, got, slices.Contains(list, v))
		for i, e := range list {
			noLower(t, "the nearest counts", got.OfTrue, h.EqualInt(e, v).OfTrue)
			noLower(t, "a longer list", got.OfTrue, h.Element(list[:i], v, h.EqualInt).OfTrue)
		}
	})
}

func TestKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, k := rapid.MapOf(texts(), ints()).Draw(t, "map"), texts().Draw(t, "key")
		if len(m) > 0 && rapid.Bool().Draw(t, "present") {
			k = rapid.SampledFrom(slices.Sorted(maps.Keys(m))).Draw(t, "one of them")
		}
		_, present := m[k]
		got := h.Key(maps.Keys(m), k, h.EqualString)
		checkSides(t, got, present)
		if got != h.Key(slices.Values(slices.Sorted(maps.Keys(m))), k, h.EqualString) {
			t.Fatal("the order of keys matters")
		}
	})
}

func TestNothingToFind(t *testing.T) {
	empty := h.Element(nil, 5, h.EqualInt)
	assert.Equal(t, h.Truthness{OfTrue: h.Absent, OfFalse: 1}, empty)
	assert.Less(t, empty.OfTrue, h.Element([]int64{1 << 62}, -5, h.EqualInt).OfTrue,
		"something to compare with is progress")
	assert.Equal(t, empty, h.Key(maps.Keys(map[string]int(nil)), "k", h.EqualString))
}
