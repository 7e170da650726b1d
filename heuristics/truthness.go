package heuristics

// Reached is the value of the side not taken of a condition that was evaluated
// but gives no gradient. Where there is a gradient, it lies in (Reached,1).
// Source: the base of EvoMaster's string and collection heuristics (0.1).
const Reached = 0.1

// Absent is the value of an equality that had nothing to compare with: one
// operand is nil, or the list is empty. It is below Reached, so that having
// something to compare with is progress. Source: EvoMaster's
// H_REACHED_BUT_NULL (0.05).
const Absent = Reached / 2

// Panicked stands for each side of an operand that was begun and did not
// return. Source: Zhang et al. 2022, Figure 1 line 4, where it is half of the
// base as well (0.005 of 0.01).
const Panicked = Reached / 2

// below1 is the largest float64 below 1: what was not taken never scores more.
const below1 = 1 - 1.0/(1<<53)

// Truthness is how close an evaluation of a condition came to each outcome.
// Both values are in (0,1], and exactly one of them is 1: that side was taken.
// The zero Truthness says that the condition was not evaluated. When an operand
// of a combination panicked, the outcome is unknown and neither value is 1.
// Source: EvoMaster's Truthness.
type Truthness struct{ OfTrue, OfFalse float64 }

// Flag is the Truthness of a condition without gradient: 1 for the side taken,
// Reached for the other. Source: Zhang et al. 2022, III-C, which gives 0.01.
func Flag(taken bool) Truthness {
	if taken {
		return Truthness{1, Reached}
	}
	return Truthness{Reached, 1}
}

// FromDistances is the Truthness of a condition with the given distances to its
// true and to its false side, one of which is 0. Values are those of Close.
func FromDistances(toTrue, toFalse float64) Truthness {
	return Truthness{Close(toTrue), Close(toFalse)}
}

// Not is the Truthness of !t: the sides change places.
// Source: Zhang et al. 2022, end of section III.
func (t Truthness) Not() Truthness { return Truthness{t.OfFalse, t.OfTrue} }

// known reports whether the condition came to an outcome.
func (t Truthness) known() bool { return t.OfTrue == 1 || t.OfFalse == 1 }

// begun lifts what a panicking operand left behind to at least Panicked. An
// operand that is itself a combination keeps what its parts reached; the paper
// drops that.
func (t Truthness) begun() Truthness {
	return Truthness{max(t.OfTrue, Panicked), max(t.OfFalse, Panicked)}
}

// Or is the Truthness of a || b. Pass the zero Truthness for an operand that
// panicked, and for b when a decided alone; what b is does not matter then.
//
// True needs one operand: the larger value. False needs both: the mean of the
// two. While b has not been evaluated it counts 0 in that mean, and Panicked
// when it was begun, so that getting to b is never a loss. Values are in (0,1].
// Source: Zhang et al. 2022, Figure 1 lines 31 to 35, which adapts the sum and
// minimum of branch distances.
func Or(a, b Truthness) Truthness {
	switch a = a.begun(); {
	case a.OfTrue == 1, !a.known():
		return Truthness{a.OfTrue, a.OfFalse / 2}
	default:
		b = b.begun()
		return Truthness{max(a.OfTrue, b.OfTrue), mean(a.OfFalse, b.OfFalse)}
	}
}

// And is the Truthness of a && b, the mirror of Or: !(!a || !b).
// Source: Zhang et al. 2022, Figure 1, "quite similar to or()".
func And(a, b Truthness) Truthness { return Or(a.Not(), b.Not()).Not() }

// Xor is the Truthness of a != b for booleans, of which Go evaluates both. Pass
// the zero Truthness for an operand that panicked or was not evaluated.
//
// It is (a && !b) || (!a && b), and its negation (a && b) || (!a && !b), with
// the larger value for || and the mean for &&. Values are in (0,1]. Source:
// EvoMaster's xor; taking means on both levels, rather than Or of And, keeps
// it symmetric, since nothing is short-circuited here.
func Xor(a, b Truthness) Truthness {
	a = a.begun()
	if a.known() {
		b = b.begun()
	} else {
		b = Truthness{}
	}
	return Truthness{
		OfTrue:  max(mean(a.OfTrue, b.OfFalse), mean(a.OfFalse, b.OfTrue)),
		OfFalse: max(mean(a.OfTrue, b.OfTrue), mean(a.OfFalse, b.OfFalse)),
	}
}

// mean is the mean of two values, and 1 only when both are, whatever rounding
// says.
func mean(a, b float64) float64 {
	if a == 1 && b == 1 {
		return 1
	}
	return min(a/2+b/2, below1)
}
