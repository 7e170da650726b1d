package evoke

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/internal/twin"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
)

const (
	// watchEvery is the interval of progress lines in a test with -v.
	watchEvery = 10 * time.Second
	// quietlyEvery is that interval without -v. Most searches end before the first line.
	quietlyEvery = 30 * time.Second
)

// watch shows the user of a test the progress of its search.
type watch struct {
	mu     sync.Mutex
	began  time.Time
	last   search.Evaluation
	work   search.Work       // after the search
	faults map[string]bool   // the causes of faults, or the names of faults without a known cause
	say    func(text string) // writes a line for the user; nil if nothing is shown
	done   chan struct{}
	ended  sync.WaitGroup
}

// newWatch returns a watch and registers it as the observer of the task. Each event costs time: without an observer of
// the user's the watch asks only for the kinds of events that it needs. Every process, parent and child, registers the
// watch before it decides anything, because parent and child recognise a call of Generate by its task.
func newWatch(task *task.Task) *watch {
	w := &watch{done: make(chan struct{}), faults: map[string]bool{}}
	task.Sparse = task.Observe == nil
	task.Observe = w.observer(task.Observe)
	return w
}

// begin starts the progress lines of a test's search. In a child it does nothing.
func (w *watch) begin(t testing.TB) {
	w.began = time.Now()
	if twin.Child() {
		return
	}
	show, every := func(text string) { t.Log("evoke: " + text) }, watchEvery
	if !testing.Verbose() {
		show, every = func(text string) { fmt.Fprintf(os.Stderr, "evoke: %s: %s\n", t.Name(), text) }, quietlyEvery
	}
	w.mu.Lock()
	w.say = show
	w.mu.Unlock()
	w.ended.Go(func() { w.show(show, every) })
}

// observer returns an observer that passes events to the watch, and to the given observer if it is not nil.
func (w *watch) observer(also func(search.Event)) func(search.Event) {
	return func(e search.Event) {
		w.note(e)
		if also != nil {
			also(e)
		}
	}
}

func (w *watch) note(e search.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := e.(type) {
	case search.Covered:
		if e.Target.Kind == rest.FaultTarget {
			w.faults[cmp.Or(e.Cause, e.Target.Name)] = true
		}
	case search.Work:
		w.work = e
	case search.Evaluation:
		w.last = e
	case search.Note:
		if w.say != nil && w.last.Stats.Evaluations > 0 { // earlier notes reach the user without the watch
			w.say(escape.Line(e.Text))
		}
	}
}

// show calls the function with a progress line at each interval until the watch ends.
func (w *watch) show(show func(string), every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-w.done:
			return
		case <-ticker.C:
			show(w.line(time.Since(w.began)))
		}
	}
}

// end ends the watch. No line is shown after end returns.
func (w *watch) end() {
	close(w.done)
	w.ended.Wait()
}

// line returns the progress line at a time since the start of the search.
func (w *watch) line(since time.Duration) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.last.Stats
	switch {
	case w.work.What != "":
		return workLine(w.work, since)
	case s.Evaluations == 0:
		return fmt.Sprintf("preparing the search, %s until now", rounded(since))
	case w.last.Progress >= 1:
		return fmt.Sprintf("making tests of what was found (%s, %s), %s until now",
			deliver.Counted(s.Covered, "target"), deliver.Counted(len(w.faults), "fault"), rounded(since))
	}
	text := fmt.Sprintf("searching: %.0f %%, %s, %s covered, %s", w.last.Progress*100,
		deliver.Counted(s.Cost, "call"), deliver.Counted(s.Covered, "target"), deliver.Counted(len(w.faults), "fault"))
	if s.Elapsed > 0 {
		text += fmt.Sprintf(", %s calls a second", perSecond(float64(s.Cost)/s.Elapsed.Seconds()))
	}
	return text + remaining(s.Elapsed, w.last.Progress)
}

// perSecond formats a rate: 0.1 for a slow service, 340 for a fast one.
func perSecond(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// remaining returns an estimate of the rest of the search: ", about 12 min left". It returns "" until a hundredth
// of the budget is used.
func remaining(elapsed time.Duration, progress float64) string {
	if progress < 0.01 || progress >= 1 {
		return ""
	}
	seconds := elapsed.Seconds() * (1 - progress) / progress
	switch {
	case seconds < 90:
		return fmt.Sprintf(", about %.0f s left", math.Ceil(seconds))
	case seconds < 90*60:
		return fmt.Sprintf(", about %.0f min left", seconds/60)
	}
	return fmt.Sprintf(", about %.1f h left", seconds/3600)
}

// tell writes the report of a search: in full into the log of the test, which go test shows with -v or if the test
// fails; otherwise briefly to the standard error.
func tell(t testing.TB, r *report.Report) error {
	if twin.Child() {
		return nil
	}
	var text strings.Builder
	if err := report.Summary(&text, r); err != nil {
		return err
	}
	t.Log("\n" + text.String())
	if testing.Verbose() {
		return nil
	}
	return tellBriefly(os.Stderr, t.Name(), r)
}

// tellBriefly writes the brief report. It names the test, because several tests may search at the same time.
func tellBriefly(w io.Writer, test string, r *report.Report) error {
	var text strings.Builder
	fmt.Fprintf(&text, "evoke: %s: ", test)
	if err := report.Brief(&text, r); err != nil {
		return err
	}
	_, err := io.WriteString(w, text.String())
	return err
}
