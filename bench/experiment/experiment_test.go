package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/experiment/run"
)

// argsVariable makes the test binary the command, so that a test can kill it.
const argsVariable = "EXPERIMENT_TEST_ARGS"

// patience is for what takes seconds, but not where nothing is compiled yet and
// much else is going on.
const patience = 10 * time.Minute

func TestMain(m *testing.M) {
	if args := os.Getenv(argsVariable); args != "" {
		os.Args = append(os.Args[:1], strings.Fields(args)...)
		main()
		return
	}
	os.Exit(m.Run())
}

// experiment runs the command with a temporary folder and returns its results.
func experiment(t *testing.T, out string, args ...string) []*run.Result {
	t.Helper()
	require.NoError(t, command(t.Context(), append(args, "-out="+out)))
	results, err := readResults(out)
	require.NoError(t, err)
	return results
}

// lines are results without what differs when a run is repeated. The source may
// change meanwhile as well.
func lines(t *testing.T, results []*run.Result) (out []string) {
	t.Helper()
	for _, r := range results {
		r := *r
		r.Seconds, r.Engine = nil, ""
		content, err := json.Marshal(r)
		require.NoError(t, err)
		out = append(out, string(content))
	}
	return out
}

// A tiny experiment from end to end: figures of all kinds, tables and pictures.
func TestExperiment(t *testing.T) {
	args := []string{"-sut=bookshop,micro-param", "-config=random,evoke", "-calls=300", "-seeds=1"}
	out := t.TempDir()
	results := experiment(t, out, args...)
	require.Len(t, results, 4)
	for _, r := range results {
		assertComplete(t, r)
	}
	tables, err := os.ReadFile(filepath.Join(out, "tables.md"))
	require.NoError(t, err)
	assert.Contains(t, string(tables), "| bookshop | 300 | evoke | 1 |")
	assert.Len(t, pictures(t, out), 2)

	// All is there: nothing is made again, and the report changes nothing.
	raw, err := os.ReadFile(filepath.Join(out, "bookshop.jsonl"))
	require.NoError(t, err)
	experiment(t, out, args...)
	experiment(t, out, "-report-only")
	again, err := os.ReadFile(filepath.Join(out, "bookshop.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, string(raw), string(again))
	after, err := os.ReadFile(filepath.Join(out, "tables.md"))
	require.NoError(t, err)
	assert.Equal(t, string(tables), string(after))
}

// A run that is made again is the same but for the seconds.
func TestRepeated(t *testing.T) {
	module, err := moduleDir()
	require.NoError(t, err)
	s, err := newSession(t.Context(), module, patience, 2)
	require.NoError(t, err)
	defer s.close()
	var results []*run.Result
	for range 2 {
		r, err := s.run(t.Context(), run.Key{SUT: "bookshop", Config: "evoke", Calls: 400, Seed: 3})
		require.NoError(t, err)
		results = append(results, r)
	}
	all := lines(t, results)
	assert.Equal(t, all[0], all[1])
	assert.NotEmpty(t, results[0].Engine)
}

// assertComplete says that a run of 300 calls has all its figures.
func assertComplete(t *testing.T, r *run.Result) {
	t.Helper()
	require.Empty(t, r.Error)
	assert.GreaterOrEqual(t, r.CallsMade, 300)
	assert.Positive(t, r.Targets.Covered)
	assert.GreaterOrEqual(t, r.Targets.All, r.Targets.Covered)
	assert.Positive(t, r.Statements.Covered)
	assert.Less(t, r.Statements.Covered, r.Statements.All)
	assert.Positive(t, r.Tests)
	assert.Zero(t, r.TestsFailed)
	assert.Len(t, r.Curve, 20)
	assert.LessOrEqual(t, r.Curve[19], r.Targets.Covered)
	assert.Positive(t, r.Seconds.Search)
	if r.SUT == "bookshop" {
		assert.Nil(t, r.Sides, "there is no list of them")
		assert.Greater(t, r.Targets.Covered, 300, "the search did not see into the program")
	} else {
		require.NotNil(t, r.Sides)
		assert.Positive(t, r.Sides.Covered)
	}
}

// An experiment that is killed in the middle leaves nothing behind but its
// results, and started again it ends as one that was not.
func TestKilled(t *testing.T) {
	args := []string{"-sut=bookshop", "-config=black", "-calls=200", "-seeds=4", "-jobs=1"}
	out, temp := t.TempDir(), t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), argsVariable+"="+strings.Join(args, " ")+" -out="+out, "TMPDIR="+temp)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool { return len(resultsIn(out)) > 0 }, patience, 20*time.Millisecond)
	var folders []string
	require.Eventually(t, func() bool { folders = removable(temp); return len(folders) == 2 },
		patience, time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	assert.Error(t, cmd.Wait())
	for _, dir := range folders {
		assert.Eventually(t, func() bool { _, err := os.Stat(dir); return os.IsNotExist(err) },
			patience, 20*time.Millisecond, dir)
	}

	path := filepath.Join(out, "bookshop.jsonl")
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Less(t, len(resultsIn(out)), 4, "it was killed too late")
	require.NoError(t, os.WriteFile(path, append(before, `{"version":1,"sut":"books`...), 0o644))

	continued := experiment(t, out, args...)
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(after), string(before)), "what was there is not made again")
	assert.Equal(t, 4, strings.Count(string(after), "\n"))
	whole := experiment(t, t.TempDir(), args...)
	assert.Equal(t, lines(t, whole), lines(t, continued))
	assert.Equal(t, tablesOf(t, whole), tablesOf(t, continued))
}

// resultsIn are the results in a folder that another process writes to.
func resultsIn(dir string) []*run.Result {
	results, _ := readResults(dir) // it may not be there yet
	return results
}

// removable are the folders of the session that has its temporary files in a
// folder; they are named in the job of each of its runs.
func removable(temp string) []string {
	names, _ := filepath.Glob(filepath.Join(temp, "*", "*", "job.json"))
	for _, name := range names {
		var j run.Job
		if content, err := os.ReadFile(name); err == nil && json.Unmarshal(content, &j) == nil {
			return j.Remove
		}
	}
	return nil
}

// tablesOf are all tables of results that took the same time.
func tablesOf(t *testing.T, results []*run.Result) string {
	t.Helper()
	var same []*run.Result
	for _, r := range results {
		r := *r
		r.Seconds, r.Engine = &run.Seconds{Search: 1}, ""
		same = append(same, &r)
	}
	path := filepath.Join(t.TempDir(), "tables.md")
	require.NoError(t, writeReport(newData(same), filepath.Dir(path), path))
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(content)
}

// A run that fails is noted, keeps none of the others from being made, and is
// made again the next time.
func TestFailure(t *testing.T) {
	out := t.TempDir()
	results := experiment(t, out, "-sut=bookshop", "-config=black", "-calls=200", "-seeds=2", "-timeout=1ms")
	require.Len(t, results, 2)
	for _, r := range results {
		assert.Equal(t, "not done after 1ms", r.Error)
	}
	tables, err := os.ReadFile(filepath.Join(out, "tables.md"))
	require.NoError(t, err)
	assert.Contains(t, string(tables), "2 runs failed")
	results = experiment(t, out, "-sut=bookshop", "-config=black", "-calls=200", "-seeds=1")
	require.Len(t, results, 2)
	assert.Empty(t, results[0].Error)
	assert.NotEmpty(t, results[1].Error)
}

// That a service cannot be built is said once and not noted for each run.
func TestUnbuilt(t *testing.T) {
	module, err := moduleDir()
	require.NoError(t, err)
	s, err := newSession(t.Context(), module, patience, 2)
	require.NoError(t, err)
	defer s.close()
	out, err := openStore(t.TempDir())
	require.NoError(t, err)
	err = s.runAll(t.Context(), []run.Key{{SUT: "nothing", Seed: 1}, {SUT: "nothing", Seed: 2}}, out)
	assert.ErrorContains(t, err, `no service "nothing"`)
	assert.Empty(t, resultsIn(out.dir))
}

// An interrupt is not the fault of a run, and ends it at once.
func TestInterrupt(t *testing.T) {
	temp, out := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		ended <- command(ctx, []string{"-sut=bookshop", "-config=black", "-calls=100000000", "-seeds=1", "-out=" + out})
	}()
	var folders []string
	require.Eventually(t, func() bool { folders = removable(temp); return len(folders) == 2 },
		patience, 20*time.Millisecond)
	cancel()
	assert.ErrorIs(t, <-ended, context.Canceled)
	assert.Empty(t, resultsIn(out))
	for _, dir := range folders {
		assert.NoDirExists(t, dir)
	}
}

func TestBadCommandLines(t *testing.T) {
	for _, args := range [][]string{{"-sut=nothing", "-out=" + t.TempDir()}, {"extra"}, {"-jobs=x"},
		{"-report-only", "-out=" + filepath.Join(t.TempDir(), "missing")}} {
		assert.Error(t, command(t.Context(), args), args)
	}
}
