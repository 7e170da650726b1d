package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestQuantile(t *testing.T) {
	for _, tt := range []struct {
		name    string
		numbers []float64
		q, want float64
	}{
		{"one", []float64{7}, 0.25, 7},
		{"middle of an odd count", []float64{9, 1, 5}, 0.5, 5},
		{"middle of an even count", []float64{4, 1, 3, 2}, 0.5, 2.5},
		{"quartile, as quantile(1:10) of R", []float64{10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, 0.25, 3.25},
		{"upper quartile", []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0.75, 7.75},
		{"least", []float64{3, 1, 2}, 0, 1},
		{"most", []float64{3, 1, 2}, 1, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.InDelta(t, tt.want, Quantile(tt.numbers, tt.q), 1e-12)
		})
	}
	assert.True(t, math.IsNaN(Median(nil)))
	numbers := []float64{3, 1, 2}
	Median(numbers)
	assert.Equal(t, []float64{3, 1, 2}, numbers, "the argument stays as it is")
}

func TestA12(t *testing.T) {
	for _, tt := range []struct {
		name string
		x, y []float64
		want float64
	}{
		{"always larger", []float64{4, 5}, []float64{1, 2, 3}, 1},
		{"always smaller", []float64{1}, []float64{2, 3}, 0},
		{"equal", []float64{2, 2}, []float64{2}, 0.5},
		{"one of four smaller, one equal", []float64{1, 3}, []float64{1, 2}, 2.5 / 4},
	} {
		t.Run(tt.name, func(t *testing.T) { assert.InDelta(t, tt.want, A12(tt.x, tt.y), 1e-12) })
	}
}

// The values of the first four are those of textbooks and of R: wilcox.test and
// coin::wilcox_test with distribution = "exact".
func TestMannWhitney(t *testing.T) {
	for _, tt := range []struct {
		name  string
		x, y  []float64
		u, p  float64
		delta float64
	}{
		{"diabetes, 14 of 126 splits", []float64{19, 22, 16, 29, 24}, []float64{20, 11, 17, 12}, 17, 14.0 / 126, 1e-12},
		{"ten of ten, 2 of 184,756 splits", ten(11), ten(1), 100, 2.0 / 184756, 1e-12},
		{"three of three", []float64{4, 5, 6}, []float64{1, 2, 3}, 9, 0.1, 1e-12},
		{"no difference", []float64{1, 4}, []float64{2, 3}, 2, 1, 1e-12},
		{"all equal", []float64{5, 5, 5}, []float64{5, 5}, 3, 1, 1e-12},
		{"ties: 2 of 20 splits are as low", []float64{1, 1, 2}, []float64{2, 3, 3}, 0.5, 0.2, 1e-12},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u, p := MannWhitney(tt.x, tt.y)
			assert.InDelta(t, tt.u, u, 1e-12)
			assert.InDelta(t, tt.p, p, tt.delta)
		})
	}
}

func ten(from float64) []float64 {
	var out []float64
	for i := range 10 {
		out = append(out, from+float64(i))
	}
	return out
}

// Large samples: the normal distribution, by hand. 40 numbers of x are 0 and 20
// are 1, of y 20 and 40. U = 40*20/2 + 20*20 + 20*40/2 = 1200, its mean 1800,
// its variance 3600/12 * (121 - 2*(60^3-60)/(120*119)) = 27226.9.
func TestMannWhitneyOfLargeSamples(t *testing.T) {
	x := slices.Concat(make([]float64, 40), slices.Repeat([]float64{1}, 20))
	y := slices.Concat(make([]float64, 20), slices.Repeat([]float64{1}, 40))
	u, p := MannWhitney(x, y)
	assert.InDelta(t, 1200, u, 1e-9)
	z := (600 - 0.5) / math.Sqrt(300*(121-2*(216000.0-60)/(120*119)))
	assert.InDelta(t, math.Erfc(z/math.Sqrt2), p, 1e-12)
	assert.InDelta(t, 2.8e-4, p, 1e-5)
	_, p = MannWhitney(make([]float64, 40), make([]float64, 40))
	assert.InDelta(t, 1, p, 0, "all equal")
	_, p = MannWhitney(slices.Concat(make([]float64, 40), []float64{1}),
		slices.Concat(make([]float64, 40), []float64{1}))
	assert.InDelta(t, 1, p, 1e-9, "no difference")
}

// The exact p is the share of splits, counted one by one.
func TestMannWhitneyAgainstAllSplits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	few := func() (out []float64) {
		for range 1 + r.IntN(5) {
			out = append(out, float64(r.IntN(5)))
		}
		return out
	}
	for range 500 {
		x, y := few(), few()
		u, p := MannWhitney(x, y)
		assert.InDelta(t, u, float64(len(x)*len(y))-uStatistic(y, x), 1e-9)
		assert.InDelta(t, splitsP(x, y), p, 1e-9, "%v against %v", x, y)
		_, back := MannWhitney(y, x)
		assert.InDelta(t, p, back, 1e-9)
	}
}

func splitsP(x, y []float64) float64 {
	all := slices.Concat(x, y)
	var below, above, splits float64
	for set := range uint(1) << len(all) {
		if bits.OnesCount(set) != len(x) {
			continue
		}
		var a, b []float64
		for i, number := range all {
			if set>>i&1 == 1 {
				a = append(a, number)
			} else {
				b = append(b, number)
			}
		}
		splits++
		u := uStatistic(a, b)
		if u <= uStatistic(x, y) {
			below++
		}
		if u >= uStatistic(x, y) {
			above++
		}
	}
	return min(1, 2*min(below, above)/splits)
}

func TestFriedman(t *testing.T) {
	// The example of Friedman's test in the documentation of SciPy.
	before := []float64{72, 96, 88, 92, 74, 76, 82}
	at := []float64{120, 120, 132, 120, 101, 96, 112}
	after := []float64{76, 95, 104, 96, 84, 72, 76}
	var rows [][]float64
	for i := range before {
		rows = append(rows, []float64{before[i], at[i], after[i]})
	}
	means, chi2, p := Friedman(rows)
	assert.InDelta(t, 10.57142857142857, chi2, 1e-9)
	assert.InDelta(t, 0.005063414171757498, p, 1e-9)
	assert.InDelta(t, 1, means[1], 1e-12, "the largest has rank 1")
	assert.InDelta(t, 18.0/7, means[0], 1e-12)
	assert.InDelta(t, 17.0/7, means[2], 1e-12)
}

// Two treatments with ties, by hand: sums of ranks 1+1+1.5 and 2+2+1.5;
// 12/(3*2*3)*(12.25+30.25) - 27 = 4/3, divided by 1 - 6/(3*2*3) = 2/3.
func TestFriedmanWithTies(t *testing.T) {
	means, chi2, p := Friedman([][]float64{{2, 1}, {9, 3}, {4, 4}})
	assert.InDelta(t, 3.5/3, means[0], 1e-12)
	assert.InDelta(t, 2, chi2, 1e-12)
	assert.InDelta(t, math.Erfc(1), p, 1e-9) // one degree of freedom: 2 is the square of 1.41
	_, chi2, p = Friedman([][]float64{{1, 1}, {2, 2}})
	assert.Equal(t, []float64{0, 1}, []float64{chi2, p}, "all equal")
	_, _, p = Friedman(nil)
	assert.InDelta(t, 1, p, 0)
}
