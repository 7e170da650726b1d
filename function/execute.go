package function

import (
	"context"
	"fmt"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// executor makes the calls of tests and scores their outcomes.
type executor struct {
	subjects []*subject
	targets  []*targets // by subject
	faults   faults
	board    fitness.Board
	tallies  []problem.Tally // by subject
	inside   *inside
	guard    problem.Guard
	runner   *sut.Runner
	patience []patience // by subject
	options  Options
}

func newExecutor(e problem.Env, o Options, subjects []*subject) *executor {
	x := &executor{
		subjects: subjects, inside: newInside(e), guard: e.Guard, runner: sut.NewRunner(), options: o,
		faults:   faults{registry: e.Registry, of: map[fitness.ID]*suite.Fault{}},
		patience: make([]patience, len(subjects)),
	}
	if x.guard == nil {
		x.guard = nobody{}
	}
	for _, s := range subjects {
		x.targets = append(x.targets, newTargets(e.Registry, s))
		x.tallies = append(x.tallies, problem.Tally{Operation: s.name, Outcomes: map[string]int{}})
	}
	return x
}

// nobody is a guard that allows every action.
type nobody struct{}

func (nobody) Begin(context.Context) error { return nil }
func (nobody) Act(*problem.Action) bool    { return true }
func (nobody) Done()                       {}
func (nobody) Deadly(string) bool          { return false }

// purpose says for what a test is executed.
type purpose struct {
	// suite says that the test is executed for the suite: all targets are scored, and calls are not counted.
	suite bool
	// patient says that calls have the full time limit even if the function has hung before.
	patient bool
	// closely says that everything is recorded that tests can assert.
	closely bool
}

// trace is the result of the execution of a test.
type trace struct {
	scores fitness.Scores
	steps  []*observation
}

// run makes the calls of a test one after another. A call that hangs ends the test.
func (x *executor) run(ctx context.Context, c *testcase.Case, p purpose) (*trace, error) {
	t := &trace{}
	err := x.perform(ctx, c, p, t)
	t.scores = x.board.Take()
	return t, err
}

func (x *executor) perform(ctx context.Context, c *testcase.Case, p purpose, t *trace) error {
	if err := x.guard.Begin(ctx); err != nil {
		return fmt.Errorf("function: %w", err)
	}
	if err := x.inside.begin(ctx, p.suite); err != nil {
		return err
	}
	for i, a := range c.Actions {
		o, err := x.act(ctx, a.(*call), p)
		if err != nil {
			return err
		}
		t.steps = append(t.steps, o)
		if o.outcome == skipped {
			return nil
		}
		if err := x.score(ctx, i, a.(*call), o, p); err != nil {
			return err
		}
		if o.outcome == hung {
			return nil
		}
	}
	return nil
}

// act makes one call if the guard allows it.
func (x *executor) act(ctx context.Context, c *call, p purpose) (*observation, error) {
	full, known := x.options.Timeout, &x.patience[c.subject.index]
	action := problem.Action{Operation: c.subject.name, Text: c.text()}
	if !p.suite && known.spares() || !x.guard.Act(&action) {
		return &observation{outcome: skipped}, nil
	}
	defer x.guard.Done()
	limit := known.limit(full, p.patient)
	o, err := x.call(ctx, c, p, limit)
	early := err == nil && o.outcome == hung && limit < full && !known.Places[o.place]
	switch {
	case early && p.suite: // for the suite it does not matter whether the call would have ended
		return &observation{outcome: skipped}, nil
	case early: // a hang at a new place has to be confirmed with the full time
		o, err = x.call(ctx, c, p, full)
	}
	if err == nil && o.outcome == hung {
		known.hung(o.place)
	}
	return o, err
}

// call makes a call with a time limit.
func (x *executor) call(ctx context.Context, c *call, p purpose, limit time.Duration) (*observation, error) {
	args, err := c.values()
	if err != nil {
		return nil, fmt.Errorf("function: %w", err)
	}
	var o *observation // only read after the function has ended, because a call that was given up may still run
	began := time.Now()
	ran, err := x.runner.Run(ctx, limit, func() { o = observe(c.subject.call(args), p.closely) })
	if err != nil {
		return nil, fmt.Errorf("function: %s: %w", c.subject.name, err)
	}
	switch ran.Outcome {
	case sut.TimedOut:
		return &observation{outcome: hung, place: ran.Place}, nil
	case sut.Broken:
		return &observation{outcome: ended}, nil
	case sut.Panicked:
		return &observation{outcome: panicked, panic: ran.Panic}, nil
	}
	x.patience[c.subject.index].ended(time.Since(began))
	return o, nil
}

// score scores the targets of a call.
func (x *executor) score(ctx context.Context, i int, c *call, o *observation, p purpose) error {
	if !p.suite {
		x.count(c, o)
	}
	s := c.subject
	score := func(id fitness.ID, value float64) { x.board.Score(id, i, value) }
	if o.outcome <= panicked {
		x.targets[s.index].scoreOutcome(o.outcome, score)
	}
	if o.outcome == returned {
		x.targets[s.index].scoreResults(o.results, score)
	}
	if o.finding = newFinding(s, o, x.options.Unexpected); o.finding != nil {
		score(x.faults.add(s, o.finding), 1)
	}
	return x.inside.take(ctx, score)
}

// count counts a call of the search.
func (x *executor) count(c *call, o *observation) {
	t := &x.tallies[c.subject.index]
	t.Calls++
	if o.outcome <= failed {
		t.Outcomes[o.outcome.String()]++
	} else {
		t.Incomplete++
	}
	if o.outcome == returned {
		t.Successes++
	}
}

// addTallies adds the counts of another process.
func (x *executor) addTallies(tallies []problem.Tally) {
	for _, other := range tallies {
		for i := range x.tallies {
			t := &x.tallies[i]
			if t.Operation != other.Operation {
				continue
			}
			t.Calls += other.Calls
			t.Incomplete += other.Incomplete
			t.Successes += other.Successes
			for outcome, n := range other.Outcomes {
				t.Outcomes[outcome] += n
			}
		}
	}
}
