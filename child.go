package evoke

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// errRecycle ends a search in a process that should go on in a fresh one.
var errRecycle = errors.New("evoke: the process is to be replaced")

// tallyEvery is how many evaluations may pass until the tallies are noted; they
// are sooner when a status is seen for the first time.
const tallyEvery = 500

// maxGoroutines is how many goroutines a process may pile up before it is
// replaced.
const maxGoroutines = 1000

// otherCallTime is how long a call that no process before has made waits for
// the call of the job to be made beside it.
const otherCallTime = 3 * time.Second

// parentGone is closed when the process that started this one has no more use
// for it. It is asked for once, however many calls there are.
var parentGone = sync.OnceValue(supervise.Ended)

// answer is what a call of Run or Generate does in a process that was started
// for a job. For the call of the job it does not return; one that ended before
// gives its result again. Any other is made at the same time on another
// goroutine and waits for the end of the process, or the program does not do
// the same each time.
func (j *job) answer(ctx context.Context, cfg Config, from caller, id callID) (*Result, error) {
	parentGone() // from now on the process ends with its parent
	if j.Config != nil || id == j.Call {
		close(j.begun)
		j.carryOut(ctx, cfg, from)
	}
	for _, e := range j.Earlier {
		if e.ID != id {
			continue
		}
		o, err := decodeOutcome(e.Result)
		if err != nil {
			return nil, err
		}
		return o.result(), o.err()
	}
	select {
	case <-j.begun:
		<-ctx.Done()
		return nil, fmt.Errorf("evoke: %w", ctx.Err())
	case <-time.After(otherCallTime):
		return nil, fmt.Errorf("evoke: %s came unexpectedly: a program has to make its calls in the same order each time", &id)
	}
}

// carryOut does the job, leaves the outcome in a file and ends the process, or
// the test where it is in one, so that what the test cleans up is cleaned up.
func (j *job) carryOut(ctx context.Context, cfg Config, from caller) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		<-parentGone()
		cancel()
	}()
	var o outcome
	if err := supervise.Limit(j.Memory); err != nil {
		o.fail(err)
	} else {
		o = j.work(ctx, cfg, from)
	}
	if err := j.leave(&o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if !testing.Testing() || strings.HasPrefix(j.Call.Test, "Example") {
		os.Exit(0)
	}
	if from.skip != nil {
		from.skip()
	}
	runtime.Goexit()
}

// leave writes the outcome; it is there as a whole or not at all.
func (j *job) leave(o *outcome) error {
	data, err := o.encode()
	if err != nil {
		return err
	}
	part := j.outcome() + ".part"
	if err := os.WriteFile(part, data, 0o600); err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	return os.Rename(part, j.outcome())
}

// work searches and makes the suite, as far as it is the job.
func (j *job) work(ctx context.Context, cfg Config, from caller) (o outcome) {
	if j.Config != nil {
		j.Config.apply(&cfg)
	}
	r, err := prepare(ctx, cfg, j)
	if err != nil {
		o.fail(err)
		return o
	}
	defer r.stop()
	r.from = from
	if j.Phase >= answering {
		return j.again(ctx, r)
	}
	if err := r.resume(); err != nil {
		o.fail(err)
		return o
	}
	var searchErr error
	if j.Phase != finishing {
		searchErr = r.search(ctx)
	}
	if err := r.closeJournal(); err != nil {
		o.fail(err)
		return o
	}
	o.Stats, o.Patience = r.session.Stats(), r.system.patience
	if o.Recycle = r.worn(searchErr); o.Recycle {
		return o
	}
	if j.Phase == searching {
		o.fail(searchErr)
		return o
	}
	result, err := r.finish(ctx, searchErr)
	o.fail(err)
	o.Suite, o.Files, o.Report, o.Near = result.Suite, result.Files, result.Report, r.near()
	o.keep(r)
	return o
}

// worn reports whether the process should be replaced before anything else is
// done: the search was ended for that, or what it left behind would be in the
// way of making the suite.
func (r *engine) worn(searchErr error) bool {
	if errors.Is(searchErr, errRecycle) {
		return true
	}
	return searchErr == nil && r.job.Phase == whole && r.session.Stats().Evaluations > r.job.Stats.Evaluations && r.system.left() > 0
}

// resume makes of a fresh engine what the processes before it were, and has it
// write down what it finds.
func (r *engine) resume() error {
	j := r.job
	probe.OnExit(r.system.recorder.Exit)
	for worker := range j.Workers {
		if j.Phase != finishing && worker != j.Worker {
			continue
		}
		if err := r.take(j.journal(worker)); err != nil {
			return err
		}
	}
	if j.Stats.Evaluations > 0 {
		r.session.Resume(j.Stats)
	}
	r.system.patience = j.Patience
	if j.Phase == finishing {
		r.elapsed = j.Stats.Elapsed // what others took
		return nil
	}
	var err error
	r.journal, err = journal.Append(j.journal(j.Worker), r.registry, r.problem.EncodeCase)
	if err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	for worker := range j.Workers {
		if worker != j.Worker {
			r.others = append(r.others, journal.Open(j.journal(worker), r.registry, r.problem.DecodeCase))
		}
	}
	return nil
}

// take reads a journal into the archive and the tallies.
func (r *engine) take(path string) error {
	state, err := journal.Load(path, r.registry, r.problem.DecodeCase)
	if err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	for _, test := range state.Tests {
		r.session.Import(*test)
	}
	if n := len(state.Tallies); n > 0 { // each counts those before it as well
		if err := r.addTallies(state.Tallies[n-1]); err != nil {
			return err
		}
	}
	for _, data := range state.Faults {
		var d death
		if err := json.Unmarshal(data, &d); err != nil {
			return fmt.Errorf("evoke: faults of the process before: %w", err)
		}
		if f, ok := d.fault(r.problem); ok {
			r.session.Cover(r.problem.AddFault(f))
		}
	}
	if probes := probesOf(r.tracer); probes != nil {
		probes.Cover(slices.Values(r.session.Archive().CoveredIDs()))
	}
	return nil
}

// plainTally is a rest.Tally with the name of its operation.
type plainTally struct {
	Operation string
	Calls     int
	Statuses  map[int]int
	NoAnswer  int
}

func (r *engine) plainTallies() []plainTally {
	var out []plainTally
	for _, t := range r.problem.Tallies() {
		out = append(out, plainTally{t.Operation.Name(), t.Calls, t.Statuses, t.NoAnswer})
	}
	return out
}

// addTallies adds what plainTallies gave in another process.
func (r *engine) addTallies(data []byte) error {
	var plain []plainTally
	if err := json.Unmarshal(data, &plain); err != nil {
		return fmt.Errorf("evoke: tallies of the process before: %w", err)
	}
	specs := map[string]*openapi.Operation{}
	for _, t := range r.problem.Tallies() {
		specs[t.Operation.Name()] = t.Operation
	}
	var tallies []rest.Tally
	for _, t := range plain {
		if spec := specs[t.Operation]; spec != nil {
			tallies = append(tallies, rest.Tally{Operation: spec, Calls: t.Calls, Statuses: t.Statuses, NoAnswer: t.NoAnswer})
		}
	}
	r.problem.AddTallies(tallies)
	return nil
}

// closeJournal writes the last of what was found and counted.
func (r *engine) closeJournal() error {
	if r.journal == nil {
		return nil
	}
	_ = r.journal.Tally(r.plainTallies()) // the error is that of Close as well
	if err := r.journal.Close(); err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	r.journal = nil
	return nil
}

// note is told every event of a search in a process of its own.
func (r *engine) note(e search.Event) {
	switch e := e.(type) {
	case search.Improved:
		r.changed(e.Target, e.Value, e.Before)
	case search.Covered:
		r.changed(e.Target, 1, 0)
	case search.Evaluation:
		r.record()
	}
	if r.job.Observed {
		_ = r.journal.Observe(e)
	}
}

// changed notes a change of the archive, for the end of the evaluation.
func (r *engine) changed(t fitness.Target, value, before float64) {
	r.tallyDue = r.tallyDue || t.Kind == rest.StatusTarget
	r.changes = append(r.changes, search.Change{ID: r.registry.ID(t), Value: value, Before: before})
}

// record writes down what the last evaluation changed. The journal keeps its
// first error and tells it when it is closed.
func (r *engine) record() {
	if len(r.changes) > 0 {
		best, _ := r.session.Archive().Best(r.changes[0].ID)
		_ = r.journal.Improved(best, r.changes)
		r.changes = r.changes[:0]
	}
	if r.recorded++; r.tallyDue || r.recorded%tallyEvery == 0 {
		r.tallyDue = false
		_ = r.journal.Tally(r.plainTallies())
	}
}

// immigrate is an algorithm that now and then takes in what the other workers
// found.
type immigrate struct {
	search.Algorithm[*testcase.Case]
	engine *engine
	steps  int
}

// immigrateEvery is how many steps lie between two looks at the journals.
const immigrateEvery = 200

// Step implements search.Algorithm.
func (a *immigrate) Step(ctx context.Context, s *search.Session[*testcase.Case]) error {
	if a.steps++; a.steps%immigrateEvery == 0 {
		for _, other := range a.engine.others {
			// A journal that cannot be read now may be read later; what is in
			// it is not lost for the suite.
			_, _ = other.Next(journal.Callbacks[*testcase.Case]{
				Improved: func(e *search.Evaluated[*testcase.Case]) { s.Import(*e) },
			})
		}
	}
	return a.Algorithm.Step(ctx, s)
}
