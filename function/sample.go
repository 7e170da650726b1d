package function

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// singleRate is the share of random tests with one call, because most functions have no state.
	singleRate = 0.8
	// maxFirst is the maximum number of calls of a random test.
	maxFirst = 3
	// constantRate is the share of new calls of which an argument is a constant of the program.
	constantRate = 0.2
)

// breeder samples and mutates tests.
type breeder struct {
	subjects  []*subject
	constants []any
	maxCalls  int
	opened    int // number of first samples drawn
	structure testcase.Mutator
	aim       aim.Aim
}

func newBreeder(x *executor) *breeder {
	b := &breeder{subjects: x.subjects, constants: x.inside.known.Constants, maxCalls: x.options.MaxCalls}
	b.structure = testcase.Mutator{New: b.newAction, MaxActions: b.maxCalls}
	b.aim = aim.Aim{Known: x.inside.known, Takers: takers}
	return b
}

// Opening reports whether first samples are left; they are one call of each function.
func (b *breeder) Opening() bool { return b.opened < len(b.subjects) }

// Sample implements [search.Sampler].
func (b *breeder) Sample(r *rand.Rand) *testcase.Case {
	if b.Opening() {
		b.opened++
		return &testcase.Case{Actions: []testcase.Action{b.newCall(r, b.subjects[b.opened-1])}}
	}
	n := 1
	if b.maxCalls > 1 && r.Float64() >= singleRate {
		n = 2 + r.IntN(min(b.maxCalls, maxFirst)-1)
	}
	c := &testcase.Case{}
	for range n {
		c.Actions = append(c.Actions, b.newAction(r))
	}
	return c
}

func (b *breeder) newAction(r *rand.Rand) testcase.Action {
	return b.newCall(r, b.subjects[r.IntN(len(b.subjects))])
}

// newCall returns a call with random arguments. At times one of them is a constant of the program.
func (b *breeder) newCall(r *rand.Rand, s *subject) *call {
	c := newCall(s)
	c.randomize(r)
	if len(b.constants) > 0 && r.Float64() < constantRate {
		b.aim.Hint(r, &testcase.Case{Actions: []testcase.Action{c}}, 0, b.constants)
	}
	return c
}

// Mutate implements [search.Mutator].
func (b *breeder) Mutate(r *rand.Rand, parent *testcase.Case, focus float64) *testcase.Case {
	return b.structure.Mutate(r, parent, focus)
}

// MutateFor implements [search.Aimer]. It removes the calls after the call that reached the target, and mostly
// mutates the arguments of that call.
func (b *breeder) MutateFor(
	r *rand.Rand, parent *search.Evaluated[*testcase.Case], target fitness.ID, focus float64,
) *testcase.Case {
	at := aim.At(parent, target)
	if child := b.aim.Mutate(r, parent.Individual, at, target, focus); child != nil {
		return child
	}
	return b.structure.MutateAt(r, parent.Individual, at, focus)
}
