package run

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// patience is how often in a row the makers of tests may panic before the search ends.
const patience = 100

// makers calls makers of tests across a border: after a panic the maker is called again.
type makers struct {
	own    search.Problem[*testcase.Case]
	border *supervise.Border
	failed error
}

// aimers are makers for a mutator that implements [search.Aimer].
type aimers struct {
	*makers
	aimer search.Aimer[*testcase.Case]
}

// bordered returns a problem whose makers of tests cannot end the process by a panic.
func bordered(p search.Problem[*testcase.Case], b *supervise.Border) search.Problem[*testcase.Case] {
	m := &makers{own: p, border: b}
	out := search.Problem[*testcase.Case]{Sampler: m, Mutator: m, Evaluator: m}
	if aimer, ok := p.Mutator.(search.Aimer[*testcase.Case]); ok {
		out.Mutator = &aimers{m, aimer}
	}
	return out
}

// Sample implements [search.Sampler].
func (m *makers) Sample(r *rand.Rand) (c *testcase.Case) {
	for range patience {
		if m.border.Try("the maker of tests", func() { c = m.own.Sampler.Sample(r) }) {
			return c
		}
	}
	slips := m.border.Slips()
	m.failed = fmt.Errorf("no test can be made: %s", &slips[len(slips)-1])
	return &testcase.Case{}
}

// Mutate implements [search.Mutator].
func (m *makers) Mutate(r *rand.Rand, parent *testcase.Case, focus float64) (c *testcase.Case) {
	if m.border.Try("the mutator of tests", func() { c = m.own.Mutator.Mutate(r, parent, focus) }) {
		return c
	}
	return m.Sample(r)
}

// MutateFor implements [search.Aimer].
func (m *aimers) MutateFor(
	r *rand.Rand, parent *search.Evaluated[*testcase.Case], target fitness.ID, focus float64,
) (c *testcase.Case) {
	if m.border.Try("the mutator that aims", func() { c = m.aimer.MutateFor(r, parent, target, focus) }) {
		return c
	}
	return m.Sample(r)
}

// Evaluate implements [search.Evaluator].
func (m *makers) Evaluate(ctx context.Context, c *testcase.Case) (search.Evaluated[*testcase.Case], error) {
	if m.failed != nil {
		return search.Evaluated[*testcase.Case]{}, m.failed
	}
	return m.own.Evaluator.Evaluate(ctx, c)
}
