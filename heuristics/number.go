package heuristics

import "math"

const (
	// equalityStep is the distance from an equality that holds to its false side: one step of the operands.
	equalityStep = 1
	// strictStep is added to the distance of a < b over a continuous range, since a == b is not enough. Source:
	// EvoMaster's 1/(1.1+d).
	strictStep = 0.1
)

// equality is the Truthness of an equality whose operands have this distance.
func equality(distance float64) Truthness {
	if distance == 0 {
		return Truthness{1, Close(equalityStep)}
	}
	return Truthness{Close(distance), 1}
}

// ordering is the Truthness of a < b. toTrue is the distance to its true side, 0 if it holds, and apart the distance of
// the operands.
func ordering(toTrue, apart float64) Truthness {
	if toTrue == 0 {
		return Truthness{1, Close(apart)}
	}
	return Truthness{Close(toTrue), 1}
}

// EqualBool is the Truthness of a == b. Booleans have no gradient, so it is
// [Flag]; where the operands are conditions, [Xor] has a gradient.
func EqualBool(a, b bool) Truthness { return Flag(a == b) }

// IntDistance is |a-b|, exact over the whole range of int64. Source: Korel 1990.
func IntDistance(a, b int64) uint64 {
	if a < b {
		return uint64(b) - uint64(a)
	}
	return uint64(a) - uint64(b)
}

// RestDistance is how far a number x has to move until its remainder by m is b; a is x%m. Remainders repeat, so it is
// the shorter way, upwards or downwards. It is in [0,|m|/2] if a and b have the same sign, else |a-b|.
func RestDistance(a, b, m int64) uint64 {
	d, circle := IntDistance(a, b), IntDistance(m, 0)
	if d < circle && (a < 0) == (b < 0) || b == 0 && d < circle {
		return min(d, circle-d)
	}
	return d
}

// EqualRest is the Truthness of x%m == b, where a is x%m. The distance is [RestDistance].
func EqualRest(a, b, m int64) Truthness { return equality(float64(RestDistance(a, b, m))) }

// LessIntDistance is how far a must fall to be less than b. It is 0 if a < b, else a-b+1, at most the largest uint64.
// The other side, a >= b, is [IntDistance] away. Source: Korel 1990, with the step of 1 that integers need.
func LessIntDistance(a, b int64) uint64 {
	if a < b {
		return 0
	}
	return plusOne(uint64(a) - uint64(b))
}

// plusOne is d+1, or d if that would overflow.
func plusOne(d uint64) uint64 {
	if d == math.MaxUint64 {
		return d
	}
	return d + 1
}

// EqualInt is the Truthness of a == b: [Close] of [IntDistance] for true, and Close(1) for false if the operands are
// equal. The range is (Reached,1]. Source: Korel 1990. The value for false is ours; EvoMaster gives 0.
func EqualInt(a, b int64) Truthness { return equality(float64(IntDistance(a, b))) }

// LessInt is the Truthness of a < b: [Close] of [LessIntDistance] for true, and of [IntDistance] for false. The range
// is (Reached,1]. Both count the missing steps, where EvoMaster has 1/(1.1+d) for both. Source: Korel 1990.
func LessInt(a, b int64) Truthness {
	return ordering(float64(LessIntDistance(a, b)), float64(IntDistance(a, b)))
}

// UintDistance is |a-b|, exact over the whole range of uint64. Source: Korel 1990.
func UintDistance(a, b uint64) uint64 {
	if a < b {
		return b - a
	}
	return a - b
}

// LessUintDistance is [LessIntDistance] for unsigned operands.
func LessUintDistance(a, b uint64) uint64 {
	if a < b {
		return 0
	}
	return plusOne(a - b)
}

// EqualUint is the Truthness of a == b by the formula of [EqualInt].
func EqualUint(a, b uint64) Truthness { return equality(float64(UintDistance(a, b))) }

// LessUint is the Truthness of a < b by the formula of [LessInt].
func LessUint(a, b uint64) Truthness {
	return ordering(float64(LessUintDistance(a, b)), float64(UintDistance(a, b)))
}

// FloatDistance is |a-b|, and 0 exactly when a == b. The distance of two finite
// numbers is finite, at most MaxFloat64. The distance from an infinity to
// anything else, and from NaN to everything, is +Inf. Source: Korel 1990; the
// special values are ours.
func FloatDistance(a, b float64) float64 {
	if d := math.Abs(a - b); d <= math.MaxFloat64 {
		return d
	}
	return farFloats(a, b)
}

func farFloats(a, b float64) float64 {
	switch {
	case a == b:
		return 0
	case math.Abs(a) <= math.MaxFloat64 && math.Abs(b) <= math.MaxFloat64:
		return math.MaxFloat64
	default:
		return math.Inf(1)
	}
}

// LessFloatDistance is how far a must fall to be less than b. It is 0 if a < b, else a-b+0.1, and +Inf for NaN. The
// other side, a >= b, is [FloatDistance] away. Source: EvoMaster's 1/(1.1+d): at a == b the condition is still false.
func LessFloatDistance(a, b float64) float64 {
	if a < b {
		return 0
	}
	return FloatDistance(a, b) + strictStep
}

// EqualFloat is the Truthness of a == b: [Close] of [FloatDistance] for true, and Close(1) for false if the operands
// are equal. The range is [Reached,1]. NaN equals nothing and scores Reached. Source: as [EqualInt].
func EqualFloat(a, b float64) Truthness { return equality(FloatDistance(a, b)) }

// LessFloat is the Truthness of a < b: [Close] of [LessFloatDistance] for true,
// and of [FloatDistance] for false. The range is [Reached,1]. With NaN it is
// false, without gradient. Source: as [LessFloatDistance].
func LessFloat(a, b float64) Truthness {
	return ordering(LessFloatDistance(a, b), FloatDistance(a, b))
}
