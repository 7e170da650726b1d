package ncs

import (
	"math"

	"github.com/evoke-go/evoke/bench/web"
)

func getGammq(a, x float64) web.Answer { return web.OrBadRequest(double)(gammq(a, x)) }

// gammqError is the relative error that gammq stops at.
const gammqError = 3e-7

// gammq returns the incomplete gamma function Q(a, x) = Γ(a, x)/Γ(a)
// (Abramowitz and Stegun, 6.5).
func gammq(a, x float64) (float64, error) {
	if x < 0 || a <= 0 {
		return 0, errDomain
	}
	if x < a+1 {
		p, err := gammpSeries(a, x)
		return 1 - p, err
	}
	return gammqFraction(a, x)
}

// gammpSeries returns P = 1 - Q by the series of Abramowitz and Stegun, 6.5.29.
func gammpSeries(a, x float64) (float64, error) {
	if x <= 0 {
		if x < 0 {
			return 0, errDomain
		}
		return 0, nil
	}
	term := 1 / a
	sum := term
	for i := 1; i <= maxTerms; i++ {
		term *= x / (a + float64(i))
		sum += term
		if math.Abs(term) < math.Abs(sum)*gammqError {
			return sum * math.Exp(a*math.Log(x)-x-gammln(a)), nil
		}
	}
	return 0, errConvergence
}

// gammqFraction returns Q by the even form of the continued fraction of
// Abramowitz and Stegun, 6.5.31, with the modified algorithm of Lentz.
func gammqFraction(a, x float64) (float64, error) {
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	i := 1
	for ; i <= maxTerms; i++ {
		an := -float64(i) * (float64(i) - a)
		b += 2
		d = an*d + b
		if math.Abs(d) < tiny {
			d = tiny
		}
		c = b + an/c
		if math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		h *= c * d
		if math.Abs(c*d-1) < gammqError {
			break
		}
	}
	if i > maxTerms {
		return 0, errConvergence
	}
	return math.Exp(a*math.Log(x)-x-gammln(a)) * h, nil
}

// gammln returns ln Γ(x) for x > 0 by the approximation of Lanczos ("A precision
// approximation of the gamma function", 1964) with g = 5 and six terms, whose
// coefficients make Γ(1) to Γ(7) exact.
func gammln(x float64) float64 {
	coefficients := [...]float64{
		76.180091729471457, -86.505320329416762, 24.014098240830911,
		-1.2317395724501554, 0.0012086509738661786, -5.3952393849531282e-06,
	}
	sum := 1.0000000001900149
	for k := 0; k <= 5; k++ {
		sum += coefficients[k] / (x + float64(k))
	}
	t := x + 4.5
	return (x-0.5)*math.Log(t) - t + math.Log(math.Sqrt(2*math.Pi)*sum)
}
