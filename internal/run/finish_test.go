package run

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// waiting is a problem that waits for something.
type waiting struct {
	problem.Problem
	hangs, remote bool
}

func (w *waiting) Hangs() bool  { return w.hangs }
func (w *waiting) Remote() bool { return w.remote }

// TestSuccessesOfTestsCount: an operation that succeeds in a written test is not reported as never successful.
func TestSuccessesOfTestsCount(t *testing.T) {
	step := func(operation string, status int) suite.Step {
		return suite.Step{Operation: operation, Call: &suite.Call{Expect: suite.Expect{Status: status}}}
	}
	outcomes := map[string]int{"400": 7}
	out := &report.Report{
		Suite: &suite.Suite{Tests: []suite.Test{{Steps: []suite.Step{step("POST /a", 400), step("POST /a", 201)}},
			{Steps: []suite.Step{step("POST /b", 201), step("POST /c", 404)}}}},
		Operations: []report.Operation{
			{Name: "POST /a", Calls: 7, Outcomes: outcomes, Refusal: "no such thing", Refused: "id"},
			{Name: "POST /b", Calls: 2, Outcomes: map[string]int{"201": 2}},
			{Name: "POST /c", Calls: 1, Outcomes: map[string]int{"404": 1}, Refusal: "no"},
		},
	}
	addLateSuccesses(out)
	assert.Equal(t, report.Operation{Name: "POST /a", Calls: 8, Outcomes: map[string]int{"400": 7, "201": 1}},
		out.Operations[0])
	assert.Equal(t, 2, out.Operations[1].Calls)
	assert.Equal(t, "no", out.Operations[2].Refusal)
	assert.Len(t, outcomes, 1, "the counts of the search are its own")
	addLateSuccesses(&report.Report{})
}

// renewed is a system that has had some processes.
type renewed struct {
	sut.Controller
	starts int
}

func (r renewed) Starts() int { return r.starts }

// TestSuitesThatFailSayWhy: the report says why the tests could not be executed again, and not only why the search
// ended.
func TestSuitesThatFailSayWhy(t *testing.T) {
	e := &Engine{}
	broken := errors.New("node: the program does not start: Error: Cannot find module 'express'\n    at require")
	e.explain(errors.New("search: evaluate: rest: reset: no answer"), fmt.Errorf("%w: %w", errUnmade, broken), 0)
	assert.Equal(t, []string{
		"the search ended early: rest: reset: no answer",
		"no tests are written: only what can be executed again makes a test, and that failed: " +
			"node: the program does not start: Error: Cannot find module 'express'",
	}, e.warnings)
	e.warnings = nil
	e.explain(context.Canceled, nil, 0)
	assert.Empty(t, e.warnings)
}

// TestProcessesAreCostly if most tests used a process of their own.
func TestProcessesAreCostly(t *testing.T) {
	assert.True(t, isCostly(renewed{starts: 90}, 100))
	assert.False(t, isCostly(renewed{starts: 50}, 100), "a reset needs none mostly")
	assert.False(t, isCostly(sut.NewRemote("http://127.0.0.1:1", sut.RemoteOptions{}), 100))
	assert.False(t, isCostly(nil, 0))
	assert.True(t, takesProcesses(renewed{starts: 11}, 100), "the number of tests bounds a suite all the same")
	assert.False(t, takesProcesses(renewed{starts: 10}, 100))
}

func TestFinishLimit(t *testing.T) {
	w := &waiting{}
	r := &Engine{task: &task.Task{}, problem: w, elapsed: time.Hour}
	assert.EqualValues(t, Unlimited, r.finishLimit(nil), "in this process only calls bound a run that nothing hangs in")
	w.hangs = true
	assert.Equal(t, 36*time.Minute, r.finishLimit(nil), "a part of the time of the search")
	w.hangs, r.limits.until = false, time.Now()
	assert.Equal(t, 36*time.Minute, r.finishLimit(nil), "the search ended for its time, and not for its calls")
	w.remote, r.limits.until = true, time.Time{}
	assert.Equal(t, time.Hour, r.finishLimit(nil))
	r.elapsed = time.Second
	assert.Equal(t, leastFinish, r.finishLimit(nil))
	assert.Equal(t, leastFinish, r.finishLimit(context.Canceled), "an interrupt has its own limit")
	assert.Equal(t, leastFinish, r.finishLimit(problem.ErrHangs))
	w.hangs = true
	assert.Equal(t, leastFinish, r.finishLimit(nil))
	r.task.Budget.Time = 10 * time.Second
	assert.Equal(t, 9*time.Second+leastOverrun, r.finishLimit(nil), "the suite is made within the time")
	r.elapsed, r.task.Budget.Time = 50*time.Minute, time.Hour
	assert.Equal(t, 20*time.Minute, r.finishLimit(nil))
	w.remote = false
	assert.Equal(t, 30*time.Minute, r.finishLimit(nil))
	r.elapsed = 0
	assert.Equal(t, 36*time.Minute, r.finishLimit(nil), "in a process that did not search")
}

// TestRepeatIsClaimedWhereItHolds: a run cannot be repeated exactly if the clock, another process, several workers, an
// interrupt, the tests of an earlier run, or a process without probes has a part in it.
func TestRepeatIsClaimedWhereItHolds(t *testing.T) {
	for name, change := range map[string]func(*Engine, *waiting){
		"":                   func(*Engine, *waiting) {},
		"a limit of time":    func(e *Engine, _ *waiting) { e.task.Budget.Time = time.Minute },
		"several workers":    func(e *Engine, _ *waiting) { e.task.Workers = 2 },
		"a remote system":    func(_ *Engine, w *waiting) { w.remote = true },
		"calls that hang":    func(_ *Engine, w *waiting) { w.hangs = true },
		"an interrupt":       func(e *Engine, _ *waiting) { e.session = sessionAt(0.5) },
		"an earlier suite":   func(e *Engine, _ *waiting) { e.earlier.former = make([]problem.Former, 1) },
		"an earlier search":  func(e *Engine, _ *waiting) { e.earlier.seeds = make([]*testcase.Case, 1) },
		"the user's process": func(e *Engine, _ *waiting) { e.guard.Recorder = nil },
	} {
		w := &waiting{}
		e := &Engine{task: &task.Task{}, problem: w, session: sessionAt(1),
			guard: &Guard{Recorder: &supervise.Recorder{}}}
		e.task.Seed, e.task.Budget.Calls = 7, 300
		change(e, w)
		if name == "" {
			assert.Equal(t, "seed 7, 300 calls", e.repeat())
			continue
		}
		assert.Empty(t, e.repeat(), name)
	}
}

// sessionAt returns a session that has used up a part of its budget.
func sessionAt(part float64) *search.Session[*testcase.Case] {
	return search.NewSession(search.Problem[*testcase.Case]{}, &fitness.Registry{},
		search.Options{Budget: func(search.Stats) float64 { return part }})
}

func TestOutliveEndsAfterTheGrace(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	late, cancel := Outlive(ctx, time.Hour, time.Nanosecond)
	defer cancel()
	assert.NoError(t, late.Err())
	interrupt()
	<-late.Done()
	assert.ErrorIs(t, late.Err(), context.Canceled)
}
