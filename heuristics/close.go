package heuristics

import "math"

// far is the distance from which on Close falls with the logarithm.
const far = 1 << 26

// Close maps a distance of at least 0, in any unit, to how near that is. It is 1
// exactly for 0, in (Reached,1) for what else is finite, and Reached for +Inf and
// NaN. A smaller distance never gives a smaller value.
//
// Up to 2^26 it is Reached + (1-Reached)/(1+d), the normalisation d/(d+1)
// rescaled to leave room for [Reached]. Source: EvoMaster's DistanceHelper and
// normalizeValue. Above that it falls with the logarithm of d, which is ours:
// next to Reached, float64 cannot hold the differences of 1/(1+d), and all above
// 10^17 would look alike, such as times in nanoseconds or hashes.
func Close(distance float64) float64 {
	switch {
	case distance == 0:
		return 1
	case distance <= far:
		return min(Reached+(1-Reached)/(1+distance), below1)
	case distance <= math.MaxFloat64:
		// The conversion keeps a machine that multiplies and adds in one step
		// from rounding differently, here and in all formulas of this form: the
		// same input scores the same everywhere.
		return Reached + float64((1-Reached)/(1+far)*(1-octaves(distance)/1000))
	default:
		return Reached
	}
}

// octaves is log2(d/far), but linear between the powers of two, and so exact on
// every machine. It maps (far,MaxFloat64] to (0,999).
func octaves(d float64) float64 {
	fraction, exponent := math.Frexp(d / far)
	return float64(exponent-1) + (float64(2*fraction) - 1)
}
