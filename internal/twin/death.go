package twin

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// hangWeight is the number of deaths that a hang counts as.
const hangWeight = 7

// death is the unexpected end of a process, which is a fault of the system.
type death struct {
	Kind      supervise.Kind
	Code      int // exit code of the process
	Message   string
	Frame     string
	Operation string // of the call that was under way, "" for none
	Repeat    string // the actions of the test, in order
	Late      bool   // the process hung after the time of the budget
	InSuite   bool   // the process made a suite, or executed its tests
	Refused   bool   // no test of the suite calls the operation any more
}

// newDeath blames the test that the flight recorder shows for the death.
func newDeath(exit supervise.Exit, f *supervise.Flight) death {
	d := death{Kind: exit.Kind, Code: exit.Code, Message: exit.Message, Frame: cmp.Or(exit.Frame, exit.Created)}
	if d.Kind == supervise.Exited {
		d.Frame = f.Exit
	}
	var lines []string
	for i := range f.Requests {
		q := &f.Requests[i]
		d.Operation = q.Operation
		lines = append(lines, line(q))
	}
	d.Repeat = strings.Join(lines, " && ")
	return d
}

// reason returns one line that says what happened.
func (d *death) reason() string {
	what := ""
	switch d.Kind {
	case supervise.Exited:
		what = fmt.Sprintf("the program ends itself (os.Exit(%d))", d.Code)
	case supervise.Panicked:
		what = "a goroutine panics, which ends the process"
	case supervise.Fatal:
		what = "the process dies of a fatal error"
	case supervise.Memory:
		what = "the process takes more memory than it may"
	case supervise.Hang:
		what = "the process hangs"
	case supervise.Suspended:
		what = "the process stops itself"
	case supervise.Lost:
		what = "the process loses its files"
	default:
		what = "the process dies (" + string(d.Kind) + ")"
	}
	if d.Message != "" {
		what += ": " + d.Message
	}
	return what
}

// line writes an action so that a user can repeat it.
func line(q *supervise.Request) string {
	if q.Method == "" { // no HTTP call: it is written as the user would write it
		return q.Target
	}
	return rest.Curl("", &sut.Request{Method: q.Method, Target: q.Target, Header: http.Header(q.Header),
		Body: q.Body, Gone: q.Gone})
}

// killed reports whether the process was ended by a signal that cannot be caught. The signal may come from the program
// itself, from the machine for lack of memory, or from outside. Only a kill that the program causes happens again.
func (d *death) killed() bool {
	return d.Kind == supervise.Signalled && strings.HasPrefix(d.Message, "ended by SIGKILL")
}

// splitFaults splits deaths into faults and the others. A death by a kill is a fault only if the same operation had one
// before.
func splitFaults(all []death) (faults, once []death) {
	count := map[string]int{}
	for i := range all {
		if all[i].killed() {
			count[all[i].Operation]++
		}
	}
	for _, d := range all {
		switch {
		case d.killed() && count[d.Operation] == 1:
			once = append(once, d)
		default:
			faults = append(faults, d)
		}
	}
	return faults, once
}

// killWarnings returns warnings about deaths that are no faults.
func killWarnings(all []death) (warnings []string) {
	_, once := splitFaults(all)
	for i := range once {
		where := cmp.Or(once[i].Operation, "no call")
		warnings = append(warnings, once[i].reason()+", once, in "+where+": that is a fault if it happens again")
	}
	return warnings
}

// plain converts the death to the type that problems take.
func (d *death) plain() problem.Death {
	return problem.Death{
		Operation: d.Operation, Hang: d.stuck(),
		Reason: d.reason(), Detail: d.detail(), Frame: d.Frame, Repeat: d.Repeat,
	}
}

// weight returns the number of deaths that this one counts as, when the search decides whether to skip an operation. A
// process that hangs costs a minute.
func (d *death) weight() int {
	if d.Kind == supervise.Hang {
		return hangWeight
	}
	return 1
}

// stuck reports whether the process hung until it was ended.
func (d *death) stuck() bool { return d.Kind == supervise.Hang || d.Kind == supervise.Suspended }

// detail tells deaths of the same operation apart by their place. A process may reach a limit at any line of a loop, so
// for limits it is only the function.
func (d *death) detail() string {
	place := d.Frame
	if d.Kind == supervise.Memory || d.Kind == supervise.Hang {
		place, _, _ = strings.Cut(place, " (")
	}
	return strings.TrimSpace("death " + string(d.Kind) + " " + place)
}

// write appends the death to the journal of the worker that died.
func (d *death) write(w worker) error {
	nothing := func(struct{}) ([]byte, error) { return []byte("null"), nil }
	out, err := journal.Append(w.journal(w.Number), &fitness.Registry{}, nothing)
	if err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	if err := errors.Join(out.Fault(d), out.Close()); err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	return nil
}

func (d *death) String() string {
	text := fmt.Sprintf("%s %s", d.Kind, d.Message)
	if d.Operation != "" {
		text = d.Operation + ": " + text
	}
	return strings.TrimSpace(text)
}

// panics returns the path of the file with a worker's panics that the system did not cause.
func (w worker) panics() string {
	return filepath.Join(w.Dir, fmt.Sprintf("panics-%d.jsonl", w.Number))
}

// tell adds the panics of Evoke's own, of all workers in a folder, to a result.
func tell(r *deliver.Result, dir string) {
	files, _ := filepath.Glob(filepath.Join(dir, "panics-*.jsonl")) // the pattern is good
	var b supervise.Border
	b.Take(files)
	r.Tell(b.Slips())
}

// maxOwn is the number of processes of one worker that may die of Evoke's own panics before the worker stops searching.
const maxOwn = 20

// continueAfterOwnPanic continues after a process died of a panic of Evoke's own, which is no fault of the system.
func continueAfterOwnPanic(j *job, exit *supervise.Exit, burial *burial, e *ended) error {
	if supervise.Tested() {
		return errors.New(string(exit.Stderr))
	}
	b := supervise.Border{File: j.Worker.panics()}
	slip := supervise.Slip{Part: "a process of the search", Place: exit.Own, Value: exit.Message, Own: true}
	slip.Stack = string(exit.Stderr)
	b.Add(slip)
	e.own++
	burial.last = e.own >= maxOwn
	j.kind().died(j, burial)
	if f := &burial.flight; burial.inSuite() {
		j.Ending = append(j.Ending, f.Evaluation)
	}
	return nil
}

// burial holds what is known about a process that died.
type burial struct {
	flight supervise.Flight
	began  time.Time // when the run began
	last   bool      // too many processes have died, so the search ends
}

// inSuite reports whether the process died while it made a suite.
func (b *burial) inSuite() bool { return b.flight.Phase == run.SuitePhase }
