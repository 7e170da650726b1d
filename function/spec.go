package function

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/testcase"
)

// Options bound a search for tests of functions. The zero value is valid.
type Options struct {
	// MaxCalls is the most calls of one test. More than one is of use where a
	// package keeps state between calls. New tests have up to three, and grow while
	// that brings them closer to something. Default: [testcase.DefaultMaxActions].
	MaxCalls int
	// MaxElements is the most elements of a slice or a map. Most have up to
	// [gene.DefaultMaxElements], and grow as tests do. Default: 50.
	MaxElements int
	// Timeout is how long a call may take; one that takes longer is a fault.
	// Default: 5 seconds.
	Timeout time.Duration
	// Unexpected says which errors of a function are faults. Default: none.
	Unexpected func(function string, err error) bool
}

const (
	defaultMaxElements = 50
	defaultTimeout     = 5 * time.Second
)

func (o Options) withDefaults() Options {
	if o.MaxCalls <= 0 {
		o.MaxCalls = testcase.DefaultMaxActions
	}
	if o.MaxElements <= 0 {
		o.MaxElements = defaultMaxElements
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	return o
}

// Spec describes the search for tests of some functions, for evoke.Config. They
// have to be exported functions of packages that tests can import; what else
// is refused when the search begins.
func Spec(functions ...any) problem.Spec { return Options{}.Spec(functions...) }

// Spec is [Spec] with options.
func (o Options) Spec(functions ...any) problem.Spec {
	spec := problem.Spec{Make: func(_ context.Context, e problem.Env) (problem.Problem, error) {
		return newProblem(e, o.withDefaults(), functions)
	}}
	for _, f := range functions {
		if path, _, err := nameOf(f); err == nil && !slices.Contains(spec.Roots, path) {
			spec.Roots = append(spec.Roots, path)
		}
	}
	return spec
}

// ErrNoFunctions says that there is nothing to call.
var ErrNoFunctions = errors.New("function: there are no functions to call")

// newSubjects makes what can be called of the functions of the user. It reports
// all that is wrong with them.
func newSubjects(functions []any, elements int) ([]*subject, error) {
	if len(functions) == 0 {
		return nil, ErrNoFunctions
	}
	var subjects []*subject
	var errs []error
	for i, f := range functions {
		s, err := newSubject(f, elements)
		switch {
		case err != nil:
			errs = append(errs, fmt.Errorf("function: function %d: %w", i+1, err))
		case slices.ContainsFunc(subjects, s.same):
			errs = append(errs, fmt.Errorf("function: function %d: %s is there twice", i+1, s.name))
		default:
			subjects = append(subjects, s)
		}
	}
	tellApart(subjects)
	return subjects, errors.Join(errs...)
}

// tellApart names functions by the whole path of their package where two have
// the same name otherwise.
func tellApart(subjects []*subject) {
	times := map[string]int{}
	for _, s := range subjects {
		times[s.name]++
	}
	for i, s := range subjects {
		s.index = i
		if times[s.name] > 1 {
			s.name = s.importPath + "." + s.function
		}
	}
}
