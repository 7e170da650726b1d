package ncs

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTriangle(t *testing.T) {
	for _, tc := range []struct{ a, b, c, want int32 }{
		{0, 1, 1, 0}, {1, 0, 1, 0}, {1, 1, -1, 0},
		{5, 5, 5, 3}, {math.MaxInt32, math.MaxInt32, math.MaxInt32, 3},
		{9, 4, 5, 0}, {4, 9, 5, 0}, {4, 5, 9, 0}, {math.MaxInt32, 1, 1, 0},
		{5, 5, 8, 2}, {5, 8, 5, 2}, {8, 5, 5, 2}, {math.MaxInt32, math.MaxInt32, 1, 2},
		{3, 4, 5, 1}, {4, 5, 3, 1}, {5, 3, 4, 1},
	} {
		assert.Equal(t, tc.want, triangle(tc.a, tc.b, tc.c), "%+v", tc)
	}
}

func TestRemainder(t *testing.T) {
	size := func(n int32) int32 { return max(n, -n) }
	for a := int32(-40); a <= 40; a++ {
		for b := int32(-40); b <= 40; b++ {
			want := a % max(1, size(b)) // Go's has the sign of a
			if a == 0 || size(a) < size(b) || b == 0 {
				want = -1
			} else if a < 0 && b < 0 {
				want = -want
			}
			assert.Equal(t, want, remainder(a, b), "%d by %d", a, b)
		}
	}
}

func TestBessj(t *testing.T) {
	for _, n := range []int32{2, 3, 4, 5, 7, 8, 9, 30, 99, 100, 555, 1000} {
		for _, x := range []float64{
			1e-3, 0.5, 1, 2, 2.9, 3.7, 5, 6.9, 7.5, 8, 8.1, 12, 29, 30, 31, 98, 101, 300, 999, 1000, 1001, 5000,
		} {
			for _, signed := range []float64{x, -x} {
				got, err := bessj(n, signed)
				require.NoError(t, err)
				assert.InDelta(t, math.Jn(int(n), signed), got, 1e-6, "J_%d(%v)", n, signed)
			}
		}
	}
	got, err := bessj(5, 0)
	assert.NoError(t, err)
	assert.Zero(t, got)
}

func TestBessj01(t *testing.T) {
	for x := 0.0; x <= 90; x += 0.0625 {
		assert.InDelta(t, math.J0(x), bessj0(x), 1e-7, "J_0(%v)", x)
		assert.InDelta(t, math.J1(x), bessj1(x), 1e-7, "J_1(%v)", x)
	}
	for _, x := range []float64{0, 1e-9, 2.5, 7.999} { // the series alone is much better
		assert.InDelta(t, math.J0(x), bessj0(x), 1e-13)
		assert.InDelta(t, math.J1(x), bessj1(x), 1e-13)
	}
}

// integral sums a function from a to b by the rule of Simpson.
func integral(f func(float64) float64, a, b float64) float64 {
	const n = 20000
	sum, h := f(a)+f(b), (b-a)/n
	for i := 1; i < n; i++ {
		sum += float64(2+2*(i%2)) * f(a+float64(i)*h)
	}
	return sum * h / 3
}

func TestExpint(t *testing.T) {
	for _, tc := range []struct {
		n    int32
		x    float64
		want float64 // Abramowitz and Stegun, tables 5.1 and 5.4
	}{
		{1, 0.5, 0.5597735948}, {1, 1, 0.2193839344}, {1, 2, 0.0489005107}, {1, 10, 4.156968930e-06},
		{2, 0.5, 0.3266439}, {2, 1, 0.1484955}, {3, 0.5, 0.2216044}, {3, 1, 0.1096920}, {10, 1, 0.0363940},
		{0, 2, math.Exp(-2) / 2}, {2, 0, 1}, {11, 0, 0.1}, {math.MaxInt32, 0, 1.0 / (math.MaxInt32 - 1)},
	} {
		got, err := expint(tc.n, tc.x)
		require.NoError(t, err)
		assert.InDelta(t, tc.want, got, 1e-7, "E_%d(%v)", tc.n, tc.x)
	}
}

// E_n(x) is the integral of exp(-x/u) u^(n-2) over u from 0 to 1.
func TestExpintIntegral(t *testing.T) {
	for _, n := range []int32{2, 3, 5, 10, 40, 120} {
		for _, x := range []float64{0.05, 0.3, 0.9, 1, 1.01, 2, 5, 20} {
			got, err := expint(n, x)
			require.NoError(t, err)
			want := integral(func(u float64) float64 {
				return math.Exp(-x/max(u, 1e-300)) * math.Pow(u, float64(n-2))
			}, 0, 1)
			assert.InEpsilon(t, want, got, 1e-5, "E_%d(%v)", n, x)
		}
	}
}

func TestExpintErrors(t *testing.T) {
	for _, tc := range []struct {
		n    int32
		x    float64
		want error
	}{
		{-1, 1, errDomain}, {2, -1, errDomain}, {0, 0, errDomain}, {1, 0, errDomain},
		{1, math.NaN(), errConvergence}, {2, math.Inf(1), errConvergence},
	} {
		_, err := expint(tc.n, tc.x)
		assert.ErrorIs(t, err, tc.want, "E_%d(%v)", tc.n, tc.x)
	}
}

// The quantiles of 95 % and 99 % as tables have them.
func TestFisherTable(t *testing.T) {
	for _, tc := range []struct {
		m, n int32
		x, p float64
	}{
		{1, 1, 161.4476, .95}, {1, 2, 18.51282, .95}, {2, 1, 199.5, .95}, {2, 2, 19, .95}, {1, 10, 4.964603, .95},
		{2, 10, 4.102821, .95}, {3, 1, 215.7073, .95}, {3, 7, 4.346831, .95}, {4, 1, 224.5832, .95},
		{5, 10, 3.325835, .95}, {10, 5, 4.735063, .95}, {5, 2, 19.29641, .95}, {10, 10, 4.849147, .99},
		{7, 9, 5.612865, .99},
	} {
		assert.InDelta(t, tc.p, fisher(tc.m, tc.n, tc.x), 1e-6, "%+v", tc)
	}
}

// I_u(m/2, n/2) as an integral, with B(p, q) by math.Lgamma.
func TestFisherIntegral(t *testing.T) {
	lgamma := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	for _, m := range []int32{2, 3, 4, 5, 8, 11, 100, 1000} {
		for _, n := range []int32{1, 2, 3, 4, 7, 12, 101, 1000} {
			for _, x := range []float64{0.1, 0.5, 1, 1.3, 4} {
				p, q := float64(m)/2, float64(n)/2
				u := p * x / (q + p*x)
				scale := math.Exp(lgamma(p+q) - lgamma(p) - lgamma(q))
				want := 2 * scale * integral(func(s float64) float64 { // t = sin² s has no poles
					return math.Pow(math.Sin(s), 2*p-1) * math.Pow(math.Cos(s), 2*q-1)
				}, 0, math.Asin(math.Sqrt(u)))
				assert.InDelta(t, want, fisher(m, n, x), 1e-6, "F(%v; %d, %d)", x, m, n)
			}
		}
	}
}

// Degrees below 1 are answered by a number in [0,1], or NaN.
func TestFisherWithoutMeaning(t *testing.T) {
	assert.Equal(t, 0.0, fisher(2, 10, -1), "clamped from below")
	assert.Equal(t, 1.0, fisher(-4, 2, 1), "clamped from above")
	assert.True(t, math.IsNaN(fisher(1, 1, -0.5)))
	assert.True(t, math.IsNaN(fisher(0, 0, 1)))
	assert.True(t, math.IsNaN(fisher(1, 2, math.NaN())))
	for m := int32(-9); m < 9; m++ {
		for n := int32(-9); n < 9; n++ {
			got := fisher(m, n, 1.5)
			assert.True(t, math.IsNaN(got) || got >= 0 && got <= 1, "%d, %d: %v", m, n, got)
		}
	}
}

func TestGammq(t *testing.T) {
	for _, x := range []float64{0, 1e-6, 0.1, 0.5, 1, 1.4, 1.6, 2, 3, 5, 11, 40} {
		for a, want := range map[float64]float64{
			0.5: math.Erfc(math.Sqrt(x)),
			1:   math.Exp(-x),
			2:   math.Exp(-x) * (1 + x),
			4:   math.Exp(-x) * (1 + x + x*x/2 + x*x*x/6),
		} {
			got, err := gammq(a, x)
			require.NoError(t, err)
			assert.InDelta(t, want, got, 1e-6, "Q(%v, %v)", a, x)
		}
	}
	for degrees, quantile := range map[float64]float64{1: 3.841459, 5: 11.0705, 10: 18.30704, 100: 124.3421} {
		got, err := gammq(degrees/2, quantile/2) // of chi-squared, 95 %
		require.NoError(t, err)
		assert.InDelta(t, 0.05, got, 1e-6)
	}
}

func TestGammqErrors(t *testing.T) {
	for _, tc := range []struct {
		a, x float64
		want error
	}{
		{1, -1, errDomain}, {0, 1, errDomain}, {-1, 1, errDomain},
		{25400, 23998, errConvergence}, {733726, 733727, errConvergence},
		{math.NaN(), 1, errConvergence}, {math.Inf(1), 1, errConvergence},
	} {
		_, err := gammq(tc.a, tc.x)
		assert.ErrorIs(t, err, tc.want, "Q(%v, %v)", tc.a, tc.x)
	}
}

func TestGammln(t *testing.T) {
	for _, x := range []float64{1e-3, 0.1, 0.5, 1, 1.5, 2, 3.25, 10, 77.7, 1000, 1e6} {
		want, _ := math.Lgamma(x)
		assert.InDelta(t, want, gammln(x), 2e-10*max(1, math.Abs(want)), "ln Γ(%v)", x)
	}
}
