package crash_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/fragile"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// tryMutants runs a small search of one operation of the fragile service and tries
// all mutants.
func tryMutants(t *testing.T, operation string) *evoke.Result {
	t.Helper()
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: fragile.Schema, Budget: evoke.Budget{Calls: 120},
		System: evoke.System{Controller: newFragile(500 * time.Millisecond)},
		REST:   rest.Options{Include: []string{"/" + operation}, MaxCalls: 2},
		Output: evoke.Output{Mutants: 1000},
		// The tests of this package are no part of what is searched.
		WhiteBox: evoke.WhiteBox{Cover: []string{"github.com/evoke-go/evoke/examples/fragile"}},
	})
	require.NoError(t, err)
	return result
}

// TestMutantsThatKill: a mutant that ends the process, or that goes on for ever, is
// noticed, and the others are tried after it. Where the time decides nothing, the same
// seed tries the same mutants and leaves the same suite.
func TestMutantsThatKill(t *testing.T) {
	if testing.Short() {
		t.Skip("each mutant that kills takes a process")
	}
	boundProcess(t)
	const kills = "slices.Contains(wrong, n) is negated"
	for _, operation := range []string{"log", "spin"} {
		t.Run(operation, func(t *testing.T) {
			one := tryMutants(t, operation)
			m := one.Report.Mutation
			require.NotNil(t, m)
			assert.Empty(t, m.Note)
			assert.Greater(t, m.Mutants, 8)
			assert.Zero(t, m.Untried)
			assert.Positive(t, m.NotReached, "other operations of the service")
			assert.Equal(t, m.Mutants, m.Noticed+len(m.Survived))
			for _, s := range m.Survived {
				assert.False(t, s.Function == "serve" && s.Change == kills, "it kills")
				assert.NotEmpty(t, s.Function)
			}
			assert.Contains(t, m.Survived, report.Survivor{
				Package: "github.com/evoke-go/evoke/examples/fragile", Function: "serve",
				Change: "n > 100 becomes n >= 100",
			})
			if operation == "log" {
				two := tryMutants(t, operation)
				assert.Equal(t, m, two.Report.Mutation)
				assert.Equal(t, one.Suite, two.Suite)
				assert.Equal(t, one.Files, two.Files)
			}
		})
	}
}

// TestNoMutants: nothing is built where nobody asked, or where there is no code to
// see.
func TestNoMutants(t *testing.T) {
	plain := sut.NewHandler(func() http.Handler { return http.NotFoundHandler() }, sut.HandlerOptions{})
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: fragile.Schema, System: evoke.System{Controller: plain}, Budget: evoke.Budget{Calls: 20},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}}, Output: evoke.Output{Mutants: 5},
	})
	require.NoError(t, err)
	assert.Nil(t, result.Report.Mutation)
	var text strings.Builder
	require.NoError(t, report.Summary(&text, result.Report))
	assert.NotContains(t, text.String(), "Mutants")
}
