package evoke

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
)

// Progress returns an observer that shows you how a search is going: the used
// part of the budget, calls per second, covered targets, faults, and the time
// since the last improvement. On a terminal it redraws one line five times a
// second. Elsewhere it writes a line every five seconds. The line fits into 80
// columns, because a terminal cannot redraw a line that it had to break.
func Progress(w io.Writer, terminal bool) func(search.Event) {
	p := &progress{w: w, every: 5 * time.Second, format: "%s\n"}
	if terminal {
		p.every, p.format = 200*time.Millisecond, "\r%s\x1b[K"
	}
	return p.observe
}

type progress struct {
	w      io.Writer
	every  time.Duration
	format string
	faults int
	last   time.Duration
	shown  bool
}

func (p *progress) observe(e search.Event) {
	switch e := e.(type) {
	case search.Note:
		fmt.Fprintln(p.w, escape.Line(e.Text))
	case search.Covered:
		if e.Target.Kind == rest.FaultTarget {
			p.faults++
		}
	case search.Evaluation:
		done := e.Progress >= 1
		if p.shown && !done && e.Stats.Elapsed-p.last < p.every {
			return
		}
		p.shown, p.last = true, e.Stats.Elapsed
		fmt.Fprintf(p.w, p.format, p.line(e))
		if done && p.format[0] == '\r' {
			fmt.Fprintln(p.w)
		}
	}
}

func (p *progress) line(e search.Evaluation) string {
	s := e.Stats
	rate := 0.0
	if s.Elapsed > 0 {
		rate = float64(s.Cost) / s.Elapsed.Seconds()
	}
	since := s.Elapsed - s.LastImprovement.Elapsed
	return fmt.Sprintf("%3.0f %%  %d calls, %.0f/s, %d targets, %s, improved %s ago",
		e.Progress*100, s.Cost, rate, s.Covered, deliver.Counted(p.faults, "fault"), rounded(since))
}

// rounded rounds a duration to the precision that a reader needs.
func rounded(d time.Duration) string {
	switch {
	case d >= time.Hour:
		return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	case d >= time.Minute:
		return d.Round(time.Second).String()
	}
	return d.Round(100 * time.Millisecond).String()
}
