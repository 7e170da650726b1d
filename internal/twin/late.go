package twin

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/task"
)

const (
	// maxIdle is the number of processes in a row that may die while they call nothing. After that the system counts as
	// one that cannot be reset any more.
	maxIdle = 3
	// maxStuck is the number of processes that may hang after the time of the budget.
	maxStuck = 2
	// againTime is how long the tests of a system that hangs may take when they are executed again, if the budget has a
	// time.
	againTime = 25 * time.Second
	// maxInSuite is the number of processes of one job that may die while they make a suite. A hang counts as several.
	maxInSuite = 30
)

// end returns the end of the time of a budget, or the zero time if it has none.
func end(began time.Time, b task.Budget) time.Time {
	if b.Time <= 0 {
		return time.Time{}
	}
	return began.Add(b.Time)
}

// searchShare is the search's share of the time until the end of a run, if it has no budget of its own. The rest is for
// the suite: making it, trying it in other processes, and measuring its mutants and its coverage.
const searchShare = 0.6

// searchEnd returns the time when the search has to end if the time of the run is limited and the search has no budget,
// so that its suite is ready in time. Else it returns the zero time.
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

// noteDeaths notes deaths and reports whether the search has to end. If processes that make the suite go on dying in
// the same way, the system is not called any more: then the report has the results so far, and there are no tests.
func (j *job) noteDeaths(deaths []death) (last bool) {
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

// noteLethal notes the last death, of a process that made a suite, so that the next process leaves out its last calls.
// After the first kill of an operation, the next process makes the calls again, since a kill may come from outside.
// After too many deaths the system is not called any more.
func (j *job) noteLethal(b *burial, deaths []death) {
	d := &deaths[len(deaths)-1]
	f := &b.flight
	switch {
	case len(f.Requests) == 0 || f.Omitted > 0:
		j.Ending = append(j.Ending, f.Evaluation)
	case d.killed() && j.Deaths[d.Operation] == 1:
	default:
		j.Lethal = append(j.Lethal, run.Lethal{Calls: f.Requests, Weight: d.weight()})
	}
	d.Refused = j.Refuses(d.Operation)
	if j.Weight() >= maxInSuite && j.Spent == "" {
		j.Spent = "processes went on dying while the suite was made, at last: " + d.String()
	}
}

// suiteWarnings returns a warning for each operation whose calls ended processes that made a suite.
func suiteWarnings(all []death) (warnings []string) {
	var operations []string
	count, refused, reasons := map[string]int{}, map[string]bool{}, map[string]string{}
	for i := range all {
		d := &all[i]
		if !d.InSuite {
			continue
		}
		if count[d.Operation]++; count[d.Operation] == 1 {
			operations = append(operations, d.Operation)
		}
		refused[d.Operation], reasons[d.Operation] = refused[d.Operation] || d.Refused, d.reason()
	}
	for _, operation := range operations {
		left := "tests with the calls that did it are left out"
		if refused[operation] {
			left = "all tests that call it are left out, since too many calls do it"
		}
		warnings = append(warnings, fmt.Sprintf("%s ended the process %s while the suite was made (%s): %s",
			cmp.Or(operation, "the system"), times(count[operation]), reasons[operation], left))
	}
	return warnings
}

// afterwards returns a context for the work after a search. After the end of the run it still has a grace period.
func afterwards(ctx context.Context) (context.Context, context.CancelFunc) {
	return run.Outlive(ctx, run.Unlimited, run.GraceTime)
}

// reason returns why something was not done: the end of the run if it has ended, else the error.
func reason(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return deliver.Ended(ctx)
	}
	return deliver.FirstLine(err)
}

// patience returns a context for executing the tests again. If the time of the run is limited, it ends early for a
// system that hangs, and at once for a system whose processes hung after the time of the budget.
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

// writeFirst writes the tests before mutants are tried and coverage is measured, since the process may be ended
// meanwhile. It ignores errors: they occur again when the tests are written at the end.
func (s *supervisor) writeFirst(o *outcome) *deliver.Result {
	if s.task.Dir == "" {
		return &deliver.Result{}
	}
	own := o.again() // writers change the copy; the original is changed at the end
	if own == nil || own.Report == nil {
		return &deliver.Result{}
	}
	r := own.result()
	if s.askWriters(r) == nil {
		_ = r.WriteFiles(s.task)
	}
	return r
}
