package twin

import (
	"context"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/task"
)

const (
	// maxIdle is how many processes in a row may end while they call nothing. The
	// system then cannot be brought back to its first state.
	maxIdle = 3
	// maxStuck is how many processes may do nothing any more after the time of the
	// budget.
	maxStuck = 2
	// againTime is how long the tests of a system that hangs may take to be executed
	// again, if the budget has a time.
	againTime = 25 * time.Second
)

// end returns when the time of a budget is over, or the zero time if it has none.
func end(began time.Time, b task.Budget) time.Time {
	if b.Time <= 0 {
		return time.Time{}
	}
	return began.Add(b.Time)
}

// searchShare is the part of the time until the end of a run that its search has without a budget of its own. The
// rest is for the suite: making it, trying it in other processes, and measuring what it notices and covers.
const searchShare = 0.6

// searchEnd returns when the search of a run ends whose time is limited and whose budget nobody set, so that its suite
// is ready in time. It returns the zero time for others.
func searchEnd(ctx context.Context, b task.Budget, began time.Time) time.Time {
	end, ok := ctx.Deadline()
	if !ok || b != (task.Budget{}) {
		return time.Time{}
	}
	return began.Add(time.Duration(searchShare * float64(end.Sub(began))))
}

// overdue reports whether the time of a budget is over.
func overdue(began time.Time, b task.Budget) bool {
	return b.Time > 0 && time.Now().After(end(began, b))
}

// spend notes a death and reports whether the search is to end. If the processes
// that make the suite go on to end in the same way, the system is not called any
// more: the report then says what was found, and there are no tests.
func (j *job) spend(deaths []death) (last bool) {
	d := &deaths[len(deaths)-1]
	if d.Operation != "" {
		j.Idle = 0
	} else {
		j.Idle++
	}
	switch {
	case j.Idle >= maxIdle:
		last = true
		if j.Search == nil || j.Idle > maxIdle {
			j.Spent = "the process ends while the system begins anew: " + d.reason()
		}
	case stuckLate(deaths) >= maxStuck:
		last = true
		j.Spent = "the time is over and the system does nothing any more: " + d.reason()
	}
	return last
}

// afterwards returns a context for what follows a search. Behind the end of the run it has a grace.
func afterwards(ctx context.Context) (context.Context, context.CancelFunc) {
	return run.Outlive(ctx, run.Unlimited, run.GraceTime)
}

// reason says why something was not done: in words where the run has ended, whatever failed for it.
func reason(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return deliver.Ended(ctx)
	}
	return deliver.FirstLine(err)
}

// patience returns a context for executing the tests again. If the time of the run
// is limited, it ends early for a system that hangs, and at once for one that did
// nothing any more.
func (s *supervisor) patience(ctx context.Context, o *outcome) (context.Context, context.CancelFunc) {
	switch stuck := stuckLate(s.deaths); {
	case stuck >= maxStuck:
		return context.WithTimeout(ctx, 0)
	case s.task.Budget.Time > 0 && (o.Hangs || stuck > 0):
		return context.WithTimeout(ctx, againTime)
	}
	return context.WithCancel(ctx)
}

// stuckLate counts the processes that did nothing any more after the time of the
// budget.
func stuckLate(deaths []death) (n int) {
	for i := range deaths {
		if deaths[i].Late {
			n++
		}
	}
	return n
}

// writeFirst writes the tests before mutants are tried and their coverage is measured, since the process may be ended
// meanwhile. Errors come again when the tests are written in the end.
func (s *supervisor) writeFirst(o *outcome) *deliver.Result {
	if s.task.Dir == "" {
		return &deliver.Result{}
	}
	own := o.again() // what writers arrange, they arrange in the end
	if own == nil || own.Report == nil {
		return &deliver.Result{}
	}
	r := own.result()
	if s.askWriters(r) == nil {
		_ = r.WriteFiles(s.task)
	}
	return r
}
