package heuristics

import "math"

// far is the distance from which on Close falls with the logarithm.
const far = 1 << 26

// Close maps a distance of at least 0, in any unit, to how close that is: 1
// exactly for 0, a value in (Reached,1) for what is finite, Reached for +Inf
// and NaN. A smaller distance never gives a smaller value.
//
// Up to 2^26 it is Reached + (1-Reached)/(1+d), the normalisation d/(d+1)
// rescaled to leave room for Reached. Source: EvoMaster's DistanceHelper and
// normalizeValue. Above that it falls with the logarithm of d, which is ours:
// next to Reached, float64 cannot hold the differences of 1/(1+d), and all
// above 10^17 would look alike, such as times in nanoseconds or hashes.
//
// The conversion keeps a machine that can multiply and add in one step from
// rounding differently: the same input scores the same everywhere. It stands in
// all formulas of this form.
func Close(distance float64) float64 {
	switch {
	case distance == 0:
		return 1
	case distance <= far:
		return min(Reached+(1-Reached)/(1+distance), below1)
	case distance <= math.MaxFloat64:
		return Reached + float64((1-Reached)/(1+far)*(1-octaves(distance)/1000))
	default:
		return Reached
	}
}

// octaves is log2(d/far), linear between the powers of two: exact on every
// machine, and all of (far,MaxFloat64] gives (0,999).
func octaves(d float64) float64 {
	fraction, exponent := math.Frexp(d / far)
	return float64(exponent-1) + (float64(2*fraction) - 1)
}
