package sut

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"slices"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/opened"
	"github.com/evoke-go/evoke/probe/races"
	"github.com/evoke-go/evoke/probe/tables"
)

// Watched calls a function that serves a request, such as a handler in a test, and returns the incidents in it. Do not
// call it while a search runs.
func Watched(serve func()) []Incident {
	probe.ForgetRecovered()
	defer probe.ForgetRecovered()
	opened.Watch(true)
	defer opened.Watch(false)
	tables.Watch(true)
	defer tables.Watch(false)
	log := races.Open()
	watching(serve)
	return append(incidents(serves, true), raced(log)...)
}

// watching is a function of its own so that its name is in the stack of the function that [Watched] calls.
//
//go:noinline
func watching(serve func()) { serve() }

// Lookout notes incidents and the cost of calls in the code with probes of this process. It is for processes in which a
// server of the program takes the calls, and not a [Handler]: package sut/program has a Lookout in each program that it
// runs.
type Lookout struct {
	on     bool
	before Cost
}

// Watch switches on or off that resources which are left open are noted. Other incidents are noted anyway.
func (l *Lookout) Watch(on bool) {
	if on != l.on {
		l.on = on
		opened.Watch(on)
	}
}

// Ready begins to count the cost of the next call.
func (l *Lookout) Ready() { l.before = processCost() }

// Forget forgets the incidents.
func (l *Lookout) Forget() {
	probe.ForgetRecovered()
	opened.Drop()
}

// Happened returns the incidents since Forget, as Incidents of [Inside] does, and the cost since Ready, without the
// time.
func (l *Lookout) Happened() ([]Incident, Cost) {
	spent := processCost().since(l.before)
	return incidents(servesAlone, false), spent
}

// incidents implements Incidents of [Inside]. An incident on another goroutine than that of the call may belong to
// another call, so it does not count. serves recognises the stacks of calls, and here says that the call ran on this
// goroutine.
func incidents(serves func(stack []uintptr) bool, here bool) (out []Incident) {
	left := opened.Left(serves, func() bool { return working(here) })
	for _, in := range slices.Concat(probe.Incidents(), left, tables.Incidents()) {
		if len(in.Stack) < maxFrames && !serves(in.Stack) || expected(&in) {
			continue
		}
		i := Incident{Kind: in.Kind, Text: in.Text, Place: incidentPlace(&in)}
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// incidentPlace returns the place of an incident: the place of the panic that a function recovers from, the statement
// that drops an error or opens something, else the line that decided to write to a log or a database. The program's own
// wrappers of a logger or a database do not count.
func incidentPlace(in *probe.Incident) string {
	frames, panicked := panicFrames(in.Stack)
	exact := in.Kind == DroppedError || in.Kind == Overflowed ||
		in.Kind == LeftOpen && in.Text != opened.OpenTransaction
	if !panicked && !exact {
		if at := decision(in.Stack); at != "" {
			return at
		}
	}
	return userFrame(frames)
}

// The texts of sql.ErrNoRows and sql.ErrTxDone. A program that has no database does not get database/sql for them.
const noRows, txDone = "sql: no rows in result set", "sql: transaction has already been committed or rolled back"

// expected reports whether an error that the program drops only says that nothing, or nothing more, exists.
func expected(in *probe.Incident) bool {
	if in.Kind != DroppedError {
		return false
	}
	for _, err := range []error{io.EOF, context.Canceled, context.DeadlineExceeded, http.ErrNoCookie} {
		if in.Holds(err) {
			return true
		}
	}
	if in.Says(noRows) || in.Says(txDone) {
		return true
	}
	if syntax, ok := in.Err.(*json.SyntaxError); ok && syntax.Offset == 0 {
		return true // the text that is decoded is empty
	}
	return os.IsNotExist(in.Err) || os.IsExist(in.Err)
}
