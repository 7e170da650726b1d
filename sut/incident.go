package sut

import (
	"slices"

	"github.com/evoke-go/evoke/probe"
)

// Watched calls a function that serves a request, such as a handler of a test, and returns what went wrong in it. It is not
// to be used while a search runs.
func Watched(serve func()) []Incident {
	probe.ForgetRecovered()
	defer probe.ForgetRecovered()
	watching(serve)
	return incidents()
}

// watching stands in the stack of what [Watched] calls.
//
//go:noinline
func watching(serve func()) { serve() }

// incidents implements Incidents of [Inside]. What happens on another goroutine than that of the call
// may belong to another one, so it does not count.
func incidents() (out []Incident) {
	for _, in := range probe.Incidents() {
		if len(in.Stack) < maxFrames && !serves(in.Stack) {
			continue
		}
		i := Incident{Kind: in.Kind, Text: in.Text, Place: incidentPlace(&in)}
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// incidentPlace returns where an incident was: the panic that a function recovers from, else the line that decided to
// log, which is not in the program's own functions around a logger.
func incidentPlace(in *probe.Incident) string {
	frames, panicked := panicFrames(in.Stack)
	if !panicked {
		if at := decision(in.Stack); at != "" {
			return at
		}
	}
	return userFrame(frames)
}
