package extend_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/customproblem/fare"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/function"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const blameSchema = `
openapi: 3.0.3
info: {title: Notes, version: "1"}
paths:
  /notes:
    get:
      parameters: [{name: colour, in: query, required: true, schema: {type: string, format: colour}}]
      responses: {"200": {description: all}}
`

type blamedOracle struct{}

func (*blamedOracle) Judge(*oracle.Exchange) []oracle.Finding { panic("no opinion") }

type blamedWriter struct{}

func (blamedWriter) Files(*suite.Suite) ([]suite.File, error) { panic("no paper") }

// blamedGene is a gene that cannot be mutated.
type blamedGene struct{ gene.Gene }

func (g blamedGene) Clone() gene.Gene             { return blamedGene{g.Gene.Clone()} }
func (blamedGene) Mutate(_ *rand.Rand, _ float64) { panic("no change") }

// TestPanicsOfTheUsersParts: a run with an oracle, a gene and a writer that panic blames nobody and writes the rest.
func TestPanicsOfTheUsersParts(t *testing.T) {
	dir := t.TempDir()
	c := evoke.Config{
		Schema:   blameSchema,
		Handler:  func() http.Handler { return http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}) },
		Budget:   evoke.Budget{Calls: 100},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
	}
	c.Output.Dir = dir
	c.Output.Writers = []output.Writer{blamedWriter{}, &gotest.Writer{}}
	c.REST.Oracles = []oracle.Oracle{&blamedOracle{}}
	c.REST.Formats = map[string]func(*openapi.Schema) gene.Gene{"colour": func(*openapi.Schema) gene.Gene {
		return blamedGene{gene.NewEnum("red", "blue")}
	}}
	r, err := evoke.Run(context.Background(), c)
	require.NoError(t, err)
	for i := range r.Report.Untested {
		assert.NotEqual(t, 100, r.Report.Untested[i].Code)
	}
	assert.NotEmpty(t, r.Suite.Tests)
	assert.FileExists(t, dir+"/evoke-panics.txt")
	assert.FileExists(t, dir+"/report.json")
	text := strings.Join(r.Report.Warnings, "\n")
	assert.Equal(t, 1, strings.Count(text, "blamedWriter panics"))
	for _, words := range []string{
		"oracle .*blamedOracle panics at .*blame_test.go",
		"writer .*blamedWriter panics at .*blame_test.go",
		"panics at .*blamedGene.* no change",
	} {
		assert.Regexp(t, words, text)
	}
}

// blamedTracer panics in each of its methods that it is told to.
type blamedTracer struct {
	lock
	inside, begin, take, describe bool
}

func (b *blamedTracer) Inside(registry *fitness.Registry) sut.Inside {
	if b.inside {
		panic("no inside")
	}
	in := b.lock.Inside(registry)
	in.Describe = func(fitness.ID) (what, place string) {
		if b.describe {
			panic("no words")
		}
		return "the word is right", "lock"
	}
	return in
}

func (b *blamedTracer) Begin(ctx context.Context, all bool) error {
	if b.begin {
		panic("no beginning")
	}
	return b.lock.Begin(ctx, all)
}

func (b *blamedTracer) Take(ctx context.Context, into []sut.Reached) ([]sut.Reached, error) {
	if b.take {
		panic("nothing to take")
	}
	if b.registry == nil {
		return into, nil
	}
	return b.lock.Take(ctx, into)
}

// TestPanicsOfTheUsersTracer: a run whose tracer panics goes on without what the tracer saw, and says so.
func TestPanicsOfTheUsersTracer(t *testing.T) {
	for value, tracer := range map[string]*blamedTracer{
		"no inside":       {inside: true},
		"no beginning":    {begin: true},
		"nothing to take": {take: true},
		"no words":        {describe: true},
	} {
		t.Run(value, func(t *testing.T) {
			c := evoke.Config{Schema: lockSchema, Budget: evoke.Budget{Calls: 60}}
			c.System.Controller = tracer
			c.Output.Dir = t.TempDir()
			r, err := evoke.Run(t.Context(), c)
			require.NoError(t, err)
			assert.Empty(t, r.Report.Untested)
			assert.NotEmpty(t, r.Suite.Tests)
			assert.Regexp(t, `(?m)^tracer \*extend_test.blamedTracer panics at .*\(blame_test.go:\d+\): `+value+
				`.*; the run went on without its work$`, strings.Join(r.Report.Warnings, "\n"))
			assert.FileExists(t, c.Output.Dir+"/evoke-panics.txt")
		})
	}
}

// TestPanicsOfTheUsersObserver: a run whose observer panics finds what it finds without one, and says so.
func TestPanicsOfTheUsersObserver(t *testing.T) {
	for name, c := range map[string]evoke.Config{
		"in this process": {Schema: lockSchema, System: evoke.System{Controller: &lock{}}},
		"in a process of its own": {
			Schema:   blameSchema,
			Handler:  func() http.Handler { return http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}) },
			WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.Budget = evoke.Budget{Calls: 60}
			c.Output.Dir = t.TempDir()
			c.Search.Observe = func(search.Event) { panic("no look") }
			r, err := evoke.Run(t.Context(), c)
			require.NoError(t, err)
			assert.Empty(t, r.Report.Untested)
			assert.NotEmpty(t, r.Suite.Tests)
			assert.Regexp(t, `(?m)^the observer Search.Observe panics at .*\(blame_test.go:\d+\): no look`+
				`.*; the run went on without its work$`, strings.Join(r.Report.Warnings, "\n"))
		})
	}
}

// blamedProblem panics where it makes its suite.
type blamedProblem struct{ problem.Problem }

func (blamedProblem) Suite(
	context.Context, *search.Archive[*testcase.Case], problem.Harvest,
) (*suite.Suite, int, error) {
	panic("no suite")
}

// TestPanicsOfTheUsersProblem: a run whose problem panics where it makes the suite tells what the search found, and why
// there are no tests.
func TestPanicsOfTheUsersProblem(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	c := evoke.Config{Budget: evoke.Budget{Calls: 200}}
	c.Problem = function.Spec(fare.Share)
	functions := c.Problem.Make
	c.Problem.Make = func(ctx context.Context, e problem.Env) (problem.Problem, error) {
		p, err := functions(ctx, e)
		return blamedProblem{p}, err
	}
	c.Output.Dir = t.TempDir()
	r, err := evoke.Run(t.Context(), c)
	require.NoError(t, err)
	assert.Positive(t, r.Report.Covered)
	assert.NotEmpty(t, r.Report.Operations)
	text := strings.Join(r.Report.Warnings, "\n")
	assert.Contains(t, text, "no tests are written: what makes the suite panicked")
	assert.Regexp(t, `what makes the suite panics at .*blamedProblem.Suite \(blame_test.go:\d+\): no suite`, text)
}
