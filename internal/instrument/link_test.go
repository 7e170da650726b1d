package instrument

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fakeLinker puts a linker that only fails first in PATH. It returns the environment, and the path of a file that the
// linker writes when it runs.
func fakeLinker(t *testing.T, name string) (env []string, mark string) {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("other linkers are not tried here")
	}
	if err := exec.Command("gcc", "-fuse-ld="+name, "--version").Run(); err != nil {
		t.Skip("no C compiler that knows other linkers")
	}
	dir := t.TempDir()
	mark = filepath.Join(dir, "run")
	script(t, filepath.Join(dir, "ld."+name), "touch '"+mark+"'; echo 'ld: the fake linker fails' >&2; exit 1")
	return environment("CGO_ENABLED=1", "CC=gcc", "PATH="+dir+string(filepath.ListSeparator)+os.Getenv("PATH")), mark
}

// TestLinkerThatFails: the build continues without the linker, and the next build does not try it again.
func TestLinkerThatFails(t *testing.T) {
	if testing.Short() {
		return // it builds programs
	}
	env, mark := fakeLinker(t, linkers[0])
	o := Options{Dir: project(t, "cgo"), Cache: t.TempDir(), Env: env}
	plan := prepare(t, o)
	require.Equal(t, linkers[0], plan.linker)
	assert.Contains(t, execute(t, plan), "reached example.com/cgo/native/native.go\n")
	assert.FileExists(t, mark)
	assert.Empty(t, plan.Notes, "nobody needs to know")

	require.NoError(t, os.Remove(mark))
	plan = prepare(t, o)
	assert.NotEqual(t, linkers[0], plan.linker)
	assert.Contains(t, execute(t, plan), "reached example.com/cgo/native/native.go\n")
	assert.NoFileExists(t, mark)
}

// TestLinkerIsNotToBlame: a build that fails with any linker does not exclude the linker.
func TestLinkerIsNotToBlame(t *testing.T) {
	if testing.Short() {
		return // it builds programs
	}
	env, _ := fakeLinker(t, linkers[0])
	dir := project(t, "cgo")
	o := Options{Dir: dir, Cache: t.TempDir(), Env: env, Files: map[string][]byte{
		filepath.Join(dir, "native", "missing.go"): []byte("package native\n\n// int missing(void);\nimport " +
			"\"C\"\n\nfunc init() { C.missing() }\n"),
	}}
	plan := prepare(t, o)
	require.NotEmpty(t, plan.linker)
	err := plan.Build(t.Context(), filepath.Join(t.TempDir(), "x"))
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "\n")
	assert.NotContains(t, err.Error(), "fake")
	assert.Equal(t, linkers[0], prepare(t, o).linker)
}

// TestLinkerOfTheUser: the user's choice of a linker counts.
func TestLinkerOfTheUser(t *testing.T) {
	env, mark := fakeLinker(t, linkers[0])
	for name, o := range map[string]Options{
		"no C":        {Dir: project(t, "shop")},
		"flags":       {Flags: []string{"-ldflags=-s"}},
		"GOFLAGS":     {Env: []string{"GOFLAGS=-ldflags=-w"}},
		"race":        {Flags: []string{"-race"}},
		"build mode":  {Flags: []string{"-buildmode=pie"}},
		"CGO_LDFLAGS": {Env: []string{"CGO_LDFLAGS=-O1"}},
		"compiler":    {Env: []string{"CC=gcc -pipe"}},
		"link mode":   {Env: []string{"GO_EXTLINK_ENABLED=0"}},
		"run path":    {Env: []string{"LD_RUN_PATH=/lib"}},
		"cross":       {Env: []string{"GOARCH=arm64"}},
		"without C":   {Env: []string{"CGO_ENABLED=0"}, Package: "./show"},
		"not in PATH": {Env: []string{"PATH=" + onlyGo(t)}, Package: "./show"},
		"of a package": {Files: map[string][]byte{
			"native/flags.go": []byte("package native\n\n// #cgo LDFLAGS: -Wl,-O1\nimport \"C\"\n"),
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if o.Dir == "" {
				o.Dir = project(t, "cgo")
			}
			o.Env, o.Cache = append(env, o.Env...), t.TempDir()
			files := map[string][]byte{}
			for path, text := range o.Files {
				files[filepath.Join(o.Dir, path)] = text
			}
			o.Files = files
			p, err := newPreparation(t.Context(), o)
			require.NoError(t, err)
			p.compiled = false // nothing is built here
			require.NoError(t, p.load(t.Context()))
			assert.Empty(t, p.linker())
		})
	}
	assert.NoFileExists(t, mark)
}

// onlyGo returns a folder with the go command and nothing else.
func onlyGo(t *testing.T) string {
	t.Helper()
	path, err := lookGo(environment())
	require.NoError(t, err)
	dir := t.TempDir()
	script(t, filepath.Join(dir, "go"), "exec '"+path+`' "$@"`)
	return dir
}
