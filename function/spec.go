package function

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/problem"
)

// Spec describes the search for tests of some functions, for evoke.Config. They must be exported functions of packages
// that tests can import; the search begins with an error for other values.
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

// ErrNoFunctions is the error for a Spec without functions.
var ErrNoFunctions = errors.New("function: there are no functions to call")

// newSubjects returns the subjects for the functions of the user. The error contains everything that is wrong with
// them.
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

// tellApart names functions by the full import path of their package if their names would otherwise be equal.
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
