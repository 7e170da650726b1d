package twin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// tallyEvery is the number of evaluations after which a searcher writes its tallies. It writes them sooner when it sees
// a status for the first time.
const tallyEvery = 500

// tellEvery is the time after which a searcher of a slow system writes them. Only a killed run loses the counts since
// then.
const tellEvery = time.Second

// searcher is an engine that searches in a child process. It writes to its
// journal what it finds and learns, and reads what other workers found.
type searcher struct {
	engine   *run.Engine
	journal  *journal.Writer[*testcase.Case]
	others   []*journal.Reader[*testcase.Case]
	observed func(search.Event) bool // whether the parent wants an event

	marks    *marks
	changes  []search.Change // of the current evaluation
	recorded int             // number of evaluations
	tallyDue bool            // an outcome was seen for the first time
	told     time.Time       // when the tallies were last written
}

// newSearcher returns a searcher without an engine.
func newSearcher(k *searchJob) *searcher {
	return &searcher{observed: k.wanted(), marks: newMarks()}
}

// searcher makes a searcher whose new engine has what the earlier processes found.
func (c *child) searcher(ctx context.Context, k *searchJob) (*searcher, error) {
	s := newSearcher(k)
	w := c.job.Worker
	var err error
	if k.Before.Evaluations == 0 {
		if k.Before, err = c.job.counts(); err != nil {
			return nil, err
		}
	}
	s.engine, err = c.engine(ctx, run.Process{
		Elapsed: k.Before.Elapsed, Budget: c.task.Budget.OrDefault().Share(w.Number, w.Of), Observe: s.note,
		Guard: run.Guard{Watch: s.marks.act}, Until: w.Until,
	}, k.State)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(c.job.readKilledRuns(s.engine), s.open(w)); err != nil {
		s.engine.Close()
		return nil, err
	}
	if k.Before.Evaluations > 0 {
		s.engine.Session().Resume(k.Before)
	}
	return s, nil
}

// open reads the journal of the worker and opens the journals of all workers.
func (s *searcher) open(w worker) error {
	if err := take(s.engine, w.journal(w.Number)); err != nil {
		return err
	}
	p := s.engine.Problem()
	var err error
	s.journal, err = journal.Append(w.journal(w.Number), s.engine.Registry(), p.EncodeCase)
	if err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	for number := range w.Of {
		if number != w.Number {
			s.others = append(s.others, journal.Open(w.journal(number), s.engine.Registry(), p.DecodeCase))
		}
	}
	return nil
}

// take reads a journal into an engine: its tests, tallies and deaths, and what the earlier processes learned.
func take(e *run.Engine, path string) error {
	state, err := journal.Load(path, e.Registry(), e.Problem().DecodeCase)
	if err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	return apply(e, state)
}

// apply puts the content of journals into an engine.
func apply(e *run.Engine, state *journal.State[*testcase.Case]) error {
	for _, test := range state.Tests {
		e.Session().Import(*test)
	}
	if r, ok := e.Problem().(problem.Resumer); ok && len(state.Tallies) > 0 {
		var tallies []problem.Tally
		// each includes the earlier ones
		if err := json.Unmarshal(state.Tallies[len(state.Tallies)-1], &tallies); err != nil {
			return fmt.Errorf("evoke: tallies of the process before: %w", err)
		}
		r.Resume(tallies)
	}
	if err := applyDeaths(e, state.Faults); err != nil {
		return err
	}
	for _, data := range state.Learned {
		if err := learn(e.Problem(), data); err != nil {
			return fmt.Errorf("evoke: %w", err)
		}
	}
	e.Mute()
	return nil
}

// applyDeaths tells the problem of an engine about the deaths in a journal.
func applyDeaths(e *run.Engine, in []json.RawMessage) error {
	m, ok := e.Problem().(problem.Mortal)
	if !ok {
		return nil
	}
	all := make([]death, len(in))
	for i, data := range in {
		if err := json.Unmarshal(data, &all[i]); err != nil {
			return fmt.Errorf("evoke: faults of the process before: %w", err)
		}
	}
	faults, _ := splitFaults(all)
	for _, d := range faults {
		if target, known := m.Died(d.plain()); known {
			e.Session().Cover(target)
		}
	}
	return nil
}

func learn(p problem.Problem, data []byte) error {
	l, ok := p.(problem.Learner)
	if !ok {
		return nil
	}
	return l.Learn(data)
}

// search runs the algorithm, and now and then takes over what other workers found. It ends after so many marks, unless
// that is 0.
func (s *searcher) search(ctx context.Context, marks int) error {
	var wrap run.Wrap
	switch {
	case marks > 0:
		wrap = func(a search.Algorithm[*testcase.Case]) search.Algorithm[*testcase.Case] {
			return &rehearsal{Algorithm: a, marks: s.marks, least: marks}
		}
	case len(s.others) > 0:
		wrap = func(a search.Algorithm[*testcase.Case]) search.Algorithm[*testcase.Case] {
			return &immigrate{Algorithm: a, searcher: s}
		}
	}
	return s.engine.Search(ctx, wrap)
}

// note receives every event of the search.
func (s *searcher) note(e search.Event) {
	s.marks.event(e)
	switch e := e.(type) {
	case search.Improved:
		s.changed(e.Target, e.Value, e.Before)
	case search.Covered:
		s.changed(e.Target, 1, 0)
	case search.Evaluation:
		s.record()
	}
	if s.observed(e) {
		_ = s.journal.Observe(e)
	}
}

// changed collects a change of the archive until the end of the evaluation.
func (s *searcher) changed(t fitness.Target, value, before float64) {
	s.tallyDue = s.tallyDue || ofOutcomes(t.Kind)
	s.changes = append(s.changes, search.Change{ID: s.engine.Registry().ID(t), Value: value, Before: before})
}

// record writes what the last evaluation changed. The journal keeps its first
// error and returns it when it is closed.
// ofOutcomes reports whether targets of a kind tell what actions came to, and not
// which code ran. The tallies then count something new.
func ofOutcomes(k fitness.Kind) bool {
	switch k {
	case sut.StatementTarget, sut.BranchTarget, sut.LineTarget, sut.FileTarget:
		return false
	}
	return true
}

func (s *searcher) record() {
	if len(s.changes) > 0 {
		best, _ := s.engine.Session().Archive().Best(s.changes[0].ID)
		_ = s.journal.Improved(best, s.changes)
		s.changes = s.changes[:0]
	}
	if s.recorded++; s.tallyDue || s.recorded%tallyEvery == 0 || time.Since(s.told) > tellEvery {
		s.tallyDue = false
		s.tell()
	}
}

// tell writes what the process counted and learned.
func (s *searcher) tell() {
	s.told = time.Now()
	_ = s.journal.Stats(s.engine.Session().Stats())
	_ = s.journal.Tally(s.engine.Problem().Tallies())
	l, ok := s.engine.Problem().(problem.Learner)
	if !ok {
		return
	}
	if data, err := l.Learned(); err == nil && data != nil {
		_ = s.journal.Learned(data)
	}
}

// alsoObserve returns an observer that calls other too.
func (s *searcher) alsoObserve(other func(search.Event)) func(search.Event) {
	return func(e search.Event) {
		s.note(e)
		if other != nil {
			other(e)
		}
	}
}

// close writes the remaining findings and counts, and closes the journals.
func (s *searcher) close() error {
	if s.journal == nil {
		return nil
	}
	s.tell()
	if err := s.journal.Close(); err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	return nil
}

// immigrate is an algorithm that now and then takes over what the other workers found and learned.
type immigrate struct {
	search.Algorithm[*testcase.Case]
	searcher *searcher
	steps    int
}

// immigrateEvery is the number of steps between two readings of the journals.
const immigrateEvery = 200

// Step implements [search.Algorithm].
func (a *immigrate) Step(ctx context.Context, s *search.Session[*testcase.Case]) error {
	if a.steps++; a.steps%immigrateEvery == 0 {
		for _, other := range a.searcher.others {
			// A journal that cannot be read now may be readable later. The suite
			// still gets what it holds.
			_, _ = other.Next(journal.Callbacks[*testcase.Case]{
				Improved: func(e *search.Evaluated[*testcase.Case]) { s.Import(*e) },
				Learned:  func(_ int, data json.RawMessage) { _ = learn(a.searcher.engine.Problem(), data) },
			})
		}
	}
	return a.Algorithm.Step(ctx, s)
}
