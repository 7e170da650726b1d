package probe_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/probe"
)

// oneCondition has the cells of one condition.
func oneCondition() (*probe.Group, *probe.Cond, *probe.Near) {
	return new(probe.Group), new(probe.Cond), new(probe.Near)
}

// happenedIn returns the texts of the incidents that a function caused.
func happenedIn(f func()) (out []string) {
	probe.ForgetRecovered()
	defer probe.ForgetRecovered()
	f()
	for _, i := range probe.Incidents() {
		if i.Kind == probe.Overflowed {
			out = append(out, i.Text)
		}
	}
	return out
}

// edges draws numbers around the limits of a type.
func edges[T ~int8 | ~int32 | ~int64](low, high T) *rapid.Generator[T] {
	return rapid.OneOf(rapid.SampledFrom([]T{low, low + 1, -2, -1, 0, 1, 2, high - 1, high}),
		rapid.Map(rapid.Int64(), func(v int64) T { return T(v) }))
}

// checkCalculations compares the results of calculations with Go's, and the incidents with exact numbers.
func checkCalculations[T ~int8 | ~int32 | ~int64](t *testing.T, low, high T) {
	type operation struct {
		probe func(*probe.Group, *probe.Cond, *probe.Near, T, T) T
		plain func(a, b T) T
		exact func(z, x, y *big.Int) *big.Int
	}
	operations := []operation{
		{probe.Sum[T], func(a, b T) T { return a + b }, (*big.Int).Add},
		{probe.Difference[T], func(a, b T) T { return a - b }, (*big.Int).Sub},
		{probe.Product[T], func(a, b T) T { return a * b }, (*big.Int).Mul},
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := edges(low, high).Draw(t, "a"), edges(low, high).Draw(t, "b")
		for _, o := range operations {
			g, c, n := oneCondition()
			var got T
			noted := happenedIn(func() { got = o.probe(g, c, n, a, b) })
			require.Equal(t, o.plain(a, b), got)
			exact := o.exact(new(big.Int), big.NewInt(int64(a)), big.NewInt(int64(b)))
			fits := exact.IsInt64() && exact.Int64() >= int64(low) && exact.Int64() <= int64(high)
			require.Equal(t, fits, len(noted) == 0, "%d %d: %v", a, b, noted)
		}
	})
}

func TestCalculations(t *testing.T) {
	t.Run("8 bits", func(t *testing.T) { checkCalculations[int8](t, math.MinInt8, math.MaxInt8) })
	t.Run("32 bits", func(t *testing.T) { checkCalculations[int32](t, math.MinInt32, math.MaxInt32) })
	t.Run("64 bits", func(t *testing.T) { checkCalculations[int64](t, math.MinInt64, math.MaxInt64) })
}

// A conversion is noted if converting back gives a different number.
func TestConversions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := edges[int64](math.MinInt64, math.MaxInt64).Draw(t, "x")
		g, c, n := oneCondition()
		require.Equal(t, int64(int16(x)) == x,
			len(happenedIn(func() { require.Equal(t, int16(x), probe.Converted(g, c, n, int16(0), x)) })) == 0)
		require.Equal(t, int64(uint32(x)) == x,
			len(happenedIn(func() { require.Equal(t, uint32(x), probe.Converted(g, c, n, uint32(0), x)) })) == 0)
		require.Equal(t, x >= 0,
			len(happenedIn(func() { require.Equal(t, uint64(x), probe.Converted(g, c, n, uint64(0), x)) })) == 0)
	})
	for f, fits := range map[float64]bool{
		127.9: true, 128: false, -128.9: true, -129: false, 0: true, math.Inf(1): false, 1e300: false,
	} {
		g, c, n := oneCondition()
		assert.Equal(t, fits, len(happenedIn(func() { probe.Converted(g, c, n, int8(0), f) })) == 0, "%v", f)
	}
	for f, fits := range map[float64]bool{-0.9: true, -1: false, 65535.9: true, 65536: false} {
		g, c, n := oneCondition()
		assert.Equal(t, fits, len(happenedIn(func() { probe.Converted(g, c, n, uint16(0), f) })) == 0, "%v", f)
	}
	g, c, n := oneCondition()
	assert.NotEmpty(t, happenedIn(func() { probe.Converted(g, c, n, int64(0), math.NaN()) }))
	assert.Empty(t, happenedIn(func() { probe.Converted(g, c, n, int64(0), -1<<63) }))
	assert.NotEmpty(t, happenedIn(func() { probe.Converted(g, c, n, int64(0), 0x1p63) }))
}

// An incident names the numbers, and is noted once for each place.
func TestOverflowIsToldOnce(t *testing.T) {
	g, c, n := oneCondition()
	got := happenedIn(func() {
		probe.Product(g, c, n, int32(1<<20), 1<<20)
		probe.Product(g, c, n, int32(1<<21), 1<<20)
	})
	assert.Equal(t, []string{"1048576 * 1048576 becomes 0"}, got)
	type cents int64
	got = happenedIn(func() { probe.Sum(g, c, n, cents(math.MaxInt64), 1) })
	assert.Equal(t, []string{"9223372036854775807 + 1 becomes -9223372036854775808"}, got)
	got = happenedIn(func() { probe.Converted(g, c, n, uint16(0), -1) })
	assert.Equal(t, []string{"-1 becomes 65535"}, got)
}

// scores returns the best values of a round by target.
func scores() map[probe.Target]float64 {
	out := map[probe.Target]float64{}
	probe.Take(func(t probe.Target, value float64) { out[t] = max(out[t], value) })
	return out
}

// The nearer a result is to the limit of its type, the better is its score. That a result fits is no target.
func TestOverflowHasDistances(t *testing.T) {
	x := newCells(t, 0, 3)
	last := [3]float64{}
	for _, v := range []int64{1, 2, 10, 1000, 1 << 20, 1 << 30, 1 << 31, 1 << 60} {
		probe.Product(x.group, &x.conds[0], &x.nears[0], v, 3)
		probe.Converted(x.group, &x.conds[1], &x.nears[1], int32(0), min(v, math.MaxInt32))
		probe.Converted(x.group, &x.conds[2], &x.nears[2], uint64(0), 1<<61-v)
		got := scores()
		assert.Len(t, got, 3)
		for i := range last {
			value := got[x.first+probe.Target(2*i)]
			assert.Less(t, value, 1.0)
			assert.True(t, value > last[i] || i == 1 && v > 1<<31 || i == 2 && v < 1<<20 && value == last[i],
				"%d: %v after %v", v, value, last[i])
			last[i] = value
		}
	}
	probe.Product(x.group, &x.conds[0], &x.nears[0], math.MaxInt64/3+1, 3)
	assert.Equal(t, map[probe.Target]float64{x.first: 1}, scores())
}

// While the probes listen, each operand is kept with a number that would make the result not fit.
func TestOverflowSeeks(t *testing.T) {
	x := newCells(t, 0, 1)
	probe.Listen(true)
	defer probe.Listen(false)
	rapid.Check(t, func(t *rapid.T) {
		a, b := edges[int32](math.MinInt32, math.MaxInt32).Draw(t, "a"),
			edges[int32](math.MinInt32, math.MaxInt32).Draw(t, "b")
		for name, do := range map[string]func(*probe.Group, *probe.Cond, *probe.Near, int32, int32) int32{
			"sum": probe.Sum[int32], "difference": probe.Difference[int32], "product": probe.Product[int32],
		} {
			probe.Drop()
			probe.Overheard()
			do(x.group, &x.conds[0], &x.nears[0], a, b)
			for _, h := range probe.Overheard() {
				from, want := h.Operands[0].(int64), int32(h.Operands[1].(int64))
				fits := func(a, b int32) bool {
					return len(happenedIn(func() { do(x.group, &x.conds[0], &x.nears[0], a, b) })) == 0
				}
				require.True(t, from == int64(a) && !fits(want, b) || from == int64(b) && !fits(a, want),
					"%s: %d %d: %v", name, a, b, h.Operands)
			}
		}
	})
}
