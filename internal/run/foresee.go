package run

import (
	"fmt"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
)

const (
	// foretelling is the part of a budget after which a search checks whether its time will suffice.
	foretelling = 0.02
	// long is the duration of a search above which the user is told, even if nothing ends it early.
	long = 10 * time.Minute
)

// limits say when a search ends even if its budget has more.
type limits struct {
	until    time.Time // zero: only the budget ends it
	foretold bool
}

// foreseeing returns an observer that passes all events on. Near the beginning of a search it reports if the time will
// not suffice. It is for the user: no result depends on it.
func (l *limits) foreseeing(
	p problem.Problem, b task.Budget, other func(search.Event),
) func(search.Event) {
	if other == nil {
		return nil
	}
	return func(event search.Event) {
		other(event)
		x, evaluated := event.(search.Evaluation)
		if !evaluated || l.foretold || x.Progress < foretelling || b.Time > 0 {
			return
		}
		l.foretold = true
		var slow []string
		if s, ok := p.(interface{ Slow() []string }); ok {
			slow = s.Slow()
		}
		if text := timeWarning(&x, l.until, time.Now(), slow); text != "" {
			other(search.Note{Text: text})
		}
	}
}

// timeWarning returns how long a search will take and what would help, "" if its time suffices. slow says what takes
// most of the time.
func timeWarning(x *search.Evaluation, until, now time.Time, slow []string) string {
	spent := x.Stats.Elapsed
	left := time.Duration(float64(spent) * (1 - x.Progress) / x.Progress)
	short := !until.IsZero() && now.Add(left).After(until)
	if !short && (left < long || len(slow) == 0) {
		return ""
	}
	text := fmt.Sprintf("%.0f %% of the budget (%s) took %s, so all of it would take about %s",
		100*x.Progress, deliver.Counted(x.Stats.Cost, "call"), rounded(spent), rounded(spent+left))
	if short {
		have := max(until.Sub(now), 0) + spent
		text += fmt.Sprintf(". The search ends after %s, so that its tests are ready in time: about %d calls. "+
			"Give the run more time (-timeout of go test), or the search no more calls than that (EVOKE_CALLS)",
			rounded(have), fitting(x.Stats.Cost, spent, have))
	}
	return strings.Join(append([]string{text}, slow...), ". ")
}

// rounded rounds a duration for display.
func rounded(d time.Duration) time.Duration {
	if d >= time.Minute {
		return d.Round(10 * time.Second)
	}
	return d.Round(100 * time.Millisecond)
}

// cutShort returns a warning that a search ended before its budget was used up, "" if it was not.
func (e *Engine) cutShort() string {
	if e.limits.until.IsZero() || time.Now().Before(e.limits.until) || e.session.Progress() >= 1 {
		return ""
	}
	return fmt.Sprintf("the search ended after %s, of a budget of %s, so that its tests were ready before the time "+
		"of the run was over: give the run more time (-timeout of go test), or the search a smaller budget",
		deliver.Counted(e.session.Stats().Cost, "call"), e.task.Budget)
}
