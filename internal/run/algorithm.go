package run

import (
	"context"

	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// Default stands for MIO with parameters that fit what the search sees. The engine replaces it by [BlackBox] or
// [WhiteBox]. Without an engine it is WhiteBox.
type Default struct{ mio *mio.MIO[*testcase.Case] }

// Step implements [search.Algorithm].
func (d *Default) Step(ctx context.Context, s *search.Session[*testcase.Case]) error {
	if d.mio == nil {
		d.mio = WhiteBox()
	}
	return d.mio.Step(ctx, s)
}

// BlackBox returns MIO for a search that sees only responses. Nearly all of its targets have no gradient, so a
// different test reaches them sooner than a similar one. So at least half of the steps sample, and mutants are made
// from the best test and not from the mutant before. The other parameters are those of the paper.
// bench/results/history.md compares the two.
func BlackBox() *mio.MIO[*testcase.Case] {
	return &mio.MIO[*testcase.Case]{
		Pr: mio.Ramp{Start: 0.9, End: 0.5},
		M:  mio.Ramp{Start: 1, End: 1},
		F:  0.8,
	}
}

// WhiteBox returns MIO for a search that sees branch distances. It samples more than the paper's parameters do, also at
// the end, since samples contain calls that succeeded before: with fewer samples, random search was better on services
// whose targets depend on state (bench/results/history.md). If mutants gain more for their cost, it samples less.
func WhiteBox() *mio.MIO[*testcase.Case] {
	return &mio.MIO[*testcase.Case]{
		Pr: mio.Ramp{Start: 0.9, End: 0.5},
		M:  mio.Ramp{Start: 1, End: 5},

		Adaptive: true,
	}
}

// algorithm returns the algorithm of the user, or the default that suits the
// search.
func (e *Engine) algorithm() search.Algorithm[*testcase.Case] {
	_, fitting := e.task.Algorithm.(*Default)
	switch {
	case e.task.Algorithm != nil && !fitting:
		return e.task.Algorithm
	case e.probes != nil || e.task.Traced():
		return WhiteBox()
	}
	return BlackBox()
}

// openings is an algorithm that first evaluates the first samples of the problem, so that small budgets reach all
// operations. Then it runs another algorithm, which finds the first samples in the archive.
type openings struct {
	search.Algorithm[*testcase.Case]
	problem problem.Opener
}

// Step implements [search.Algorithm].
func (a *openings) Step(ctx context.Context, s *search.Session[*testcase.Case]) error {
	if !a.problem.Opening() {
		return a.Algorithm.Step(ctx, s)
	}
	_, err := s.Evaluate(ctx, s.Sample())
	return err
}
