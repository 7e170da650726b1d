package run

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// Losses are the deaths of earlier processes of a job.
type Losses struct {
	// Deaths counts the processes that died, by the operation that they called.
	Deaths map[string]int
	// Lethal are the tests that ended processes while a suite was made.
	Lethal []Lethal
	// Ending are the numbers of the executions for a suite that ended a process before their first call.
	Ending []int
	// Idle counts the processes in a row that died while they called nothing, for example during a reset of the system.
	Idle int
	// Spent says why the system is not called any more, "" if it is.
	Spent string
}

// Lethal is a test that ended a process while a suite was made.
type Lethal struct {
	// Calls are the calls of the test. The last one was under way.
	Calls []supervise.Request
	// Weight is the number of deaths that the death of this test counts as.
	Weight int
}

const (
	// fewLethal is the number of lethal tests with the same last call from which on no test makes this call. Before
	// that, only the same calls in the same order are refused: the state that they leave may be the cause.
	fewLethal = 2
	// someLethal is the weight of the lethal tests of an operation from which on no test calls it.
	someLethal = 5
	// manyLethal is the weight of all lethal tests from which on no test calls any of their operations.
	manyLethal = 20
)

// last returns the call that was under way.
func (l *Lethal) last() *supervise.Request { return &l.Calls[len(l.Calls)-1] }

// Weight returns the number of deaths while a suite was made. A hang counts as several deaths.
func (l *Losses) Weight() int {
	sum := len(l.Ending)
	for i := range l.Lethal {
		sum += l.Lethal[i].Weight
	}
	return sum
}

// Refuses reports whether no test of a suite calls an operation any more, because too many calls of it ended processes.
func (l *Losses) Refuses(operation string) bool {
	sum := 0
	for i := range l.Lethal {
		if l.Lethal[i].last().Operation == operation {
			sum += l.Lethal[i].Weight
		}
	}
	return sum >= someLethal || sum > 0 && l.Weight() >= manyLethal
}

// wary compares the current execution for a suite with the tests that ended processes.
type wary struct {
	ends   bool   // an execution with this number ended a process, or a call of this execution was refused
	calls  int    // number of calls of this execution
	unlike []bool // by the index of a lethal test: its calls differ from the calls of this execution
}

// begin begins the next execution.
func (w *wary) begin(l *Losses, number int) {
	*w = wary{ends: slices.Contains(l.Ending, number), unlike: append(w.unlike[:0], make([]bool, len(l.Lethal))...)}
}

// refuses reports whether the next call would end the process, by what the losses tell.
func (w *wary) refuses(l *Losses, next *supervise.Request) bool {
	if w.ends || len(l.Lethal) == 0 {
		return w.ends
	}
	same := 0
	for i := range l.Lethal {
		t := &l.Lethal[i]
		if alike(next, t.last()) {
			if same++; !w.unlike[i] && w.calls == len(t.Calls)-1 {
				w.ends = true
			}
		}
		w.ends = w.ends || isLarger(next, t.last())
		w.unlike[i] = w.unlike[i] || w.calls >= len(t.Calls) || !alike(next, &t.Calls[w.calls])
	}
	w.calls++
	w.ends = w.ends || same >= fewLethal || l.Refuses(next.Operation)
	return w.ends
}

// alike reports whether a call equals the call of a flight recorder, which may have only the beginning of its texts.
func alike(call, recorded *supervise.Request) bool {
	if call.Operation != recorded.Operation || call.Method != recorded.Method || call.Gone != recorded.Gone {
		return false
	}
	if recorded.Truncated {
		return strings.HasPrefix(call.Target, recorded.Target) && bytes.HasPrefix(call.Body, recorded.Body)
	}
	return call.Target == recorded.Target && bytes.Equal(call.Body, recorded.Body) &&
		maps.EqualFunc(call.Header, recorded.Header, slices.Equal[[]string])
}

// NoteFatal notes in a report why no test shows a fault by which a process died.
func NoteFatal(r *report.Report, f *suite.Fault) {
	if !f.Fatal {
		return
	}
	if r.FaultNotes == nil {
		r.FaultNotes = map[string]string{}
	}
	r.FaultNotes[f.Key] = "no test replays it, because that would end the process of the tests"
}
