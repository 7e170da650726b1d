package gene_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// draws is how many values measure a share to about half a per cent; tolerance is more than three standard deviations
// of such a share.
const (
	draws     = 8000
	tolerance = 0.02
)

// shares applies op to copies of g and returns the share of each class of change.
func shares(g gene.Gene, op func(g gene.Gene, r *rand.Rand), class func(before, after any) string) map[string]float64 {
	r, out := newRand(7), map[string]float64{}
	before := g.Value()
	for range draws {
		c := g.Clone()
		op(c, r)
		out[class(before, c.Value())] += 1. / draws
	}
	return out
}

func randomized(g gene.Gene, r *rand.Rand) { g.Randomize(r) }

func mutated(focus float64) func(gene.Gene, *rand.Rand) {
	return func(g gene.Gene, r *rand.Rand) { g.Mutate(r, focus) }
}

// assertShares compares shares. It tolerates rare classes that have no wanted share.
func assertShares(t *testing.T, want, got map[string]float64) {
	t.Helper()
	for class := range got {
		if _, ok := want[class]; !ok {
			assert.Less(t, got[class], tolerance, "not wanted: %s", class)
		}
	}
	for class, share := range want {
		assert.InDelta(t, share, got[class], tolerance, "%s", class)
	}
}

// with assigns a value to a gene and returns the gene.
func with(t testing.TB, g gene.Gene, v any) gene.Gene {
	t.Helper()
	if !gene.Assign(g, v) {
		t.Fatalf("%T refuses %v", g, v)
	}
	return g
}

// band returns the band, between the bounds, of the greatest power of two in a step.
func band(before, after any, bounds ...float64) string {
	d := math.Abs(number(after) - number(before))
	names := []string{"tiny", "small", "middle", "large", "huge"}
	for i, bound := range bounds {
		if d <= bound {
			return names[i]
		}
	}
	return names[len(bounds)]
}

func number(v any) float64 {
	q, ok := value.Rat(v)
	if !ok {
		return math.NaN()
	}
	f, _ := q.Float64()
	return f
}

// TestStepsOfIntegers checks the sizes of mutation steps: one in twenty jumps to a boundary, one in ten goes one or
// two. The others go any power of two up to 2^30 at the start and 2^10 at the end of a search; for a number far from
// zero also up to its own size.
func TestStepsOfIntegers(t *testing.T) {
	const near, jump = 0.1, 0.05
	bands := func(before, after any) string { return band(before, after, 2, 1<<10, 1<<20, 1<<31) }
	tests := []struct {
		name  string
		from  int64
		focus float64
		want  map[string]float64
	}{
		{"at the start", 5, 0, map[string]float64{
			"tiny": near + 0.85*2/31, "small": 0.85*9/31 + jump*3/7, "middle": 0.85 * 10 / 31, "large": 0.85 * 10 / 31,
			"huge": jump * 4 / 7}},
		{"half way", 5, 0.5, map[string]float64{"tiny": near + 0.85*2/21, "small": 0.85*9/21 + jump*3/7,
			"middle": 0.85 * 10 / 21, "huge": jump * 4 / 7}},
		{"at the end", 5, 1,
			map[string]float64{"tiny": near + 0.85*2/11, "small": 0.85*9/11 + jump*3/7, "huge": jump * 4 / 7}},
		{"beyond the end", 5, 2,
			map[string]float64{"tiny": near + 0.85*2/11, "small": 0.85*9/11 + jump*3/7, "huge": jump * 4 / 7}},
		{"far from zero, at the end", 1 << 50, 1, map[string]float64{
			"tiny": near + 0.85/2*2/11 + 0.85/2*2/52, "small": 0.85/2*9/11 + 0.85/2*9/52, "middle": 0.85 / 2 * 10 / 52,
			"large": 0.85 / 2 * 11 / 52, "huge": 0.85/2*20/52 + jump}},
		{"far below zero, at the end", -1 << 50, 1, map[string]float64{
			"tiny": near + 0.85/2*2/11 + 0.85/2*2/52, "small": 0.85/2*9/11 + 0.85/2*9/52, "middle": 0.85 / 2 * 10 / 52,
			"large": 0.85 / 2 * 11 / 52, "huge": 0.85/2*20/52 + jump}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assertShares(t, tt.want, shares(with(t, gene.NewInt64(), tt.from), mutated(tt.focus), bands))
		})
	}
}

func upOrDown(before, after any) string {
	if number(after) > number(before) {
		return "up"
	}
	return "down"
}

// TestStepsGoBothWays: a step that would leave the range goes in the other direction.
func TestStepsGoBothWays(t *testing.T) {
	number := func() gene.Gene { return gene.NewInt(-1<<40, 1<<40) }
	assertShares(t, map[string]float64{"up": 0.5, "down": 0.5}, shares(number(), mutated(0), upOrDown))
	assertShares(t, map[string]float64{"down": 1}, shares(with(t, number(), int64(1<<40)), mutated(0), upOrDown))
	assertShares(t, map[string]float64{"up": 1}, shares(with(t, number(), int64(-1<<40)), mutated(0), upOrDown))
	big := func() gene.Gene { return gene.NewBigInt(nil, nil) }
	assertShares(t, map[string]float64{"up": 0.5, "down": 0.5},
		shares(with(t, big(), int64(100)), mutated(0), upOrDown))
}

// TestDrawsOfIntegers checks the distribution of random numbers: one in ten is a boundary; most of the others are
// within a thousand of zero, four of five of them positive.
func TestDrawsOfIntegers(t *testing.T) {
	where := func(_, after any) string {
		switch v := after.(int64); {
		case v < math.MinInt64+2 || v > math.MaxInt64-2:
			return "limit"
		case v > 1000 || v < -1000:
			return "far"
		case v >= -1 && v <= 1:
			return "zero"
		case v > 500:
			return "high"
		case v > 0:
			return "low"
		}
		return "below"
	}
	far := 0.9 * 0.15 * 53 / 64 // the magnitudes above a thousand among 0 to 63 bits
	assertShares(t, map[string]float64{
		"limit": 0.1 * 4 / 7, "zero": 0.1*3/7 + 0.9*0.15*2/64, "far": far, "high": 0.9 * 0.85 * 0.8 / 2,
		"low": 0.9*0.85*0.8/2 + 0.9*0.15*8/64*0.8, "below": 0.9*0.85*0.2 + 0.9*0.15*8/64*0.2,
	}, shares(gene.NewInt64(), randomized, where))

	assertShares(t, map[string]float64{"low": 0.9/3 + 0.1*4/6, "middle": 0.9 / 3, "high": 0.9 / 3, "top": 0.1 * 2 / 6},
		shares(gene.NewInt(0, 899), randomized, func(_, after any) string {
			v := after.(int64)
			if v >= 898 {
				return "top"
			}
			return []string{"low", "middle", "high"}[v/300]
		}))
}

// TestStepsOfFloats checks the shares of the five operators for a number with four decimals: a step of about one, a
// step of a power of two, a step of a fraction, another order of magnitude, and fewer decimals.
func TestStepsOfFloats(t *testing.T) {
	const v = 1234.5678
	kind := func(before, after any) string {
		b, a := before.(float64), after.(float64)
		d := math.Abs(a - b)
		ratio := math.Log2(math.Abs(a / b))
		switch {
		case a == math.MaxFloat64 || a == -math.MaxFloat64 || math.Abs(a) > 1e300 || a == 0 || a == 1 || a == -1:
			return "boundary"
		case ratio == math.Trunc(ratio):
			return "magnitude"
		case a*1000 == math.Round(a*1000):
			return "decimals"
		case d < 1./64:
			return "fraction"
		case d < 8:
			return "one"
		case d < 1<<13:
			return "some"
		}
		return "much"
	}
	for focus, steps := range map[float64]float64{0: 31, 1: 11} {
		got := shares(with(t, gene.NewDouble(gene.FloatLimits{}), v), mutated(focus), kind)
		// half of the cuts of decimals change nothing, and a power of 0 does not either; they are drawn again
		again := 1 / (1 - 0.95*0.2/2 - 0.95*0.2/61)
		assert.InDelta(t, 0.05*again, got["boundary"], tolerance)
		assert.InDelta(t, 0.95*0.2*60/61*again, got["magnitude"], tolerance)
		assert.InDelta(t, 0.95*0.2/2*again, got["decimals"], tolerance)
		assert.InDelta(t, 0.95*0.2*25/31*again, got["fraction"], 2*tolerance)
		assert.InDelta(t, 0.95*0.2*max(0, (steps-13.5)/steps)*again, got["much"], 2*tolerance, "focus %v", focus)
		assert.InDelta(t, 0.95*0.2*(1+6/31.+3/steps)*again, got["one"], 2*tolerance, "focus %v", focus)
	}
	assertShares(t, map[string]float64{"up": 0.5, "down": 0.5},
		shares(with(t, gene.NewDouble(gene.FloatLimits{Min: ptr(-1e6), Max: ptr(1e6)}), 0.0), mutated(0), upOrDown))
}

// TestDrawsOfFloats checks the share of numbers with few digits and their distribution.
func TestDrawsOfFloats(t *testing.T) {
	kind := func(_, after any) string {
		v := after.(float64)
		switch {
		case math.Abs(v) > 1e300 || math.Abs(v) < 1e-300:
			return "boundary"
		case v > 1000 || v < -250:
			return "far"
		case v == math.Trunc(v):
			return "whole"
		case math.Abs(v*1000-math.Round(v*1000)) < 1e-9:
			return "short"
		case v < 0:
			return "long below"
		}
		return "long"
	}
	assertShares(t, map[string]float64{
		"boundary": 0.1 * 7 / 9, "whole": 0.6/4 + 0.1*2/9, "short": 0.6 * 3 / 4, "far": 0.05 * 62 / 64,
		"long": 0.25 * 0.8, "long below": 0.25 * 0.2,
	}, shares(gene.NewDouble(gene.FloatLimits{}), randomized, kind))
}

// TestStepsOfBigNumbers: an unbounded number takes steps of up to 2^64 at the start of the search and of up to 2^10 at
// its end.
func TestStepsOfBigNumbers(t *testing.T) {
	bands := func(before, after any) string { return band(before, after, 2, 1<<10, 1<<30, 1<<62) }
	big := func() gene.Gene { return with(t, gene.NewBigInt(nil, nil), int64(5)) }
	assertShares(t, map[string]float64{
		"tiny": 0.1 + 0.85*2/65, "small": 0.85*9/65 + 0.05*3/8, "middle": 0.85 * 20 / 65, "large": 0.85*32/65 + 0.05/8,
		"huge": 0.85*2/65 + 0.05*4/8,
	}, shares(big(), mutated(0), bands))
	assertShares(t, map[string]float64{"tiny": 0.1 + 0.85*2/11, "small": 0.85*9/11 + 0.05*3/8, "large": 0.05 / 8,
		"huge": 0.05 * 4 / 8}, shares(big(), mutated(1), bands))

	size := func(_, after any) string {
		v := math.Abs(number(after))
		switch {
		case v > 1<<65:
			return "huge"
		case v > 1<<62:
			return "64 bits"
		case v > 1000:
			return "large"
		}
		return "small"
	}
	assertShares(t, map[string]float64{
		"huge": 0.1*2/8 + 0.9*0.15, "64 bits": 0.1*2/8 + 0.9*0.85*(0.1*4/7+0.9*0.15/64),
		"large": 0.1/8 + 0.9*0.85*0.9*0.15*52/64, "small": 0.1*3/8 + 0.9*0.85*(0.1*3/7+0.9*(0.85+0.15*10/64)),
	}, shares(gene.NewBigInt(nil, nil), randomized, size))
}

// TestStepsOfDecimals: a third of the mutations change a decimal by integers, and a third of them cut digits if that
// changes the number.
func TestStepsOfDecimals(t *testing.T) {
	cents := func() gene.Gene {
		return with(t, gene.NewDecimal(gene.DecimalLimits{Scale: 2}), 1234.56)
	}
	kind := func(before, after any) string {
		d := math.Round(math.Abs(number(after)-number(before)) * 100)
		switch {
		case number(after) == 1234.5 || number(after) == 1234:
			return "cut"
		case d <= 1<<10 && d/100 == math.Trunc(d/100):
			return "whole"
		case d <= 1<<10:
			return "cents"
		}
		return "more"
	}
	assertShares(t, map[string]float64{"cut": 1. / 3, "cents": (0.1 + 0.85) / 3, "whole": (0.1 + 0.85*4/11) / 3,
		"more": 0.85*7/11/3 + 0.05*2/3},
		shares(cents(), mutated(1), kind))
	day := func(_, after any) string {
		if v := number(after); -251 < v && v < 1001 {
			return "everyday"
		}
		return "other"
	}
	assertShares(t, map[string]float64{"everyday": 0.5 + 0.5*(0.1*3/8+0.9*0.85*(0.1*3/7+0.9*(0.85+0.15*16/64))),
		"other": 0.5 * (0.1*5/8 + 0.9*0.15 + 0.9*0.85*(0.1*4/7+0.9*0.15*48/64))},
		shares(gene.NewDecimal(gene.DecimalLimits{Scale: 2}), randomized, day))
}
