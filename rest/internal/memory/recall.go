// Package memory is what a search of the REST problem learns beside its archive.
package memory

import (
	"math/bits"

	"github.com/evoke-go/evoke/rest/internal/action"
)

// recallSize is how many successful calls of an operation are kept.
const recallSize = 4

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
	tests [][]*action.Call
	seen  uint
}

// keep adds the last of some calls. It reports whether they are kept.
func (m *recall) keep(calls []*action.Call) bool {
	m.seen++
	at := m.place(len(calls))
	if at < 0 {
		return false
	}
	if at == len(m.tests) {
		m.tests = append(m.tests, nil)
	}
	copied := make([]*action.Call, len(calls))
	for i, c := range calls {
		copied[i] = c.Clone().(*action.Call)
	}
	m.tests[at] = copied
	return true
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
