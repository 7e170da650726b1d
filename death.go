package evoke

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// death is the end of a process that was not to end, as a fault of the system.
type death struct {
	Kind      supervise.Kind
	Message   string
	Frame     string
	Operation string // of the call that was under way, "" for none
	Curl      string // the calls of the test, in order
}

// deathCategory is the category of faults that end the process.
const deathCategory = "the process dies"

// newDeath blames the test that the flight recorder shows.
func newDeath(exit supervise.Exit, f *supervise.Flight) death {
	d := death{Kind: exit.Kind, Message: exit.Message, Frame: cmp.Or(exit.Frame, exit.Created)}
	if d.Kind == supervise.Exited {
		d.Frame = f.Exit
	}
	var lines []string
	for i := range f.Requests {
		q := &f.Requests[i]
		d.Operation = q.Operation
		lines = append(lines, rest.Curl("", &sut.Request{Method: q.Method, Target: q.Target, Header: http.Header(q.Header), Body: q.Body}))
	}
	d.Curl = strings.Join(lines, " && ")
	return d
}

// reason says in a line what happened.
func (d *death) reason() string {
	what := ""
	switch d.Kind {
	case supervise.Exited:
		what = "the program ends itself"
	case supervise.Panicked:
		what = "a goroutine panics, which ends the process"
	case supervise.Fatal:
		what = "the process dies of a fatal error"
	case supervise.Memory:
		what = "the process takes more memory than it may"
	case supervise.Hang:
		what = "the process hangs"
	default:
		what = "the process dies (" + string(d.Kind) + ")"
	}
	if d.Message != "" {
		what += ": " + d.Message
	}
	return what
}

// fault is the death as a fault of an operation; false if no operation of the
// problem was under way.
func (d *death) fault(p *rest.Problem) (oracle.Fault, bool) {
	for _, t := range p.Tallies() {
		if t.Operation.Name() != d.Operation {
			continue
		}
		code := oracle.CodeServerError
		if d.Kind == supervise.Hang {
			code = oracle.CodeTimeout
		}
		return oracle.Fault{
			Operation: t.Operation, Curl: d.Curl,
			Finding: oracle.Finding{Code: code, Category: deathCategory, Reason: d.reason(), Detail: d.detail(), Frame: d.Frame},
		}, true
	}
	return oracle.Fault{}, false
}

// detail tells deaths of one operation apart by their place. Where the process
// came to its limit it is one line of a loop or another, so the function counts.
func (d *death) detail() string {
	place := d.Frame
	if d.Kind == supervise.Memory || d.Kind == supervise.Hang {
		place, _, _ = strings.Cut(place, " (")
	}
	return strings.TrimSpace("death " + string(d.Kind) + " " + place)
}

// write puts the death into the journal of the worker that died.
func (d *death) write(j *job) error {
	nothing := func(struct{}) ([]byte, error) { return []byte("null"), nil }
	w, err := journal.Append(j.journal(j.Worker), &fitness.Registry{}, nothing)
	if err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	if err := errors.Join(w.Fault(d), w.Close()); err != nil {
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
