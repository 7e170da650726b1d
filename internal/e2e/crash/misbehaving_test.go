//go:build unix

package crash_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// kind is one way in which a service misbehaves: what its operation does, and what
// Evoke makes of it. That is "nothing", or the reasons of the faults.
type kind struct {
	name string
	do   http.HandlerFunc
	want string // a regular expression
}

const nothing = `^nothing$`

// oddOnes are services with one operation for each kind. Those that share a run share its
// processes, so that each also shows that it does not harm the others.
var oddOnes = []struct {
	name  string
	kinds []kind
	limit time.Duration // of a call
}{
	{"ends", deadlyKinds, 10 * time.Second},
	{"stops", stoppingKinds, 10 * time.Second},
	{"stands still", stillKinds, 150 * time.Millisecond},
	{"answers", answeringKinds, 5 * time.Second},
	{"changes its process", changingKinds, 5 * time.Second},
}

// rowVariable names the environment variable that holds the group under test, so
// that a process that is started for a run comes to it at once.
const rowVariable = "EVOKE_TEST_MISBEHAVES"

// TestMisbehavingServices has services misbehave in every way that is known. Each
// ends with what the table says, in the time of its budget and the grace, and
// leaves no process behind.
func TestMisbehavingServices(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	boundProcess(t)
	t.Setenv("PATH", t.TempDir()) // nothing is built, which is quicker
	for _, group := range oddOnes {
		t.Run(group.name, func(t *testing.T) {
			if only := os.Getenv(rowVariable); only != "" && only != group.name {
				t.Skip("this process is not for it")
			}
			t.Setenv(rowVariable, group.name)
			dir := t.TempDir()
			t.Setenv("TMPDIR", dir)
			got := misbehave(t, group.kinds, group.limit)
			assertNoneLeft(t, dir)
			for _, k := range group.kinds {
				assert.Regexp(t, k.want, got[k.name], k.name)
			}
		})
	}
}

// TestMisbehavingRemotes does so over the network, where a service can do to its
// connections what it likes.
func TestMisbehavingRemotes(t *testing.T) {
	began := time.Now()
	budget := evoke.Budget{Calls: 2*len(remoteKinds) + 2, Time: 20 * time.Second}
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: schemaOf(namesOf(remoteKinds)), Budget: budget, REST: rest.Options{MaxCalls: 1},
		System: evoke.System{Controller: sut.NewRemote(listen(t), sut.RemoteOptions{Timeout: 300 * time.Millisecond})},
	})
	require.NoError(t, err)
	assert.Less(t, time.Since(began), budget.Time+evoke.Grace)
	t.Logf("%d calls, %d tests, %.1f s", result.Stats.Cost, len(result.Suite.Tests), time.Since(began).Seconds())
	got := endings(result)
	for _, k := range remoteKinds {
		assert.Regexp(t, k.want, got[k.name], k.name)
	}
}

// TestMisbehavingStarts has services that cannot be searched. Each is an error of
// one line that says why.
func TestMisbehavingStarts(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	t.Setenv("PATH", t.TempDir()) // nothing is built, which is quicker
	for _, row := range starts {
		t.Run(row.name, func(t *testing.T) {
			switch only := os.Getenv(rowVariable); {
			case only != "" && only != row.name:
				t.Skip("this process is not for it")
			case row.slow && only == "" && os.Getenv(slowVariable) == "":
				t.Skip("takes long: set " + slowVariable)
			}
			t.Setenv(rowVariable, row.name)
			dir := t.TempDir()
			t.Setenv("TMPDIR", dir)
			began := time.Now()
			budget := evoke.Budget{Calls: 20, Time: 2 * time.Second}
			result, err := evoke.Run(t.Context(), evoke.Config{
				Schema: schemaOf([]kind{calm, {name: row.name}}), Budget: budget, System: row.system(t),
				Output: evoke.Output{Mutants: -1},
			})
			assert.Less(t, time.Since(began), budget.Time+evoke.Grace)
			t.Logf("%.1f s", time.Since(began).Seconds())
			assertNoneLeft(t, dir)
			if row.want == "" {
				require.NoError(t, err)
				assert.Empty(t, result.Report.Faults())
				return
			}
			require.Error(t, err)
			assert.Regexp(t, row.want, err.Error())
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

// slowVariable names the environment variable that also runs what waits for a
// minute.
const slowVariable = "EVOKE_TEST_SLOW"

// misbehave searches a service of several kinds, and says of each what it ended
// with.
func misbehave(t *testing.T, kinds []kind, limit time.Duration) map[string]string {
	t.Helper()
	// The first calls are one of each operation.
	budget := evoke.Budget{Calls: len(kinds) + 2, Time: 20 * time.Second}
	began := time.Now()
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: schemaOf(kinds), Budget: budget,
		System: evoke.System{Controller: sut.NewHandler(func() http.Handler { return serviceOf(kinds) },
			sut.HandlerOptions{Timeout: limit})},
		REST: rest.Options{MaxCalls: 1}, Output: evoke.Output{Mutants: -1},
	})
	require.NoError(t, err)
	assert.Less(t, time.Since(began), budget.Time+evoke.Grace)
	t.Logf("%s: %d calls, %d tests, %.1f s", t.Name(), result.Stats.Cost, len(result.Suite.Tests),
		time.Since(began).Seconds())
	told := strings.Join(result.Report.Warnings, "\n")
	t.Log("warnings: " + told)
	if kinds[0].name == stillKinds[0].name {
		assert.Equal(t, 1, strings.Count(told, "since calls that got no answer in time went on in it"), told)
	}
	return endings(result)
}

// endings says of each operation what it ended with.
func endings(result *evoke.Result) map[string]string {
	out := map[string]string{}
	for _, op := range result.Report.Operations {
		out[strings.TrimPrefix(op.Name, "GET /")] = "nothing"
	}
	for _, f := range result.Report.Faults() {
		name := strings.TrimPrefix(f.Operation, "GET /")
		switch before := out[name]; {
		case before == "nothing":
			out[name] = f.Reason
		case !strings.Contains(before, f.Reason):
			out[name] += "; " + f.Reason
		}
	}
	return out
}

// serviceOf answers each kind under its own path.
func serviceOf(kinds []kind) http.Handler {
	mux := http.NewServeMux()
	for _, k := range kinds {
		mux.HandleFunc("GET /"+k.name, k.do)
	}
	return mux
}

// schemaOf describes such a service.
func schemaOf(kinds []kind) string {
	paths := map[string]any{}
	for _, k := range kinds {
		answer := map[string]any{"description": "any"}
		paths["/"+k.name] = map[string]any{"get": map[string]any{"responses": map[string]any{"200": answer,
			"default": answer}}}
	}
	data, err := json.Marshal(map[string]any{"openapi": "3.0.3", "info": map[string]any{"title": "Odd", "version": "1"},
		"paths": paths})
	if err != nil {
		panic(err)
	}
	return string(data)
}

// assertNoneLeft: no process is left that the run started, nor one that those
// started.
func assertNoneLeft(t *testing.T, dir string) {
	t.Helper()
	if os.Getenv("EVOKE_JOB") != "" {
		return // its parent looks
	}
	assert.Eventually(t, func() bool { return len(processesWith(t, dir)) == 0 }, 5*time.Second, 20*time.Millisecond,
		"%v", processesWith(t, dir))
}

// processesWith returns the processes in whose environment a folder is.
func processesWith(t *testing.T, dir string) (found []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ") // none where the system does not tell
	require.NoError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err == nil && strings.Contains(string(data), dir) && file != fmt.Sprintf("/proc/%d/environ", os.Getpid()) {
			found = append(found, file)
		}
	}
	return found
}
