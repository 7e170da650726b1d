package suite_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/search"
)

// TestWrittenSuitePasses compiles a suite with all assertions inside this module and runs it the way a suspicious
// reader would.
func TestWrittenSuitePasses(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it builds the program three times
	}
	dir, err := os.MkdirTemp(".", "evoke-written-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	cfg := e2etest.ShopConfig(4000)
	cfg.Output.Dir, cfg.Output.Assert = dir, output.Invariants
	result, err := evoke.Run(context.Background(), cfg)
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(dir, "report.json"))
	assert.NotEmpty(t, result.Report.Faults, "the bookshop has planted bugs")
	out, err := exec.Command("go", "test", "-vet=all", "-shuffle=on", "-count=2", "./"+dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	laws := 0
	for _, f := range result.Files {
		laws += strings.Count(string(f.Content), `.sum("/price/total", "/price/books", "/price/postage")`)
		wd, err := os.Getwd()
		require.NoError(t, err)
		assert.NotContains(t, string(f.Content), wd, "no path of this machine")
	}
	assert.NotZero(t, laws, "assertions of laws")
}

func TestProgressLines(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	var plain, terminal strings.Builder
	cfg, piped, shown := e2etest.ShopConfig(200), evoke.Progress(&plain, false), evoke.Progress(&terminal, true)
	cfg.Search.Observe = func(e search.Event) {
		piped(e)
		shown(e)
	}
	_, err := evoke.Run(context.Background(), cfg)
	require.NoError(t, err)
	assert.Regexp(t, `100 %  \d+ calls, \d+/s, \d+ targets, \d+ faults?, improved .* ago\n$`, plain.String())
	assert.NotContains(t, plain.String(), "\r")
	assert.Contains(t, terminal.String(), "\r")
}
