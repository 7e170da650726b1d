package action

import (
	"math/bits"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/api"
)

// Follow is the gene that decides whether ids in the path and other references
// come from earlier answers. It also holds which of these parts then keep their
// own values.
type Follow struct {
	Chained, Enabled bool
	Params           uint64 // what may follow: a bit for the index of each parameter, the highest for the body
	Own              uint64 // of these, which do not follow
}

// On reports whether a parameter takes its value from earlier answers.
func (g *Follow) On(param int) bool { return g.Enabled && g.Own&api.Bit(param) == 0 }

// Follows reports the same as On for a bit.
func (g *Follow) Follows(b uint64) bool { return g.Enabled && g.Own&b == 0 }

// keep makes the part of a call with a bit keep its own value.
func (g *Follow) keep(b uint64) {
	if g.Enabled {
		g.Own |= b & g.Params
	}
}

func (g *Follow) Clone() gene.Gene { d := *g; return &d }

// Value returns a bool, or the parameters that keep their values as an int64.
func (g *Follow) Value() any {
	if g.Enabled && g.Own != 0 {
		return int64(g.Own)
	}
	return g.Enabled
}

// Assign reverses Value. It refuses parameters that the call cannot follow.
func (g *Follow) Assign(value any) bool {
	next := *g
	switch v := value.(type) {
	case bool:
		next.Enabled, next.Own = v, 0
	case int64:
		next.Enabled, next.Own = true, uint64(v)
	default:
		return false
	}
	if next.Enabled && !g.Chained || next.Own&^g.Params != 0 {
		return false
	}
	*g = next
	return true
}

// Randomize makes the call follow most of the time.
func (g *Follow) Randomize(r *rand.Rand) {
	g.Enabled, g.Own = g.Chained && chance.Mostly(r), 0
	if g.Enabled && bits.OnesCount64(g.Params) > 1 && chance.Seldom(r) {
		g.flip(r)
	}
}

// Mutate switches following on or off, for all parameters or for one of
// several.
func (g *Follow) Mutate(r *rand.Rand, _ float64) {
	if g.Enabled && bits.OnesCount64(g.Params) > 1 && r.IntN(2) == 0 {
		g.flip(r)
		return
	}
	g.Enabled, g.Own = g.Chained && !g.Enabled, 0
}

func (g *Follow) flip(r *rand.Rand) {
	rest := g.Params
	for range r.IntN(bits.OnesCount64(g.Params)) {
		rest &= rest - 1
	}
	g.Own ^= rest & -rest
}

// Weight returns 0 if there is nothing to follow.
func (g *Follow) Weight() float64 {
	if g.Chained {
		return 1
	}
	return 0
}
