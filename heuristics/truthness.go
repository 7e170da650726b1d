package heuristics

// Reached is the score of the side that was not taken if there is no gradient. With a gradient the score is in
// (Reached,1). Source: the base of EvoMaster's string and collection heuristics (0.1).
const Reached = 0.1

// Absent is the score of an equality that has nothing to compare, because one operand is nil or the list is empty. It
// is below [Reached], so that having something to compare is progress. Source: EvoMaster's H_REACHED_BUT_NULL (0.05).
const Absent = Reached / 2

// panicked is the score of both sides of an operand that panicked. Source: Zhang et al. 2022, Figure 1 line 4, where it
// is half of the base as well (0.005 of 0.01).
const panicked = Reached / 2

// below1 is the largest float64 below 1. The score of a side that was not taken is at most below1.
const below1 = 1 - 1.0/(1<<53)

// Truthness is how near an evaluation of a condition came to each outcome. Both values are in (0,1], and exactly one of
// them is 1: the value of the side that was taken. The zero Truthness says that the condition was not evaluated. If an
// operand of a combination panicked, the outcome is unknown, and neither value is 1. Source: EvoMaster's Truthness.
type Truthness struct{ OfTrue, OfFalse float64 }

// Flag is the Truthness of a condition without gradient: 1 for the side taken,
// [Reached] for the other. Source: Zhang et al. 2022, III-C, which gives 0.01.
func Flag(taken bool) Truthness {
	if taken {
		return Truthness{1, Reached}
	}
	return Truthness{Reached, 1}
}

// FromDistances is the Truthness of a condition with the given distances to its
// true and to its false side, of which one is 0. Each value is [Close] of its
// distance.
func FromDistances(toTrue, toFalse float64) Truthness {
	return Truthness{Close(toTrue), Close(toFalse)}
}

// Not is the Truthness of !t. It exchanges the sides.
// Source: Zhang et al. 2022, end of section III.
func (t Truthness) Not() Truthness { return Truthness{t.OfFalse, t.OfTrue} }

// known reports whether the condition has an outcome.
func (t Truthness) known() bool { return t.OfTrue == 1 || t.OfFalse == 1 }

// begun raises the values of an operand that panicked to at least panicked. An operand that is a combination keeps the
// values of its parts, which the paper drops.
func (t Truthness) begun() Truthness {
	return Truthness{max(t.OfTrue, panicked), max(t.OfFalse, panicked)}
}

// Or is the Truthness of a || b. Pass the zero Truthness for an operand that panicked. If a is true, b does not matter.
//
// True needs one operand, so its value is the larger one of the two. False needs both, so its value is their mean. In
// that mean b counts 0 if it was not evaluated, and Reached/2 if it panicked, so that coming to b never lowers the
// value. Values are in (0,1]. Source: Zhang et al. 2022, Figure 1 lines 31 to 35, which adapts the sum and minimum of
// branch distances.
func Or(a, b Truthness) Truthness {
	switch a = a.begun(); {
	case a.OfTrue == 1, !a.known():
		return Truthness{a.OfTrue, a.OfFalse / 2}
	default:
		b = b.begun()
		return Truthness{max(a.OfTrue, b.OfTrue), mean(a.OfFalse, b.OfFalse)}
	}
}

// And is the Truthness of a && b. It mirrors [Or] as !(!a || !b): the value of
// true is the mean of the two, and the value of false the larger one.
// Source: Zhang et al. 2022, Figure 1, "quite similar to or()".
func And(a, b Truthness) Truthness { return Or(a.Not(), b.Not()).Not() }

// Xor is the Truthness of a != b for two conditions, of which Go evaluates
// both. Pass the zero Truthness for an operand that panicked or was not
// evaluated.
//
// The value of true is that of (a && !b) || (!a && b), and the value of false
// that of (a && b) || (!a && !b), with the larger value for || and the mean for
// &&. Values are in (0,1]. Source: EvoMaster's xor. It is not Or of And, because
// Go evaluates both operands and the formula has to be symmetric.
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

// mean is the mean of two values. Despite rounding it is 1 only if both are 1.
func mean(a, b float64) float64 {
	if a == 1 && b == 1 {
		return 1
	}
	return min(a/2+b/2, below1)
}
