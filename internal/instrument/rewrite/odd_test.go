package rewrite

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
)

// program is a main package that exists only in an overlay, in a folder of this module so that it may import the
// runtime.
type program struct {
	dir   string
	files map[string][]byte // by path in dir
}

func readProgram(t *testing.T, archive string) program {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	require.NoError(t, err)
	here, err := os.Getwd()
	require.NoError(t, err)
	p := program{filepath.Join(here, "testdata", "virtual"), map[string][]byte{}}
	for _, f := range a.Files {
		p.files[filepath.Join(p.dir, f.Name)] = f.Data
	}
	return p
}

// probed returns the program with probes.
func (p program) probed(t *testing.T) program {
	t.Helper()
	s, err := newRewriteRig(t).source("main", "", p.files)
	require.NoError(t, err)
	r := Rewrite(s, builtin(runtimePath))
	require.NotEmpty(t, r.Files)
	return program{p.dir, withProbes(s, r)}
}

// heard returns the program rewritten as a library.
func (p program) heard(t *testing.T) program {
	t.Helper()
	s, err := newRewriteRig(t).source("main", "", p.files)
	require.NoError(t, err)
	o := builtin(runtimePath)
	o.Library = true
	r := Rewrite(s, o)
	require.NotEmpty(t, r.Files)
	require.Zero(t, r.Statements)
	require.Positive(t, r.Texts)
	require.Greater(t, r.Compared, r.Texts)
	return program{p.dir, withProbes(s, r)}
}

// run builds and runs the program and returns what it prints.
func (p program) run(t *testing.T, env ...string) string {
	t.Helper()
	temp := t.TempDir()
	overlay := map[string]map[string]string{"Replace": {}}
	for path, content := range p.files {
		copied := filepath.Join(temp, filepath.Base(path))
		require.NoError(t, os.WriteFile(copied, content, 0o644))
		overlay["Replace"][path] = copied
	}
	data, err := json.Marshal(overlay)
	require.NoError(t, err)
	file := filepath.Join(temp, "overlay.json")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	binary := filepath.Join(temp, "program.exe")
	out, err := exec.Command("go", "build", "-overlay="+file, "-o", binary, "./testdata/virtual").CombinedOutput()
	require.NoError(t, err, "%s", out)
	command := exec.Command(binary)
	command.Env = append(os.Environ(), env...)
	out, err = command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// TestOddProgram runs a program of unusual constructs with and without probes, and with probes in a fixed order.
func TestOddProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	p := readProgram(t, "testdata/odd.txtar")
	plain := p.run(t)
	assert.Greater(t, strings.Count(plain, "\n"), 100)
	probed := p.probed(t)
	assert.Equal(t, plain, probed.run(t))
	assert.Equal(t, plain, probed.run(t, probe.Fixed{Order: probe.Ascending, Seed: 1}.Environment(), "GOMAXPROCS=1"))
	assert.Equal(t, plain, p.heard(t).run(t))
}

// TestScores reads the scores of a program with the runtime that the search uses. The file that reads has no probes.
func TestScores(t *testing.T) {
	const path = "testdata/scores.txtar"
	archive, err := txtar.ParseFile(path)
	require.NoError(t, err)
	p := readProgram(t, path)
	delete(p.files, filepath.Join(p.dir, "want"))
	probed := p.probed(t)
	reader := filepath.Join(p.dir, "read.go")
	probed.files[reader] = p.files[reader]
	want := &archive.Files[len(archive.Files)-1]
	got := probed.run(t)
	if *update {
		want.Data = []byte(got)
		require.NoError(t, os.WriteFile(path, txtar.Format(archive), 0o644))
	}
	assert.Equal(t, string(want.Data), got)
}
