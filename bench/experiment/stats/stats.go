// Package stats compares samples: quantiles, an effect size and tests, as the papers of the
// field use them.
package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Quantile is the value below which the share q of some numbers lies, between
// two of them by linear interpolation: type 7 of R. J. Hyndman and Y. Fan,
// Sample quantiles in statistical packages, The American Statistician 50
// (1996), which R and NumPy have as their default and gonum/stat has not.
func Quantile(numbers []float64, q float64) float64 {
	if len(numbers) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(numbers))
	at := q * float64(len(sorted)-1)
	low := int(math.Floor(at))
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

// Median is the [Quantile] 0.5.
func Median(numbers []float64) float64 { return Quantile(numbers, 0.5) }

// A12 is the Vargha-Delaney effect size in [0,1]: the probability that a value
// of x is larger than one of y, where being equal counts half. 0.5 is no
// difference; 0.56, 0.64 and 0.71 are where a small, a medium and a large
// effect begin (A. Vargha and H. D. Delaney, A critique and improvement of the
// CL common language effect size statistics of McGraw and Wong, Journal of
// Educational and Behavioral Statistics 25, 2000).
func A12(x, y []float64) float64 {
	return uStatistic(x, y) / float64(len(x)*len(y))
}

// uStatistic is the U of x: for how many pairs its value is the larger one, a
// half for each that is equal.
func uStatistic(x, y []float64) float64 {
	u := 0.0
	for _, a := range x {
		for _, b := range y {
			switch {
			case a > b:
				u++
			case a == b:
				u += 0.5
			}
		}
	}
	return u
}

// exactUpTo is the most numbers of both samples together for which
// [mannWhitney] counts all ways to split them.
const exactUpTo = 60

// MannWhitney is the two-sided test of H. B. Mann and D. R. Whitney, On a test
// of whether one of two random variables is stochastically larger than the
// other, Annals of Mathematical Statistics 18 (1947). u is that of x. For small
// samples p is exact, for the given ties: the share of all splits of the
// numbers whose U is as extreme, doubled. For large ones it is that of the
// normal distribution, with the variance corrected for ties and 1/2 for
// continuity.
func MannWhitney(x, y []float64) (u, p float64) {
	u = uStatistic(x, y)
	if len(x)+len(y) <= exactUpTo {
		return u, exactP(x, y)
	}
	n, m := float64(len(x)), float64(len(y))
	_, ties := ranks(slices.Concat(x, y))
	sigma := math.Sqrt(n * m / 12 * (n + m + 1 - ties/((n+m)*(n+m-1))))
	if sigma == 0 {
		return u, 1
	}
	z := max(0, math.Abs(u-n*m/2)-0.5) / sigma
	return u, 2 * distuv.UnitNormal.Survival(z)
}

// exactP counts, by the number of elements and the sum of their ranks, the
// subsets of all numbers. Ranks are doubled to be whole.
func exactP(x, y []float64) float64 {
	r, _ := ranks(slices.Concat(x, y))
	total, observed := 0, 0
	doubled := make([]int, len(r))
	for i, rank := range r {
		doubled[i] = int(math.Round(2 * rank))
		total += doubled[i]
		if i < len(x) {
			observed += doubled[i]
		}
	}
	counts := subsets(doubled, len(x), total)
	var below, above, all float64
	for sum, count := range counts {
		all += count
		if sum <= observed {
			below += count
		}
		if sum >= observed {
			above += count
		}
	}
	return min(1, 2*min(below, above)/all)
}

// subsets counts those of n elements by their sum.
func subsets(values []int, n, total int) []float64 {
	counts := make([][]float64, n+1) // by size
	for size := range counts {
		counts[size] = make([]float64, total+1)
	}
	counts[0][0] = 1
	for _, value := range values {
		for size := n; size > 0; size-- {
			for sum := total; sum >= value; sum-- {
				counts[size][sum] += counts[size-1][sum-value]
			}
		}
	}
	return counts[n]
}

// ranks gives the smallest number rank 1, and equal ones the mean of the ranks
// that they share. ties is the sum of t^3-t over all groups of t equal numbers.
func ranks(numbers []float64) (out []float64, ties float64) {
	order := make([]int, len(numbers))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case numbers[a] < numbers[b]:
			return -1
		case numbers[a] > numbers[b]:
			return 1
		}
		return 0
	})
	out = make([]float64, len(numbers))
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && numbers[order[to]] == numbers[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			out[i] = float64(from+1+to) / 2
		}
		t := float64(to - from)
		ties += t*t*t - t
		from = to
	}
	return out, ties
}

// Friedman is the test of M. Friedman, The use of ranks to avoid the assumption
// of normality implicit in the analysis of variance, JASA 32 (1937), with the
// correction for ties. Each row has one value for each of the same treatments.
// means are the mean ranks of these, 1 for the one with the largest values; chi2
// and p say how far they are from chance.
func Friedman(rows [][]float64) (means []float64, chi2, p float64) {
	if len(rows) == 0 || len(rows[0]) < 2 {
		return nil, 0, 1
	}
	n, k := float64(len(rows)), float64(len(rows[0]))
	sums := make([]float64, len(rows[0]))
	allTies := 0.0
	for _, row := range rows {
		r, ties := ranks(row)
		allTies += ties
		for i := range sums {
			sums[i] += k + 1 - r[i] // the largest first
		}
	}
	squares := 0.0
	for _, s := range sums {
		squares += s * s
		means = append(means, s/n)
	}
	correction := 1 - allTies/(n*k*(k*k-1))
	if correction == 0 { // all are equal everywhere
		return means, 0, 1
	}
	chi2 = (12/(n*k*(k+1))*squares - 3*n*(k+1)) / correction
	return means, chi2, distuv.ChiSquared{K: k - 1}.Survival(chi2)
}
