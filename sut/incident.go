package sut

import (
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"slices"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/opened"
	"github.com/evoke-go/evoke/probe/races"
)

// Watched calls a function that serves a request, such as a handler of a test, and returns what went wrong in it. It is
// not to be used while a search runs.
func Watched(serve func()) []Incident {
	probe.ForgetRecovered()
	defer probe.ForgetRecovered()
	opened.Watch(true)
	defer opened.Watch(false)
	log := races.Open()
	watching(serve)
	return append(incidents(serves), raced(log)...)
}

// watching stands in the stack of what [Watched] calls.
//
//go:noinline
func watching(serve func()) { serve() }

// Lookout notes what goes wrong in the code with probes of this process, and what calls cost, where a server of the
// program takes the calls and not a [Handler]. Package sut/program has one in each program that it runs.
type Lookout struct {
	on     bool
	before Cost
}

// Watch begins to note what is left open, or ends it. All else is noted anyway.
func (l *Lookout) Watch(on bool) {
	if on != l.on {
		l.on = on
		opened.Watch(on)
	}
}

// Ready begins to count what a call costs.
func (l *Lookout) Ready() { l.before = weighed() }

// Forget forgets what went wrong.
func (l *Lookout) Forget() {
	probe.ForgetRecovered()
	opened.Drop()
}

// Happened returns what went wrong since Forget, as Incidents of [Inside] does, and what was spent since Ready, but for
// the time.
func (l *Lookout) Happened() ([]Incident, Cost) {
	spent := weighed().since(l.before)
	return incidents(servesAlone), spent
}

// incidents implements Incidents of [Inside]. What happens on another goroutine than that of the call
// may belong to another one, so it does not count. serves tells the stacks of calls.
func incidents(serves func(stack []uintptr) bool) (out []Incident) {
	for _, in := range append(probe.Incidents(), opened.Left(serves)...) {
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

// incidentPlace returns where an incident was: the panic that a function recovers from, the statement that drops an
// error or opens something, else the line that decided to log, which is not in the program's own functions around a
// logger.
func incidentPlace(in *probe.Incident) string {
	frames, panicked := panicFrames(in.Stack)
	if !panicked && in.Kind != DroppedError && in.Kind != LeftOpen && in.Kind != Overflowed {
		if at := decision(in.Stack); at != "" {
			return at
		}
	}
	return userFrame(frames)
}

// expected reports whether an error that the program drops says no more than that there is nothing, or no more.
func expected(in *probe.Incident) bool {
	if in.Kind != DroppedError {
		return false
	}
	for _, err := range []error{io.EOF, context.Canceled, context.DeadlineExceeded, sql.ErrNoRows,
		sql.ErrTxDone, http.ErrNoCookie} {
		if in.Holds(err) {
			return true
		}
	}
	if syntax, ok := in.Err.(*json.SyntaxError); ok && syntax.Offset == 0 {
		return true // what is read is empty
	}
	return os.IsNotExist(in.Err) || os.IsExist(in.Err)
}
