package node_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/js/node"
)

// newController returns the controller of a program in testdata. Without node the test is
// skipped.
func newController(t *testing.T, o node.Options) *node.Controller {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	if _, err := node.Version(t.Context()); err != nil {
		t.Skip(err)
	}
	o.Dir = filepath.Join("testdata", o.Dir)
	c, err := node.New(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Stop(t.Context())) })
	return c
}

// search searches the vault and returns its answers by status.
func search(t *testing.T, seed uint64, o node.Options, cover ...string) (map[string]int, *evoke.Result) {
	t.Helper()
	o.Dir, o.Command = "vault", "node src/server.js"
	schema, err := os.ReadFile("testdata/vault/openapi.yaml")
	require.NoError(t, err)
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(schema), System: evoke.System{Controller: newController(t, o)},
		Search: evoke.Search{Seed: seed}, Budget: evoke.Budget{Calls: 1000}, WhiteBox: evoke.WhiteBox{Cover: cover},
	})
	require.NoError(t, err)
	return result.Report.Operations[0].Outcomes, result
}

// TestWhiteBoxSolvesConditions: with the compared values the search finds a text that the program itself makes, and a
// number, which no black-box search finds.
func TestWhiteBoxSolvesConditions(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	for seed := range uint64(2) {
		white, _ := search(t, seed, node.Options{Keep: true})
		assert.Positive(t, white["201"], "the number, seed %d", seed)
		assert.Positive(t, white["202"], "the text, seed %d", seed)
		black, _ := search(t, seed, node.Options{Keep: true}, "none")
		assert.Zero(t, black["201"]+black["202"], "black box, seed %d", seed)
	}
}
