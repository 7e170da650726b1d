package resource

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// Space has the parts that tests are made of.
type Space struct {
	API *api.API
	*Resources
	// Graph has the known dependencies between resources.
	Graph *Graph
	// Nouns returns the nouns of an English text. It may be nil.
	Nouns func(text string) []string
	// New returns a random call of an operation.
	New func(r *rand.Rand, op *api.Operation) *action.Call
	// MaxCalls bounds the calls of a test.
	MaxCalls int
}

// randomCall returns a random call of a random operation. The call takes no values from earlier answers.
func (s *Space) randomCall(r *rand.Rand) *action.Call {
	c := s.New(r, s.API.Ops[r.IntN(len(s.API.Ops))])
	c.Unchain()
	return c
}

// Random samples tests of 1 to MaxCalls independent random calls, and changes tests without regard to the resources of
// their calls. It is the Base1 of Zhang 2021.
type Random struct {
	*Space
	structure testcase.Mutator
}

// NewRandom returns the policy.
func NewRandom(s *Space) *Random {
	p := &Random{Space: s}
	p.structure = testcase.Mutator{New: func(r *rand.Rand) testcase.Action { return s.randomCall(r) },
		MaxActions: s.MaxCalls}
	return p
}

// Sample returns a new test.
func (p *Random) Sample(r *rand.Rand) *testcase.Case {
	c := &testcase.Case{}
	for range 1 + r.IntN(p.MaxCalls) {
		c.Actions = append(c.Actions, p.randomCall(r))
	}
	return c
}

// Mutate returns a changed copy of a test. The focus goes from 0 to 1, as for gene.Gene.
func (p *Random) Mutate(r *rand.Rand, parent *search.Evaluated[*testcase.Case], focus float64) *testcase.Case {
	for _, a := range parent.Individual.Actions {
		a.(*action.Call).Unchain() // a call from another process may follow earlier answers
	}
	return p.structure.Mutate(r, parent.Individual, focus)
}

// Evaluated is told the scores of a test. It does not need them.
func (p *Random) Evaluated(*testcase.Case, fitness.Scores) {}
