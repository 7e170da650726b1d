package twin

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/problem"
)

// otherCallTime bounds the wait for the call of the job. A call that no earlier
// process made waits that long for the job's call to begin beside it.
const otherCallTime = 3 * time.Second

// parentGone is closed when the process that started this one has no more use
// for it. It is asked for once, however many calls there are.
var parentGone = sync.OnceValue(supervise.Ended)

// answer is what a call of the front door does in a process that was started for
// a job. For the call of the job it does not return; one that ended before gives
// its result again. Any other is made at the same time on another goroutine and
// waits for the end of the process, or the program does not do the same each
// time.
func (j *job) answer(ctx context.Context, t *task.Task, id callID) (*deliver.Result, error) {
	parentGone() // from now on the process ends with its parent
	if j.Sent != nil || id == j.Call {
		close(j.begun)
		j.carryOut(ctx, t)
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
func (j *job) carryOut(ctx context.Context, t *task.Task) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		<-parentGone()
		cancel()
	}()
	var o outcome
	if err := supervise.Limit(j.Memory); err != nil {
		o.fail(err)
	} else {
		o = j.work(ctx, t)
	}
	if err := j.leave(&o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if !testing.Testing() || strings.HasPrefix(j.Call.Test, "Example") {
		os.Exit(0)
	}
	if t.From.Skip != nil {
		t.From.Skip()
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

// child is the process of a job while it is at work.
type child struct {
	job  *job
	task *task.Task
}

func (j *job) work(ctx context.Context, t *task.Task) outcome {
	own := *t
	if j.Sent != nil {
		j.Sent.apply(&own)
	}
	return j.kind().do(ctx, &child{job: j, task: &own})
}

// engine makes the engine of the process, with a flight recorder, and has it
// know what the process before knew.
func (c *child) engine(ctx context.Context, p run.Process, state []byte) (*run.Engine, error) {
	recorder, err := supervise.Record(c.job.Worker.flight())
	if err != nil {
		return nil, fmt.Errorf("evoke: flight recorder: %w", err)
	}
	recorder.Phase(run.SearchPhase)
	probe.OnExit(recorder.Exit)
	p.Own = true
	p.Guard.Recorder, p.Guard.Deaths, p.Guard.Ending = recorder, c.job.Deaths, c.job.Ending
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

// state is what the next process should know, nil for nothing.
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
