package node_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/js/node"
)

// TestCredentialsOfAnswersAreFound: a header that the schema does not declare, with a value of an answer after a word,
// gives the search access to everything.
func TestCredentialsOfAnswersAreFound(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	schema, err := os.ReadFile("testdata/crews/openapi.yaml")
	require.NoError(t, err)
	for name, header := range map[string]string{"own": "x-crew", "usual": "authorization"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			controller := newController(t, node.Options{Dir: "crews", Command: "node server.js",
				Env: []string{"HEADER=" + header}, Reload: true})
			result, err := evoke.Run(t.Context(), evoke.Config{
				Schema: string(schema), System: evoke.System{Controller: controller}, Budget: evoke.Budget{Calls: 600},
			})
			require.NoError(t, err)
			for _, o := range result.Report.Operations {
				assert.Positive(t, o.Outcomes["200"]+o.Outcomes["201"], "%s: %v", o.Name, o.Outcomes)
			}
		})
	}
}
