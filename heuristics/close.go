package heuristics

import "math"

// far is the distance above which Close falls with the logarithm.
const far = 1 << 26

// Close maps a distance of at least 0, in any unit, to a score. The score is 1 exactly for distance 0, in (Reached,1)
// for other finite distances, and Reached for +Inf and NaN. A smaller distance never gives a smaller value.
//
// Up to 2^26 it is Reached + (1-Reached)/(1+d), the normalisation d/(d+1) rescaled to leave room for [Reached]. Source:
// EvoMaster's DistanceHelper and normalizeValue. Above that it falls with the logarithm of d, which is ours: next to
// Reached, float64 cannot hold the differences of 1/(1+d), so all distances above 10^17 would have the same score, such
// as those of hashes or of times in nanoseconds.
func Close(distance float64) float64 {
	switch {
	case distance == 0:
		return 1
	case distance <= far:
		return min(Reached+(1-Reached)/(1+distance), below1)
	case distance <= math.MaxFloat64:
		// The conversion float64(...) keeps processors with a fused multiply-add from rounding differently, here and in
		// all formulas of this form: the same input has the same score on every machine.
		return Reached + float64((1-Reached)/(1+far)*(1-octaves(distance)/1000))
	default:
		return Reached
	}
}

// octaves approximates log2(d/far): it is linear between the powers of two, and so exact on every machine. It maps
// (far,MaxFloat64] to (0,999).
func octaves(d float64) float64 {
	fraction, exponent := math.Frexp(d / far)
	return float64(exponent-1) + (float64(2*fraction) - 1)
}

// Distance returns the distance of a score: it reverses [Close] as far as float64 holds the differences of scores. It
// returns 0 for scores of 1 and above, and +Inf for Reached and below.
func Distance(score float64) float64 {
	const step = (1 - Reached) / (1 + far)
	above := score - Reached
	switch {
	case score >= 1:
		return 0
	case above <= 0 || math.IsNaN(score):
		return math.Inf(1)
	case above >= step:
		return max((1-Reached)/above-1, 0)
	}
	whole, part := math.Modf((1 - float64(above/step)) * 1000)
	return far * math.Ldexp(1+part, int(whole))
}
