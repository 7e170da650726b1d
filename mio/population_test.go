package mio

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/search"
)

func tested(value float64, size int) member[int] {
	return member[int]{&search.Evaluated[int]{Size: size}, value}
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
		want  []int // the steps kept, the best first
	}{
		{"first reach enters", 2, []step{{0.1, 5, true}}, []int{0}},
		{"better goes first", 2, []step{{0.1, 5, true}, {0.2, 9, true}}, []int{1, 0}},
		{"worse goes last", 2, []step{{0.2, 5, true}, {0.1, 5, false}}, []int{0, 1}},
		{"worst is removed", 2, []step{{0.2, 5, true}, {0.1, 5, false}, {0.3, 5, true}}, []int{2, 0}},
		{"worst does not enter", 2, []step{{0.2, 5, true}, {0.3, 5, true}, {0.1, 5, false}}, []int{1, 0}},
		{"shorter wins a tie", 1, []step{{0.2, 5, true}, {0.2, 4, false}}, []int{1}},
		{"longer loses a tie", 1, []step{{0.2, 5, true}, {0.2, 6, false}}, []int{0}},
		{"newer wins among equals", 1, []step{{0.2, 5, true}, {0.2, 5, false}}, []int{1}},
		{"a better score beats a smaller size", 1, []step{{0.2, 1, true}, {0.3, 9, true}}, []int{1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var p population[int]
			var all []member[int]
			for i, s := range tt.steps {
				m := tested(s.value, s.size)
				all = append(all, m)
				assert.Equal(t, s.improved, p.add(m, tt.n), "step %d", i)
			}
			var kept []int
			for _, m := range p.members {
				kept = append(kept, slices.Index(all, m))
			}
			assert.Equal(t, tt.want, kept)
		})
	}
}

// TestPopulationAgainstModel compares the population with sorting all that was
// ever added, for a limit that only falls.
func TestPopulationAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p population[int]
		var model []member[int]
		n := rapid.IntRange(1, 12).Draw(t, "n")
		for range rapid.IntRange(0, 50).Draw(t, "additions") {
			n = max(1, n-rapid.IntRange(0, 1).Draw(t, "shrink"))
			m := tested(float64(rapid.IntRange(1, 5).Draw(t, "value"))/10, rapid.IntRange(1, 3).Draw(t, "size"))
			improved := len(model) == 0 || m.value > model[0].value
			assert.Equal(t, improved, p.add(m, n))
			model = modelAdd(model, m, n)
			assert.Equal(t, model, p.members)
		}
	})
}

func modelAdd(model []member[int], m member[int], n int) []member[int] {
	model = slices.Insert(slices.Clone(model), 0, m)
	slices.SortStableFunc(model, func(a, b member[int]) int {
		if a.value != b.value {
			return int(10*b.value - 10*a.value)
		}
		return a.test.Size - b.test.Size
	})
	return model[:min(n, len(model))]
}

func TestPopulationForgetsWhenCovered(t *testing.T) {
	var p population[int]
	p.add(tested(0.5, 1), 10)
	p.cover()
	assert.Empty(t, p.members)
	assert.True(t, p.covered)
}
