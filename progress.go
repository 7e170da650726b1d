package evoke

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
)

// Progress returns an observer that shows you the progress of a search: the used part of the budget, calls per second,
// covered targets, and each fault when it is found first. It says once if the calls are slow. On a terminal it redraws
// one line five times a second, with the number of new targets in each sixteenth of the budget and an estimate of the
// remaining time. Elsewhere it writes a line every half minute, with the time since the last improvement. After the
// search it shows in the same way how far the making of the suite is. The line fits into 80 columns, because a terminal
// cannot redraw a line that it had to break. The observer is not safe for concurrent use.
func Progress(w io.Writer, terminal bool) func(search.Event) {
	p := &progress{w: w, every: 30 * time.Second, terminal: terminal, faults: map[string]bool{}}
	if terminal {
		p.every = 200 * time.Millisecond
	}
	return p.observe
}

const (
	// maxColumns is the width of a small terminal, without the column of its cursor.
	maxColumns = 79
	// maxFaultLines is how many faults are named as they are found; the report names all.
	maxFaultLines = 20
	// Calls are slow if they take slowCall on average, judged from slowAfter of a search on.
	slowCall, slowAfter = 50 * time.Millisecond, 10 * time.Second
)

type progress struct {
	w        io.Writer
	every    time.Duration
	terminal bool
	faults   map[string]bool // the causes of faults, or the names of faults without a known cause
	spark    spark
	last     time.Duration
	shown    bool // whether a line was shown
	slow     bool // whether the reason for slow calls was asked or told
	work     working
}

func (p *progress) observe(e search.Event) {
	switch e := e.(type) {
	case search.Note:
		p.slow = p.slow || p.shown // the note names the reason
		p.say(e.Text)
	case search.Covered:
		if e.Target.Kind == rest.FaultTarget {
			p.fault(e.Target.Name, e.Cause)
		}
	case search.Work:
		p.works(e, time.Now())
	case search.Evaluation:
		p.spark.note(e.Progress, e.Stats.Covered)
		done := e.Progress >= 1
		if p.shown && !done && e.Stats.Elapsed-p.last < p.every {
			return
		}
		p.hint(e.Stats)
		p.shown, p.last = true, e.Stats.Elapsed
		if !p.terminal {
			fmt.Fprintln(p.w, p.line(e))
			return
		}
		fmt.Fprintf(p.w, "\r%s\x1b[K", p.terminalLine(e))
		if done {
			fmt.Fprintln(p.w)
		}
	}
}

// say writes a line that stays, above the line that is redrawn.
func (p *progress) say(text string) {
	if p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	fmt.Fprintln(p.w, escape.Line(text))
}

// fault writes a line for a new fault, given the name of its target. Faults with the same cause count as one, as in the
// report.
func (p *progress) fault(name, cause string) {
	cause = cmp.Or(cause, name)
	if p.faults[cause] {
		return
	}
	p.faults[cause] = true
	switch n := len(p.faults); {
	case n <= maxFaultLines:
		p.say("fault: " + name)
	case n == maxFaultLines+1:
		p.say("further faults are in the report")
	}
}

// hint asks once for the reason if calls are slow.
func (p *progress) hint(s search.Stats) {
	if p.slow || s.Elapsed < slowAfter || s.Cost == 0 || s.Elapsed/time.Duration(s.Cost) < slowCall {
		return
	}
	p.slow = true
	const question = "does the system wait for something, such as a store, a log-in or a limited rate?"
	took := rounded(s.Elapsed / time.Duration(s.Cost))
	p.say(fmt.Sprintf("%ss take %s on average: %s", cmp.Or(s.Step, "call"), took, question))
}

// line returns the text for an output that cannot be redrawn, such as a file.
func (p *progress) line(e search.Evaluation) string {
	since := e.Stats.Elapsed - e.Stats.LastImprovement.Elapsed
	return fmt.Sprintf("%3.0f %%  %s, improved %s ago", e.Progress*100, p.counts(e.Stats), rounded(since))
}

// terminalLine returns the line that a terminal redraws, with as much of the spark line as fits.
func (p *progress) terminalLine(e search.Evaluation) string {
	text := p.counts(e.Stats)
	if rest := remaining(e.Stats.Elapsed, e.Progress); len(text)+len(rest)+len("100 %  ") <= maxColumns {
		text += rest
	}
	if s := p.spark.last(maxColumns - len(text) - len("100 %    ")); s != "" {
		text = s + "  " + text
	}
	return fmt.Sprintf("%3.0f %%  %s", e.Progress*100, text)
}

// counts returns a text such as "1200 calls, 340/s, 56 targets, 2 faults".
func (p *progress) counts(s search.Stats) string {
	rate := 0.0
	if s.Elapsed > 0 {
		rate = float64(s.Cost) / s.Elapsed.Seconds()
	}
	step, faults := cmp.Or(s.Step, "call"), deliver.Counted(len(p.faults), "fault")
	return fmt.Sprintf("%d %ss, %.0f/s, %d targets, %s", s.Cost, step, rate, s.Covered, faults)
}

// rounded rounds a duration to a precision that is easy to read.
func rounded(d time.Duration) string {
	switch {
	case d >= time.Hour:
		return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	case d >= time.Minute:
		return d.Round(time.Second).String()
	}
	return d.Round(100 * time.Millisecond).String()
}
