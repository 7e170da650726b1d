package rest

import (
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

// recallEvery is how many successes of an operation pass until one is kept
// whatever its length.
const recallEvery = 16

// recall keeps calls of an operation that succeeded, each after those before it
// that changed something: in one half the shortest, which need the least, in
// the other some of the latest, which may do more.
type recall struct {
	tests [][]*call
	seen  uint
}

// keep adds the last of some calls.
func (m *recall) keep(calls []*call) {
	m.seen++
	at := len(m.tests)
	switch longest := m.longest(); {
	case at < recallSize:
		m.tests = append(m.tests, nil)
	case len(calls) < len(m.tests[longest]):
		at = longest
	case m.seen%recallEvery == 0:
		at = recallSize/2 + int(m.seen/recallEvery)%(recallSize-recallSize/2)
	default:
		return
	}
	copied := make([]*call, len(calls))
	for i, c := range calls {
		copied[i] = c.Clone().(*call)
	}
	m.tests[at] = copied
}

// longest is the longest in the half of the short ones.
func (m *recall) longest() int {
	at := 0
	for i, t := range m.tests[:min(len(m.tests), recallSize/2)] {
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
