//go:build unix

package instrument

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestForeignCacheIsNotUsed: files that other users could have put into a cache are neither compiled nor executed.
func TestForeignCacheIsNotUsed(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the administrator can give a folder to another user")
	}
	const stranger = 4711
	for name, tt := range map[string]struct {
		prepare func(dir string) error
		why     string
	}{
		"of another user": {func(dir string) error { return os.Chown(dir, stranger, stranger) },
			"it belongs to user 4711"},
		"a link": {func(dir string) error {
			other := filepath.Join(filepath.Dir(dir), "other")
			return run(os.Remove(dir), os.Mkdir(other, 0o777), os.Symlink(other, dir))
		}, "it is a link"},
		"a link to nothing": {func(dir string) error { return run(os.Remove(dir), os.Symlink("nothing", dir)) },
			"it is a link"},
		"below one that is open": {func(dir string) error { return os.Chmod(filepath.Dir(dir), 0o777) },
			"others can write to it"},
		"below one of another": {func(dir string) error { return os.Chown(filepath.Dir(dir), stranger, stranger) },
			"it belongs to user 4711"},
		"below a link of another": {func(dir string) error {
			above := filepath.Dir(dir)
			return run(os.Rename(above, above+"2"), os.Symlink(above+"2", above), os.Lchown(above, stranger, stranger))
		}, "it belongs to user 4711"},
	} {
		t.Run(name, func(t *testing.T) {
			above := filepath.Join(t.TempDir(), "temp")
			dir := filepath.Join(above, "evoke-cache-"+strconv.Itoa(os.Geteuid()))
			require.NoError(t, os.MkdirAll(dir, 0o700))
			require.NoError(t, tt.prepare(dir))
			t.Setenv("TMPDIR", above)
			t.Setenv("XDG_CACHE_HOME", "")
			t.Setenv("HOME", "")
			private := filepath.Join(t.TempDir(), "private")
			c, err := openCache("", private)
			require.NoError(t, err)
			assert.Equal(t, private, c.dir)
			assert.Contains(t, c.note, "a cache that others could write to is not used: "+above)
			assert.Contains(t, c.note, tt.why)
			_, err = openCache("", "")
			require.ErrorIs(t, err, errForeign)
			_, err = openCache(dir, private)
			require.ErrorIs(t, err, errForeign)
		})
	}
}

func run(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// TestCacheIsClosedToOthers: a new cache belongs to this user alone, and a cache that was open to others is emptied.
func TestCacheIsClosedToOthers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	for _, mode := range []os.FileMode{0, 0o700, 0o755, 0o770, 0o777} {
		planted := filepath.Join(dir, programsFolder, "planted.exe")
		if mode != 0 {
			require.NoError(t, os.WriteFile(planted, nil, 0o700))
			require.NoError(t, os.Chmod(dir, mode))
		}
		_, err := openCache(dir, "")
		require.NoError(t, err)
		info, err := os.Stat(dir)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o700), info.Mode().Perm(), "after %o", mode)
		_, err = os.Stat(planted)
		assert.Equal(t, mode&othersWrite != 0 || mode == 0, err != nil, "after %o", mode)
	}
}

// TestChangedProgramIsNotUsed: if the program in the cache was changed since it was put there, it is built anew, also
// if its size is the same.
func TestChangedProgramIsNotUsed(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	o := Options{Dir: project(t, "shop"), Cache: t.TempDir(), Env: environment()}
	first := built(t, o)
	kept, err := filepath.Glob(filepath.Join(o.Cache, programsFolder, "*"+binary))
	require.NoError(t, err)
	require.Len(t, kept, 1)
	content, err := os.ReadFile(kept[0])
	require.NoError(t, err)
	changed := append([]byte(nil), content...)
	changed[len(changed)-1] ^= 1
	require.NoError(t, os.Remove(kept[0])) // the first one has the same file
	require.NoError(t, os.WriteFile(kept[0], changed, 0o700))
	again, err := os.ReadFile(built(t, o))
	require.NoError(t, err)
	assert.Equal(t, content, again)
	before, err := os.ReadFile(first)
	require.NoError(t, err)
	assert.Equal(t, content, before)
}
