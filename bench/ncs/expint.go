package ncs

import (
	"errors"
	"math"

	"github.com/evoke-go/evoke/bench/web"
)

func getExpint(n int32, x float64) web.Answer { return web.OrBadRequest(double)(expint(n, x)) }

const (
	// euler is the constant with as many digits as the original has.
	euler = 0.5772156649
	// maxTerms limits series and continued fractions.
	maxTerms = 100
	// tiny stands for a zero that something is divided by.
	tiny = 1e-30
	// expintError is the relative error that expint stops at.
	expintError = 1e-7
)

var (
	errDomain      = errors.New("ncs: an argument out of the domain")
	errConvergence = errors.New("ncs: no convergence")
)

// expint returns the exponential integral E_n(x), the integral of
// exp(-x t)/t^n over t from 1 to infinity (Abramowitz and Stegun, 5.1.4).
func expint(n int32, x float64) (float64, error) {
	if n < 0 || x < 0 || (x == 0 && (n == 0 || n == 1)) {
		return 0, errDomain
	} else if n == 0 {
		return math.Exp(-x) / x, nil
	} else if x == 0 {
		return 1 / (float64(n) - 1), nil
	} else if x > 1 {
		return expintFraction(float64(n), x)
	}
	return expintSeries(n, x)
}

// expintFraction sums the continued fraction of Abramowitz and Stegun, 5.1.22,
// in its even form, by the modified algorithm of Lentz.
func expintFraction(n, x float64) (float64, error) {
	b := x + n
	c, d := 1/tiny, 1/b
	h := d
	for i := 1; i <= maxTerms; i++ {
		a := -float64(i) * (n - 1 + float64(i))
		b += 2
		d = 1 / (a*d + b)
		c = b + a/c
		delta := c * d
		h *= delta
		if math.Abs(delta-1) < expintError {
			return h * math.Exp(-x), nil
		}
	}
	return 0, errConvergence
}

// expintSeries sums the series of Abramowitz and Stegun, 5.1.12, whose term of
// order n-1 has a logarithm. For n = 1 that is the first one.
func expintSeries(n int32, x float64) (float64, error) {
	sum := -math.Log(x) - euler
	if n != 1 {
		sum = 1 / (float64(n) - 1)
	}
	power := 1.0 // (-x)^i / i!
	for i := int32(1); i <= maxTerms; i++ {
		power *= -x / float64(i)
		var term float64
		if i != n-1 {
			term = -power / float64(i-(n-1))
		} else {
			psi := -euler
			for k := int32(1); k <= n-1; k++ {
				psi += 1 / float64(k)
			}
			term = power * (psi - math.Log(x))
		}
		sum += term
		if math.Abs(term) < math.Abs(sum)*expintError {
			return sum, nil
		}
	}
	return 0, errConvergence
}
