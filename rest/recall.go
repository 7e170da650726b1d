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

// beforeRate is the share of the other calls put before one that change the
// state of the same resource, where any do.
const beforeRate = 0.6

// recallEvery is how many successes of an operation that needs others pass
// until one is kept whatever its length.
const recallEvery = 16

// recall keeps calls of an operation that succeeded, each after those before it
// that changed something: the first ones, then shorter ones and one at each
// doubling of their number, so that old and new ones are there. Where one needs
// what others make, the shortest have done the least before: then half of those
// kept are late ones of any length.
type recall struct {
	late  bool // half of them are late ones
	tests [][]*call
	seen  uint
}

// keep adds the last of some calls.
func (m *recall) keep(calls []*call) {
	m.seen++
	at := m.place(len(calls))
	if at < 0 {
		return
	}
	if at == len(m.tests) {
		m.tests = append(m.tests, nil)
	}
	copied := make([]*call, len(calls))
	for i, c := range calls {
		copied[i] = c.Clone().(*call)
	}
	m.tests[at] = copied
}

// place is where to keep so many calls, -1 for nowhere.
func (m *recall) place(length int) int {
	if len(m.tests) < recallSize {
		return len(m.tests)
	}
	longest := m.longest()
	switch {
	case length < len(m.tests[longest]):
		return longest
	case m.late && m.seen%recallEvery == 0:
		return m.short() + int(m.seen/recallEvery)%(recallSize-m.short())
	case !m.late && m.seen&(m.seen-1) == 0 && length == len(m.tests[longest]):
		return bits.TrailingZeros(m.seen) % recallSize
	}
	return -1
}

// short is how many of them are kept for being short.
func (m *recall) short() int {
	if m.late {
		return recallSize / 2
	}
	return recallSize
}

// longest is the longest of the short ones.
func (m *recall) longest() int {
	at := 0
	for i, t := range m.tests[:m.short()] {
		if len(t) > len(m.tests[at]) {
			at = i
		}
	}
	return at
}

// succeeded notes a call of the present test that was answered with success.
func (p *Problem) succeeded(c *call) {
	p.done = append(p.done, c)
	p.recalls[c.op.index].keep(p.done)
	if c.op.spec.Method == "GET" || c.op.spec.Method == "HEAD" {
		p.done = p.done[:len(p.done)-1]
	}
}

// helpful returns one to room calls that end with one of an operation and are
// made for what they do to the state: often such as succeeded before, else a
// new one after what may prepare for it.
func (p *Problem) helpful(r *rand.Rand, op *operation, room int) []testcase.Action {
	if kept := p.recalls[op.index].tests; len(kept) > 0 && r.Float64() < recallRate {
		calls := kept[r.IntN(len(kept))]
		calls = calls[max(0, len(calls)-room):]
		out := make([]testcase.Action, len(calls))
		for i, c := range calls {
			out[i] = c.Clone()
		}
		return out
	}
	return p.prepared(r, nil, op, room)
}

// before returns calls to put before another one: often of an operation that
// may create what that one needs, which then takes the id, or change its state.
func (p *Problem) before(r *rand.Rand, next testcase.Action, room int) []testcase.Action {
	c := next.(*call)
	op := p.ops[r.IntN(len(p.ops))]
	if makers := c.op.creators; len(makers) > 0 && r.Float64() < creatorRate {
		op = makers[r.IntN(len(makers))]
		c.follow.on = c.op.chained
	} else if len(c.op.siblings) > 0 && r.Float64() < beforeRate {
		op = p.sibling(r, c.op)
		c.follow.on = c.op.chained
	}
	calls := p.helpful(r, op, room)
	p.bind(r, c, calls)
	return calls
}
