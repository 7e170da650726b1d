// Package forms has replacements of functions that read a text of a certain form: addresses, ids, URLs. They get the
// replaced function as an argument, see [probe.Replacement.Pass], so this package imports none of the packages of these
// functions.
package forms

import (
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/machines"
)

// form is a form of texts.
type form struct {
	name   string
	wanted probe.Wanted // without a Form if no text can be drawn for it
	shape  func() heuristics.Shape
}

// measured has the machines of the forms, by name.
var measured machines.Memory

func (f form) distance(text string) uint64 {
	return measured.Distance(f.name, text, func() *heuristics.Machine {
		return heuristics.NewMachine(heuristics.Whole(f.shape()))
	})
}

// report reports whether a function accepted a text. The outcome is that of the function; the shape only gives the
// distance.
func (f form) report(at probe.Call, ok bool, text string) {
	if !at.News(ok) {
		return
	}
	toTrue := 1.0
	if !ok {
		toTrue = heuristics.Close(float64(max(1, f.distance(text))))
	}
	compared := []any{text}
	if f.wanted.Form != "" {
		compared = append(compared, f.wanted)
	}
	if f.wanted.Form == probe.IP {
		for _, w := range versions() {
			compared = append(compared, w)
		}
	}
	at.Report(ok, toTrue, heuristics.Close(1), compared...)
}

// parsed calls a function with one result and an error, and reports.
func parsed[S string | []byte, T any](at probe.Call, f form, parse func(S) (T, error), s S) (T, error) {
	v, err := parse(s)
	f.report(at, err == nil, string(s))
	return v, err
}

// parsedTwo calls a function with two results and an error, and reports.
func parsedTwo[T, U any](at probe.Call, f form, parse func(string) (T, U, error), s string) (T, U, error) {
	v, w, err := parse(s)
	f.report(at, err == nil, s)
	return v, w, err
}

// must calls a function that panics for an invalid text, and reports.
func must[T any](at probe.Call, f form, parse func(string) T, s string) T {
	ok := false
	defer func() { f.report(at, ok, s) }()
	v := parse(s)
	ok = true
	return v
}
