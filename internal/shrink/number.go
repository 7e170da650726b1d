package shrink

import (
	"cmp"
	"math"
	"slices"
)

// Hints are values to try.
type Hints struct {
	// Constants are numbers that the program compares with. Their neighbours are tried first, because boundaries are
	// there.
	Constants []int64
	// Round says that a number is an id, whose boundary depends on the current data. So a round number is enough.
	Round bool
}

// Int makes a number 1 or 0 if it can, else a boundary: the next number towards 0 does not have the property. That is
// 101 if the property is to be above 100.
func Int(n int64, hints Hints, holds func(int64) bool) int64 {
	if n == 0 || n == 1 {
		return n
	}
	for _, v := range []int64{1, 0, -1} {
		if v != n && holds(v) {
			return v
		}
	}
	if n == -1 || n == math.MinInt64 {
		return n
	}
	if n < 0 && holds(-n) {
		n = -n
	}
	n = hints.nearest(n, holds)
	if n < 0 {
		return -hints.magnitude(-n, func(v int64) bool { return holds(-v) })
	}
	return hints.magnitude(n, holds)
}

// nearest returns the first neighbour of a constant that has the property and is nearer to 0.
func (h *Hints) nearest(n int64, holds func(int64) bool) int64 {
	var beside []int64
	for _, c := range h.Constants {
		if c > math.MinInt64+1 && c < math.MaxInt64 {
			beside = append(beside, c-1, c, c+1)
		}
	}
	slices.SortFunc(beside, func(a, b int64) int {
		return cmp.Or(cmp.Compare(max(a, -a), max(b, -b)), cmp.Compare(b, a))
	})
	for _, v := range slices.Compact(beside) {
		if max(v, -v) > 1 && max(v, -v) < max(n, -n) && holds(v) {
			return v
		}
	}
	return n
}

// magnitude makes a number above 1 smaller if 1 does not have the property. It finds a power of ten below the number,
// and then the boundary by bisection.
func (h *Hints) magnitude(n int64, holds func(int64) bool) int64 {
	if h.Round {
		return round(n, holds)
	}
	if !holds(n - 1) {
		return n
	}
	low, high := int64(1), n // high has the property, low does not
	for low < n/10 {
		if power := low * 10; holds(power) {
			high = power
			break
		}
		low *= 10
	}
	for high-low > 1 {
		if middle := low + (high-low)/2; holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// round returns a round number with the property, which may be larger than n: 1000 if possible, which is clearly beyond
// the data. It returns n if none has the property.
func round(n int64, holds func(int64) bool) int64 {
	for _, v := range []int64{1000, 100, 10, 1_000_000, 1_000_000_000} {
		if v == n || holds(v) {
			return v
		}
	}
	return n
}

// maxExact is the bound below which float64 represents each integer exactly.
const maxExact = 1 << 53

// Float makes a number an integer if it can, and else gives it few digits.
func Float(f float64, hints Hints, holds func(float64) bool) float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return f
	}
	whole := func(n int64) bool { return holds(float64(n)) }
	for _, v := range []float64{f, math.Trunc(f), away(f)} {
		if math.Abs(v) < maxExact && v == math.Trunc(v) && (v == f || holds(v)) {
			return float64(Int(int64(v), hints, whole))
		}
	}
	for _, v := range []int64{1, 0, -1} {
		if holds(float64(v)) {
			return float64(v)
		}
	}
	for digits := 10.0; digits <= 1e6; digits *= 10 {
		for _, v := range []float64{math.Trunc(f*digits) / digits, away(f*digits) / digits} {
			if v == f || holds(v) {
				return v
			}
		}
	}
	return f
}

// away rounds away from 0.
func away(f float64) float64 { return math.Copysign(math.Ceil(math.Abs(f)), f) }
