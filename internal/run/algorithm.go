package run

import (
	"context"

	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// Default is MIO with parameters that fit what the search sees: the engine takes
// [BlackBox] or [WhiteBox] in its place.
type Default struct{}

// Step implements [search.Algorithm], for engines of others.
func (Default) Step(ctx context.Context, s *search.Session[*testcase.Case]) error {
	return WhiteBox().Step(ctx, s)
}

// BlackBox returns MIO for a search that sees responses only. Nearly all of its
// targets have no gradient: what finds them is another test, not a closer one.
// So at least half of the steps sample, and mutants are not made in a row; the
// other parameters are those of the paper. RESULTS.md has the comparison.
func BlackBox() *mio.MIO[*testcase.Case] {
	return &mio.MIO[*testcase.Case]{
		Pr: mio.Ramp{Start: 0.9, End: 0.5},
		M:  mio.Ramp{Start: 1, End: 1},
		F:  0.8,
	}
}

// WhiteBox returns MIO for a search that sees branch distances. It samples more
// than the paper's parameters do, at the end as well: sampled tests are made of
// what succeeded before, and with fewer of them random search was ahead on
// services whose targets depend on state. RESULTS.md has the comparison.
func WhiteBox() *mio.MIO[*testcase.Case] {
	return &mio.MIO[*testcase.Case]{
		Pr: mio.Ramp{Start: 0.9, End: 0.5},
		M:  mio.Ramp{Start: 1, End: 5},
	}
}

// algorithm is the one that the user chose, or the one that fits.
func (e *Engine) algorithm() search.Algorithm[*testcase.Case] {
	_, fitting := e.task.Algorithm.(Default)
	switch {
	case e.task.Algorithm != nil && !fitting:
		return e.task.Algorithm
	case e.probes != nil || e.task.Traced():
		return WhiteBox()
	}
	return BlackBox()
}

// openings is an algorithm that begins with the first samples of the problem,
// so that small budgets reach all operations. The algorithm proper finds them in
// the archive.
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
