package probe

import (
	"cmp"
	"reflect"

	"github.com/evoke-go/evoke/heuristics"
)

// EqT is a == b for values of a type parameter, structs and arrays.
//
//go:norace
func EqT[T comparable](g *Group, c *Cond, n *Near, a, b T) bool {
	if c.taken != bothQuiet {
		return likeT(g, c, n, true, a, b)
	}
	return a == b
}

// NeT is a != b for values of a type parameter, structs and arrays.
//
//go:norace
func NeT[T comparable](g *Group, c *Cond, n *Near, a, b T) bool {
	if c.taken != bothQuiet {
		return likeT(g, c, n, false, a, b)
	}
	return a != b
}

// LtT is a < b for values of a type parameter.
//
//go:norace
func LtT[T cmp.Ordered](g *Group, c *Cond, n *Near, a, b T) bool {
	if c.taken != bothQuiet {
		return orderT(g, c, n, true, a, b)
	}
	return a < b
}

// LeT is a <= b for values of a type parameter.
//
//go:norace
func LeT[T cmp.Ordered](g *Group, c *Cond, n *Near, a, b T) bool {
	if c.taken != bothQuiet {
		return orderT(g, c, n, false, b, a)
	}
	return a <= b
}

// GtT is a > b for values of a type parameter.
//
//go:norace
func GtT[T cmp.Ordered](g *Group, c *Cond, n *Near, a, b T) bool {
	if c.taken != bothQuiet {
		return orderT(g, c, n, true, b, a)
	}
	return a > b
}

// GeT is a >= b for values of a type parameter.
//
//go:norace
func GeT[T cmp.Ordered](g *Group, c *Cond, n *Near, a, b T) bool {
	if c.taken != bothQuiet {
		return orderT(g, c, n, false, a, b)
	}
	return a >= b
}

// Interfaces compares interface values. It is made of the cells of the comparison, as [Ints] is.
type Interfaces Call

// Eq is a == b for interface values. It panics where == panics.
func (at Interfaces) Eq(a, b any) bool {
	return noteCompared(at.c, at, a == b, a, b, Interfaces.equal)
}

// Ne is a != b for interface values. It panics where != panics.
func (at Interfaces) Ne(a, b any) bool {
	return noteCompared(at.c, at, a != b, a, b, Interfaces.unequal)
}

// The slow paths of the probes above.

// likeT notes a == b, or a != b if is is false.
//
//go:noinline
func likeT[T comparable](g *Group, c *Cond, n *Near, is bool, a, b T) bool {
	equal := a == b
	outcome := equal == is
	switch {
	case equal:
		listen(c, n, outcome, a, b)
		return n.note(g, c, outcome, nearest, true)
	case n.seeks(c, index(!outcome)):
		look(c, n, outcome, a, b)
		return n.note(g, c, outcome, unequalRank(a, b, reflect.TypeFor[T]().Kind()), false)
	}
	return n.mark(g, c, outcome, false)
}

// orderT notes a < b, or a >= b if is is false.
//
//go:noinline
func orderT[T cmp.Ordered](g *Group, c *Cond, n *Near, is bool, a, b T) bool {
	outcome := a < b
	if !is {
		outcome = a >= b // no negation of a < b: with NaN both are false
	}
	if n.seeks(c, index(!outcome)) {
		listen(c, n, outcome, a, b)
		return n.note(g, c, outcome, lessRank(a, b), false)
	}
	return n.mark(g, c, outcome, false)
}

//go:noinline
func (at Interfaces) equal(outcome bool, a, b any) bool {
	return at.like(outcome, outcome, a, b)
}

//go:noinline
func (at Interfaces) unequal(outcome bool, a, b any) bool {
	return at.like(outcome, !outcome, a, b)
}

// like is likeT for interfaces. [heuristics.EqualAny] reads only the memory that == reads: other goroutines may be
// writing to what a pointer points to.
func (at Interfaces) like(outcome, equal bool, a, b any) bool {
	switch {
	case equal:
		listen(at.c, at.n, outcome, a, b)
		return at.n.note(at.g, at.c, outcome, nearest, true)
	case at.n.seeks(at.c, index(!outcome)):
		look(at.c, at.n, outcome, a, b)
		return at.n.note(at.g, at.c, outcome, scoreRank(heuristics.EqualAny(a, b).OfTrue), false)
	}
	return at.n.mark(at.g, at.c, outcome, false)
}
