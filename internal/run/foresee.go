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
	// foretelling is the part of a budget after which a search tells whether its time will do.
	foretelling = 0.02
	// long is how long a search takes that is worth a word though nothing ends it.
	long = 10 * time.Minute
)

// limits say when a search ends though its budget has more.
type limits struct {
	until    time.Time // zero: the budget alone ends it
	foretold bool
}

// foreseeing returns an observer that passes all events on to another observer, and tells it near the beginning of a
// search that the time will not do. It is for people: nothing else depends on it.
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
		if text := foretell(&x, l.until, time.Now(), slow); text != "" {
			other(search.Note{Text: text})
		}
	}
}

// foretell says how long a search will take and what helps, "" where its time will do. slow says what takes most of it.
func foretell(x *search.Evaluation, until, now time.Time, slow []string) string {
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

// rounded rounds a duration for people.
func rounded(d time.Duration) time.Duration {
	if d >= time.Minute {
		return d.Round(10 * time.Second)
	}
	return d.Round(100 * time.Millisecond)
}

// cutShort says that a search ended though its budget has more, "" if the budget ended it.
func (e *Engine) cutShort() string {
	if e.limits.until.IsZero() || time.Now().Before(e.limits.until) || e.session.Progress() >= 1 {
		return ""
	}
	return fmt.Sprintf("the search ended after %s, of a budget of %s, so that its tests were ready before the time "+
		"of the run was over: give the run more time (-timeout of go test), or the search a smaller budget",
		deliver.Counted(e.session.Stats().Cost, "call"), e.task.Budget)
}
