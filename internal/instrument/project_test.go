package instrument

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// project unpacks a tree of testdata/projects. In its go.mod files, $EVOKE stands for the lines that make a module
// depend on this one as it is on disk, and $ROOT for this module's folder. A tree without a go.sum gets that of this
// module. The test fails if the tree changes.
func project(t *testing.T, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "projects", name+".txtar"))
	require.NoError(t, err)
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	show, err := os.ReadFile(filepath.Join("testdata", "show.go.txt"))
	require.NoError(t, err)

	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, txtar.Write(archive, dir))
	fill := strings.NewReplacer("$EVOKE", requirements(t, root), "$ROOT", root)
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, "show/keep") {
			require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Dir(f.Name), "show.go"), show, 0o666))
		}
		if filepath.Base(f.Name) != "go.mod" && filepath.Base(f.Name) != "go.work" {
			continue
		}
		path := filepath.Join(dir, f.Name)
		require.NoError(t, os.WriteFile(path, []byte(fill.Replace(string(f.Data))), 0o666))
		beside := filepath.Join(filepath.Dir(path), "go.sum")
		if _, err := os.Stat(beside); err != nil && filepath.Base(f.Name) == "go.mod" {
			require.NoError(t, os.WriteFile(beside, sums, 0o666))
		}
	}
	return dir
}

// unchanged fails the test if a tree changes until its end.
func unchanged(t *testing.T, dir string) {
	before := treeDigest(t, dir)
	t.Cleanup(func() { assert.Equal(t, before, treeDigest(t, dir), "the user's tree was written to") })
}

func treeDigest(t *testing.T, dir string) string {
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		fmt.Fprintf(h, "%s %d %s %x\n", path, info.Size(), info.ModTime(), sha256.Sum256(content))
		return err
	})
	require.NoError(t, err)
	return fmt.Sprintf("%x", h.Sum(nil))
}

// requirements returns the lines of a go.mod that depends on this module and, to be complete, on all of its
// requirements.
func requirements(t *testing.T, root string) string {
	out, err := exec.Command("go", "mod", "edit", "-json", filepath.Join(root, "go.mod")).Output()
	require.NoError(t, err)
	var file struct {
		Require []struct{ Path, Version string }
	}
	require.NoError(t, json.Unmarshal(out, &file))
	var text strings.Builder
	text.WriteString("require github.com/evoke-go/evoke v0.0.0\n")
	for _, r := range file.Require {
		fmt.Fprintf(&text, "require %s %s\n", r.Path, r.Version)
	}
	fmt.Fprintf(&text, "replace github.com/evoke-go/evoke => %s\n", root)
	return text.String()
}

// environment is the environment of the go command: without the flags of the caller, and without network.
func environment(more ...string) []string {
	return append(append(os.Environ(), "GOFLAGS=", "GOWORK=", "GOPROXY=off", "GOTOOLCHAIN=local"), more...)
}

// sharedCache is the cache of tests that do not look at it, so that modules are compiled once for all of them.
var sharedCache = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "evoke-instrument-*") })

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := sharedCache(); err == nil {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// prepare calls Prepare with the defaults of tests.
func prepare(t *testing.T, o Options) *Plan {
	t.Helper()
	if o.Cache == "" {
		dir, err := sharedCache()
		require.NoError(t, err)
		o.Cache = dir
	}
	if o.Env == nil {
		o.Env = environment()
	}
	unchanged(t, o.Dir)
	plan, err := Prepare(context.Background(), o)
	require.NoError(t, err)
	return plan
}

// execute builds a plan and returns the output of the program.
func execute(t *testing.T, plan *Plan, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "program.exe")
	require.NoError(t, plan.Build(context.Background(), out))
	printed, _ := exec.Command(out, args...).CombinedOutput()
	return string(printed)
}

// paths returns the import paths of the packages of a plan.
func paths(plan *Plan) []string {
	var all []string
	for _, p := range plan.Packages {
		all = append(all, p.Path)
	}
	return all
}
