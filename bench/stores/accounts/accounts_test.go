package accounts_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/stores/accounts"
)

// TestRowsAreChanged: what another system does with rows that calls have made is part of tests.
func TestRowsAreChanged(t *testing.T) {
	if testing.Short() {
		return // it builds a program and searches it
	}
	res, err := evoke.Run(t.Context(), evoke.Config{Schema: accounts.Schema, Handler: accounts.New,
		System: evoke.System{Database: accounts.Database}, Budget: evoke.Budget{Calls: 1200},
		Output: evoke.Output{Mutants: -1}})
	require.NoError(t, err)
	statuses := map[int]bool{}
	changed := false
	for _, test := range res.Suite.Tests {
		for _, s := range test.Steps {
			statuses[s.Call.Expect.Status] = true
			for _, g := range s.Given {
				changed = changed || strings.HasPrefix(g.SQL, "UPDATE accounts SET ")
			}
		}
	}
	assert.True(t, changed, "a test changes a row")
	for _, status := range []int{200, 404, 410, 423} {
		assert.True(t, statuses[status], status)
	}
}
