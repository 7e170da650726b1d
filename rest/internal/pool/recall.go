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

// recallEvery is the distance between successes that are kept whatever their length, for an operation that needs other
// operations.
const recallEvery = 16

// recall keeps successful tests of an operation: each successful call after the calls that changed something before it.
// It keeps the first tests, and replaces the longest by shorter ones. If late is not set, it also keeps a test each
// time the number of successes doubles, so that it has old and new tests. If the operation needs resources that other
// operations create, late is set: the shortest tests did the least before the call, so half of the kept tests are later
// ones of any length.
type recall struct {
	late  bool // half of the tests are later ones of any length
	tests [][]*action.Call
	seen  uint
}

// keep adds a test that ends with a successful call. It reports whether it kept the test.
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

// slot returns the index at which to keep a test of a length, -1 for no place.
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

// short returns the number of tests that are kept because they are short. They come first.
func (m *recall) short() int {
	if m.late {
		return recallSize / 2
	}
	return recallSize
}

// longest returns the index of the longest test among those that are kept because they are short.
func (m *recall) longest() int {
	at := 0
	for i, t := range m.tests[:m.short()] {
		if len(t) > len(m.tests[at]) {
			at = i
		}
	}
	return at
}
