package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/experiment/run"
)

func key(seed uint64) run.Key { return run.Key{SUT: "x", Config: "mio", Calls: 10, Seed: seed} }

func finished(seed uint64, tests int) *run.Result {
	return &run.Result{Version: run.Version, Key: key(seed), Tests: tests}
}

func failure(seed uint64, why string) *run.Result {
	return &run.Result{Version: run.Version, Key: key(seed), Error: why}
}

func TestStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	s, err := openStore(dir)
	require.NoError(t, err)
	for _, r := range []*run.Result{finished(0, 5), failure(1, "first"), failure(1, "second"), failure(2, "x"),
		finished(2, 7), finished(3, 1), failure(3, "later")} {
		require.NoError(t, s.add(r))
	}
	assert.True(t, s.has(key(0)))
	assert.False(t, s.has(key(1)), "a run that failed is made again")
	again, err := openStore(dir)
	require.NoError(t, err)
	for seed, want := range map[uint64]bool{0: true, 1: false, 2: true, 3: true, 4: false} {
		assert.Equal(t, want, again.has(key(seed)), seed)
	}
	results, err := readResults(dir)
	require.NoError(t, err)
	assert.Equal(t, []*run.Result{finished(0, 5), failure(1, "second"), finished(2, 7), finished(3, 1)}, results)
}

// Runs of another state of the source are made again where they are asked for;
// all other lines stay as they are.
func TestForget(t *testing.T) {
	dir := t.TempDir()
	s, err := openStore(dir)
	require.NoError(t, err)
	for seed, engine := range []string{"old", "new", "old"} {
		r := finished(uint64(seed), 5)
		r.Engine = engine
		require.NoError(t, s.add(r))
	}
	require.NoError(t, s.forget([]run.Key{key(0), key(1), key(9)}, "new"))
	for seed, want := range []bool{false, true, true} {
		assert.Equal(t, want, s.has(key(uint64(seed))), seed)
	}
	results, err := readResults(dir)
	require.NoError(t, err)
	assert.Len(t, results, 2, "the line of another seed stays, though its state is the old one")
}

// A line that was not written to its end is no result, and what is added later
// does not continue it.
func TestTornLine(t *testing.T) {
	dir := t.TempDir()
	s, err := openStore(dir)
	require.NoError(t, err)
	require.NoError(t, s.add(finished(0, 5)))
	path := filepath.Join(dir, "x"+resultsExt)
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, torn := range []string{"{", `{"version":1,"sut":"x","con`,
		`{"version":1,"sut":"x","config":"mio","calls":10,"seed":1}`} {
		require.NoError(t, os.WriteFile(path, append(before[:len(before):len(before)], torn...), 0o644))
		results, err := readResults(dir)
		require.NoError(t, err)
		assert.Len(t, results, 1, "the report does without it")
		s, err := openStore(dir)
		require.NoError(t, err)
		assert.False(t, s.has(key(1)))
		require.NoError(t, s.add(finished(1, 6)))
		results, err = readResults(dir)
		require.NoError(t, err)
		assert.Equal(t, []*run.Result{finished(0, 5), finished(1, 6)}, results)
	}
}

func TestOtherLines(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x"+resultsExt)
	require.NoError(t,
		os.WriteFile(path, []byte(`{"version":0,"sut":"x","config":"mio","calls":10,"seed":1}`+"\n"), 0o644))
	s, err := openStore(dir)
	require.NoError(t, err)
	assert.False(t, s.has(key(1)), "of another version")
	require.NoError(t, os.WriteFile(path, []byte("{}\nnonsense\n{}\n"), 0o644))
	_, err = openStore(dir)
	assert.ErrorContains(t, err, "x.jsonl:2: ")
	_, err = readResults(filepath.Join(dir, "missing"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}
