package instrument

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLinkedOnce builds a program and a test binary again and again: as long as nothing changes, all builds give the
// same file, and no build changes an earlier file.
func TestLinkedOnce(t *testing.T) {
	if testing.Short() {
		return // it builds a program again and again
	}
	for _, test := range []bool{false, true} {
		t.Run(fmt.Sprintf("test=%t", test), func(t *testing.T) {
			dir := project(t, "shop")
			o := Options{Dir: dir, Cache: t.TempDir(), Env: environment()}
			if test {
				o.Package, o.Test = "./internal/cart", true
			}
			first, again, changed := built(t, o), built(t, o), ""
			assert.True(t, os.SameFile(stat(t, first), stat(t, again)), "it was linked again")
			before, err := os.ReadFile(first)
			require.NoError(t, err)

			write(t, filepath.Join(dir, "internal", "cart", "slow.go"),
				"package cart\n\nfunc kind() string { return \"changed\" }\n")
			changed = built(t, o)
			assert.False(t, os.SameFile(stat(t, first), stat(t, changed)))
			after, err := os.ReadFile(first)
			require.NoError(t, err)
			assert.Equal(t, before, after, "a process may be running it")
			assert.True(t, os.SameFile(stat(t, changed), stat(t, built(t, o))))
		})
	}
}

func built(t *testing.T, o Options) string {
	t.Helper()
	plan, err := Prepare(context.Background(), o)
	require.NoError(t, err)
	out := filepath.Join(t.TempDir(), "new", "program.exe")
	require.NoError(t, plan.Build(context.Background(), out))
	require.NoError(t, exec.Command(out).Run())
	return out
}

func stat(t *testing.T, path string) os.FileInfo {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	return info
}

// TestConcurrentBuilds: runs that share a cache build different states of one program at the same time.
func TestConcurrentBuilds(t *testing.T) {
	if testing.Short() {
		return // it builds a program again and again
	}
	dir := project(t, "shop")
	cache := t.TempDir()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			plan, err := Prepare(context.Background(),
				Options{Dir: dir, Cache: cache, Env: environment(), Files: map[string][]byte{
					filepath.Join(dir, "internal", "cart", "slow.go"): fmt.Appendf(nil,
						"package cart\n\nfunc kind() string { return \"state %d\" }\n", i%2),
				}})
			if !assert.NoError(t, err) {
				return
			}
			out := filepath.Join(t.TempDir(), "program.exe")
			assert.NoError(t, plan.Build(context.Background(), out))
			printed, err := exec.Command(out).CombinedOutput()
			assert.NoError(t, err)
			assert.Contains(t, string(printed), fmt.Sprintf("embedded greeting state %d\n", i%2))
		})
	}
	wg.Wait()
	left, err := filepath.Glob(filepath.Join(cache, programsFolder, "*"+binary))
	require.NoError(t, err)
	assert.Len(t, left, 1)
	left, err = filepath.Glob(filepath.Join(cache, programsFolder, "new-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestBuildToADevice(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	plan := prepare(t, Options{Dir: project(t, "shop")})
	require.NoError(t, plan.Build(context.Background(), os.DevNull))
	assert.NotZero(t, stat(t, os.DevNull).Mode()&os.ModeDevice)
}

func TestOldBinariesAreTrimmed(t *testing.T) {
	c, err := openCache(t.TempDir(), "")
	require.NoError(t, err)
	now := time.Now()
	for i := range keptPrograms + 3 {
		path := c.kept(fmt.Sprint(i)).path(binary)
		write(t, path, "program")
		require.NoError(t, os.Chtimes(path, now, now.Add(time.Duration(-i)*time.Minute)))
	}
	c.trimPrograms()
	for i := range keptPrograms + 3 {
		_, err := os.Stat(c.kept(fmt.Sprint(i)).path(binary))
		assert.Equal(t, i < keptPrograms, err == nil, "%d", i)
	}
}

// TestBinaryAfterACrash has damaged binaries as a crash may leave them.
func TestBinaryAfterACrash(t *testing.T) {
	if testing.Short() {
		return // it builds a program again and again
	}
	o := Options{Dir: project(t, "shop"), Cache: t.TempDir(), Env: environment()}
	size := stat(t, built(t, o)).Size()
	kept, err := filepath.Glob(filepath.Join(o.Cache, programsFolder, "*"+binary))
	require.NoError(t, err)
	require.Len(t, kept, 1)
	for name, spoil := range map[string]func() error{
		"short":  func() error { return os.Truncate(kept[0], size/2) },
		"empty":  func() error { return os.Truncate(kept[0], 0) },
		"zeroes": func() error { return os.WriteFile(kept[0], make([]byte, size), 0o777) },
		"gone":   func() error { return os.Remove(kept[0]) },
	} {
		require.NoError(t, spoil(), name)
		assert.Equal(t, size, stat(t, built(t, o)).Size(), name)
	}
}

func TestCopyProgram(t *testing.T) {
	from, to := filepath.Join(t.TempDir(), "from"), filepath.Join(t.TempDir(), "to")
	require.NoError(t, os.WriteFile(from, []byte("program"), 0o755))
	require.NoError(t, copyProgram(from, to))
	assert.Equal(t, stat(t, from).Mode(), stat(t, to).Mode())
	text, err := os.ReadFile(to)
	require.NoError(t, err)
	assert.Equal(t, "program", string(text))
}

// TestBrokenMemory: a damaged memory of a program does no harm.
func TestBrokenMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	o := Options{Dir: project(t, "shop"), Cache: t.TempDir(), Env: environment()}
	prepare(t, o)
	known, err := filepath.Glob(filepath.Join(o.Cache, programsFolder, "*.json"))
	require.NoError(t, err)
	require.Len(t, known, 1)
	for _, text := range []string{"", "{", `{"Exports": {"x": "/nowhere"}}`} {
		write(t, known[0], text)
		require.NoError(t, os.RemoveAll(filepath.Join(o.Cache, packagesFolder)))
		require.NoError(t, os.Mkdir(filepath.Join(o.Cache, packagesFolder), 0o777))
		assert.Len(t, prepare(t, o).Packages, 3)
	}
}
