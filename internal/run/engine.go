// Package run is the engine. It searches for the tests of a problem, asks for a
// suite of them, and makes the report, all within the calling process.
//
// Calls to a handler in this process burden nobody else: the budget is that of the search, and making the suite has
// extra calls. A running service has other users, so its budget holds for the search and the suite together, and the
// search leaves a part of it (hold.go). If the execution of a test costs more than its calls, such as a log-in or a
// process, all work on the suite shares one bound (pace.go).
package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/archive"
	"github.com/evoke-go/evoke/internal/service"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Engine is one run in this process with all its parts connected. It is not
// safe for concurrent use.
type Engine struct {
	task     *task.Task
	problem  problem.Problem
	session  *search.Session[*testcase.Case]
	registry *fitness.Registry
	probes   *sut.Probes // nil: the program is not instrumented, or has another tracer
	guard    *Guard
	elapsed  time.Duration // of the search
	warnings []string
	after    int   // calls that made the suite, if they count in the budget
	spare    *int  // calls that may follow after that, nil for any number
	curve    curve // of the search
	earlier  earlier
	sharing
	limits limits
}

// sharing is the number of the engine's worker, and the number of workers.
type sharing struct{ number, workers int }

// Process is what an engine knows about the process that it runs in. The zero
// value describes a process of the user.
type Process struct {
	Guard Guard
	// Own says that the process was started for the run. Replay says that it executes the tests of a suite and does not
	// search.
	Own, Replay bool
	// Budget is the share of this process. Default: the budget of the task.
	Budget task.Budget
	// Seed is added to the seed of the task.
	Seed uint64
	// Observe receives the events instead of the observer of the task. Default: in
	// a process of the user, the observer of the task.
	Observe func(search.Event)
	// Until is the time when the search ends even if its budget has more. Default: never.
	Until time.Time
	// Elapsed is how long earlier processes searched.
	Elapsed time.Duration
	// Former are the tests of an earlier suite. Nil means that there was none.
	Former []archive.Test
	// Crashers are tests with inputs that made the program crash under a fuzzer, in the form of archived tests.
	Crashers [][]byte
	// Number is the number of the worker that searches here, of Workers. The workers share the tests of the earlier
	// suite.
	Number, Workers int
}

// options returns the options of the search in this process.
func (p *Process) options(t *task.Task) search.Options {
	o := search.Options{Step: t.Problem.Step, Seed: t.Seed + p.Seed, Observe: t.Observe}
	if p.Own || p.Observe != nil {
		o.Observe = p.Observe
	}
	return o
}

// New makes the problem of a task and connects it to a search.
func New(ctx context.Context, t *task.Task, p *Process) (*Engine, error) {
	own := *t
	own.Budget = own.Budget.OrDefault()
	e := &Engine{task: &own, registry: &fitness.Registry{}, guard: &p.Guard}
	env := problem.Env{Registry: e.registry, Guard: e.guard, Own: p.Own, Replay: p.Replay, BlackBox: t.BlackBox()}
	if e.guard.Border == nil {
		e.guard.Border = &supervise.Border{}
	}
	if e.guard.Work == nil && t.Observe != nil && !p.Own {
		e.guard.Work = func(w search.Work) { t.Observe(w) }
	}
	env.Tracer, e.probes = tracerOf(t, e.guard.Border)
	var err error
	if e.problem, err = made(ctx, &own, env); err != nil {
		return nil, err
	}
	options, budget := p.options(&own), own.Budget
	if p.Budget != (task.Budget{}) {
		budget = p.Budget
	}
	options.Budget = budgetOf(e.problem, budget, func() *search.Archive[*testcase.Case] { return e.session.Archive() })
	if !p.Own && p.Observe == nil { // a process that searches for its parent reports no news
		options.Observe = news(e.problem, options.Observe)
	}
	options.Observe = e.curve.observer(e.limits.foreseeing(e.problem, own.Budget, options.Observe))
	if g, ok := e.problem.(interface{ Within(b *supervise.Border) }); ok {
		g.Within(e.guard.Border)
	}
	e.session = search.NewSession(bordered(e.problem.Search(), e.guard.Border), e.registry, options)
	e.guard.stats = e.session.Stats
	if s, ok := e.problem.(problem.Straggler); ok {
		e.guard.left = s.Left
	}
	e.elapsed, e.limits.until = p.Elapsed, p.Until
	e.number, e.workers = p.Number, max(p.Workers, 1)
	e.earlier.recall(e.problem, p.Former, p.Crashers)
	return e, nil
}

// made makes the problem of a task.
func made(ctx context.Context, t *task.Task, env problem.Env) (p problem.Problem, err error) {
	if t.Problem.Make != nil {
		p, err = t.Problem.Make(ctx, env)
	} else {
		p, err = service.Make(ctx, &t.Source, env)
	}
	if err != nil && !errors.Is(err, task.ErrNoSystem) {
		err = fmt.Errorf("evoke: %w", err)
	}
	return p, err
}

// Close closes the problem.
func (e *Engine) Close() {
	if c, ok := e.problem.(io.Closer); ok {
		_ = c.Close() // an error changes nothing any more
	}
}

// Problem returns the problem of the engine.
func (e *Engine) Problem() problem.Problem { return e.problem }

// Session returns the search.
func (e *Engine) Session() *search.Session[*testcase.Case] { return e.session }

// Registry returns the registry of the targets.
func (e *Engine) Registry() *fitness.Registry { return e.registry }

// Mute tells the probes which targets are covered already.
func (e *Engine) Mute() {
	if e.probes != nil {
		e.probes.Cover(slices.Values(e.session.Archive().CoveredIDs()))
	}
}

// Wrap puts another algorithm around that of a search. A nil Wrap changes nothing.
type Wrap func(search.Algorithm[*testcase.Case]) search.Algorithm[*testcase.Case]

// Search runs the algorithm. A budget of time also ends an action that hangs.
func (e *Engine) Search(ctx context.Context, wrap Wrap) error {
	began := time.Now()
	limited, cancel := e.limited(ctx, began)
	defer cancel()
	algorithm := e.algorithm()
	if o, ok := e.problem.(problem.Opener); ok {
		algorithm = &openings{algorithm, o}
	}
	if wrap != nil {
		algorithm = wrap(algorithm)
	}
	first := e.earlier.first()
	if next := e.number + e.session.Stats().Evaluations*e.workers; next < len(first) {
		algorithm = &replay{algorithm, first, next, e.workers}
	}
	err := e.session.Run(limited, algorithm)
	e.elapsed += time.Since(began)
	if limited.Err() != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = nil // the budget is used up
		if e.session.Stats().Evaluations == 0 {
			err = fmt.Errorf("evoke: no test came to its end within %s: the system hangs, or the time is too short",
				cmp.Or(e.task.Budget.Time, e.elapsed))
		}
	}
	if text := e.cutShort(); text != "" && err == nil {
		e.warn("%s", text)
	}
	return err
}

// limited returns a context that ends when the time of a search is over.
func (e *Engine) limited(ctx context.Context, began time.Time) (context.Context, context.CancelFunc) {
	end := e.limits.until
	if limit := searchTime(e.problem, e.task.Budget.Time); limit > 0 {
		end = began.Add(limit)
	}
	if end.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, end)
}

// Left counts the actions that were given up and still run.
func (e *Engine) Left() int {
	if e.guard.left == nil {
		return 0
	}
	return e.guard.left()
}
