// Package predicates is a collection of small HTTP handlers that each ask one
// question about their inputs, for measuring how well a search sees inside of a
// program. A predicate is one function; all of its statements and all sides of
// its conditions can be executed by some input, and the answer does not depend
// on calls before. How hard they are is spread on purpose: chance finds some,
// most take a search that follows distances, and those that neither leads to
// are marked with the reason.
package predicates

import (
	"net/http"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"github.com/evoke-go/evoke/bench/predicates/form"
)

// Predicate is a handler with the functions to cover.
type Predicate struct {
	// Name is that of the function.
	Name string
	// Doc says what is asked.
	Doc string
	// Schema is the OpenAPI document of the handler.
	Schema string
	// New returns the handler.
	New func() http.Handler
	// File is the base name of the file that has the functions.
	File string
	// Funcs are the functions to cover: the predicate, then what it calls.
	// Methods are written "type.method".
	Funcs []string
	// Tracked says why a search cannot solve the predicate without following
	// an input through a call of a library. "" for the others.
	Tracked string
	// Hard says why distances do not lead to all of the predicate, although no
	// library hides anything. "" for the others.
	Hard string
	// Asks says that a function's result hides what decides, from all but a search
	// that hears how near that result was to the other one. Most of these have to
	// be solved, but not each by each seed.
	Asks bool
}

// List returns all predicates in a fixed order, those of Hard and Tracked last.
func List() []Predicate {
	var out []Predicate
	for _, part := range [][]Predicate{
		numbers(), arithmetic(), floats(), texts(), logic(), choices(), collections(), times(), structs(), generics(),
		flow(), asking(checks()...), asking(spellings()...),
		asking(verdicts()...), asking(rules()...), asking(validations()...), asking(lookups()...), hard(), tracked(),
	} {
		out = append(out, part...)
	}
	return out
}

// asking marks predicates that a function's result hides.
func asking(list ...Predicate) []Predicate {
	for i := range list {
		list[i].Asks = true
	}
	return list
}

// query, path and body make the predicate of a function by where its inputs
// are. Also names further functions to cover.
func query[T any](doc string, f func(T) int, also ...string) Predicate {
	return predicate(form.Query, doc, f, also)
}

func path[T any](doc string, f func(T) int, also ...string) Predicate {
	return predicate(form.Path, doc, f, also)
}

func body[T any](doc string, f func(T) int, also ...string) Predicate {
	return predicate(form.Body, doc, f, also)
}

func predicate[T any](place form.Place, doc string, f func(T) int, also []string) Predicate {
	known := runtime.FuncForPC(reflect.ValueOf(f).Pointer())
	file, _ := known.FileLine(known.Entry())
	name := known.Name()[strings.LastIndexByte(known.Name(), '.')+1:]
	return Predicate{
		Name: name, Doc: doc, File: filepath.Base(file), Funcs: append([]string{name}, also...),
		Schema: form.Document(name, place, reflect.TypeFor[T]()),
		New:    func() http.Handler { return form.Handler(name, place, f) },
	}
}

// hides marks a predicate as one that distances do not lead to.
func (p Predicate) hides(why string) Predicate {
	p.Hard = why
	return p
}

// needs marks a predicate as one that needs tracking.
func (p Predicate) needs(why string) Predicate {
	p.Tracked = why
	return p
}
