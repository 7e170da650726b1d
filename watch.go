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
	// watchEvery is how often a test with -v says how its search is going.
	watchEvery = 10 * time.Second
	// quietlyEvery is how often a test without -v does. Most searches end before.
	quietlyEvery = 30 * time.Second
)

// watch tells a person who waits for a test how its search is going.
type watch struct {
	mu     sync.Mutex
	began  time.Time
	last   search.Evaluation
	faults map[string]bool   // by their causes
	say    func(text string) // nil: to nobody
	done   chan struct{}
	ended  sync.WaitGroup
}

// newWatch makes a task tell a watch of its events. Without an observer of the
// user's it asks only for those events that a watch needs, because each event
// takes time. It does so in each process and before anything is decided, because
// a call is known by its task.
func newWatch(task *task.Task) *watch {
	w := &watch{done: make(chan struct{}), faults: map[string]bool{}}
	task.Sparse = task.Observe == nil
	task.Observe = w.observer(task.Observe)
	return w
}

// begin begins to show how the search of a test is going. Only the process of the
// user shows anything.
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

// observer returns an observer that tells the watch, and the given one if there
// is one.
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
	case search.Evaluation:
		w.last = e
	case search.Note:
		if w.say != nil && w.last.Stats.Evaluations > 0 { // what comes before is said by itself
			w.say(escape.Line(e.Text))
		}
	}
}

// show shows a line every now and then until the watch ends.
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

// end ends the watch. Nothing is shown after it returns.
func (w *watch) end() {
	close(w.done)
	w.ended.Wait()
}

// line says how the search is going, the given time after its start.
func (w *watch) line(since time.Duration) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.last.Stats
	switch {
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
	return text + left(s.Elapsed, w.last.Progress)
}

// perSecond writes a rate with the digits that a slow service needs.
func perSecond(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// left estimates how long the rest of the budget takes: ", about 12 min left".
// It says nothing until a hundredth of the budget is used.
func left(elapsed time.Duration, progress float64) string {
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

// tell tells what a search found: in full in the log of the test, which is seen
// with -v and when the test fails, and else briefly on the standard error.
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

// tellBriefly names the test, because several may search at the same time.
func tellBriefly(w io.Writer, test string, r *report.Report) error {
	var text strings.Builder
	fmt.Fprintf(&text, "evoke: %s: ", test)
	if err := report.Brief(&text, r); err != nil {
		return err
	}
	_, err := io.WriteString(w, text.String())
	return err
}
