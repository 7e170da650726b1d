package harvest

import (
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// maxMet bounds the faults that get a test although the search did not find
// them.
const maxMet = 50

// met are the faults that came up first while a suite was made, each with the
// test that showed it.
type met struct {
	faults *api.Faults
	known  map[fitness.ID]bool
	tests  []sighting
}

// sighting is a test that showed a fault.
type sighting struct {
	test   *testcase.Case
	target fitness.ID
}

// newMet begins after a search, which has tests for the faults that it found.
func newMet(faults *api.Faults) *met {
	m := &met{faults: faults, known: map[fitness.ID]bool{}}
	for _, f := range faults.All() {
		m.known[f.Target] = true
	}
	return m
}

// note takes the tests of new faults from an execution. It does nothing before
// the first suite.
func (m *met) note(test *testcase.Case, scores fitness.Scores) {
	if m == nil {
		return
	}
	for _, s := range scores {
		if m.known[s.ID] || !s.Covered() || m.faults.Of(s.ID) == nil || len(m.tests) >= maxMet {
			continue
		}
		m.known[s.ID] = true
		own := test.Clone()
		if !m.faults.IsLeak(s.ID) { // a leak shows at the end of its test
			own.Actions = own.Actions[:min(int(s.Action)+1, len(own.Actions))]
		}
		m.tests = append(m.tests, sighting{own, s.ID})
	}
}
