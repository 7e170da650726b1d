package node_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/js/node"
)

const bornSchema = `{"openapi": "3.0.3", "info": {"title": "Born", "version": "1"}, "paths": {
  "/born": {"get": {"responses": {"200": {"description": "when"}}}},
  "/seen": {"get": {"responses": {"200": {"description": "whether"}}}}}}`

// TestSuitesAreTriedInNewProcesses: values that a process keeps from its start, or from earlier calls, are not
// asserted, although the search used one process that is never reset.
func TestSuitesAreTriedInNewProcesses(t *testing.T) {
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: bornSchema, Budget: evoke.Budget{Calls: 20},
		System: evoke.System{
			Controller: newController(t, node.Options{Dir: "born", Command: "node server.js", Keep: true}),
		},
	})
	require.NoError(t, err)
	require.NotEmpty(t, result.Suite.Tests)
	written, err := json.Marshal(result.Suite.Tests)
	require.NoError(t, err)
	assert.NotContains(t, string(written), "777000")
	assert.Contains(t, string(written), "/seen")
	for _, test := range result.Suite.Tests {
		last := test.Steps[len(test.Steps)-1].Call
		for _, c := range last.Expect.Checks {
			assert.False(t, c.Pointer == "/seen" && c.Value == true)
		}
	}
}
