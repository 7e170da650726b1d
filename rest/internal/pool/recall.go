// Package pool has everything that a search of the REST problem knows about values for calls, besides its archive:
// calls that succeeded with the calls before them, values that were accepted or answered, constants of the program,
// values that its conditions compared, and samples of real requests.
//
// A search writes what it learns to the journal. So a process that goes on with a search knows as much as the process
// before it, and parallel processes learn from each other.
package pool

import (
	"math/bits"

	"github.com/evoke-go/evoke/rest/internal/action"
)

// recallSize is how many successful calls are kept for each operation.
const recallSize = 4

// recallEvery says that one in so many successes is kept whatever its length,
// for an operation that needs others.
const recallEvery = 16

// recall keeps successful calls of an operation, each after the calls that
// changed something before it. It keeps the first ones, then shorter ones, and
// one at each doubling of their number, so that it has old and new ones. If the
// operation needs what others make, the shortest calls have done the least
// before it. Half of the kept calls are then late ones of any length.
type recall struct {
	late  bool // half of them are late ones
	tests [][]*action.Call
	seen  uint
}

// keep adds the last of some calls. It reports whether it kept them.
func (m *recall) keep(calls []*action.Call) bool {
	m.seen++
	at := m.slot(len(calls))
	if at < 0 {
		return false
	}
	if at == len(m.tests) {
		m.tests = append(m.tests, nil)
	}
	m.tests[at] = copied(calls)
	return true
}

func copied(calls []*action.Call) []*action.Call {
	out := make([]*action.Call, len(calls))
	for i, c := range calls {
		out[i] = c.Clone().(*action.Call)
	}
	return out
}

// slot returns the index at which to keep so many calls, or -1 for none.
func (m *recall) slot(length int) int {
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

// short returns how many of the kept calls are there because they are short.
func (m *recall) short() int {
	if m.late {
		return recallSize / 2
	}
	return recallSize
}

// longest returns the index of the longest of the short ones.
func (m *recall) longest() int {
	at := 0
	for i, t := range m.tests[:m.short()] {
		if len(t) > len(m.tests[at]) {
			at = i
		}
	}
	return at
}
