// Package callstest tests replacements: a program must not be able to tell them from the functions that they replace.
package callstest

import (
	"errors"
	"fmt"
	"testing"
	"unsafe"

	"github.com/evoke-go/evoke/probe"
)

// Pair is a call of a function, and the same call of its replacement.
type Pair struct {
	Func    string                           // the full name of the function
	Outcome func(results []any) bool         // computes the outcome from the results
	Plain   func() (results []any)           // calls the function
	Instead func(at probe.Call) (same []any) // calls the replacement
}

// Of returns a pair.
func Of(name string, outcome func(results []any) bool, plain func() []any, instead func(at probe.Call) []any) Pair {
	return Pair{Func: name, Outcome: outcome, Plain: plain, Instead: instead}
}

// The usual outcomes.

// Last returns the last result, which is a bool.
func Last(results []any) bool { return results[len(results)-1].(bool) }

// Passed reports whether the last result is a nil error.
func Passed(results []any) bool { return results[len(results)-1] == nil }

// Found reports whether the first result is an index and not -1.
func Found(results []any) bool { return results[0].(int) >= 0 }

// Zero reports whether the only result is 0.
func Zero(results []any) bool { return results[0].(int) == 0 }

// Same fails the test unless both calls of the pair have the same results, errors and panics, also with a zero
// [probe.Call], and unless the replacement reports the outcome that it had.
func (p Pair) Same(t testing.TB) {
	t.Helper()
	results, want := run(p.Plain)
	at := probe.NewCall()
	for _, at := range []probe.Call{at, {}, at} {
		if _, got := run(func() []any { return p.Instead(at) }); got != want {
			t.Fatalf("%s: %s, want %s", p.Func, got, want)
		}
	}
	toTrue, toFalse := at.Sides()
	if results == nil {
		if toTrue+toFalse != 0 {
			t.Fatalf("%s: it panics, and reports %v and %v", p.Func, toTrue, toFalse)
		}
		return
	}
	taken, other := toTrue, toFalse
	if !p.Outcome(results) {
		taken, other = toFalse, toTrue
	}
	if taken != 1 || !(other > 0 && other < 1) {
		t.Fatalf("%s is %s: it reports %v to true, %v to false", p.Func, want, toTrue, toFalse)
	}
}

// run calls a function. It returns its results, and a text that describes how it ended.
func run(f func() []any) (results []any, text string) {
	defer func() {
		if r := recover(); r != nil {
			results, text = nil, fmt.Sprintf("panic: %T %v", r, r)
		}
	}()
	results = f()
	for _, r := range results {
		text += describe(r) + "; "
	}
	return results, text
}

// describe writes everything that a program can see of a result: for bytes also their address and capacity, for errors
// also what they wrap.
func describe(r any) string {
	switch r := r.(type) {
	case []byte:
		return fmt.Sprintf("%T %q nil %t at %p, capacity %d", r, r, r == nil, unsafe.SliceData(r), cap(r))
	case error:
		text := fmt.Sprintf("%T %q", r, r)
		if inner := errors.Unwrap(r); inner != nil {
			text += " of " + describe(inner)
		}
		return text
	}
	return fmt.Sprintf("%#v", r)
}
