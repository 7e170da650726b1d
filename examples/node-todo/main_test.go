package main

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js/node"
)

// TestSearch: the search finds the fault, with its place, and a condition that depends on
// what is there.
func TestSearch(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	if _, err := node.Version(t.Context()); err != nil {
		t.Skip(err)
	}
	result, err := search(t.Context(), t.TempDir(), t.TempDir(), 600)
	require.NoError(t, err)
	for _, op := range result.Report.Operations {
		assert.True(t, op.Succeeded(), op.Name)
	}
	found := false
	for _, f := range result.Report.Faults() {
		found = found || strings.Contains(f.Frame, "src/store.js:2")
	}
	assert.True(t, found, "%+v", result.Report.Faults())
}

// TestRun: the example shows what it found, and its tests pass.
func TestRun(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	if _, err := node.Version(t.Context()); err != nil {
		t.Skip(err)
	}
	var shown strings.Builder
	require.NoError(t, run(t.Context(), &shown, "", 100), &shown)
	assert.Regexp(t, `Things to do: 10\d calls`, shown.String(), "the last test may have more than one")
	assert.Contains(t, shown.String(), "All of them pass")
}

func TestWithoutNode(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := run(t.Context(), io.Discard, "", 10)
	assert.EqualError(t, err, "node: node 20 or later is needed: there is no node in the folders of PATH")
}
