package extend_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/extend/testdata/lamps"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/suite"
)

const lampsSchema = `
openapi: 3.0.3
info: {title: Lamps, version: "1"}
paths:
  /lamps/{room}:
    get:
      parameters: [{name: room, in: path, required: true, schema: {type: string}}]
      responses:
        "200": {description: a lamp, content: {text/plain: {schema: {type: string}}}}
        "404": {description: no lamp}
        "409": {description: worn out, content: {text/plain: {schema: {type: string}}}}
`

// TestWatchers: a store of the user's own says what the system asks of it, and tests put there what no call makes, with
// values that the conditions of the system want. The written tests do the same, and pass.
func TestWatchers(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it builds programs
	}
	dir, err := os.MkdirTemp(".", "evoke-watched-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	c := evoke.Config{Schema: lampsSchema, Handler: lamps.New, Budget: evoke.Budget{Calls: 2000}}
	c.System.Stores = []func() store.Watcher{lamps.States}
	c.WhiteBox.Cover = []string{"./testdata/lamps"}
	c.Output.Dir, c.Output.Mutants = dir, -1
	r, err := evoke.Run(t.Context(), c)
	require.NoError(t, err)
	assert.Empty(t, r.Report.Faults())
	assert.Empty(t, r.Report.Warnings)
	reached := map[int]*suite.Step{}
	for i := range r.Suite.Tests {
		steps := r.Suite.Tests[i].Steps
		last := &steps[len(steps)-1]
		reached[last.Call.Expect.Status] = last
	}
	for _, status := range []int{200, 409} {
		if assert.Contains(t, reached, status) {
			require.Len(t, reached[status].Given, 1)
			assert.Equal(t, "lamps", reached[status].Given[0].Row.Table)
		}
	}
	assert.Contains(t, reached, 404)
	content, err := os.ReadFile(filepath.Join(dir, "evoke_client_error_test.go"))
	require.NoError(t, err)
	assert.Contains(t, string(content), "\tapi.putStates(\"lamps\", `{")
	assert.Contains(t, string(content), "\t// no call makes it: set {")
}
