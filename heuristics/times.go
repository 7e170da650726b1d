package heuristics

import (
	"math"
	"time"
)

// TimeDistance is how far apart two instants are, in seconds, and 0 exactly when a.Equal(b). Source: EvoMaster's
// distance of epochs, which is in milliseconds. A second is the step of most dates in text, and nanoseconds count as
// fractions. Durations are integers and have [IntDistance].
func TimeDistance(a, b time.Time) float64 {
	d := a.Sub(b)
	if d != longest && d != -longest-1 {
		return math.Abs(d.Seconds())
	}
	seconds := float64(a.Unix()) - float64(b.Unix())
	return math.Abs(seconds + float64(a.Nanosecond()-b.Nanosecond())/1e9)
}

// longest is the largest result of time.Time.Sub, 292 years.
const longest = time.Duration(math.MaxInt64)

// EqualTime is the Truthness of a.Equal(b): [Close] of [TimeDistance] for true, and Close(1) for false if the operands
// are equal. The range is (Reached,1]. Source: as TimeDistance.
func EqualTime(a, b time.Time) Truthness { return equality(TimeDistance(a, b)) }

// BeforeDistance is how far a is from being before b, in seconds. It is 0 if a is before b, else [TimeDistance] plus
// 0.1. The other side is TimeDistance away. Source: as TimeDistance; the 0.1 is that of [LessFloatDistance].
func BeforeDistance(a, b time.Time) float64 {
	if a.Before(b) {
		return 0
	}
	return TimeDistance(a, b) + strictStep
}

// BeforeTime is the Truthness of a.Before(b): [Close] of [BeforeDistance] for
// true, and of [TimeDistance] for false. The range is (Reached,1]. For a.After(b)
// exchange the operands. Source: as TimeDistance.
func BeforeTime(a, b time.Time) Truthness {
	return ordering(BeforeDistance(a, b), TimeDistance(a, b))
}
