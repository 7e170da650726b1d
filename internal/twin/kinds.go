package twin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/suite"
)

func (k *searchJob) name() string { return "search" }
func (k *suiteJob) name() string  { return "suite" }
func (k *answerJob) name() string { return "answer" }
func (k *verifyJob) name() string { return "verify" }

// do searches. It asks for a new process if actions that the search gave up still run.
func (k *searchJob) do(ctx context.Context, c *child) (o outcome) {
	r, err := c.searcher(ctx, k)
	if err != nil {
		o.fail(err)
		return o
	}
	defer r.engine.Close()
	searchErr := r.search(ctx, k.Rehearse)
	if err := r.close(); err != nil {
		o.fail(err)
		return o
	}
	if c.job.Attempt == 0 && len(c.job.Journals) == 0 {
		o.Marks = r.marks.all
	}
	if errors.Is(searchErr, errRehearsed) {
		return o
	}
	o.Stats, o.State = r.engine.Session().Stats(), state(r.engine.Problem())
	if k.Suite && len(o.State) > 0 {
		_ = os.WriteFile(c.job.Worker.state(), o.State, 0o600) // without it, the next process learns the state again
	}
	late := searchErr == nil && k.Suite && o.Stats.Evaluations > k.Before.Evaluations && r.engine.Left() > 0
	switch {
	case late, errors.Is(searchErr, run.ErrRecycle):
		if o.Worn = piledUp; r.engine.Left() > 0 {
			o.Worn = stillRuns
		}
	case k.Suite:
		c.finish(ctx, r.engine, searchErr, &o)
	default:
		o.fail(searchErr)
	}
	return o
}

// died makes the next process continue after the test that ended this one, or
// make the suite from what was found.
func (k *searchJob) died(j *job, b *burial) {
	if !b.inSuite() {
		k.Before.Evaluations = b.flight.Evaluation + 1
		k.Before.Cost = b.flight.Cost + max(len(b.flight.Requests)+b.flight.Omitted, 1)
		k.Before.Elapsed = time.Since(b.began)
	}
	if b.inSuite() { // the recorder counts executions for the suite, and still has the cost of the search
		k.searched(j.Worker)
		k.Before.Cost = max(k.Before.Cost, b.flight.Cost)
	}
	if b.inSuite() || b.last {
		j.Search, j.Suite = nil, &suiteJob{Before: k.Before, State: k.State}
	}
}

// searched notes the statistics and the knowledge of a process that died after its search. Without its files, the next
// process begins with those of the process before.
func (k *searchJob) searched(w worker) {
	if last, err := statsOf(w.journal(w.Number)); err == nil && last.Evaluations > k.Before.Evaluations {
		k.Before = last
	}
	if known, err := os.ReadFile(w.state()); err == nil {
		k.State = known
	}
}

// do makes the suite from what the journals hold.
func (k *suiteJob) do(ctx context.Context, c *child) (o outcome) {
	e, err := c.engine(ctx, run.Process{Elapsed: k.Before.Elapsed}, k.State)
	if err != nil {
		o.fail(err)
		return o
	}
	defer e.Close()
	if err := c.job.readKilledRuns(e); err != nil {
		o.fail(err)
		return o
	}
	for number := range c.job.Worker.Of {
		if err := take(e, c.job.Worker.journal(number)); err != nil {
			o.fail(err)
			return o
		}
	}
	if k.Before.Evaluations > 0 || k.Before.Cost > 0 {
		e.Session().Resume(k.Before)
	}
	o.Stats, o.State = e.Session().Stats(), state(e.Problem())
	c.finish(ctx, e, nil, &o)
	return o
}

func (k *suiteJob) died(*job, *burial) {}

func (k *answerJob) do(ctx context.Context, c *child) (o outcome) {
	e, err := c.engine(ctx, run.Process{Replay: true}, k.State)
	if err != nil {
		o.fail(err)
		return o
	}
	defer e.Close()
	if k.Kept == nil { // the process is there for the rows, see putBack
		return o
	}
	o.fail(e.Answer(ctx, k.Kept))
	o.Kept = k.Kept
	return o
}

func (k *answerJob) died(*job, *burial) {}

func (k *verifyJob) do(ctx context.Context, c *child) (o outcome) {
	e, err := c.engine(ctx, run.Process{Replay: true}, k.State)
	if err != nil {
		o.fail(err)
		return o
	}
	defer e.Close()
	if o.Died, err = fatal(e, c.job.Worker); err != nil {
		o.fail(err)
		return o
	}
	result, err := e.Again(ctx, k.Kept, k.Repeat)
	o.fail(err)
	o.take(result)
	if err == nil {
		o.keep(e)
	}
	return o
}

// fatal returns the faults by which processes of a worker have died.
func fatal(e *run.Engine, w worker) (out []suite.Fault, err error) {
	state, err := journal.Load(w.journal(w.Number), &fitness.Registry{}, func([]byte) (int, error) { return 0, nil })
	if err != nil {
		return nil, fmt.Errorf("evoke: %w", err)
	}
	err = applyDeaths(e, state.Faults)
	for _, f := range e.Problem().Faults() {
		if f.Fatal {
			out = append(out, f)
		}
	}
	return out, err
}

func (k *verifyJob) died(*job, *burial) {}

// finish makes the suite and puts the results for the parent into the outcome.
func (c *child) finish(ctx context.Context, e *run.Engine, searchErr error, o *outcome) {
	result, err := e.Finish(ctx, searchErr)
	o.fail(err)
	o.take(result)
	o.Near, o.Left = e.Near(), e.Spare()
	if w, ok := e.Problem().(problem.Waiter); ok {
		o.Hangs = w.Hangs()
	}
	o.keep(e)
}

// keep adds what another process needs to execute the tests of the suite again.
func (o *outcome) keep(e *run.Engine) {
	if o.Failed != "" && !o.interrupted() || o.Suite == nil || len(o.Suite.Tests) == 0 {
		return
	}
	var err error
	if o.Archived, err = e.Archived(); err != nil {
		o.fail(err)
		return
	}
	kept, err := e.Kept()
	if err != nil {
		o.Report.Warnings = append(o.Report.Warnings, notAgain(err))
	}
	o.Kept = kept
}
