package ncs

import (
	"math"

	"github.com/evoke-go/evoke/bench/web"
)

func getFisher(m, n int32, x float64) web.Answer {
	if m > 1000 || n > 1000 {
		return web.BadRequest()
	}
	return double(fisher(m, n, x))
}

// fisher returns the probability that a variable with an F distribution of m
// and n degrees of freedom is below x: I_u(m/2, n/2), the incomplete beta
// function at u = m x/(n + m x). It begins with one or two degrees of freedom
// each and then goes up by two at a time, by
//
//	I_u(p, q+1) = I_u(p, q) + D(p, q)/q,  I_u(p+1, q) = I_u(p, q) - D(p, q)/p,
//
// where D(p, q) = u^p (1-u)^q / B(p, q) (Abramowitz and Stegun, 26.5.15-16).
// Degrees below 1 have no meaning, but an answer.
func fisher(m, n int32, x float64) float64 {
	a := 2*(m/2) - m + 2
	b := 2*(n/2) - n + 2
	w := x * float64(m) / float64(n)
	z := 1 / (1 + w) // 1-u
	p, d := fisherStart(a, b, w, z)
	if a == 1 {
		for j := b + 2; j <= n; j += 2 {
			p += d / (float64(j-2) / 2)
			d *= z * (1 + 1/float64(j-2))
		}
	} else {
		power := math.Pow(z, float64((n-1)/2))
		d *= power * float64(n) / float64(b)
		p = 1 - (1-p)*power
	}
	for i := a + 2; i <= m; i += 2 {
		p -= d / (float64(i-2) / 2)
		d *= w * z * float64(i-2+n) / float64(i-2)
	}
	if p < 0 {
		return 0
	}
	if p > 1 {
		return 1
	}
	return p
}

// fisherStart returns I and D for a and b degrees of freedom, 1 or 2 each.
func fisherStart(a, b int32, w, z float64) (p, d float64) {
	if a == 1 {
		if b == 1 {
			return 2 / math.Pi * math.Atan(math.Sqrt(w)), math.Sqrt(w) * z / math.Pi
		}
		return math.Sqrt(w * z), math.Sqrt(w*z) * z / 2
	} else if b == 1 {
		return 1 - math.Sqrt(z), w * z * math.Sqrt(z) / 2
	}
	return w * z, w * z * z
}
