package program_test

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/sut/program"
)

// TestWrittenTestsStartTheProgram: the written tests of a program build it and pass, also if it listens at the same
// address as in the search. Run executes them and reports those that do not pass.
func TestWrittenTestsStartTheProgram(t *testing.T) {
	if testing.Short() {
		return // it builds the program and the tests that were written
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	base := "http://" + listener.Addr().String()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	module := []byte("module example.com/written\n\ngo 1.24\n")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), module, 0o600))
	at, err := filepath.Abs("testdata/vault")
	require.NoError(t, err)
	schema, err := os.ReadFile("testdata/vault/openapi.yaml")
	require.NoError(t, err)
	t.Setenv("VAULT_SECRET", "not-to-be-written")

	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(schema), Budget: evoke.Budget{Calls: 40},
		System: evoke.System{Controller: newController(t, program.Options{BaseURL: base, Keep: true})},
		Output: evoke.Output{Dir: dir, Writers: []output.Writer{&gotest.Writer{Program: &gotest.Program{
			Package: "./cmd/server", Dir: at, BaseURL: base, Env: []string{"GREETING=hello {port}", "VAULT_SECRET"},
		}}}},
	})
	require.NoError(t, err, "a written test does not pass")
	assert.NotEmpty(t, result.Suite.Tests)
	for _, warning := range result.Report.Warnings {
		assert.NotContains(t, warning, "left out")
	}
	for _, f := range result.Files {
		assert.NotContains(t, string(f.Content), "not-to-be-written")
	}
}
