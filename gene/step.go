package gene

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// boundaryRate is the share of random draws that give a boundary of the declared limits. Boundaries of numbers are the
// least and greatest value, their neighbours, 0, 1 and -1; boundaries of lengths are the least and greatest length.
const boundaryRate = 0.1

// specialRate is the share of random draws that give a value with which programs often fail, such as the empty string,
// letters outside ASCII or a leap day, if the constraints allow it.
const specialRate = 0.05

const (
	// jumpRate is the share of mutations of a number that go to a boundary.
	jumpRate = 0.05
	// nearRate is the share of mutations that move a number by one or two only, at any focus.
	nearRate = 0.1
	// window bounds the distance from zero (or from the limit nearest to zero) of most numbers that are drawn, as in
	// EvoMaster: larger numbers rarely matter to programs.
	window = 1000
)

// The largest exponent i of steps of 2^i falls with the focus from 30 to 10 (Arcuri, RESTful API Automated Test Case
// Generation with EvoMaster, 2019, 4.2).
const (
	wideExponent   = 30
	narrowExponent = 10
)

// exponent returns the largest exponent of a step for a focus from 0 to 1.
func exponent(focus float64, wide, narrow int) int {
	focus = min(max(focus, 0), 1)
	return wide - int(math.Round(focus*float64(wide-narrow)))
}

// stepInt returns a value of [lo, hi] that is 2^i away from v, with i at most maxExp. It returns v only if lo equals
// hi. A step that would leave the range goes in the other direction, or else is halved.
func stepInt(r *rand.Rand, v, lo, hi int64, maxExp int) int64 {
	if lo >= hi {
		return lo
	}
	v = min(max(v, lo), hi)
	widest := bits.Len64(uint64(hi)-uint64(lo)) - 1
	up := flip(r)
	for i := r.IntN(min(maxExp, widest) + 1); ; i-- {
		d := uint64(1) << i
		canUp, canDown := uint64(hi)-uint64(v) >= d, uint64(v)-uint64(lo) >= d
		switch {
		case canUp && (up || !canDown):
			return v + int64(d)
		case canDown:
			return v - int64(d)
		}
	}
}

// mutateInt makes a step as [stepInt] does, or rarely a jump to a boundary or a very small step.
func mutateInt(r *rand.Rand, v, lo, hi int64, focus float64) int64 {
	p := r.Float64()
	if p < jumpRate {
		if b := boundaryInt(r, lo, hi); b != v {
			return b
		}
	}
	if p < jumpRate+nearRate {
		return stepInt(r, v, lo, hi, 1)
	}
	maxExp := exponent(focus, wideExponent, narrowExponent)
	if size := bits.Len64(magnitude(v)); size > maxExp && flip(r) {
		maxExp = size // otherwise a number near 2^62 would stay there
	}
	return stepInt(r, v, lo, hi, maxExp)
}

// magnitude returns the distance from zero.
func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// boundaryInt returns a random boundary of [lo, hi].
func boundaryInt(r *rand.Rand, lo, hi int64) int64 {
	if lo >= hi {
		return lo
	}
	all := [...]int64{lo, hi, lo + 1, hi - 1, 0, 1, -1}
	n := 4
	for _, v := range all[4:] {
		if lo <= v && v <= hi {
			all[n] = v
			n++
		}
	}
	return all[r.IntN(n)]
}

// drawInt returns a random value of [lo, hi]. In a wide range it prefers numbers near zero, or near the limit nearest
// to zero.
func drawInt(r *rand.Rand, lo, hi int64) int64 {
	if lo >= hi {
		return lo
	}
	if r.Float64() < boundaryRate {
		return boundaryInt(r, lo, hi)
	}
	if uint64(hi)-uint64(lo) <= window {
		return uniformInt(r, lo, hi)
	}
	origin := min(max(0, lo), hi)
	above, below := uint64(hi)-uint64(origin), uint64(origin)-uint64(lo)
	up := above > 0 && (below == 0 || r.Float64() < 0.8)
	room := below
	if up {
		room = above
	}
	d := r.Uint64N(min(room, window) + 1)
	if r.Float64() < 0.15 {
		d = r.Uint64() >> (64 - r.IntN(bits.Len64(room)+1)) // any number of bits
		if d > room {
			d -= room
		}
	}
	if up {
		return origin + int64(d)
	}
	return origin - int64(d)
}

// uniformInt returns a value of [lo, hi], all with the same probability.
func uniformInt(r *rand.Rand, lo, hi int64) int64 {
	width := uint64(hi) - uint64(lo)
	if width == math.MaxUint64 {
		return int64(r.Uint64())
	}
	return lo + int64(r.Uint64N(width+1))
}

// drawLength returns a random length of [lo, hi]: mostly lo to lo+typical, else a boundary, where a large hi is
// replaced by far.
func drawLength(r *rand.Rand, lo, hi, typical, far int) int {
	if lo >= hi {
		return lo
	}
	if r.Float64() < boundaryRate {
		ends := [...]int{lo, min(lo+1, hi), min(hi, max(far, lo))}
		return ends[r.IntN(len(ends))]
	}
	return lo + r.IntN(min(hi-lo, typical)+1)
}

// flip returns true with a probability of a half.
func flip(r *rand.Rand) bool { return r.Uint64()&1 == 0 }

// ordered returns its arguments with the smaller one first.
func ordered(a, b int) (lo, hi int) {
	if a > b {
		return b, a
	}
	return a, b
}
