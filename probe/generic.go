package probe

import (
	"cmp"
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
)

// EqT is a == b for values of a type parameter, structs and arrays.
func EqT[T comparable](c *Cond, a, b T) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return eqT(c, a, b)
	}
	return a == b
}

// NeT is a != b for values of a type parameter, structs and arrays.
func NeT[T comparable](c *Cond, a, b T) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return neT(c, a, b)
	}
	return a != b
}

// LtT is a < b for values of a type parameter.
func LtT[T cmp.Ordered](c *Cond, a, b T) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return ltT(c, a, b)
	}
	return a < b
}

// LeT is a <= b for values of a type parameter.
func LeT[T cmp.Ordered](c *Cond, a, b T) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return geT(c, b, a)
	}
	return a <= b
}

// GtT is a > b for values of a type parameter.
func GtT[T cmp.Ordered](c *Cond, a, b T) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return ltT(c, b, a)
	}
	return a > b
}

// GeT is a >= b for values of a type parameter.
func GeT[T cmp.Ordered](c *Cond, a, b T) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return geT(c, a, b)
	}
	return a >= b
}

// EqA is a == b for interface values, and panics where that does.
func EqA(c *Cond, a, b any) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return eqA(c, a, b)
	}
	return a == b
}

// NeA is a != b for interface values, and panics where that does.
func NeA(c *Cond, a, b any) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return neA(c, a, b)
	}
	return a != b
}

// scores notes the outcome of Go's operator and the other side's score of t,
// unless t believes in another outcome. One cell serves all instances of a
// generic function, so what they note has to be comparable: scores.
func (c *Cond) scores(outcome bool, t heuristics.Truthness) {
	score := t.OfFalse
	if !outcome {
		score = t.OfTrue
	}
	if score >= 1 {
		score = heuristics.Reached
	}
	c.note(outcome, scoreRank(score), scored)
}

//go:noinline
func eqT[T comparable](c *Cond, a, b T) bool {
	equal := a == b
	if c.wants(equal) {
		c.scores(equal, equalT(a, b, reflect.TypeFor[T]().Kind()))
	} else {
		c.note(equal, 0, scored)
	}
	return equal
}

//go:noinline
func neT[T comparable](c *Cond, a, b T) bool {
	equal := a == b
	if c.wants(!equal) {
		c.scores(!equal, equalT(a, b, reflect.TypeFor[T]().Kind()).Not())
	} else {
		c.note(!equal, 0, scored)
	}
	return !equal
}

//go:noinline
func eqA(c *Cond, a, b any) bool {
	equal := a == b
	if c.wants(equal) {
		c.scores(equal, shallow(a, b, equal))
	} else {
		c.note(equal, 0, scored)
	}
	return equal
}

//go:noinline
func neA(c *Cond, a, b any) bool {
	equal := a == b
	if c.wants(!equal) {
		c.scores(!equal, shallow(a, b, equal).Not())
	} else {
		c.note(!equal, 0, scored)
	}
	return !equal
}

//go:noinline
func ltT[T cmp.Ordered](c *Cond, a, b T) bool {
	less := a < b
	if c.wants(less) {
		c.scores(less, lessT(a, b))
	} else {
		c.note(less, 0, scored)
	}
	return less
}

//go:noinline
func geT[T cmp.Ordered](c *Cond, a, b T) bool {
	outcome := a >= b
	// With NaN it is no negation of a < b, and scores finds no agreement.
	if c.wants(outcome) {
		c.scores(outcome, lessT(a, b).Not())
	} else {
		c.note(outcome, 0, scored)
	}
	return outcome
}

// lessT is the Truthness of a < b for a type of any ordered kind.
func lessT[T cmp.Ordered](a, b T) heuristics.Truthness {
	kind := reflect.TypeFor[T]().Kind()
	pa, pb := unsafe.Pointer(&a), unsafe.Pointer(&b)
	switch family(kind) {
	case signed:
		return heuristics.LessInt(signedAt(pa, kind), signedAt(pb, kind))
	case unsigned:
		return heuristics.LessUint(unsignedAt(pa, kind), unsignedAt(pb, kind))
	case floating:
		return heuristics.LessFloat(floatAt(pa, kind), floatAt(pb, kind))
	default:
		return heuristics.LessString(*(*string)(pa), *(*string)(pb))
	}
}

// equalT is the Truthness of a == b for a type of the given kind.
func equalT[T comparable](a, b T, kind reflect.Kind) heuristics.Truthness {
	pa, pb := unsafe.Pointer(&a), unsafe.Pointer(&b)
	switch family(kind) {
	case signed:
		return heuristics.EqualInt(signedAt(pa, kind), signedAt(pb, kind))
	case unsigned:
		return heuristics.EqualUint(unsignedAt(pa, kind), unsignedAt(pb, kind))
	case floating:
		return heuristics.EqualFloat(floatAt(pa, kind), floatAt(pb, kind))
	case textual:
		return heuristics.EqualString(*(*string)(pa), *(*string)(pb))
	default:
		return shallow(a, b, a == b)
	}
}
