package instrument

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOnlyChangedPackagesAreRewritten puts marks into the remembered files, and sees which packages come from the
// cache.
func TestOnlyChangedPackagesAreRewritten(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "shop")
	o := Options{Dir: dir, Cache: t.TempDir(), Env: environment()}
	first, err := Prepare(context.Background(), o)
	require.NoError(t, err)
	again, err := Prepare(context.Background(), o)
	require.NoError(t, err)
	assert.Equal(t, first.Overlay, again.Overlay)
	assert.Equal(t, first.Packages, again.Packages)

	marked, err := filepath.Glob(filepath.Join(o.Cache, packagesFolder, "*.json"))
	require.NoError(t, err)
	require.Len(t, marked, len(first.Packages))
	for _, path := range marked {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		write(t, path, strings.Replace(string(text), `"Conditions":`, `"Conditions":9999`, 1))
	}
	slow := filepath.Join(dir, "internal", "cart", "slow.go")
	text, err := os.ReadFile(slow)
	require.NoError(t, err)
	write(t, slow, strings.Replace(string(text), "package cart", "package cart // changed", 1))

	after, err := Prepare(context.Background(), o)
	require.NoError(t, err)
	for i, p := range after.Packages {
		if p.Path == "example.com/shop/internal/cart" {
			assert.Equal(t, first.Packages[i], p)
		} else {
			assert.Greater(t, p.Conditions, 9998, "%s is remembered", p.Path)
		}
	}
	written, err := os.ReadFile(after.overlay[slow])
	require.NoError(t, err)
	assert.Contains(t, string(written), "// changed")
}

// TestTrimmedFilesAreWrittenAgain deletes files that the cache remembers.
func TestTrimmedFilesAreWrittenAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	o := Options{Dir: project(t, "shop"), Cache: t.TempDir(), Env: environment()}
	_, err := Prepare(context.Background(), o)
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(filepath.Join(o.Cache, filesFolder)))
	plan := prepare(t, o)
	for _, to := range plan.overlay {
		assert.FileExists(t, to)
	}
	assert.Contains(t, execute(t, plan), "reached")
}

func TestConcurrentRuns(t *testing.T) {
	o := Options{Dir: project(t, "shop"), Cache: t.TempDir(), Env: environment()}
	var overlays [4]string
	var wg sync.WaitGroup
	for i := range overlays {
		wg.Go(func() {
			if plan, err := Prepare(context.Background(), o); assert.NoError(t, err) {
				overlays[i] = plan.Overlay
			}
		})
	}
	wg.Wait()
	for _, path := range overlays {
		assert.Equal(t, overlays[0], path)
		assert.FileExists(t, path)
	}
	left, err := filepath.Glob(filepath.Join(o.Cache, "*", "new-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestStore(t *testing.T) {
	c, err := openCache(t.TempDir(), "")
	require.NoError(t, err)
	a, err := c.store("a.go", []byte("one"))
	require.NoError(t, err)
	b, err := c.store("a.go", []byte("two"))
	require.NoError(t, err)
	assert.NotEqual(t, a, b)
	require.NoError(t, os.Truncate(a, 1)) // as a crash might leave it
	again, err := c.store("a.go", []byte("one"))
	require.NoError(t, err)
	assert.Equal(t, a, again)
	content, err := os.ReadFile(a)
	require.NoError(t, err)
	assert.Equal(t, "one", string(content))
}

func TestTrim(t *testing.T) {
	dir := t.TempDir()
	c, err := openCache(dir, "")
	require.NoError(t, err)
	old, err := c.store("old.go", []byte("old"))
	require.NoError(t, err)
	fresh, err := c.store("fresh.go", []byte("fresh"))
	require.NoError(t, err)
	now := time.Now()
	require.NoError(t, os.Chtimes(old, now, now.Add(-keptFor-time.Hour)))

	c.trim(now)
	assert.FileExists(t, old, "it was looked for a moment ago")
	c.trim(now.Add(trimEvery + time.Minute))
	assert.NoFileExists(t, old)
	assert.FileExists(t, fresh)
}

func TestUseKeepsFiles(t *testing.T) {
	c, err := openCache(t.TempDir(), "")
	require.NoError(t, err)
	path, err := c.store("a.go", []byte("a"))
	require.NoError(t, err)
	before := time.Now().Add(-keptFor + time.Hour)
	require.NoError(t, os.Chtimes(path, before, before))
	_, err = c.store("a.go", []byte("a"))
	require.NoError(t, err)
	c.trim(time.Now().Add(2 * trimEvery))
	assert.FileExists(t, path)
}

// TestBrokenProbesAreLeftOut simulates a mistake of the rewriter.
func TestBrokenProbesAreLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "shop")
	plan := prepare(t, Options{Dir: dir})
	slow := filepath.Join(dir, "internal", "cart", "slow.go")
	require.NoError(t, plan.overlay.add(plan.cache, slow, []byte(broken)))
	var err error
	plan.Overlay, err = plan.overlay.write(plan.cache)
	require.NoError(t, err)

	out := execute(t, plan)
	assert.Contains(t, out, "embedded greeting slow\n")
	assert.Contains(t, out, "reached example.com/shop/main.go\n")
	assert.NotContains(t, out, "cart.go")
	assert.Equal(t, []string{"example.com/shop/show", "example.com/shop"}, paths(plan))
	require.Len(t, plan.Notes, 1)
	assert.Equal(t, "example.com/shop/internal/cart", plan.Notes[0].Where)
	assert.Contains(t, plan.Notes[0].Reason, slow+":4:9: cannot use 1")
}

// TestBuildErrors: the build fails for reasons other than the probes.
func TestBuildErrors(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "shop")
	plan := prepare(t, Options{Dir: dir, Flags: []string{"-ldflags=-nosuchflag"}})
	err := plan.Build(context.Background(), filepath.Join(t.TempDir(), "x"))
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "\n")

	none := prepare(t, Options{Dir: dir, Package: "./show", Test: true})
	require.ErrorIs(t, none.Build(context.Background(), filepath.Join(t.TempDir(), "x")), ErrNoPackage)

	full := "# example.com/shop/internal/cart\ncompile: writing output: write $WORK/b001/_pkg_.a: " +
		"no space left on device\n"
	assert.Empty(t, plan.culprits(full), "probes do not fill disks")

	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(assert.AnError)
	require.ErrorIs(t, plan.Build(ctx, filepath.Join(t.TempDir(), "x")), assert.AnError)
}
