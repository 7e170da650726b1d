package instrument

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStrangerNeedsNoMoreModules instruments a module that does not depend on this one. A module in its graph requires
// a module that does not exist and that nothing imports.
func TestStrangerNeedsNoMoreModules(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/own\n\ngo 1.24\n\n"+
		"require example.com/old v1.0.0\n\nreplace example.com/old => ./old\n")
	write(t, filepath.Join(dir, "own.go"),
		"package own\n\nimport \"example.com/old\"\n\nfunc X() int { return old.X }\n")
	write(t, filepath.Join(dir, "old", "go.mod"),
		"module example.com/old\n\ngo 1.16\n\nrequire example.com/gone v1.0.0\n")
	write(t, filepath.Join(dir, "old", "old.go"), "package old\n\nvar X = 1\n")
	env, told := watched(t)
	o := Options{Dir: dir, Evoke: root, Cache: t.TempDir(), Env: append(env, "GOPROXY=off", "GOWORK=off")}
	added := "package own\n\nimport _ \"" + engineModule + "/sut\"\n"
	o.Files = map[string][]byte{filepath.Join(dir, "added.go"): []byte(added)}
	assert.Equal(t, []string{"example.com/own"}, paths(prepare(t, o)))
	assert.Equal(t, 1, strings.Count(told(), "-export"), "nothing is compiled before the engine is there")

	o.Files[filepath.Join(dir, "more.go")] = []byte("package own\n\nimport _ \"example.com/gone\"\n")
	_, err = Prepare(context.Background(), o)
	assert.ErrorIs(t, err, ErrFetch, "%v", err)
}

// TestStrangerOfOlderModules instruments a module that requires an older version of a module than the engine needs. The
// engine cannot be added to its go.mod, so both are in a workspace.
func TestStrangerOfOlderModules(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"),
		"module example.com/own\n\ngo 1.26.0\n\nrequire example.com/old v1.0.0\n\nreplace (\n"+
			"\texample.com/old v1.0.0 => ./old\n\texample.com/old v1.1.0 => ./new\n\tgolang.org/x/time => ./time\n)\n")
	write(t, filepath.Join(dir, "own.go"),
		"package own\n\nimport \"example.com/old\"\n\nfunc X() int { return old.X }\n")
	for _, folder := range []string{"old", "new"} {
		write(t, filepath.Join(dir, folder, "go.mod"), "module example.com/old\n\ngo 1.26.0\n")
		write(t, filepath.Join(dir, folder, "old.go"), "package old\n\nvar X = 1\n")
	}
	write(t, filepath.Join(dir, "time", "go.mod"),
		"module golang.org/x/time\n\ngo 1.26.0\n\nrequire example.com/old v1.1.0\n")
	real, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/time").Output()
	require.NoError(t, err)
	rate := os.DirFS(filepath.Join(strings.TrimSpace(string(real)), "rate"))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "time", "rate"), rate))
	added := "package own\n\nimport _ \"" + engineModule + "/sut\"\n"
	p, err := Prepare(context.Background(), Options{
		Dir: dir, Evoke: root, Cache: t.TempDir(), Env: environment("GOPROXY=off", "GOWORK=off"),
		Files: map[string][]byte{filepath.Join(dir, "added.go"): []byte(added)},
	})
	require.NoError(t, err)
	assert.Equal(t, []string{"example.com/own"}, paths(p))
}

// TestSumsOfAStranger: an entry that go.sum lacks for the program's own modules is an error, since its tests would not
// build. Entries that it lacks for the engine's modules are added.
func TestSumsOfAStranger(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	_, needs, _ := strings.Cut(string(mod), "\n")
	for name, tt := range map[string]struct {
		require, imported string
		err               error
	}{
		"own": {"go 1.24\n\nrequire github.com/google/go-cmp v0.7.0", "github.com/google/go-cmp/cmp", ErrNoSum},
		"engine": {
			needs + "\nrequire " + engineModule + " v0.0.0\n\nreplace " + engineModule + " => " + root,
			engineModule + "/probe", nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "go.mod"), "module example.com/own\n\n"+tt.require+"\n")
			write(t, filepath.Join(dir, "own.go"), "package own\n\nimport _ \""+tt.imported+"\"\n")
			added := "package own\n\nimport _ \"" + engineModule + "/sut\"\n"
			_, err := Prepare(context.Background(), Options{
				Dir: dir, Evoke: root, Cache: t.TempDir(), Env: environment("GOPROXY=off", "GOWORK=off"),
				Files: map[string][]byte{filepath.Join(dir, "added.go"): []byte(added)},
			})
			assert.ErrorIs(t, err, tt.err)
		})
	}
}

func TestReleasesAreCompared(t *testing.T) {
	ordered := []string{
		"v0.0.0-20210101000000-abcdefabcdef", "v0.0.0-20220101000000-012345012345",
		"v0.9.0", "v0.14.0-rc.9", "v0.14.0-rc.10", "v0.14.0",
		"v0.14.1-0.20260108161641-ca281cf95054", "v1.0.0", "v2.0.0+incompatible",
	}
	for i, a := range ordered {
		for j, b := range ordered {
			want := 0
			if i != j {
				want = 1
				if i < j {
					want = -1
				}
			}
			assert.Equal(t, want, compareReleases(a, b), "%s %s", a, b)
		}
	}
}
