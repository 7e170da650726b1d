package bench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// config is a run on a service that writes its tests to out, "" for nowhere. It
// sees responses only, as do the searches that it is compared with; package
// whitebox has the runs that see inside.
func config(s *Service, seed uint64, calls int, out string) evoke.Config {
	constructor := gotest.Func{ImportPath: "github.com/evoke-go/evoke/bench/" + s.Name, Name: "New"}
	return evoke.Config{
		Schema: string(s.Schema), System: evoke.System{Controller: s.System()}, REST: s.REST(),
		Search: evoke.Search{Seed: seed}, Budget: evoke.Budget{Calls: calls},
		Output:   evoke.Output{Dir: out, Writers: []output.Writer{&gotest.Writer{Constructor: constructor}}},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
	}
}

// defaultAlgorithm returns the algorithm of a run that sees responses only and is not told another one.
func defaultAlgorithm(testing.TB) search.Algorithm[*testcase.Case] { return run.BlackBox() }

// newSession prepares the search alone, without what a run does after it.
func newSession(
	tb testing.TB, s *Service, options rest.Options, system rest.System, seed uint64, calls int,
) *search.Session[*testcase.Case] {
	tb.Helper()
	doc, err := openapi.Read(s.Schema, openapi.Options{})
	require.NoError(tb, err)
	registry := &fitness.Registry{}
	problem, err := rest.New(doc, system, registry, options)
	require.NoError(tb, err)
	return search.NewSession(problem.Search(), registry, search.Options{Seed: seed, Budget: search.Cost(calls)})
}
