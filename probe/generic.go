package probe

import (
	"cmp"
	"reflect"
	"sync/atomic"

	"github.com/evoke-go/evoke/heuristics"
)

// EqT is a == b for values of a type parameter, structs and arrays.
func EqT[T comparable](c *Cond, a, b T) bool {
	if atomic.LoadUint32(&c.state) < restBoth {
		return eqT(c, a, b)
	}
	return a == b
}

// NeT is a != b for values of a type parameter, structs and arrays.
func NeT[T comparable](c *Cond, a, b T) bool {
	if atomic.LoadUint32(&c.state) < restBoth {
		return neT(c, a, b)
	}
	return a != b
}

// LtT is a < b for values of a type parameter.
func LtT[T cmp.Ordered](c *Cond, a, b T) bool {
	if atomic.LoadUint32(&c.state) < restBoth {
		return ltT(c, a, b)
	}
	return a < b
}

// LeT is a <= b for values of a type parameter.
func LeT[T cmp.Ordered](c *Cond, a, b T) bool {
	if atomic.LoadUint32(&c.state) < restBoth {
		return geT(c, b, a)
	}
	return a <= b
}

// GtT is a > b for values of a type parameter.
func GtT[T cmp.Ordered](c *Cond, a, b T) bool {
	if atomic.LoadUint32(&c.state) < restBoth {
		return ltT(c, b, a)
	}
	return a > b
}

// GeT is a >= b for values of a type parameter.
func GeT[T cmp.Ordered](c *Cond, a, b T) bool {
	if atomic.LoadUint32(&c.state) < restBoth {
		return geT(c, a, b)
	}
	return a >= b
}

// EqA is a == b for interface values, and panics where that does.
func EqA(c *Cond, a, b any) bool {
	if atomic.LoadUint32(&c.state) < restBoth {
		return eqA(c, a, b)
	}
	return a == b
}

// NeA is a != b for interface values, and panics where that does.
func NeA(c *Cond, a, b any) bool {
	if atomic.LoadUint32(&c.state) < restBoth {
		return neA(c, a, b)
	}
	return a != b
}

// The slow paths. One cell serves all instances of a generic function, so what
// they note has to be comparable: always real ranks.

//go:noinline
func eqT[T comparable](c *Cond, a, b T) bool {
	equal := a == b
	c.evaluated(equal, equalRankT(c, equal, equal, a, b), measureReal)
	return equal
}

//go:noinline
func neT[T comparable](c *Cond, a, b T) bool {
	equal := a == b
	c.evaluated(!equal, equalRankT(c, equal, !equal, a, b), measureReal)
	return !equal
}

// equalRankT is the rank beside an equality, 0 where no one wants it.
func equalRankT[T comparable](c *Cond, equal, outcome bool, a, b T) uint64 {
	switch {
	case equal:
		return realRank(leaving)
	case c.wants(outcome):
		look(c, a, b)
		return unequalRank(a, b, reflect.TypeFor[T]().Kind())
	}
	return 0
}

//go:noinline
func ltT[T cmp.Ordered](c *Cond, a, b T) bool {
	less, rank := a < b, uint64(0)
	if c.wants(less) {
		rank = lessRank(a, b)
	}
	c.evaluated(less, rank, measureReal)
	return less
}

//go:noinline
func geT[T cmp.Ordered](c *Cond, a, b T) bool {
	outcome, rank := a >= b, uint64(0)
	if c.wants(outcome) {
		rank = lessRank(a, b)
	}
	c.evaluated(outcome, rank, measureReal)
	return outcome
}

//go:noinline
func eqA(c *Cond, a, b any) bool {
	equal := a == b
	c.evaluated(equal, equalRankA(c, equal, equal, a, b), measureReal)
	return equal
}

//go:noinline
func neA(c *Cond, a, b any) bool {
	equal := a == b
	c.evaluated(!equal, equalRankA(c, equal, !equal, a, b), measureReal)
	return !equal
}

// equalRankA is equalRankT for interfaces. [heuristics.EqualAny] looks at
// nothing that == does not look at: what a pointer points to may be written by
// others in this moment.
func equalRankA(c *Cond, equal, outcome bool, a, b any) uint64 {
	switch {
	case equal:
		return realRank(leaving)
	case c.wants(outcome):
		look(c, a, b)
		return scoreRank(heuristics.EqualAny(a, b).OfTrue)
	}
	return 0
}
