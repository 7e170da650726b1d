//go:build unix

package scratch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inDecoy makes a folder for temporary files that only this test uses. Nothing
// here removes what lies outside of it.
func inDecoy(t *testing.T) string {
	t.Helper()
	decoy := t.TempDir()
	t.Setenv("TMPDIR", decoy)
	return decoy
}

// begun returns a project and the folder of a run on it.
func begun(t *testing.T) (root string, f *Folder) {
	root = project(t)
	inDecoy(t)
	f, err := New()
	require.NoError(t, err)
	t.Cleanup(f.Remove)
	return root, f
}

// TestLeftFoldersAreRemoved: the next run removes the folders of a killed run, and those of a living run stay.
func TestLeftFoldersAreRemoved(t *testing.T) {
	decoy := inDecoy(t)
	mine := filepath.Join(decoy, "evoke-run-")
	require.NoError(t, os.MkdirAll(mine+"left/box-1/tmp/deep", 0o700))
	require.NoError(t, os.WriteFile(mine+"left/lock", nil, 0o600))
	require.NoError(t, os.Chmod(mine+"left/box-1/tmp", 0o500))
	require.NoError(t, os.Mkdir(mine+"young", 0o700))
	require.NoError(t, os.Mkdir(mine+"old", 0o700))
	long := time.Now().Add(-2 * unlockedTime)
	require.NoError(t, os.Chtimes(mine+"old", long, long))
	require.NoError(t, os.Mkdir(filepath.Join(decoy, "another"), 0o700))
	require.NoError(t, os.Symlink(filepath.Join(decoy, "another"), mine+"link"))
	living, err := New()
	require.NoError(t, err)
	assert.NoDirExists(t, mine+"left")
	assert.NoDirExists(t, mine+"old", "it never had a lock")
	assert.DirExists(t, mine+"young", "its run may be about to make the lock")
	assert.DirExists(t, filepath.Join(decoy, "another"))

	next, err := New()
	require.NoError(t, err)
	assert.DirExists(t, living.Dir)
	living.Remove()
	assert.NoDirExists(t, living.Dir)
	next.Remove()
	assert.NoDirExists(t, next.Dir)
	info, err := os.Stat(decoy)
	require.NoError(t, err)
	assert.True(t, info.IsDir())
}

// TestNewFoldersStay: runs that begin at the same time do not remove each other's folders.
func TestNewFoldersStay(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	done := make(chan struct{})
	var sweepers sync.WaitGroup
	for range 4 {
		sweepers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					sweep(os.TempDir())
				}
			}
		})
	}
	for range 200 {
		f, err := New()
		if !assert.NoError(t, err) || !assert.DirExists(t, f.Dir) {
			break
		}
		f.Remove()
	}
	close(done)
	sweepers.Wait()
}

// TestOrphanRemovesOnlyWhatNobodyHas: a process of a run removes the run's folder if the process of the run is dead,
// and not before.
func TestOrphanRemovesOnlyWhatNobodyHas(t *testing.T) {
	inDecoy(t)
	f, err := New()
	require.NoError(t, err)
	b, err := f.Box(t.TempDir())
	require.NoError(t, err)
	for _, setting := range b.Environment() {
		name, value, _ := strings.Cut(setting, "=")
		if name == OwnVariable {
			t.Setenv(name, value)
		}
	}
	RemoveOrphaned()
	assert.DirExists(t, f.Dir)
	require.NoError(t, f.lock.Close()) // as the end of a process does
	RemoveOrphaned()
	assert.NoDirExists(t, f.Dir)
	require.NoError(t, os.MkdirAll(b.Temp, 0o700)) // as a program does that still runs
	RemoveOrphaned()
	assert.NoDirExists(t, f.Dir)
}

// project writes a small project and returns its root.
func project(t *testing.T) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "a project") // with a space
	for name, text := range map[string]string{
		"go.mod": "module example.com/x\n", "README": "read me", "migrations/1.sql": "create",
		"api/api.go": "package api", "api/testdata/in.json": "{}", "api/testdata/one.go": "package one",
		"api/templates/page.html": "<p>", "api/sub/sub.go": "package sub", "api/sub/sub.txt": "sub",
		"web/web.go": "package web", "web/static/a.css": "a",
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o640))
	}
	return root
}

// content returns the files of a folder with their texts, links followed.
func content(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	text, err := exec.Command("find", "-L", root, "-type", "f").Output()
	require.NoError(t, err)
	for path := range strings.Lines(string(text)) {
		path = strings.TrimSpace(path)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		rel, err := filepath.Rel(root, path)
		require.NoError(t, err)
		out[rel] = string(data)
	}
	return out
}

// TestBoxShowsTheSameFiles: a program finds everything by the paths that it knows.
func TestBoxShowsTheSameFiles(t *testing.T) {
	root := project(t)
	before := content(t, root)
	inDecoy(t)
	f, err := New()
	require.NoError(t, err)
	defer f.Remove()
	b, err := f.Box(filepath.Join(root, "api"))
	require.NoError(t, err)
	assert.Equal(t, before, content(t, filepath.Join(b.Dir, "..")))
	var walked []string
	for _, dir := range []string{".", "../migrations"} { // no walk follows a link
		require.NoError(t,
			filepath.WalkDir(filepath.Join(b.Dir, dir), func(path string, d os.DirEntry, err error) error {
				if err == nil && !d.IsDir() {
					walked = append(walked, filepath.Base(path))
				}
				return err
			}))
	}
	assert.Subset(t, walked, []string{"api.go", "in.json", "one.go", "page.html", "1.sql"})
	of := func(dir string) (int64, os.FileMode) {
		info, err := os.Stat(filepath.Join(dir, "testdata", "in.json"))
		require.NoError(t, err)
		return info.ModTime().UnixNano(), info.Mode()
	}
	time, mode := of(filepath.Join(root, "api"))
	inBox, modeInBox := of(b.Dir)
	assert.Equal(t, time, inBox)
	assert.Equal(t, mode, modeInBox)

	command := exec.Command("pwd")
	command.Dir, command.Env = b.Dir, b.Environment()
	out, err := command.Output()
	require.NoError(t, err)
	assert.Equal(t, b.Dir+"\n", string(out))
}

// TestBoxIsHarmless deletes and overwrites files in a box, as a careless handler does.
func TestBoxIsHarmless(t *testing.T) {
	root := project(t)
	before := content(t, root)
	decoy := inDecoy(t)
	require.NoError(t, os.WriteFile(filepath.Join(decoy, "of another program"), nil, 0o600))
	f, err := New()
	require.NoError(t, err)
	b, err := f.Box(filepath.Join(root, "api"))
	require.NoError(t, err)
	script := `echo more >> testdata/in.json; rm -r templates api.go; echo new > x; mkdir -p ../data/y; rm -rf ../web ../migrations ../README ../go.mod; rm -rf "$TMPDIR"; rm -rf ./* ..`
	command := exec.Command("sh", "-c", script)
	command.Dir, command.Env = b.Dir, append(os.Environ(), b.Environment()...)
	_ = command.Run()
	assert.Equal(t, before, content(t, root))
	assert.NoDirExists(t, b.Temp, "the program removed its own")
	assert.FileExists(t, filepath.Join(decoy, "of another program"))
	f.Remove()
	entries, err := os.ReadDir(decoy)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

// TestBoxIsNew: each process has a box with another name, and finds nothing of the
// process before.
func TestBoxIsNew(t *testing.T) {
	root := project(t)
	before := content(t, filepath.Join(root, "api"))
	inDecoy(t)
	f, err := New()
	require.NoError(t, err)
	defer f.Remove()
	seen := map[string]bool{}
	for _, does := range []string{"", "cat testdata/in.json", "echo x > $TMPDIR/x", "echo x > new", "",
		"rm testdata/in.json", "mkdir ../new", "",
		"touch -r testdata/in.json then; printf [] > testdata/in.json; touch -r then testdata/in.json; rm then",
		"rm -r ../../*", "chmod 700 testdata/in.json", ""} {
		b, err := f.Box(filepath.Join(root, "api"))
		require.NoError(t, err)
		assert.False(t, seen[b.Dir] || seen[b.Temp], "after %q", does)
		seen[b.Dir], seen[b.Temp] = true, true
		assert.Equal(t, before, content(t, b.Dir), "before %q", does)
		assert.NoDirExists(t, filepath.Join(b.Dir, "..", "new"))
		info, err := os.Stat(filepath.Join(b.Dir, "testdata", "in.json"))
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o640), info.Mode())
		assert.Empty(t, content(t, b.Temp))
		time.Sleep(10 * time.Millisecond) // the clock of a file system is coarse, and no process starts sooner
		command := exec.Command("sh", "-c", does)
		command.Dir, command.Env = b.Dir, append(os.Environ(), b.Environment()...)
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
		b.Remove()
	}
}

// TestMirrorIsBounded: a large folder becomes a link, and a large file too.
func TestMirrorIsBounded(t *testing.T) {
	root, f := begun(t)
	m := &mirror{entries: 4, bytes: 4}
	require.NoError(t, m.look(filepath.Join(root, "api"), f.Dir))
	to, err := m.make(filepath.Join(f.Dir, "small"))
	require.NoError(t, err)
	linked := func(name string) bool {
		info, err := os.Lstat(filepath.Join(to, name))
		require.NoError(t, err)
		return info.Mode()&os.ModeSymlink != 0
	}
	assert.True(t, linked("testdata"))
	assert.Equal(t, content(t, root), content(t, filepath.Join(to, "..")))
}

func BenchmarkBox(b *testing.B) {
	f, err := New()
	require.NoError(b, err)
	defer f.Remove()
	from, err := filepath.Abs("../..")
	require.NoError(b, err)
	for b.Loop() {
		box, err := f.Box(from)
		require.NoError(b, err)
		box.Remove()
	}
}

func TestSteady(t *testing.T) {
	temp := inDecoy(t)
	own := filepath.Join(temp, "evoke-run-1", "box-1")
	t.Setenv(OwnVariable, own)
	for text, want := range map[string]string{
		filepath.Join(temp, "TestX1", "001", "api.json"): "api.json",
		filepath.Join(own, "tmp", "api.json"):            "api.json",
		filepath.Join(own, "work", "home/me/api.json"):   "/home/me/api.json",
		"/home/me/api.json":                              "/home/me/api.json",
		"http://127.0.0.1:4711/api.json?v=3":             "http://127.0.0.1/api.json?v=3",
		"http://[::1]:4711/api.json":                     "http://::1/api.json",
		"http://192.0.2.1:4711/api.json":                 "http://192.0.2.1:4711/api.json",
		"{\"openapi\": \"3.0.0\"}":                       "{\"openapi\": \"3.0.0\"}",
		"":                                               "",
	} {
		assert.Equal(t, want, Steady(text), text)
	}
	t.Setenv("TMPDIR", filepath.Join(own, "tmp")) // as in that box
	assert.Equal(t, "api.json", Steady(filepath.Join(temp, "TestX2", "api.json")),
		"the folder of the process of the run")
}
