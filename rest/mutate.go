package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/memory"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// mutator mutates tests: their structure, their values, and, for one target,
// values that the program may look for.
type mutator struct {
	structure testcase.Mutator
	known     sut.Inside // of the program
	memory    *memory.Memory
}

func newMutator(s *sampler, mem *memory.Memory, known sut.Inside) *mutator {
	return &mutator{
		structure: testcase.Mutator{New: s.newAction, Before: s.before, MaxActions: s.maxCalls}, known: known, memory: mem,
	}
}

// mutateFor returns a mutant for one target. It removes the calls after the
// call that reached the target, and mostly changes that call.
func (m *mutator) mutateFor(r *rand.Rand, parent *search.Evaluated[*testcase.Case], target fitness.ID, focus float64) *testcase.Case {
	at := len(parent.Individual.Actions) - 1
	for _, s := range parent.Scores {
		if s.ID == target {
			at = min(int(s.Action), at)
		}
	}
	if child := m.guess(r, parent.Individual, at, target, focus); child != nil {
		return child
	}
	return m.structure.MutateAt(r, parent.Individual, at, focus)
}

// guess returns a test with a value that the program may look for: a constant
// of the condition, a value that the condition compared, or the value of
// another gene; or it changes one value in all its genes. It returns nil most
// of the time.
func (m *mutator) guess(r *rand.Rand, parent *testcase.Case, at int, target fitness.ID, focus float64) *testcase.Case {
	if m.known.Watch != nil {
		m.known.Watch(target)
	}
	if m.known.Values == nil && m.known.Seen == nil {
		return nil
	}
	chance := r.Float64()
	if chance >= hintRate+2*copyRate+equalRate {
		return nil
	}
	child, changed := parent.Upto(at), false
	switch {
	case chance < hintRate:
		changed = hint(r, child, at, m.hints(r, target))
	case chance < hintRate+copyRate:
		changed = copyValue(r, child.Actions[at], child.Actions[at])
	case chance < hintRate+2*copyRate:
		changed = at > 0 && copyValue(r, child.Actions[at], child.Actions[r.IntN(at)])
	default:
		changed = mutateEqual(r, child, at, focus)
	}
	if !changed {
		return nil
	}
	return child
}

// hints returns the constants of a condition, or the values that it compared.
// Many of the latter come from the calls themselves.
func (m *mutator) hints(r *rand.Rand, target fitness.ID) []any {
	var constants []any
	if m.known.Values != nil {
		constants = m.known.Values(target)
	}
	if m.known.Seen == nil || len(constants) > 0 && r.Float64() < constantRate {
		return constants
	}
	return m.memory.Compared(target, m.known.Seen(target))
}
