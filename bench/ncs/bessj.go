package ncs

import (
	"errors"
	"math"

	"github.com/evoke-go/evoke/bench/web"
)

func getBessj(n int32, x float64) web.Answer {
	if n <= 2 || n > 1000 {
		return web.BadRequest()
	}
	return web.OrBadRequest(double)(bessj(n, x))
}

const (
	// The downward recurrence begins about sqrt(accuracy*n) orders above n.
	accuracy = 40
	// Values above big are scaled by small before they overflow.
	big, small = 1e10, 1e-10
)

var errOrder = errors.New("ncs: an order below 2")

// bessj returns the Bessel function of the first kind J_n(x) for n >= 2, by the
// recurrence J_{j+1} = (2j/x) J_j - J_{j-1} (Abramowitz and Stegun, 9.1.27).
func bessj(n int32, x float64) (float64, error) {
	if n < 2 {
		return 0, errOrder
	}
	var result float64
	ax := math.Abs(x)
	if ax == 0 {
		return 0, nil
	} else if ax > float64(n) {
		result = upward(n, ax)
	} else {
		result = downward(n, ax)
	}
	if x < 0 && n%2 == 1 {
		return -result, nil
	}
	return result, nil
}

// upward applies the recurrence from J_0 and J_1 on, which is stable for x > n.
func upward(n int32, x float64) float64 {
	before, at := bessj0(x), bessj1(x)
	for j := int32(1); j < n; j++ {
		before, at = at, float64(j)*(2/x)*at-before
	}
	return at
}

// downward applies the recurrence from a high order down, which is stable for
// x <= n (Miller's algorithm: Abramowitz and Stegun, 9.12, example 1). It begins
// with any value, and 1 = J_0 + 2 J_2 + 2 J_4 + ... gives the scale afterwards.
func downward(n int32, x float64) float64 {
	var above, sum, result float64
	at, even := 1.0, false
	for j := 2 * ((n + int32(math.Round(math.Sqrt(accuracy*float64(n))))) / 2); j > 0; j-- {
		above, at = at, float64(j)*(2/x)*at-above
		if math.Abs(at) > big {
			at *= small
			above *= small
			result *= small
			sum *= small
		}
		if even {
			sum += at
		}
		even = !even
		if j == n {
			result = above
		}
	}
	return result / (2*sum - at)
}

// bessj0 returns J_0(x) with an error below 1e-7.
func bessj0(x float64) float64 {
	ax := math.Abs(x)
	if ax < 8 {
		return series(0, ax)
	}
	// Abramowitz and Stegun, 9.4.3: modulus and phase for x >= 3.
	t := 3 / ax
	modulus := polynomial(t, .79788456, -.00000077, -.00552740, -.00009512, .00137237, -.00072805, .00014476)
	phase := polynomial(t, -.78539816, -.04166397, -.00003954, .00262573, -.00054125, -.00029333, .00013558)
	return modulus * math.Cos(ax+phase) / math.Sqrt(ax)
}

// bessj1 returns J_1(x) with an error below 1e-7.
func bessj1(x float64) float64 {
	ax := math.Abs(x)
	if ax < 8 {
		return x / 2 * series(1, ax)
	}
	// Abramowitz and Stegun, 9.4.6: modulus and phase for x >= 3.
	t := 3 / ax
	modulus := polynomial(t, .79788456, .00000156, .01659667, .00017105, -.00249511, .00113653, -.00020033)
	phase := polynomial(t, -2.35619449, .12499612, .00005650, -.00637879, .00074348, .00079824, -.00029166)
	result := modulus * math.Cos(ax+phase) / math.Sqrt(ax)
	if x < 0 {
		result = -result
	}
	return result
}

// series returns the sum of (-x²/4)^k / (k! (order+1)...(order+k)) for k up to
// 24, enough for |x| < 8 (Abramowitz and Stegun, 9.1.10), from the last term on.
func series(order, x float64) float64 {
	q, sum := x*x/4, 1.0
	for i := range 24 {
		k := float64(24 - i)
		sum = 1 - q/(k*(k+order))*sum
	}
	return sum
}

// polynomial returns c0 + c1 t + c2 t² + ...
func polynomial(t float64, c ...float64) float64 {
	var sum float64
	for i := range c {
		sum = sum*t + c[len(c)-1-i]
	}
	return sum
}
