package heuristics

import (
	"math"
	"time"
)

// TimeDistance is how far apart two instants are, in seconds; 0 exactly when
// a.Equal(b). Source: EvoMaster's distance of epochs, in milliseconds there; a
// second is the step of most dates in text, and nanoseconds still count.
// Durations are integers: IntDistance.
func TimeDistance(a, b time.Time) float64 {
	d := a.Sub(b)
	if d != longest && d != -longest-1 {
		return math.Abs(d.Seconds())
	}
	seconds := float64(a.Unix()) - float64(b.Unix())
	return math.Abs(seconds + float64(a.Nanosecond()-b.Nanosecond())/1e9)
}

// longest is where time.Time.Sub gives up, after 292 years.
const longest = time.Duration(math.MaxInt64)

// EqualTime is the Truthness of a.Equal(b): Close of TimeDistance, and of 1 to
// leave the equality.
func EqualTime(a, b time.Time) Truthness { return equality(TimeDistance(a, b)) }

// BeforeDistance is how far a is from being before b, in seconds: 0 when it is,
// else TimeDistance plus 0.1. The other side is TimeDistance away.
func BeforeDistance(a, b time.Time) float64 {
	if a.Before(b) {
		return 0
	}
	return TimeDistance(a, b) + nudge
}

// BeforeTime is the Truthness of a.Before(b): Close of BeforeDistance to be
// true, of TimeDistance to be false. After is the same with its operands
// exchanged.
func BeforeTime(a, b time.Time) Truthness {
	return ordering(BeforeDistance(a, b), TimeDistance(a, b))
}
