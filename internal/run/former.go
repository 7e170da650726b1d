package run

import (
	"context"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/internal/archive"
	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// earlier has the tests of earlier runs for an engine.
type earlier struct {
	former  []problem.Former // the tests of an earlier suite
	changes *report.Changes  // of the former tests; nil if there is no earlier suite
	seeds   []*testcase.Case // from a fuzzer, and from a killed run
}

// recall decodes the tests of an earlier suite, and the inputs that a fuzzer found. It drops tests that cannot be
// decoded any more. tests is nil if there is no earlier suite.
func (l *earlier) recall(p problem.Problem, tests []archive.Test, crashers [][]byte) {
	a, ok := p.(problem.Archivist)
	if !ok {
		return
	}
	for _, plain := range crashers {
		if c, _, err := a.Recall(plain); err == nil { // else it is a test of another problem
			l.seeds = append(l.seeds, c)
		}
	}
	if tests == nil {
		return
	}
	l.changes = &report.Changes{}
	for i := range tests {
		t := &tests[i]
		c, losses, err := a.Recall(t.Case)
		if err != nil {
			l.changes.Drop(t.Name, archive.Unmade+deliver.FirstLine(err))
			continue
		}
		if len(losses) > 0 {
			l.changes.Change(t.Name, strings.Join(losses, "; "))
		}
		l.former = append(l.former, problem.Former{
			Name: t.Name, Purpose: t.Purpose, Ways: t.Ways, Outcomes: t.Outcomes, Case: c,
		})
	}
}

// Seed adds tests that the search evaluates first, after those of an earlier suite.
func (e *Engine) Seed(cases []*testcase.Case) { e.earlier.seeds = append(e.earlier.seeds, cases...) }

// first returns the tests with which the search begins.
func (l *earlier) first() (cases []*testcase.Case) {
	for i := range l.former {
		cases = append(cases, l.former[i].Case)
	}
	return append(cases, l.seeds...)
}

// Archived returns the tests of the last suite as data that people can read, by
// their names. It returns nil if the problem cannot do that.
func (e *Engine) Archived() (map[string][]byte, error) {
	a, ok := e.problem.(problem.Archivist)
	if !ok {
		return nil, nil
	}
	tests, err := a.Archived()
	if err != nil {
		return nil, fmt.Errorf("evoke: the archive of the tests: %w", err)
	}
	return tests, nil
}

// replay is an algorithm that first evaluates tests of earlier runs.
type replay struct {
	search.Algorithm[*testcase.Case]
	cases []*testcase.Case
	// each is the number of tests by which a step advances: the number of workers.
	next, each int
}

// Step implements [search.Algorithm].
func (a *replay) Step(ctx context.Context, s *search.Session[*testcase.Case]) error {
	if a.next >= len(a.cases) {
		return a.Algorithm.Step(ctx, s)
	}
	c := a.cases[a.next]
	a.next += a.each
	_, err := s.Evaluate(ctx, c.Clone())
	return err
}
