package function_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/function"
	"github.com/evoke-go/evoke/function/testdata/trial"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

func Exported(int) {}

func TestFunctionsThatTestsCannotCall(t *testing.T) {
	const trials = "github.com/evoke-go/evoke/function/testdata/trial."
	for name, tt := range map[string]struct {
		functions []any
		is        error
		want      string
	}{
		"none": {nil, function.ErrNoFunctions, "function: there are no functions to call"},
		"no function": {[]any{7}, function.ErrFunction,
			"function: function 1: not an exported function of a package: int"},
		"nil": {[]any{(func())(nil)}, function.ErrFunction,
			"function: function 1: not an exported function of a package: nil"},
		"closure": {[]any{trial.Closure}, function.ErrFunction, "function: function 1: not an exported function " +
			"of a package: " + trials + "init.func1 is a method, a closure or an instance of a generic function"},
		"not exported": {[]any{trial.Small}, function.ErrFunction,
			"function: function 1: not an exported function of a package: " + trials + "small"},
		"generic": {[]any{trial.Map[int]},
			function.ErrFunction, "function: function 1: not an exported function of a package: " + trials +
				"Map[...] is a method, a closure or an instance of a generic function"},
		"method": {[]any{(*trial.Item).Add},
			function.ErrFunction, "function: function 1: not an exported function of a package: " + trials +
				"(*Item).Add is a method, a closure or an instance of a generic function"},
		"in a test": {[]any{Exported}, function.ErrFunction, "function: function 1: not an exported function of a " +
			"package: github.com/evoke-go/evoke/function_test.Exported is in a test"},
		"twice": {[]any{trial.Sum, trial.Sum}, nil, "function: function 2: trial.Sum is there twice"},
		"parameter": {[]any{trial.Sum, trial.Send}, nil,
			"function: function 2: trial.Send: parameter 1: no values can be made of the type chan int"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := function.Spec(tt.functions...).Make(context.Background(),
				problem.Env{Registry: &fitness.Registry{}})
			assert.EqualError(t, err, tt.want)
			if tt.is != nil {
				assert.ErrorIs(t, err, tt.is)
			}
		})
	}
}

func TestRootsAreThePackages(t *testing.T) {
	spec := function.Spec(trial.Sum, strconv.Atoi, trial.Cents, 7)
	assert.Equal(t, []string{"github.com/evoke-go/evoke/function/testdata/trial", "strconv"}, spec.Roots)
}

// searched is a problem after its search.
type searched struct {
	problem.Problem
	registry *fitness.Registry
	session  *search.Session[*testcase.Case]
}

// find searches with a budget of calls.
func find(t testing.TB, spec problem.Spec, e problem.Env, calls int) *searched {
	t.Helper()
	e.Registry = &fitness.Registry{}
	p, err := spec.Make(context.Background(), e)
	require.NoError(t, err)
	s := search.NewSession(p.Search(), e.Registry, search.Options{Seed: 1, Budget: search.Cost(calls)})
	require.NoError(t, s.Run(context.Background(), &mio.MIO[*testcase.Case]{}))
	return &searched{p, e.Registry, s}
}

// covered returns the names of the covered targets of a kind.
func (s *searched) covered(kind fitness.Kind) (names []string) {
	for _, id := range s.session.Archive().CoveredIDs() {
		if target := s.registry.Target(id); target.Kind == kind {
			names = append(names, target.Name)
		}
	}
	return names
}

func ExampleSpec() {
	ctx, registry := context.Background(), &fitness.Registry{}
	p, err := function.Spec(strconv.ParseBool).Make(ctx, problem.Env{Registry: registry})
	if err != nil {
		panic(err)
	}
	s := search.NewSession(p.Search(), registry, search.Options{Budget: search.Cost(2000)})
	if err := s.Run(ctx, &mio.MIO[*testcase.Case]{}); err != nil {
		panic(err)
	}
	tests, _, err := p.Suite(ctx, s.Archive(), problem.Harvest{})
	if err != nil {
		panic(err)
	}
	for _, t := range tests.Tests {
		fmt.Printf("%s: %s\n", t.Steps[0].Function, t.Purpose)
	}
	// Output:
	// ParseBool("f"): strconv.ParseBool returns false
	// ParseBool("1"): strconv.ParseBool returns true
	// ParseBool(""): strconv.ParseBool returns an error
}
