//go:build unix

package crash_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
)

// decoyVariable names a folder that stands in for that of the machine for temporary
// files. The careless service deletes nothing outside of it.
const decoyVariable = "EVOKE_TEST_DECOY"

const carelessSchema = `{"openapi": "3.0.3", "info": {"title": "Careless", "version": "1"}, "paths": {
	"/sweep": {"get": {"responses": {"200": {"description": "swept"}}}},
	"/wait": {"get": {"responses": {"200": {"description": "waited"}}}}}}`

// settings is a file of the careless service.
const settings = "testdata/settings.txt"

// deleted are the files and folders that the careless service deletes.
var deleted = []string{"testdata", "harmless_test.go", "../users", "../../../examples", "../../../go.mod"}

// careless is a service that deletes and writes what it takes for its own. Where it
// could harm somebody it leaves a note instead.
func careless() http.Handler {
	decoy := os.Getenv(decoyVariable)
	wd, err := os.Getwd()
	if err != nil { // swept by an earlier test
		wd = filepath.Join(os.TempDir(), "nowhere")
	} else if _, err := os.Stat(settings); err != nil && !strings.Contains(wd, "evoke-run-") {
		panic("the service does not find its files")
	}
	for what, folder := range map[string]string{"working folder": wd, "folder for temporary files": os.TempDir()} {
		if !strings.HasPrefix(folder, filepath.Join(decoy, "evoke-run-")) {
			_ = os.WriteFile(filepath.Join(decoy, "unsafe"), []byte(what+": "+folder), 0o600)
			panic("unsafe")
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			_ = os.WriteFile(filepath.Join(decoy, "began"), fmt.Append(nil, os.Getpid()), 0o600)
			time.Sleep(time.Minute)
		}
		_ = os.WriteFile("written by the service", nil, 0o600)
		for _, name := range deleted {
			_ = os.RemoveAll(name)
		}
		//lint:ignore SA9007 that is what it tries, with a temporary folder of its own
		_ = os.RemoveAll(os.TempDir())
	})
}

// names returns what is in a folder.
func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// inDecoy lets a test, and the processes that it starts, use a folder of its own for
// temporary files.
func inDecoy(t *testing.T) string {
	t.Helper()
	if decoy := os.Getenv(decoyVariable); decoy != "" { // this is a process of the search
		return decoy
	}
	decoy, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	t.Setenv(decoyVariable, decoy)
	t.Setenv("TMPDIR", decoy)
	require.NoError(t, os.WriteFile(filepath.Join(decoy, "of another program"), nil, 0o600))
	return decoy
}

// TestHarmless searches a service that deletes its folders. What others have there
// stays, and nothing is left.
func TestHarmless(t *testing.T) {
	for name, cover := range map[string][]string{"no go command": nil, "black box": {"none"}} {
		t.Run(name, func(t *testing.T) {
			decoy := inDecoy(t)
			t.Setenv("PATH", decoy) // nothing is built, which is quicker
			before := names(t, ".")
			result, err := evoke.Run(t.Context(), evoke.Config{
				Schema: strings.Replace(carelessSchema, "/wait", "/sweep/all", 1), Handler: careless,
				Budget:   evoke.Budget{Calls: 50},
				WhiteBox: evoke.WhiteBox{Cover: cover},
			})
			require.NoError(t, err)
			assert.True(t, result.Report.Operations[0].Succeeded())
			assert.NotEmpty(t, result.Suite.Tests)
			assert.Equal(t, before, names(t, "."))
			for _, name := range append(deleted, settings) {
				_, err := os.Stat(name)
				require.NoError(t, err)
			}
			assert.Equal(t, []string{"of another program"}, names(t, decoy))
		})
	}
}

// TestKilledSearch searches for longer than anybody waits. It runs in a process that
// another test starts.
func TestKilledSearch(t *testing.T) {
	if os.Getenv(decoyVariable) == "" {
		t.Skip("run by TestKilledRunLeavesNothing")
	}
	t.Setenv("PATH", os.Getenv(decoyVariable))
	_, err := evoke.Run(t.Context(), evoke.Config{Schema: carelessSchema, Handler: careless,
		Budget: evoke.Budget{Time: time.Hour}})
	require.NoError(t, err)
}

// TestKilledRunLeavesNothing kills the process of a run. The process of the search
// ends too, and the folders go.
func TestKilledRunLeavesNothing(t *testing.T) {
	decoy := inDecoy(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilledSearch$")
	require.NoError(t, cmd.Start())
	var pid []byte
	require.Eventually(t, func() bool { // the file is there before its content is
		pid, _ = os.ReadFile(filepath.Join(decoy, "began"))
		return len(pid) > 0
	}, time.Minute, 10*time.Millisecond)
	require.NotContains(t, names(t, decoy), "unsafe")
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	assert.Eventually(t, func() bool {
		_, err := os.Stat("/proc/" + string(pid))
		return err != nil
	}, time.Minute, 20*time.Millisecond, "the process of the search lives")
	assert.Equal(t, []string{"began", "of another program"}, names(t, decoy))
}
