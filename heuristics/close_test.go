package heuristics_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	h "github.com/evoke-go/evoke/heuristics"
)

func TestClose(t *testing.T) {
	assert.Equal(t, 1.0, h.Close(0))
	assert.Equal(t, 1.0, h.Close(math.Copysign(0, -1)))
	assert.InDelta(t, 0.55, h.Close(1), 1e-15)
	assert.InDelta(t, 0.1+0.9/43, h.Close(42), 1e-15)
	assert.InDelta(t, 0.1+0.9/(1+1<<26), h.Close(1<<26), 1e-15)
	assert.Equal(t, 0.1, h.Close(math.Inf(1)))
	assert.Equal(t, 0.1, h.Close(math.NaN()))
}

// edges are distances at which rounding or a change of formula could show.
func edges() []float64 {
	edges := []float64{math.SmallestNonzeroFloat64, 1e-310, 1e-30, 1e-17, 1e-16, 1e-9, 1, math.MaxFloat64}
	for e := range 64 {
		p := math.Ldexp(1, e)
		edges = append(edges, math.Nextafter(p, 0), p, math.Nextafter(p, math.Inf(1)))
	}
	return edges
}

func distance() *rapid.Generator[float64] {
	return rapid.OneOf(rapid.SampledFrom(edges()), rapid.Float64Range(0, 1e9),
		rapid.Map(rapid.Uint64(), func(bits uint64) float64 {
			return math.Abs(math.Float64frombits(bits))
		}))
}

func TestCloseProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := distance().Draw(t, "a"), distance().Draw(t, "b")
		ca, cb := h.Close(a), h.Close(b)
		if a < b && ca < cb || a > b && ca > cb {
			t.Fatalf("nearer scores less: %g gives %v, %g gives %v", a, ca, b, cb)
		}
		switch {
		case a == 0 && ca != 1,
			a > 0 && a <= math.MaxFloat64 && !(ca > h.Reached && ca < 1),
			!(a <= math.MaxFloat64) && ca != h.Reached:
			t.Fatalf("Close(%g) = %v", a, ca)
		}
	})
}

// TestCloseTellsApart: the plain formula is flat from about 10^17 on, so a search for a hash or an instant would get no
// guidance.
func TestCloseTellsApart(t *testing.T) {
	for d := 1.0; d < 1e300; d *= 1.01 {
		assert.Greater(t, h.Close(d), h.Close(d*1.01), "%g", d)
	}
	for d := 1.0; d < 1e6; d++ {
		if !(h.Close(d) > h.Close(d+1)) {
			t.Fatalf("%g and the next are alike", d)
		}
	}
}

func TestFromDistances(t *testing.T) {
	assert.Equal(t, h.EqualInt(3, 8), h.FromDistances(5, 0))
	assert.Equal(t, h.LessInt(3, 8), h.FromDistances(0, 5))
}

// TestDistance: a score tells its distance, as far as scores differ.
func TestDistance(t *testing.T) {
	assert.Zero(t, h.Distance(1))
	assert.Equal(t, math.Inf(1), h.Distance(h.Reached))
	assert.Equal(t, math.Inf(1), h.Distance(0))
	assert.Equal(t, math.Inf(1), h.Distance(math.NaN()))
	for d := 1.0; d < 1e60; d *= 1.7 {
		assert.InEpsilon(t, d, h.Distance(h.Close(d)), 1e-5)
	}
}
