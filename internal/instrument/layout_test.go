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

// command runs the go command in a project, to set it up.
func command(t *testing.T, dir string, env []string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}

func TestReplacedFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "vendored")
	plan := prepare(t, Options{Dir: dir, Cover: []string{"./...", "example.com/dep", "-example.com/vendored/show"}})
	assert.Equal(t, []string{"example.com/dep", "example.com/vendored"}, paths(plan), "%v", plan.Notes)
	assert.Contains(t, execute(t, plan), "reached example.com/dep/dep.go\n")
}

func TestVendored(t *testing.T) {
	if testing.Short() {
		return // it builds programs
	}
	dir := project(t, "vendored")
	command(t, dir, environment(), "mod", "vendor")
	plan := prepare(t, Options{Dir: dir, Cover: []string{"./...", "example.com/dep"}})
	assert.Contains(t, paths(plan), "example.com/dep")
	assert.Contains(t, execute(t, plan), "reached example.com/dep/dep.go\n")
	assert.Contains(t, plan.overlay, filepath.Join(dir, "vendor", "example.com", "dep", "dep.go"))
}

func TestWorkspace(t *testing.T) {
	if testing.Short() {
		return // it builds programs
	}
	dir := project(t, "workspace")
	plan := prepare(t, Options{Dir: filepath.Join(dir, "app")})
	assert.ElementsMatch(t, []string{"example.com/lib", "example.com/app/show", "example.com/app"}, paths(plan))
	assert.Contains(t, execute(t, plan), "reached example.com/lib/lib.go\n")

	plan = prepare(t,
		Options{Dir: filepath.Join(dir, "app"), Cover: []string{"github.com/google/go-cmp/...", "example.com/l..."}})
	out := execute(t, plan)
	assert.Contains(t, out, "2 true\n")
	assert.Contains(t, out, "reached github.com/google/go-cmp/cmp/compare.go\n")
	assert.Contains(t, out, "reached example.com/local/local.go\n")
	assert.Contains(t, out, "reached example.com/lib/lib.go\n")
}

func TestModuleCache(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "cached")
	plan := prepare(t, Options{Dir: dir, Cover: []string{"github.com/google/go-cmp/..."}})
	assert.Contains(t, paths(plan), "github.com/google/go-cmp/cmp/internal/diff")
	out := execute(t, plan)
	assert.Contains(t, out, "reached github.com/google/go-cmp/cmp/compare.go\n")
	assert.Regexp(t, `github\.com/google/go-cmp@v0\.7\.0/cmp/options\.go:\d+`, filepath.ToSlash(out),
		"stack traces tell the module")
}

func TestAlternativeModFile(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "cached")
	require.NoError(t, copyFile(filepath.Join(dir, "go.mod"), filepath.Join(dir, "other.mod")))
	require.NoError(t, copyFile(filepath.Join(dir, "go.sum"), filepath.Join(dir, "other.sum")))
	write(t, filepath.Join(dir, "go.mod"), "module example.com/cached\n")
	plan := prepare(t, Options{Dir: dir, Cover: []string{"github.com/google/go-cmp/..."},
		Flags: []string{"-modfile", "other.mod"}})
	assert.Contains(t, execute(t, plan), "reached github.com/google/go-cmp/cmp/compare.go\n")
}

func TestCgo(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "cgo")
	plan := prepare(t, Options{Dir: dir, Env: environment("CGO_ENABLED=1")})
	out := execute(t, plan)
	assert.Contains(t, out, "-1\n")
	assert.Contains(t, out, "reached example.com/cgo/native/native.go\n")
	assert.Contains(t, out, "reached example.com/cgo/native/half.go\n")
}

// TestStranger instruments a module that does not depend on this one, as the command evoke does: with an added main
// package, alone, and in a workspace.
func TestStranger(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := project(t, "stranger")
	o := Options{Dir: dir, Package: "./main", Evoke: root, Cache: t.TempDir(), Env: environment(),
		Files: map[string][]byte{
			filepath.Join(dir, "main", "main.go"): []byte(`package main

import (
	"example.com/stranger/sign"
	"github.com/evoke-go/evoke/probe"
)

func main() { println(sign.Of(3), probe.Targets() > 0) }
`)}}
	work := filepath.Join(t.TempDir(), "go.work")
	write(t, work, "go 1.20\n\nuse "+dir+"\n")
	for _, env := range [][]string{environment(), environment("GOWORK=" + work)} {
		o.Env = env
		plan := prepare(t, o)
		assert.Equal(t, []string{"example.com/stranger/sign", "example.com/stranger/main"}, paths(plan))
		assert.Contains(t, execute(t, plan), "1 true\n")
	}

	o.Evoke = ""
	_, err = Prepare(context.Background(), o)
	require.ErrorIs(t, err, ErrNoRuntime)
	assert.NotContains(t, err.Error(), "\n")
}

// TestModuleThatImportsAPart instruments a module that requires this one for a package that needs no other modules. So
// its go.sum lacks the modules that the engine needs.
func TestModuleThatImportsAPart(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := project(t, "stranger")
	text := "module example.com/stranger\n\ngo 1.26.0\n\nrequire M v0.0.0\n\nreplace M => "
	write(t, filepath.Join(dir, "go.mod"), strings.ReplaceAll(text, "M", engineModule)+root+"\n")
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	var graph strings.Builder // without the contents of the modules
	for line := range strings.Lines(string(sums)) {
		if strings.Contains(line, "/go.mod h1:") {
			graph.WriteString(line)
		}
	}
	write(t, filepath.Join(dir, "go.sum"), graph.String())
	write(t, filepath.Join(dir, "sign", "part.go"), "package sign\n\nimport _ \""+engineModule+"/probe/tables\"\n")
	added := []byte("package sign\n\nimport _ \"" + engineModule + "/value\"\n")
	o := Options{Dir: dir, Package: "./sign", Evoke: root, Cache: t.TempDir(), Env: environment()}
	o.Files = map[string][]byte{filepath.Join(dir, "sign", "added.go"): added}
	assert.Equal(t, []string{"example.com/stranger/sign"}, paths(prepare(t, o)))
}

// TestStrangerWithVendor instruments a module with a vendor folder that does not depend on this one: the vendor folder
// is not used.
func TestStrangerWithVendor(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := project(t, "stranger")
	write(t, filepath.Join(dir, "vendor", "modules.txt"), "")
	o := Options{Dir: dir, Package: "./sign", Evoke: root, Cache: t.TempDir(), Env: environment()}
	for _, flags := range []string{"", "-mod=vendor"} {
		o.Env = environment("GOFLAGS=" + flags)
		plan := prepare(t, o)
		assert.Equal(t, []string{"example.com/stranger/sign"}, paths(plan))
		require.Len(t, plan.Notes, 1)
		assert.Equal(t, "vendor", plan.Notes[0].Where)
	}
}

// TestVendorAlone: the modules in the vendor folder exist nowhere else.
func TestVendorAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := project(t, "stranger")
	write(t, filepath.Join(dir, "go.mod"),
		"module example.com/stranger\n\ngo 1.20\n\nrequire example.com/only v1.0.0\n")
	write(t, filepath.Join(dir, "vendor", "modules.txt"), "# example.com/only v1.0.0\n## explicit\nexample.com/only\n")
	write(t, filepath.Join(dir, "vendor", "example.com", "only", "only.go"), "package only\n")
	write(t, filepath.Join(dir, "sign", "only.go"), "package sign\n\nimport _ \"example.com/only\"\n")
	_, err = Prepare(context.Background(), Options{Dir: dir, Package: "./sign", Evoke: root,
		Cache: t.TempDir(), Env: environment()})
	require.ErrorIs(t, err, ErrNoRuntime)
	assert.Contains(t, err.Error(), "without the vendor folder: ")
	assert.Contains(t, err.Error(), "example.com/only")
	assert.NotContains(t, err.Error(), "\n")
}
