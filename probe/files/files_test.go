//go:build unix

package files

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/scratch"
)

// machine makes a folder with stand-ins for the folders of a machine, and makes this process believe that it searches
// there. The test changes files below this folder only.
func machine(t *testing.T) (root string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, dir := range []string{"tmp/evoke-run-1/box-1/tmp", "tmp/other", "home/settings", "src/project/api", "data"} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, dir), 0o700))
	}
	require.NoError(t, os.WriteFile(filepath.Join(root, "src/project/go.mod"), nil, 0o600))
	for _, link := range []string{"link", "another"} {
		require.NoError(t, os.Symlink(filepath.Join(root, "data"), filepath.Join(root, "tmp/evoke-run-1/box-1", link)))
	}
	t.Setenv(scratch.OwnVariable, filepath.Join(root, "tmp/evoke-run-1/box-1"))
	t.Setenv(scratch.FromVariable, filepath.Join(root, "src/project/api"))
	t.Setenv("HOME", filepath.Join(root, "home"))
	before := process
	process = newBounds()
	t.Cleanup(func() { process = before })
	t.Chdir(filepath.Join(root, "tmp/evoke-run-1/box-1"))
	return root
}

// touched returns the notes since the last call, without the root in their paths.
func touched(t *testing.T, root string) string {
	t.Helper()
	run := filepath.Join(root, "tmp/evoke-run-1")
	var out []string
	for _, touch := range Touched(run) {
		text := touch.Function + " " + strings.TrimPrefix(touch.Path, root+"/")
		if touch.Refused {
			text += " refused"
		}
		assert.Regexp(t, `^files\.(TestChanges\.func\d+|removed) \(files_test\.go:\d+\)$`, touch.Place)
		out = append(out, text)
	}
	_ = os.Remove(filepath.Join(run, noteName))
	return strings.Join(out, ", ")
}

// TestChanges calls all functions of the package, inside and outside of the process's folders.
func TestChanges(t *testing.T) {
	root := machine(t)
	at := func(name string) string { return filepath.Join(root, name) }
	for name, tt := range map[string]struct {
		do   func() error
		want string
	}{
		"own file":            {func() error { return WriteFile("a", nil, 0o600) }, ""},
		"own temporary file":  {func() error { return WriteFile("tmp/a", nil, 0o600) }, ""},
		"through an own link": {func() error { return WriteFile("link/a", nil, 0o600) }, "os.WriteFile data/a"},
		"an own link":         {func() error { return Remove("another") }, ""},
		"write":               {func() error { return WriteFile(at("data/b"), nil, 0o600) }, "os.WriteFile data/b"},
		"write nowhere":       {func() error { return ignored(WriteFile(at("none/b"), nil, 0o600)) }, ""},
		"read": {
			func() error { return closed(OpenFile(at("src/project/go.mod"), os.O_RDONLY, 0)) }, "",
		},
		"append": {func() error {
			return closed(OpenFile(at("data/c"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600))
		}, "os.OpenFile data/c"},
		"create": {func() error { return closed(Create(at("data/d"))) }, "os.Create data/d"},
		"device": {func() error { return closed(OpenFile(os.DevNull, os.O_WRONLY, 0)) }, ""},
		"rename": {func() error { return Rename(at("tmp/other"), at("data/other")) },
			"os.Rename tmp/other"},
		"make folders there": {func() error { return MkdirAll(at("data"), 0o700) }, ""},
		"make folders":       {func() error { return MkdirAll(at("data/e/f"), 0o700) }, "os.MkdirAll data/e/f"},
		"mkdir":              {func() error { return Mkdir(at("data/m"), 0o700) }, "os.Mkdir data/m"},
		"symlink":            {func() error { return Symlink("x", at("data/s")) }, "os.Symlink data/s"},
		"link": {func() error { return Link(at("src/project/go.mod"), at("data/l")) },
			"os.Link data/l"},
		"truncate": {func() error { return Truncate(at("src/project/go.mod"), 0) },
			"os.Truncate src/project/go.mod"},
		"chmod": {func() error { return Chmod(at("home"), 0o700) }, "os.Chmod home"},
		"chtimes": {func() error { return Chtimes(at("home"), time.Now(), time.Now()) },
			"os.Chtimes home"},
		"delete a file":   {func() error { return removed(at("home/x")) }, "os.Remove home/x"},
		"delete a folder": {func() error { return RemoveAll(at("home/settings")) }, "os.RemoveAll home/settings"},
		"delete nothing":  {func() error { return RemoveAll(at("home/nothing")) }, ""},
		"delete the home": {func() error { return refused(RemoveAll(at("home"))) }, "os.RemoveAll home refused"},
		"delete everything": {func() error { return refused(RemoveAll(root)) },
			"os.RemoveAll " + root + " refused"},
		"delete all above": {func() error { return refused(RemoveAll("../../..")) },
			"os.RemoveAll " + root + " refused"},
		"delete temporary ones": {func() error { return refused(RemoveAll(at("tmp"))) }, "os.RemoveAll tmp refused"},
		"delete the run": {func() error { return refused(RemoveAll("..")) },
			"os.RemoveAll tmp/evoke-run-1 refused"},
		"delete sources": {func() error { return refused(RemoveAll(at("src/project/api"))) },
			"os.RemoveAll src/project/api refused"},
		"delete a source": {func() error { return refused(Remove(at("src/project/go.mod"))) },
			"os.Remove src/project/go.mod refused"},
	} {
		t.Run(name, func(t *testing.T) {
			process.seen = map[string]bool{}
			require.NoError(t, tt.do())
			assert.Equal(t, tt.want, touched(t, root))
		})
	}
	assert.FileExists(t, at("src/project/go.mod"))
	assert.DirExists(t, at("tmp"))
	assert.DirExists(t, at("home"))
}

func ignored(error) error { return nil }

func closed(f *os.File, err error) error {
	if err != nil {
		return err
	}
	return f.Close()
}

func removed(name string) error {
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		return err
	}
	return Remove(name)
}

// refused returns nil for the error of a refused deletion.
func refused(err error) error {
	if pathError, ok := err.(*os.PathError); ok && pathError.Err == syscall.EPERM {
		return nil
	}
	return os.ErrInvalid
}

// TestOncePerPlace: a place that changes a file a thousand times is noted once.
func TestOncePerPlace(t *testing.T) {
	root := machine(t)
	for range 1000 {
		require.NoError(t, WriteFile(filepath.Join(root, "data/x"), nil, 0o600))
	}
	assert.Len(t, Touched(filepath.Join(root, "tmp/evoke-run-1")), 1)
}

// TestPlainProcess: in a process that does not search nothing is refused.
func TestPlainProcess(t *testing.T) {
	t.Setenv(scratch.OwnVariable, "")
	before := process
	process = newBounds()
	t.Cleanup(func() { process = before })
	home := t.TempDir()
	t.Setenv("HOME", home)
	require.NoError(t, RemoveAll(home))
	assert.NoDirExists(t, home)
}

// TestKeepsNothing: /dev also has ordinary files.
func TestKeepsNothing(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	assert.True(t, keepsNothing(os.DevNull))
	assert.True(t, keepsNothing(pipe))
	for _, path := range []string{"/dev", "/dev/none", t.TempDir()} {
		assert.False(t, keepsNothing(path), path)
	}
}
