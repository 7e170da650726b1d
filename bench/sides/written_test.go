package sides

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/restfaults"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/sut"
)

// writtenSuite returns a folder of this module with the tests of a short run.
func writtenSuite(t *testing.T, name string) string {
	t.Helper()
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema:   string(restfaults.Schema()),
		System:   evoke.System{Controller: sut.NewHandler(restfaults.New, sut.HandlerOptions{})},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}}, Budget: evoke.Budget{Calls: 1000},
		Search: evoke.Search{Seed: 1},
		Output: evoke.Output{
			Writers: []output.Writer{&gotest.Writer{Constructor: gotest.Func{ImportPath: name, Name: "New"}}},
		},
	})
	require.NoError(t, err)
	dir, err := os.MkdirTemp("..", "evoke-written-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	for _, f := range result.Files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Content, 0o666))
	}
	return dir
}

// The tests that a run writes can be measured, and each time with one result.
func TestMeasureWritten(t *testing.T) {
	const name = "github.com/evoke-go/evoke/bench/restfaults"
	dir := writtenSuite(t, name)
	seen, err := Measure(t.Context(), dir, []string{name})
	require.NoError(t, err)
	list, err := Load("../restfaults")
	require.NoError(t, err)
	covered, feasible := seen.Covered(list)
	t.Logf("%d of %d; open: %q", covered, feasible, texts(seen.Open(list)))
	assert.Greater(t, covered, feasible/2)
	assert.Empty(t, seen.Unprobed(list))
	assert.Empty(t, seen.Refuted(list))
	again, err := Measure(t.Context(), dir, []string{name})
	require.NoError(t, err)
	assert.Equal(t, seen, again)
}
