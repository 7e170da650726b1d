package instrument

import (
	"archive/zip"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// proxied sets up a project and its dependencies. It gets the dependencies from a module proxy in a folder, into a
// module cache in a folder. The archive has them under proxy/path@version/.
func proxied(t *testing.T, name string) (dir string, env []string) {
	t.Helper()
	dir = project(t, name)
	proxy := filepath.Join(t.TempDir(), "proxy")
	modules, err := filepath.Glob(filepath.Join(dir, "proxy", "*", "*"))
	require.NoError(t, err)
	for _, module := range modules {
		rel, err := filepath.Rel(filepath.Join(dir, "proxy"), module)
		require.NoError(t, err)
		serve(t, proxy, filepath.ToSlash(rel), module)
	}
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "proxy")))

	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	require.NoError(t, err)
	downloads := filepath.Join(strings.TrimSpace(string(out)), "cache", "download")
	env = environment("GOPROXY=file://"+filepath.ToSlash(proxy)+",file://"+filepath.ToSlash(downloads),
		"GONOSUMDB=*", "GONOSUMCHECK=1",
		"GOSUMDB=off", "GOMODCACHE="+filepath.Join(t.TempDir(), "modules"), "GOFLAGS=-modcacherw")
	command(t, dir, append(slices.Clip(env), "GOFLAGS=-modcacherw -mod=mod"), "build", "-o",
		filepath.Join(t.TempDir(), "plain.exe"), ".")
	return dir, env
}

// serve adds a module to a proxy.
func serve(t *testing.T, proxy, name, module string) {
	t.Helper()
	path, version, _ := strings.Cut(name, "@")
	folder := filepath.Join(proxy, filepath.FromSlash(path), "@v")
	write(t, filepath.Join(folder, "list"), version+"\n")
	write(t, filepath.Join(folder, version+".info"), `{"Version": "`+version+`"}`)
	goMod, err := os.ReadFile(filepath.Join(module, "go.mod"))
	if err != nil {
		goMod = []byte("module " + strings.NewReplacer("!d", "D").Replace(path) + "\n")
	}
	write(t, filepath.Join(folder, version+".mod"), string(goMod))
	f, err := os.Create(filepath.Join(folder, version+".zip"))
	require.NoError(t, err)
	defer f.Close()
	w := zip.NewWriter(f)
	require.NoError(t, filepath.WalkDir(module, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(module, file)
		require.NoError(t, err)
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		out, err := w.Create(strings.NewReplacer("!d", "D").Replace(name) + "/" + filepath.ToSlash(rel))
		require.NoError(t, err)
		_, err = out.Write(content)
		return err
	}))
	require.NoError(t, w.Close())
}

// TestModulesOfAllKinds has a module without go.mod, one with cgo, one with assembly and a header, one with embedded
// files, capital letters in paths, and one that is replaced.
func TestModulesOfAllKinds(t *testing.T) {
	if testing.Short() {
		return // it builds programs
	}
	dir, env := proxied(t, "modules")
	o := Options{Dir: dir, Env: env, Cover: []string{"...", "-github.com/evoke-go/...", "-example.com/all/show"},
		Cache: t.TempDir()}
	for range 2 { // the second time from the cache
		plan := prepare(t, o)
		assert.ElementsMatch(t, []string{"example.com/Dotty", "example.com/asm", "example.com/embeds",
			"example.com/native", "example.com/old", "example.com/stand", "example.com/all"}, paths(plan))
		out := execute(t, plan)
		for _, file := range []string{"Dotty/dotty.go", "asm/asm.go", "embeds/embeds.go", "native/native.go",
			"old/old.go", "stand/stand.go"} {
			assert.Contains(t, out, "reached example.com/"+file+"\n")
		}
	}
}

func TestModuleCacheIsNotChanged(t *testing.T) {
	if testing.Short() {
		return // it builds programs
	}
	dir, env := proxied(t, "modules")
	unchanged(t, filepath.Join(variable(env, "GOMODCACHE"), "example.com"))
	plan := prepare(t, Options{Dir: dir, Env: env, Cover: []string{"example.com/..."}})
	require.NoError(t, plan.Build(context.Background(), filepath.Join(t.TempDir(), "program.exe")))
}

func TestMainModuleInTheModuleCache(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir, env := proxied(t, "modules")
	cached := filepath.Join(variable(env, "GOMODCACHE"), "example.com", "copy@v1.0.0")
	require.NoError(t, copyTree(dir, cached))
	_, err := Prepare(context.Background(), Options{Dir: cached, Env: env, Cache: t.TempDir()})
	require.ErrorIs(t, err, ErrFlags)
	assert.Contains(t, err.Error(), "module cache")
}
