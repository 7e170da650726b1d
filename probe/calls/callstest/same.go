// Package callstest tests functions that stand in for others: that a program
// cannot tell them from these.
package callstest

import (
	"errors"
	"fmt"
	"testing"
	"unsafe"

	"github.com/evoke-go/evoke/probe"
)

// Pair is a call of a function, and the same call of the one that stands in for
// it.
type Pair struct {
	Func    string                           // the full name of the function
	Outcome func(results []any) bool         // whether such results are its true outcome
	Plain   func() (results []any)           // calls the function
	Instead func(at probe.Call) (same []any) // calls the other one
}

// Of returns a pair.
func Of(name string, outcome func(results []any) bool, plain func() []any, instead func(at probe.Call) []any) Pair {
	return Pair{Func: name, Outcome: outcome, Plain: plain, Instead: instead}
}

// The usual outcomes.

// Last is the last result, a bool.
func Last(results []any) bool { return results[len(results)-1].(bool) }

// Passed is that the last result is no error.
func Passed(results []any) bool { return results[len(results)-1] == nil }

// Found is that the first result is an index and not -1.
func Found(results []any) bool { return results[0].(int) >= 0 }

// Zero is that the only result is 0.
func Zero(results []any) bool { return results[0].(int) == 0 }

// Same fails the test unless both calls of a pair have the same results, errors
// and panics, with a call that is part of no program as well, and unless the
// second one reports the outcome that it had.
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

// run calls a function and describes what came of it.
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

// describe is all that a program can see of a result: of bytes also where they
// are and how far they can grow, of errors also what they wrap.
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
