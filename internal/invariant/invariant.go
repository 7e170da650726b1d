// Package invariant learns what holds in all but a few accepted executions of an operation: relations between the
// values that were sent and the values that were answered. It follows AGORA+ (Alonso et al., TOSEM 2025), which gives
// the requests and answers of an API to Daikon.
//
// A [Miner] gets the values of each execution as an [Observation]. A relation is a candidate once it holds in one of
// the first executions, and is dropped when it is broken too often. [Miner.Laws] returns the rest, without those that
// would hold by chance: a relation counts only if it mostly fails once its values are taken from different executions.
package invariant

import (
	"cmp"
	"slices"
	"sync"
)

// Law is a relation that held in all but a few executions.
type Law struct {
	// Text is the relation in words, such as "response/total is the sum of response/items/*/price": the total is the
	// sum of the prices of all items in the same answer.
	Text string
	// Held is the number of executions, or elements of lists, in which the relation held, and Broken the number of the
	// others.
	Held, Broken int
	// Right names an execution in which the relation held, and Wrong the first in which it was broken; "" for a
	// relation that always held.
	Right, Wrong string
}

// Observation has the values that an accepted execution sent and got.
type Observation struct {
	Operation string
	// Sent and Got have the values that were sent and answered, as plain data. See package value.
	Sent, Got []Value
	// Name returns a name of the execution. It is called for few executions.
	Name func() string
}

// Value is a value with its place, such as "query limit" or "body".
type Value struct {
	Place string
	Plain any
}

const (
	// leastHeld is the number of executions that a law needs, and leastValues the number of different values in them.
	leastHeld, leastValues = 30, 8
	// mostBroken and sharePerBroken bound the exceptions of a law: so many, and one more for so many executions in
	// which it held.
	mostBroken, sharePerBroken = 2, 50
	// learning is the number of executions of an operation after which only every eighth counts.
	learning, learningPace = 2000, 8
)

// Miner learns laws. The zero value has learnt nothing. It is not safe for concurrent use.
type Miner struct {
	points map[string]*point
	order  []*point
}

// Learn learns from an execution.
func (m *Miner) Learn(o *Observation) {
	at := m.point(o.Operation, "")
	if at.seen++; at.seen > learning && at.seen%learningPace != 0 {
		return
	}
	name := sync.OnceValue(o.Name)
	for place, r := range places(o.Sent, o.Got) {
		m.point(o.Operation, place).learn(r.names, r.values, name)
	}
}

// point returns the point of an operation, or of the elements of a list in its answers.
func (m *Miner) point(operation, list string) *point {
	key := operation + "\x00" + list
	p := m.points[key]
	if p == nil {
		p = &point{operation: operation, list: list, at: map[string]int{}, known: map[relation]bool{}}
		if m.points == nil {
			m.points = map[string]*point{}
		}
		m.points[key] = p
		m.order = append(m.order, p)
	}
	return p
}

// Laws returns the laws of an operation, sorted by text.
func (m *Miner) Laws(operation string) (out []Law) {
	for _, p := range m.order {
		if p.operation == operation {
			out = append(out, p.laws()...)
		}
	}
	slices.SortFunc(out, func(a, b Law) int { return cmp.Compare(a.Text, b.Text) })
	return slices.CompactFunc(out, func(a, b Law) bool { return a.Text == b.Text })
}
