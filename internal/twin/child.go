package twin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/scratch"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/problem"
)

// otherCallTime is how long calls that no earlier process made wait for the call of the job to begin. This time is
// shared: after the first call has waited in vain, the next does not wait.
const otherCallTime = 3 * time.Second

// parentGone is closed when the parent process no longer needs this one. A process of a job watches from its start,
// since the program may never come to its call of the front door.
var parentGone = watchParent()

func watchParent() <-chan struct{} {
	if os.Getenv(jobVariable) == "" {
		return nil
	}
	return supervise.Ended(scratch.RemoveOrphaned)
}

// answer handles a call of the front door in a process of a job. For the call of the job it does the work and does not
// return. For a call that ended in an earlier process it returns the earlier result. Any other call must run on another
// goroutine at the same time, and waits for the end of the process. If the call of the job does not begin, the program
// does not repeat its calls, and answer returns an error.
func (j *job) answer(ctx context.Context, t *task.Task, id callID) (*deliver.Result, error) {
	if j.Sent != nil || id == j.Call {
		close(j.begun)
		j.carryOut(ctx, t)
	}
	if past := j.past(id); past != nil {
		return past.result(), past.err()
	}
	select {
	case <-j.begun:
		<-ctx.Done()
		return nil, fmt.Errorf("evoke: %w", ctx.Err())
	case <-j.unmet():
		err := fmt.Errorf("evoke: %s came unexpectedly: a program has to make the same calls with the same settings "+
			"in the same order each time", &id)
		fmt.Fprintln(os.Stderr, err) // the program may hide the error, and the process may end because of it
		return nil, err
	}
}

// past returns the outcome that a call had in an earlier process, nil if no process made the call. The job may be nil.
func (j *job) past(id callID) *outcome {
	if j == nil {
		return nil
	}
	for _, e := range j.Earlier {
		if e.ID != id {
			continue
		}
		o, err := decodeOutcome(e.Result)
		if err != nil {
			o = &outcome{}
			o.fail(err)
		}
		return o
	}
	return nil
}

// waited returns a channel that is closed when calls have waited long enough for the call of the job.
func waited() <-chan struct{} {
	late := make(chan struct{})
	time.AfterFunc(otherCallTime, func() { close(late) })
	return late
}

// carryOut does the job, leaves the outcome in a file and ends the process. In
// a test it ends only the test, so that the cleanup functions of the test run.
func (j *job) carryOut(ctx context.Context, t *task.Task) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		<-parentGone
		cancel()
	}()
	j.seedReader()
	var o outcome
	// opened now, since the program may leave no file descriptor
	file, err := os.OpenFile(j.outcome()+".part", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err == nil {
		err = supervise.Limit(j.Memory)
	}
	if err != nil {
		o.fail(err)
	} else {
		o = j.work(ctx, t)
	}
	if err := j.leave(&o, file); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	select {
	case <-parentGone:
		scratch.RemoveOrphaned() // if the parent is dead, nobody reads the outcome
	default:
	}
	if !testing.Testing() || strings.HasPrefix(j.Call.Test, "Example") {
		os.Exit(0)
	}
	if t.From.Skip != nil {
		t.From.Skip()
	}
	runtime.Goexit()
}

// leave writes the outcome. The file appears as a whole or not at all.
func (j *job) leave(o *outcome, file *os.File) error {
	data, err := o.encode()
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	return os.Rename(file.Name(), j.outcome())
}

// child is the process of a job while the job runs.
type child struct {
	job  *job
	task *task.Task
}

func (j *job) work(ctx context.Context, t *task.Task) outcome {
	own := *t
	own.Dir, own.Rows = j.Worker.Output, j.Worker.rows()
	if j.Sent != nil {
		j.Sent.apply(&own)
	}
	if err := confirm(&own, j.Confirmed); err != nil {
		var o outcome
		o.fail(err)
		return o
	}
	return j.kind().do(ctx, &child{job: j, task: &own})
}

// engine makes the engine of the process with a flight recorder, and restores
// the state of the process before.
func (c *child) engine(ctx context.Context, p run.Process, state []byte) (*run.Engine, error) {
	recorder, err := supervise.Record(c.job.Worker.flight())
	if err != nil {
		return nil, fmt.Errorf("evoke: flight recorder: %w", err)
	}
	recorder.Phase(run.SearchPhase)
	probe.OnExit(recorder.Exit)
	p.Own = true
	p.Former, p.Number, p.Workers = c.job.Former, c.job.Worker.Number, c.job.Worker.Of
	p.Crashers = c.job.Crashers
	p.Guard.Recorder, p.Guard.Losses = recorder, c.job.Losses
	p.Guard.Border = &supervise.Border{File: c.job.Worker.panics()}
	p.Guard.Work = noteWork(c.job.Worker.working())
	p.Seed = uint64(c.job.Worker.Number)*0x9e3779b97f4a7c15 + uint64(c.job.Attempt)*0xbf58476d1ce4e5b9
	e, err := run.New(ctx, c.task, &p)
	if err != nil {
		return nil, err
	}
	if k, ok := e.Problem().(problem.Keeper); ok && len(state) > 0 {
		if err := k.Restore(state); err != nil {
			e.Close()
			return nil, fmt.Errorf("evoke: what the process before knew: %w", err)
		}
	}
	return e, nil
}

// state returns the state for the next process, nil if there is none.
func state(p problem.Problem) []byte {
	k, ok := p.(problem.Keeper)
	if !ok {
		return nil
	}
	data, err := k.State()
	if err != nil {
		return nil // the next process finds it out again
	}
	return data
}
