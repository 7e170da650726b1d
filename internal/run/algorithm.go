package run

import (
	"context"

	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// Default stands for MIO with parameters that suit what the search sees. The
// engine replaces it with [BlackBox] or [WhiteBox]. Where nobody does, it is WhiteBox.
type Default struct{ mio *mio.MIO[*testcase.Case] }

// Step implements [search.Algorithm].
func (d *Default) Step(ctx context.Context, s *search.Session[*testcase.Case]) error {
	if d.mio == nil {
		d.mio = WhiteBox()
	}
	return d.mio.Step(ctx, s)
}

// BlackBox returns MIO for a search that sees only responses. Nearly all of its
// targets have no gradient, so a different test reaches them rather than a
// closer one. At least half of the steps therefore sample, and no mutant is
// made from the mutant before it. The other parameters are those of the paper.
// bench/results/history.md compares the two.
func BlackBox() *mio.MIO[*testcase.Case] {
	return &mio.MIO[*testcase.Case]{
		Pr: mio.Ramp{Start: 0.9, End: 0.5},
		M:  mio.Ramp{Start: 1, End: 1},
		F:  0.8,
	}
}

// WhiteBox returns MIO for a search that sees branch distances. It samples more
// than the paper's parameters do, at the end as well. Samples contain calls
// that succeeded before. With fewer samples, random search was ahead on
// services whose targets depend on state. bench/results/history.md compares the two. Where mutants
// bring more for their cost, it samples less than that.
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

// openings is an algorithm that evaluates the first samples of the problem and
// then runs another algorithm, so that small budgets reach all operations. The
// other algorithm finds the first samples in the archive.
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
