package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
)

// Options are the settings of a session. The zero value is valid.
type Options struct {
	// Seed is the seed of the random numbers; the default is 0.
	Seed uint64
	// Budget ends the search; the default is [Cost] of 10,000.
	Budget Budget
	// Step is the name of a unit of cost, such as "act", for [Stats].Step; the default is "", a call.
	Step string
	// Observe gets every event, on the goroutine of the search. The default is nil.
	Observe func(Event)
	// Clock returns the time for [Stats].Elapsed; the default is [time.Now].
	Clock func() time.Time
}

// defaultCost is the budget of a session without Options.Budget.
const defaultCost = 10_000

// maxIdleSteps is how many steps in a row may pass without an evaluation.
const maxIdleSteps = 1000

// ErrIdle is what [Session.Run] returns when an algorithm makes a thousand steps without an evaluation, because such a
// search would never end.
var ErrIdle = errors.New("search: the algorithm makes no evaluations")

// Session is one search on one problem. An algorithm can evaluate only through it, so no evaluation escapes the budget,
// the archive or the observer. A Session is not safe for concurrent use.
type Session[I any] struct {
	problem  Problem[I]
	registry *fitness.Registry
	budget   Budget
	observe  func(Event)
	clock    func() time.Time

	seed     uint64
	rand     *rand.Rand
	archive  Archive[I]
	stats    Stats
	progress float64
	started  time.Time
	earlier  time.Duration // the time of the session that this one resumes
	imported []*Evaluated[I]
	broken   error // the first error of the evaluator
}

// NewSession returns a session for a problem. The evaluator of the problem takes its target ids from the registry, and
// the session takes the names of targets in events from there. The registry may be nil if nobody observes.
func NewSession[I any](p Problem[I], registry *fitness.Registry, o Options) *Session[I] {
	if o.Budget == nil {
		o.Budget = Cost(defaultCost)
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	s := &Session[I]{
		problem:  p,
		registry: registry,
		budget:   o.Budget,
		observe:  o.Observe,
		clock:    o.Clock,
		seed:     o.Seed,
		rand:     newRand(o.Seed, 0),
		stats:    Stats{Step: o.Step},
	}
	s.progress = s.budget(s.stats)
	return s
}

// newRand returns the random numbers of a session that resumes after a number of evaluations. The second half of the
// seed is an arbitrary constant.
func newRand(seed uint64, evaluations int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15+uint64(evaluations)))
}

// Run lets an algorithm search until the budget is used up, and returns nil then. It returns the error of the context
// if the context ends first, the error of the evaluator if it had one, or [ErrIdle]. The archive is usable in every
// case. A further Run continues the search.
func (s *Session[I]) Run(ctx context.Context, a Algorithm[I]) error {
	s.broken = nil
	s.start()
	idle := 0
	for s.progress < 1 {
		before := s.stats.Evaluations
		err := s.step(ctx, a)
		if err != nil {
			return err
		}
		if idle++; s.stats.Evaluations > before {
			idle = 0
		}
		if idle >= maxIdleSteps {
			return ErrIdle
		}
	}
	return nil
}

// step makes one step. It stops the search after an error of the evaluator even if the algorithm hides it.
func (s *Session[I]) step(ctx context.Context, a Algorithm[I]) error {
	err := a.Step(ctx, s)
	switch {
	case s.broken != nil:
		return s.broken
	case ctx.Err() != nil && s.progress < 1:
		return interrupted(ctx)
	case errors.Is(err, ErrBudget) && s.progress >= 1:
		return nil
	case err != nil:
		return fmt.Errorf("search: step: %w", err)
	}
	return nil
}

func interrupted(ctx context.Context) error {
	return fmt.Errorf("search: interrupted: %w", ctx.Err())
}

// Rand returns the random numbers of the session. An algorithm must use no others, so that a search can be repeated.
func (s *Session[I]) Rand() *rand.Rand { return s.rand }

// Sample draws a new individual and does not evaluate it.
func (s *Session[I]) Sample() I { return s.problem.Sampler.Sample(s.rand) }

// Mutate returns a new individual near the parent and does not evaluate it. Focus
// goes from 0 (explore) to 1 (focused).
func (s *Session[I]) Mutate(parent I, focus float64) I {
	return s.problem.Mutator.Mutate(s.rand, parent, focus)
}

// MutateFor returns a new individual that should come nearer to one target than the parent, and does not evaluate it.
// If the mutator of the problem is no [Aimer], it mutates as [Session.Mutate] does.
func (s *Session[I]) MutateFor(parent *Evaluated[I], target fitness.ID, focus float64) I {
	if aimer, ok := s.problem.Mutator.(Aimer[I]); ok {
		return aimer.MutateFor(s.rand, parent, target, focus)
	}
	return s.Mutate(parent.Individual, focus)
}

// Evaluate runs an individual, counts the evaluation and adds the individual to the archive. It returns [ErrBudget]
// once the budget is used up, the error of the context once that is done, and the error of the evaluator. An evaluation
// that the context cut short does not count.
func (s *Session[I]) Evaluate(ctx context.Context, individual I) (*Evaluated[I], error) {
	switch {
	case ctx.Err() != nil:
		return nil, interrupted(ctx)
	case s.broken != nil:
		return nil, s.broken
	case s.progress >= 1:
		return nil, ErrBudget
	}
	s.start()
	result, err := s.problem.Evaluator.Evaluate(ctx, individual)
	if ctx.Err() != nil {
		return nil, interrupted(ctx)
	}
	if err != nil {
		s.broken = fmt.Errorf("search: evaluate: %w", err)
		return nil, s.broken
	}
	s.record(&result)
	return &result, nil
}

func (s *Session[I]) start() {
	if s.started.IsZero() {
		s.started = s.clock()
	}
}

// record counts an evaluation, archives it and calls the observer.
func (s *Session[I]) record(e *Evaluated[I]) {
	s.stats.Evaluations++
	s.stats.Cost += max(e.Cost, 1)
	s.stats.Elapsed = s.earlier + s.clock().Sub(s.started)
	changes := s.archive.Add(e)
	for _, c := range changes {
		if c.Improved() {
			s.stats.LastImprovement = Moment{s.stats.Evaluations, s.stats.Cost, s.stats.Elapsed}
			break
		}
	}
	s.count()
	s.progress = s.budget(s.stats)
	if s.observe != nil {
		s.tell(slices.Clone(changes)) // a copy, because the observer may import, and the archive uses the slice again
	}
}

func (s *Session[I]) count() {
	s.stats.Covered, s.stats.Reached = s.archive.Covered(), s.archive.Reached()
}

func (s *Session[I]) tell(changes []Change) {
	causer, _ := any(s.problem.Evaluator).(Causer)
	for _, c := range changes {
		switch {
		case c.Covered():
			covered := Covered{Target: s.registry.Target(c.ID), Stats: s.stats}
			if causer != nil {
				covered.Cause = causer.Cause(c.ID)
			}
			s.observe(covered)
		case c.Improved():
			s.observe(Improved{Target: s.registry.Target(c.ID), Value: c.Value, Before: c.Before})
		}
	}
	s.observe(Evaluation{Stats: s.stats, Progress: s.Progress()})
}

// Archive returns the archive of the session, which holds the best tests so far.
func (s *Session[I]) Archive() *Archive[I] { return &s.archive }

// Progress returns the used part of the budget, from 0 to 1.
func (s *Session[I]) Progress() float64 { return min(max(s.progress, 0), 1) }

// Stats returns the counts of the search so far.
func (s *Session[I]) Stats() Stats { return s.stats }
