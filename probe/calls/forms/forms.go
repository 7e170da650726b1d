// Package forms stands in for functions that read a text of a form: addresses,
// ids, URLs. They are passed, see [probe.Replacement.Pass], so this package
// imports none of their packages.
package forms

import (
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/machines"
)

// form is one that texts may have.
type form struct {
	name   string
	wanted probe.Wanted // without a Form where no draw is of use
	shape  func() heuristics.Shape
}

// measured keeps the machines of the forms, by their names.
var measured machines.Memory

func (f form) distance(text string) uint64 {
	return measured.Distance(f.name, text, func() *heuristics.Machine {
		return heuristics.NewMachine(heuristics.Whole(f.shape()))
	})
}

// report reports whether a text was taken. The function decides that, the shape
// only says how far away it is.
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

// parsed is a function with one result and an error.
func parsed[S string | []byte, T any](at probe.Call, f form, parse func(S) (T, error), s S) (T, error) {
	v, err := parse(s)
	f.report(at, err == nil, string(s))
	return v, err
}

// parsedTwo is a function with two results and an error.
func parsedTwo[T, U any](at probe.Call, f form, parse func(string) (T, U, error), s string) (T, U, error) {
	v, w, err := parse(s)
	f.report(at, err == nil, s)
	return v, w, err
}

// must is a function that panics where it has no result.
func must[T any](at probe.Call, f form, parse func(string) T, s string) T {
	ok := false
	defer func() { f.report(at, ok, s) }()
	v := parse(s)
	ok = true
	return v
}
