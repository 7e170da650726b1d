package rest

import (
	"math/bits"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
)

// follow is the gene of whether ids in the path and references elsewhere come
// from earlier answers, and of which of these keep their own values then.
type follow struct {
	chained, on bool
	params      uint64 // what may follow: a bit for the index of each parameter, the highest for the body
	own         uint64 // of these, which do not follow
}

// ownRate is the share of new calls in which one of several that may follow
// keeps its own value.
const ownRate = 0.2

// On reports whether to look into earlier answers for a parameter.
func (g *follow) On(param int) bool { return g.on && g.own&bit(param) == 0 }

// follows is On by bit.
func (g *follow) follows(b uint64) bool { return g.on && g.own&b == 0 }

// keep has the part of a call with a bit keep its own value.
func (g *follow) keep(b uint64) {
	if g.on {
		g.own |= b & g.params
	}
}

func (g *follow) Clone() gene.Gene { d := *g; return &d }

// Value returns a bool, or the parameters that keep their values as an int64.
func (g *follow) Value() any {
	if g.on && g.own != 0 {
		return int64(g.own)
	}
	return g.on
}

// set is Value read backwards. It reports false for what is none.
func (g *follow) set(value any) bool {
	switch v := value.(type) {
	case bool:
		g.on, g.own = v, 0
	case int64:
		g.on, g.own = true, uint64(v)
	default:
		return false
	}
	return (!g.on || g.chained) && g.own&^g.params == 0
}

// Randomize follows most times.
func (g *follow) Randomize(r *rand.Rand) {
	g.on, g.own = g.chained && r.Float64() < followRate, 0
	if g.on && bits.OnesCount64(g.params) > 1 && r.Float64() < ownRate {
		g.flip(r)
	}
}

// Mutate turns the whole on or off, or one of several parameters.
func (g *follow) Mutate(r *rand.Rand) {
	if g.on && bits.OnesCount64(g.params) > 1 && r.IntN(2) == 0 {
		g.flip(r)
		return
	}
	g.on, g.own = g.chained && !g.on, 0
}

func (g *follow) flip(r *rand.Rand) {
	rest := g.params
	for range r.IntN(bits.OnesCount64(g.params)) {
		rest &= rest - 1
	}
	g.own ^= rest & -rest
}

// Weight is 0 where there is nothing to follow.
func (g *follow) Weight() float64 {
	if g.chained {
		return 1
	}
	return 0
}
