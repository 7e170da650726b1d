package rest

import (
	"math/bits"
	"math/rand/v2"

	"github.com/evoke-go/evoke/testcase"
)

const (
	// recallSize is how many successful calls of an operation are kept.
	recallSize = 4
	// recallRate is the share of calls made for the sake of others that are one
	// of these. What an operation demands may have taken long to find.
	recallRate = 0.5
)

// recall keeps calls of an operation that succeeded: the first ones, then one
// at each doubling of their number, so that old and new ones are there.
type recall struct {
	calls []*call
	seen  uint
}

func (m *recall) keep(c *call) {
	m.seen++
	switch {
	case len(m.calls) < recallSize:
		m.calls = append(m.calls, c.Clone().(*call))
	case m.seen&(m.seen-1) == 0:
		m.calls[bits.TrailingZeros(m.seen)%recallSize] = c.Clone().(*call)
	}
}

// helpfulCall returns a call of an operation that is made for what it does to
// the state: often one that succeeded before.
func (p *Problem) helpfulCall(r *rand.Rand, op *operation) *call {
	if kept := p.recalls[op.index].calls; len(kept) > 0 && r.Float64() < recallRate {
		return kept[r.IntN(len(kept))].Clone().(*call)
	}
	return p.newCall(r, op)
}

// before returns a call to put before another one: often of an operation that
// may create what that one needs, which then takes the id from its answer.
func (p *Problem) before(r *rand.Rand, next testcase.Action) testcase.Action {
	c := next.(*call)
	op := p.ops[r.IntN(len(p.ops))]
	if makers := c.op.creators; len(makers) > 0 && r.Float64() < creatorRate {
		op = makers[r.IntN(len(makers))]
		c.follow.on = c.op.chained
	}
	return p.helpfulCall(r, op)
}
