package program_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut/program"
)

// searched searches the vault for what its description says.
func searched(t *testing.T, calls int, system evoke.System, pkg *evoke.Package, cover ...string) *evoke.Result {
	t.Helper()
	schema, err := os.ReadFile("testdata/vault/openapi.yaml")
	require.NoError(t, err)
	cfg := evoke.Config{
		Schema: string(schema), System: system, Search: evoke.Search{Seed: 1}, Budget: evoke.Budget{Calls: calls},
		WhiteBox: evoke.WhiteBox{Cover: cover}, Output: evoke.Output{Dir: t.TempDir()},
	}
	var result *evoke.Result
	if pkg != nil {
		cfg.Search.Observe = noted(t)
		result, err = evoke.RunPackage(t.Context(), *pkg, cfg)
	} else {
		result, err = evoke.Run(t.Context(), cfg)
	}
	require.NoError(t, err)
	return result
}

// builds names the file that has a line for each package that is built for a search.
const builds = "EVOKE_TEST_BUILDS"

// noted notes builds, also those of processes that continue this one.
func noted(t *testing.T) func(search.Event) {
	if os.Getenv(builds) == "" {
		t.Setenv(builds, filepath.Join(t.TempDir(), "builds"))
	}
	return func(e search.Event) {
		if n, ok := e.(search.Note); ok && strings.HasPrefix(n.Text, "building ") {
			f, err := os.OpenFile(os.Getenv(builds), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			require.NoError(t, err)
			_, err = fmt.Fprintln(f, n.Text)
			require.NoError(t, errors.Join(err, f.Close()))
		}
	}
}

// open returns the answers that only certain values lead to.
func open(r *evoke.Result) (out []string) {
	for _, o := range r.Report.Operations {
		for status := range o.Outcomes {
			if strings.Contains(" 201 202 203 206 ", " "+status+" ") {
				out = append(out, status)
			}
		}
	}
	return out
}

// told returns the sides of conditions that the tests of a search show.
func told(r *evoke.Result) (out []suite.Way) {
	for _, test := range r.Suite.Tests {
		for _, way := range test.Ways {
			if !slices.Contains(out, way) {
				out = append(out, way)
			}
		}
	}
	return out
}

// TestProgramIsSearchedAsItsHandler: a search of the program finds what a search of its handler finds, in the same
// words. Without probes neither finds it.
func TestProgramIsSearchedAsItsHandler(t *testing.T) {
	if testing.Short() {
		return // it makes three searches
	}
	all := []string{"201", "202", "203", "206"}
	handler := searched(t, 1500, evoke.System{}, &evoke.Package{Dir: "testdata/vault", Handler: "New"})
	assert.ElementsMatch(t, all, open(handler))
	ran := searched(t, 1500, evoke.System{Controller: newController(t, program.Options{Keep: true})}, nil)
	assert.ElementsMatch(t, all, open(ran))
	for _, way := range []suite.Way{{What: "pin == 48151623 is true", Place: "vault.door"},
		{What: `r.URL.Query().Get("mode") == "deep" is true`, Place: "vault.hidden"}} {
		assert.Contains(t, told(handler), way)
		assert.Contains(t, told(ran), way)
	}
	require.NotNil(t, ran.Report.Coverage)
	assert.True(t, ran.Report.Coverage.Search, "the go command counts nothing in the processes of the tests")
	sum := ran.Report.Coverage.Total()
	assert.Positive(t, sum.Covered)
	assert.Less(t, sum.Covered, sum.Statements, "statements are announced that nothing reached")
	built, err := os.ReadFile(os.Getenv(builds))
	require.NoError(t, err)
	searches := strings.Count(string(built), "\n")
	assert.Equal(t, 1, searches, "the processes of a later search have the result of RunPackage:\n%s", built)
	black := searched(t, 800, evoke.System{Controller: newController(t, program.Options{Keep: true})}, nil, "none")
	assert.Empty(t, open(black))
}

// TestSameSeedSameSearch: a search of a program can be repeated.
func TestSameSeedSameSearch(t *testing.T) {
	if testing.Short() {
		return // it makes two searches
	}
	first := searched(t, 1000, evoke.System{Controller: newController(t, program.Options{Keep: true})}, nil)
	again := searched(t, 1000, evoke.System{Controller: newController(t, program.Options{Keep: true})}, nil)
	assert.Equal(t, first.Suite, again.Suite)
	assert.Equal(t, first.Files, again.Files)
}
