package js_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js"
)

// node executes a file with Node, with others loaded before it, and returns what it prints.
func node(t *testing.T, file string, before ...string) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	var args []string
	for _, b := range before {
		args = append(args, "--require", b)
	}
	cmd := exec.Command(path, append(args, file)...)
	cmd.Env = append(os.Environ(), "NODE_OPTIONS=", "TZ=UTC")
	var failed strings.Builder
	cmd.Stderr = &failed
	out, err := cmd.Output()
	require.NoError(t, err, "%s%s", out, failed.String())
	return string(out)
}

// written writes a file of a test and returns its path.
func written(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// runtime writes the runtime.
func runtime(t *testing.T, dir string) string {
	t.Helper()
	text, err := js.Runtime()
	require.NoError(t, err)
	return written(t, dir, "runtime.js", text)
}

// TestSemantics compares the output of programs with probes, with mutants that are all off, and without either.
func TestSemantics(t *testing.T) {
	observe, err := filepath.Abs("testdata/observe.js")
	require.NoError(t, err)
	files, err := filepath.Glob("testdata/tricky/*")
	require.NoError(t, err)
	observations := 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			source := js.Source{Path: file, Text: string(text), First: 7}
			code, mutated := js.Instrument(source), js.Mutate(source)
			source.Record, source.FirstFunction = true, 3
			recorded, both := js.Instrument(source), js.Mutate(source)
			require.NoError(t, errors.Join(code.Err, mutated.Err, recorded.Err, both.Err))
			require.Len(t, both.Functions, len(recorded.Functions))
			require.Greater(t, len(recorded.Functions), 10, "the file must have functions")
			require.Greater(t, len(code.Targets), 50, "the file must have probes")
			require.Greater(t, len(mutated.Mutants), 50, "the file must have mutants")
			want := said(t, file, observe)
			for _, form := range []struct{ name, text, before string }{
				{"probes", code.Text, ""},
				{"mutants", mutated.Text, ""},
				{"records that are off", recorded.Text, ""},
				{"records", recorded.Text, `globalThis["__evoke__"].record(true);`},
				{"records of mutants", both.Text, `globalThis["__evoke__"].record(true);`},
			} {
				dir := t.TempDir()
				on := written(t, dir, "on.js", form.before)
				name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
				ending := strings.Replace(filepath.Ext(file), ".ts", ".js", 1)
				with := node(t, written(t, dir, "tricky/"+name+ending, form.text), runtime(t, dir), observe, on)
				for i, line := range strings.Split(want, "\n") {
					got := strings.Split(with, "\n")
					assert.Equal(t, line, got[min(i, len(got)-1)], form.name)
				}
			}
			observations += strings.Count(want, "\n")
		})
	}
	assert.GreaterOrEqual(t, observations, 130)
}

// said returns the output of a file without probes. Old versions of Node run no TypeScript, so the output of such a
// file is stored beside it.
func said(t *testing.T, file, observe string) string {
	t.Helper()
	if filepath.Ext(file) != ".ts" {
		return node(t, file, observe)
	}
	text, err := os.ReadFile("testdata/" + strings.TrimSuffix(filepath.Base(file), ".ts") + ".txt")
	require.NoError(t, err)
	return string(text)
}
