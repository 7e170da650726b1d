package action

import (
	"math/bits"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/api"
)

// Follow is the gene that decides whether ids in the path and other references take their values from earlier answers,
// and which of these parts keep their own values.
type Follow struct {
	Chained bool   // some part may follow
	Enabled bool   // parts follow
	Params  uint64 // parts that may follow: a bit for each index of a parameter, and the highest bits for the body
	Own     uint64 // the parts among them that keep their own values
}

// On reports whether a parameter takes its value from earlier answers.
func (g *Follow) On(param int) bool { return g.Enabled && g.Own&api.Bit(param) == 0 }

// Follows reports the same as On for the bit of a part.
func (g *Follow) Follows(b uint64) bool { return g.Enabled && g.Own&b == 0 }

// keep makes the part with a bit keep its own value.
func (g *Follow) keep(b uint64) {
	if g.Enabled {
		g.Own |= b & g.Params
	}
}

func (g *Follow) Clone() gene.Gene { d := *g; return &d }

// Value returns a bool, or an int64 with the bits of the parts that keep their own values.
func (g *Follow) Value() any {
	if g.Enabled && g.Own != 0 {
		return int64(g.Own)
	}
	return g.Enabled
}

// Assign reverses Value. It refuses parts that cannot follow.
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
		g.switchRandom(r)
	}
}

// Mutate switches following on or off: for all parts, or for one of several parts.
func (g *Follow) Mutate(r *rand.Rand, _ float64) {
	if g.Enabled && bits.OnesCount64(g.Params) > 1 && r.IntN(2) == 0 {
		g.switchRandom(r)
		return
	}
	g.Enabled, g.Own = g.Chained && !g.Enabled, 0
}

// switchRandom switches following on or off for a random part.
func (g *Follow) switchRandom(r *rand.Rand) {
	rest := g.Params
	for range r.IntN(bits.OnesCount64(g.Params)) {
		rest &= rest - 1
	}
	g.Own ^= rest & -rest
}

// Weight returns 1, or 0 if no part may follow.
func (g *Follow) Weight() float64 {
	if g.Chained {
		return 1
	}
	return 0
}
