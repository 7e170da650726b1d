package node_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/js/node"
)

// TestUndeclaredInputsAreFound: inputs that the program reads from a query, headers and a body are sent although the
// description does not have them, with the values that they are compared with.
func TestUndeclaredInputsAreFound(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	schema, err := os.ReadFile("testdata/inputs/openapi.yaml")
	require.NoError(t, err)
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(schema), System: evoke.System{Controller: newController(t,
			node.Options{Dir: "inputs", Command: "node server.js", Keep: true})},
		Budget: evoke.Budget{Calls: 6000},
	})
	require.NoError(t, err)
	got, bodies := map[string]int{}, []string{}
	for _, o := range result.Report.Operations {
		for status, n := range o.Outcomes {
			got[status] += n
		}
		for _, input := range o.Undeclared {
			assert.NotRegexp(t, "hidden|constructor", input)
			if strings.HasPrefix(input, "body ") {
				bodies = append(bodies, o.Name+": "+input)
			}
		}
	}
	assert.NotEmpty(t, bodies)
	for _, b := range bodies { // without a body, the parser makes no object to read from
		assert.Regexp(t, `^GET /whole: |^POST /body: |^(GET|POST) /parsed: body application/json with color$`, b)
	}
	for _, status := range []string{"201", "202", "203", "206"} {
		assert.Positive(t, got[status], "%s of %v", status, got)
	}
}
