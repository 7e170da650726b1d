package gene_test

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// values collects the values of a gene over many draws and mutations.
func values(g gene.Gene, n int) []any {
	r := newRand(3)
	var out []any
	for i := range n {
		if i%5 == 0 {
			g.Randomize(r)
		} else {
			g.Mutate(r, float64(i%3)/2)
		}
		out = append(out, g.Value())
	}
	return out
}

// reached reports whether draws and mutations of a gene reach a value.
func reached(g gene.Gene, want any) bool {
	for _, v := range values(g, 5000) {
		if value.Equal(v, want) {
			return true
		}
	}
	return false
}

func TestNumbersReachTheirLimits(t *testing.T) {
	tests := []struct {
		name string
		make func() gene.Gene
		want []any
	}{
		{"int32", func() gene.Gene { return gene.NewInt32() },
			[]any{int64(math.MinInt32), int64(math.MaxInt32), int64(0), int64(-1)}},
		{"multiples", func() gene.Gene { return gene.NewInt(-20, 1000).SetMultiple(7) },
			[]any{int64(-14), int64(994), int64(0)}},
		{"big", func() gene.Gene { return gene.NewBigInt(nil, nil) },
			[]any{json.Number("9223372036854775808"), int64(math.MaxInt64),
				json.Number("340282366920938463463374607431768211456")}},
		{"double", func() gene.Gene {
			return gene.NewDouble(gene.FloatLimits{Min: ptr(-2.5), Max: ptr(1e9), ExclusiveMin: true})
		}, []any{math.Nextafter(-2.5, 0), 1e9, 0.0, 1.0, -1.0, math.Nextafter(-2.5, 0) + 1,
			1e9 - 1, math.Nextafter(1e9, 0)}},
		{"cents", func() gene.Gene {
			return gene.NewDouble(gene.FloatLimits{Min: ptr(0.01), Max: ptr(99999.99), Multiple: 0.01})
		}, []any{0.01, 99999.99}},
		{"tenths", func() gene.Gene {
			// 0.3/0.1 is less than 3 in floats
			return gene.NewDouble(gene.FloatLimits{Min: ptr(-0.3), Max: ptr(0.3), Multiple: 0.1})
		}, []any{-0.3, 0.3}},
		{"decimal", func() gene.Gene {
			return gene.NewDecimal(gene.DecimalLimits{Min: big.NewRat(1, 3), Max: big.NewRat(5, 1),
				ExclusiveMax: true, Scale: 2})
		}, []any{json.Number("0.34"), json.Number("4.99"), json.Number("1")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, want := range tt.want {
				assert.True(t, reached(tt.make(), want), "%v", want)
			}
		})
	}
}

func TestMultiplesPrintShort(t *testing.T) {
	for _, m := range []float64{0.01, 0.1, 0.05, 2.5, 3} {
		g := gene.NewDouble(gene.FloatLimits{Min: ptr(-10.0), Max: ptr(10.0), Multiple: m})
		for _, v := range values(g, 2000) {
			q, ok := new(big.Rat).SetString(string(value.AppendJSON(nil, v)))
			step, _ := new(big.Rat).SetString(string(value.AppendJSON(nil, m)))
			require.True(t, ok && q.Quo(q, step).IsInt(), "%v is no multiple of %v", v, m)
			require.LessOrEqual(t, math.Abs(v.(float64)), 10.0)
		}
	}
}

func TestFloatsKeepTheirLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64().Draw(t, "a"), rapid.Float64().Draw(t, "b")
		limits := gene.FloatLimits{
			Min: ptr(min(a, b)), Max: ptr(max(a, b)),
			ExclusiveMin: rapid.Bool().Draw(t, "exclusiveMin"), ExclusiveMax: rapid.Bool().Draw(t, "exclusiveMax"),
		}
		if math.Abs(a-b) <= 1e-9*(math.Abs(a)+math.Abs(b)) { // no number may be left between nearly equal limits
			limits.ExclusiveMin, limits.ExclusiveMax = false, false
		}
		g := gene.NewDouble(limits)
		for _, v := range values(g, 50) {
			f := v.(float64)
			if f < *limits.Min || f > *limits.Max || limits.ExclusiveMin && f == *limits.Min ||
				limits.ExclusiveMax && f == *limits.Max {
				t.Fatalf("%v breaks %v to %v", f, *limits.Min, *limits.Max)
			}
		}
	})
}

func TestDecimalsKeepTheirLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) *big.Rat {
			return big.NewRat(rapid.Int64Range(-1000, 1000).Draw(t, name),
				rapid.Int64Range(1, 9).Draw(t, name+" denominator"))
		}
		limits := gene.DecimalLimits{Min: draw("min"), Max: draw("max"), Scale: rapid.IntRange(1, 6).Draw(t, "scale")}
		if limits.Max.Cmp(limits.Min) < 0 {
			limits.Min, limits.Max = limits.Max, limits.Min
		}
		limits.Max.Add(limits.Max, big.NewRat(1, 1)) // so that the range contains a decimal
		for _, v := range values(gene.NewDecimal(limits), 40) {
			q, ok := new(big.Rat).SetString(string(v.(json.Number)))
			if !ok || q.Cmp(limits.Min) < 0 || q.Cmp(limits.Max) > 0 {
				t.Fatalf("%v is not in [%v, %v]", v, limits.Min, limits.Max)
			}
		}
	})
}

func TestFloatsAreNarrow(t *testing.T) {
	for _, v := range values(gene.NewFloat(gene.FloatLimits{Min: ptr(0.1), Max: ptr(1e30)}), 2000) {
		f := v.(float64)
		require.Equal(t, f, float64(float32(f)))
		require.True(t, 0.1 <= f && f <= 1e30, "%v", f)
	}
}

// TestMultiplesStayExact uses limits beyond which floats cannot represent every integer, and multiples with very many
// digits.
func TestMultiplesStayExact(t *testing.T) {
	for _, limits := range []gene.FloatLimits{{Multiple: 0.01}, {Multiple: 0.01, Min: ptr(0.0)},
		{Multiple: 0.01, Max: ptr(0.0)}} {
		for _, v := range values(gene.NewDouble(limits), 2000) {
			require.LessOrEqual(t, math.Abs(v.(float64))*100, float64(1<<53)+1)
		}
	}
	for _, v := range values(gene.NewDecimal(gene.DecimalLimits{Min: new(big.Rat), Max: big.NewRat(1, 1), Scale: 5000}),
		50) {
		require.LessOrEqual(t, len(v.(json.Number)), len("0.")+1000)
	}
}

// TestFloatsStayFinite uses limits beyond the range of the float type.
func TestFloatsStayFinite(t *testing.T) {
	for name, g := range map[string]gene.Gene{
		"below 32 bits": gene.NewFloat(gene.FloatLimits{Min: ptr(-1e300), Max: ptr(0.0)}),
		"above 32 bits": gene.NewFloat(gene.FloatLimits{Min: ptr(0.0), Max: ptr(1e300)}),
		"swapped":       gene.NewFloat(gene.FloatLimits{Min: ptr(1e300), Max: ptr(-1e300)}),
	} {
		for _, v := range values(g, 2000) {
			require.LessOrEqual(t, math.Abs(v.(float64)), math.MaxFloat32, name)
		}
	}
	for _, v := range values(gene.NewDouble(gene.FloatLimits{Min: ptr(math.Inf(-1)), Max: ptr(math.Inf(1))}), 2000) {
		require.False(t, math.IsInf(v.(float64), 0))
	}
}

func TestNumbersClampImpossibleLimits(t *testing.T) {
	tests := []struct {
		name string
		gene gene.Gene
		want any
	}{
		{"no multiple in range", gene.NewInt(1, 5).SetMultiple(7), int64(1)},
		{"multiple of nothing", gene.NewInt(1, 5).SetMultiple(0), int64(1)},
		{"least multiple of all", gene.NewInt(1, 5).SetMultiple(math.MinInt64), int64(1)},
		{"swapped", gene.NewInt(9, 5), int64(5)},
		{"no float between", gene.NewDouble(gene.FloatLimits{Min: ptr(1.0), Max: ptr(1.0), ExclusiveMin: true}), 1.0},
		{"not a number", gene.NewDouble(gene.FloatLimits{Min: ptr(math.NaN()), Multiple: math.NaN()}), 0.0},
		{"infinite", gene.NewDouble(gene.FloatLimits{Min: ptr(math.Inf(1)), Max: ptr(math.Inf(1))}), math.MaxFloat64},
		{"too big for 32 bits", gene.NewFloat(gene.FloatLimits{Min: ptr(1e300)}), float64(math.MaxFloat32)},
		{"negative scale", gene.NewDecimal(gene.DecimalLimits{Scale: -4}), json.Number("0")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.True(t, value.Equal(tt.want, tt.gene.Value()), "%v", tt.gene.Value())
			r := newRand(1)
			for range 100 {
				tt.gene.Mutate(r, 0)
				require.NoError(t, gene.Check(tt.gene))
				tt.gene.Randomize(r)
				require.NoError(t, gene.Check(tt.gene))
			}
		})
	}
}

func TestNumbersTakeEveryForm(t *testing.T) {
	for _, form := range []any{int64(12), 12.0, json.Number("12"), json.Number("1.2e1"), json.Number("12.00")} {
		for _, g := range []gene.Gene{gene.NewInt(0, 99), gene.NewBigInt(nil, nil), gene.NewDouble(gene.FloatLimits{}),
			gene.NewFloat(gene.FloatLimits{}), gene.NewDecimal(gene.DecimalLimits{Scale: 1})} {
			assert.True(t, gene.Assign(g, form), "%T %v", g, form)
			assert.True(t, value.Equal(int64(12), g.Value()), "%T %v", g, form)
		}
	}
	for _, bad := range []any{int64(100), 1.5, "12", json.Number("1e999999999"), json.Number("x"), nil} {
		assert.False(t, gene.Assign(gene.NewInt(0, 99), bad), "%v", bad)
	}
}

// TestSearchFindsNumbers searches a far number by mutation alone and keeps each mutant that is nearer. The steps of 2^i
// make that fast.
func TestSearchFindsNumbers(t *testing.T) {
	for _, target := range []int64{1_000_000_007, -77, math.MaxInt32} {
		r, g, tries := newRand(1), gene.NewInt32(), 0
		g.Randomize(r)
		distance := func(v any) float64 { return math.Abs(float64(v.(int64) - target)) }
		for ; distance(g.Value()) > 0 && tries < 5000; tries++ {
			next := g.Clone()
			next.Mutate(r, 0)
			if distance(next.Value()) <= distance(g.Value()) {
				g = next.(*gene.Int)
			}
		}
		assert.Less(t, tries, 3000, "target %d", target)
	}
}
