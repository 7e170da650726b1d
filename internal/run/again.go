package run

import (
	"context"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/problem"
)

// Kept returns the tests of the last suite, so that another process can execute
// them. It returns nil if no other process can.
func (e *Engine) Kept() (*problem.Kept, error) {
	r, ok := e.problem.(problem.Repeater)
	if w, waits := e.problem.(problem.Waiter); !ok || waits && w.Remote() {
		return nil, nil
	}
	kept, err := r.Kept()
	if err != nil || len(kept.Tests) == 0 {
		return nil, err
	}
	return &kept, nil
}

// Replay tells the guard of an engine that from now on only tests of a suite are executed.
func Replay(e *Engine) { e.guard.finishing("") }

// Answer executes kept tests and records their outcomes in k.
func (e *Engine) Answer(ctx context.Context, k *problem.Kept) error {
	e.guard.finishing("executing the tests in another process")
	late, cancel := context.WithTimeout(ctx, e.finishLimit(nil)) // the caller has waited already
	defer cancel()
	return e.problem.(problem.Repeater).Answer(late, k)
}

// Again makes the suite of kept tests.
func (e *Engine) Again(ctx context.Context, k *problem.Kept, repeat string) (*deliver.Result, error) {
	e.guard.finishing("executing the tests in another process")
	late, cancel := context.WithTimeout(ctx, e.finishLimit(nil)) // the caller has waited already
	defer cancel()
	s, left, err := e.problem.(problem.Repeater).SuiteAgain(late, *k, time.Now())
	if err != nil {
		return nil, err
	}
	s.Repeat = repeat
	r, err := e.Written(s)
	if len(left) > 0 {
		r.Report.Warnings = append(r.Report.Warnings, leftAgain(left))
	}
	return r, err
}

// leftAgain returns a warning with the tests that are left out of the suite of another process.
func leftAgain(names []string) string {
	return "left out because in a fresh process the answers are different, or show nothing any more " +
		"that the test is there for: " +
		strings.Join(names, ", ") +
		"; the system may keep state that is not made anew for each test (a Reset can bring it back)"
}
