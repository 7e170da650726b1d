package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js/node"
)

// TestSearch: the search finds the fault, with its place, and covers a condition that depends on stored data.
func TestSearch(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	if _, err := node.Version(t.Context()); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "tests")
	result, err := search(t.Context(), dir, out, 600)
	require.NoError(t, err)
	for _, op := range result.Report.Operations {
		assert.True(t, op.Succeeded(), op.Name)
	}
	found := false
	for _, f := range result.Report.Faults() {
		found = found || strings.Contains(f.Frame, "src/store.js:2")
	}
	assert.True(t, found, "%+v", result.Report.Faults())

	m := result.Report.Mutation
	require.NotNil(t, m)
	assert.Empty(t, m.Note)
	assert.Greater(t, m.Noticed, 15)
	assert.LessOrEqual(t, m.AssertionsAfter, m.AssertionsBefore)
	for _, s := range m.Survived {
		assert.Equal(t, "src", filepath.Dir(s.Package))
		assert.Positive(t, s.Line)
	}
	// A change in the program makes the written tests fail.
	file := filepath.Join(dir, "app", "src", "store.js")
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	changed := strings.Replace(string(source), "done: false", "done: true", 1)
	require.NoError(t, os.WriteFile(file, []byte(changed), 0o600))
	assert.ErrorContains(t, runTests(t.Context(), io.Discard, out), "the tests do not pass")
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
