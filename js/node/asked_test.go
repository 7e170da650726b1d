package node_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/js/node"
)

// TestConditionsWithoutComparisons: a search covers both sides of `in`, Object.hasOwn and localeCompare.
func TestConditionsWithoutComparisons(t *testing.T) {
	t.Parallel()
	controller := newController(t, node.Options{Dir: "asked", Command: "node server.js", Keep: true})
	schema, err := os.ReadFile("testdata/asked/openapi.yaml")
	require.NoError(t, err)
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(schema), System: evoke.System{Controller: controller}, Budget: evoke.Budget{Calls: 1000},
	})
	require.NoError(t, err)
	for _, o := range result.Report.Operations {
		assert.Positive(t, o.Outcomes["201"], "%s: %v", o.Name, o.Outcomes)
	}
}
