// Package searchtest checks search algorithms. It has laws that each algorithm must obey, and toy problems that show
// how well an algorithm searches.
//
// One line in a test is enough:
//
//	searchtest.Run(t, func() search.Algorithm[searchtest.Vector] { return &mine.Algorithm[searchtest.Vector]{} })
package searchtest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/evoke-go/evoke/search"
)

// Run reports an error to the test for every law that an algorithm breaks. The function returns a new algorithm at each
// call.
func Run(t testing.TB, newAlgorithm func() search.Algorithm[Vector]) {
	t.Helper()
	for _, law := range laws {
		if err := law.check(newAlgorithm); err != nil {
			t.Errorf("%s: %v", law.name, err)
		}
	}
}

// Check is [Run] without a test: it returns the joined errors of all broken laws, or nil.
func Check(newAlgorithm func() search.Algorithm[Vector]) error {
	var errs []error
	for _, law := range laws {
		if err := law.check(newAlgorithm); err != nil {
			errs = append(errs, fmt.Errorf("searchtest: %s: %w", law.name, err))
		}
	}
	return errors.Join(errs...)
}

// law is a property that every search algorithm must have.
type law struct {
	name  string
	check func(newAlgorithm func() search.Algorithm[Vector]) error
}

var laws = []law{
	{"a step evaluates, until the budget is used up", stepsEvaluate},
	{"a step returns ErrBudget when the budget is used up", budgetEndsIt},
	{"a step returns the error of the context", contextEndsIt},
	{"a step returns the error of the evaluator", failureEndsIt},
	{"nothing reached is no problem", nothingReached},
	{"the same seed gives the same search", repeats},
	{"two algorithms share nothing", sharesNothing},
	{"what was evaluated stays as it is", keepsEvaluated},
	{"easy targets are covered among infeasible ones", noStarvation},
	{"targets may show up late", lateTargets},
	{"what others found breaks nothing", takesImports},
	{"a search that is resumed ends with its budget", resumes},
}
