package instrument

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const plainSource = `// Package a is small.
package a

import "strings"

// Size is that of all.
const Size = 3

var made = func() int { return 1 }()

// Upper shouts.
func Upper(text string) string {
	return strings.ToUpper(text)
}

type T struct{ n int }

func (t *T) Set(n int) { t.n = n }
`

// TestSurfaceWithComments: comments count in files of cgo.
func TestSurfaceWithComments(t *testing.T) {
	before := string(surfaceOf([]byte(plainSource), true))
	assert.Equal(t, before,
		string(surfaceOf([]byte(strings.Replace(plainSource, "{ t.n = n }", "{ /* done */ }", 1)), true)))
	assert.NotEqual(t, before,
		string(surfaceOf([]byte(strings.Replace(plainSource, "// Upper shouts", "// int x", 1)), true)))
}

func TestSurface(t *testing.T) {
	tests := map[string]struct {
		from, to string
		same     bool
	}{
		"body": {"return strings.ToUpper(text)",
			"if text == \"\" {\n\t\treturn text\n\t}\n\treturn strings.ToLower(text)", true},
		"body of a method":         {"{ t.n = n }", "{ t.n = n + 1 }", true},
		"empty body":               {"{ t.n = n }", "{}", true},
		"comment":                  {"// Upper shouts.", "// Upper makes\n// it loud.", true},
		"comment behind":           {"package a\n", "package a // changed\n", true},
		"comment in a declaration": {"type T struct{ n int }", "type T struct{ /* none */ n int }", true},
		"space":                    {"const Size = 3", "const  Size  =  3\n", true},
		"value of a constant":      {"Size = 3", "Size = 4", false},
		"type":                     {"struct{ n int }", "struct{ n int64 }", false},
		"signature":                {"(text string)", "(text any)", false},
		"receiver":                 {"(t *T)", "(t T)", false},
		"function literal":         {"return 1 }()", "return 2 }()", false},
		"import":                   {`import "strings"`, `import strings "strings"`, false},
		"new function":             {"type T ", "func New() *T { return nil }\n\ntype T ", false},
		"constraint": {"// Package a is small.\n",
			"//go:build go1.20\n\n// Package a is small.\n", false},
		"no Go": {"{ t.n = n }", "{ t.n = }", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, plainSource, tt.from)
			changed := strings.Replace(plainSource, tt.from, tt.to, 1)
			assert.Equal(t, tt.same,
				string(surfaceOf([]byte(plainSource), false)) == string(surfaceOf([]byte(changed), false)))
		})
	}
}

// FuzzSurface checks that only bodies may be missing in a surface: with one more declaration the surface differs.
func FuzzSurface(f *testing.F) {
	f.Add(plainSource)
	f.Add("package a\n\nfunc f() { g(func() {}) }; func g(func())\n")
	f.Add("//line x.go:7\npackage a;func f(){}func")
	f.Fuzz(func(t *testing.T, source string) {
		before := surfaceOf([]byte(source), len(source)%2 == 0)
		after := surfaceOf([]byte(source+"\nvar evoke_added int\n"), len(source)%2 == 0)
		assert.NotEqual(t, string(before), string(after))
	})
}

// watched returns an environment in which the arguments of the go command are written down, and a function that reads
// them.
func watched(t *testing.T) (env []string, told func() string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	path, err := lookGo(environment())
	require.NoError(t, err)
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	script(t, filepath.Join(dir, "go"), `echo "$*" >> '`+log+`'; exec '`+path+`' "$@"`)
	return environment("PATH=" + dir + string(filepath.ListSeparator) + os.Getenv("PATH")), func() string {
		text, err := os.ReadFile(log)
		require.NoError(t, err)
		require.NoError(t, os.Remove(log))
		return string(text)
	}
}

func script(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o777))
}

// TestChanges: after each change a warm cache leads to the same result as an empty one, without the compiler if the
// types that matter are known.
func TestChanges(t *testing.T) {
	if testing.Short() {
		return // it lists programs again and again
	}
	const total = "// Total returns a greeting if there is something to pay.\nfunc Total(n int)"
	tests := map[string]struct {
		project, file, from, to string
		compiled                bool
	}{
		"body": {"shop", "internal/cart/slow.go", `"slow"`, `"slow" + "er"`, false},
		"signature": {"shop", "internal/cart/cart.go", total + " string",
			"type text = string\n\n// Total is long.\nfunc Total(n int) text", false},
		"new function": {"shop", "internal/cart/slow.go", "func kind()",
			"func more(n int) bool { return n > 2 }\n\nfunc kind()", false},
		"known import": {"shop", "internal/cart/slow.go", "func kind()",
			"import \"strings\"\n\nvar _ = strings.ToUpper\n\nfunc kind()", false},
		"unknown import": {"shop", "internal/cart/slow.go", "func kind()",
			"import \"net/netip\"\n\nvar _ netip.Addr\n\nfunc kind()", true},
		"beside C":          {"cgo", "native/half.go", "n < 0", "n <= -1", false},
		"importer of C":     {"cgo", "main.go", "native.Sign(-3)", "native.Sign(-4)", false},
		"what calls C":      {"cgo", "native/native.go", "n == 0", "n == 0 && n < 1", false},
		"header of C":       {"cgo", "native/native.h", "int n", "int number", true},
		"surface beside C":  {"cgo", "native/half.go", "func half", "const two = 2\n\nfunc half", true},
		"comment that is C": {"cgo", "native/native.go", "// #include", "// #define TWO 2\n// #include", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			env, told := watched(t)
			dir := project(t, tt.project)
			o := Options{Dir: dir, Cache: t.TempDir(), Env: append(env, "CGO_ENABLED=1")}
			_, err := Prepare(context.Background(), o)
			require.NoError(t, err)
			assert.Contains(t, told(), "-export")

			change(t, filepath.Join(dir, filepath.FromSlash(tt.file)), tt.from, tt.to)
			warm, err := Prepare(context.Background(), o)
			require.NoError(t, err)
			assert.Equal(t, tt.compiled, strings.Contains(told(), "-export"))

			o.Cache = t.TempDir()
			cold, err := Prepare(context.Background(), o)
			require.NoError(t, err)
			assert.Equal(t, contents(t, cold), contents(t, warm))
			assert.Equal(t, cold.Packages, warm.Packages)
		})
	}
}

func change(t *testing.T, path, from, to string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(text), from)
	write(t, path, strings.Replace(string(text), from, to, 1))
}

// contents are the files of a plan.
func contents(t *testing.T, p *Plan) map[string]string {
	t.Helper()
	all := map[string]string{}
	for from, to := range p.overlay {
		text, err := os.ReadFile(to)
		require.NoError(t, err)
		all[from] = string(text)
	}
	return all
}

// TestMutantsNeedNoCompiler: the types that are known from the build with probes suffice for the build with mutants.
func TestMutantsNeedNoCompiler(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	env, told := watched(t)
	o := Options{Dir: project(t, "shop"), Cache: t.TempDir(), Env: env}
	_, err := Prepare(t.Context(), o)
	require.NoError(t, err)
	require.Contains(t, told(), "-export")
	o.Runtime = MutantRuntime
	plan, err := Prepare(t.Context(), o)
	require.NoError(t, err)
	assert.NotEmpty(t, plan.Packages)
	assert.NotContains(t, told(), "-export")
}

// TestChangesForTests changes packages that are compiled again for a test binary.
func TestChangesForTests(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	env, told := watched(t)
	dir := project(t, "shop")
	o := Options{Dir: dir, Package: "./internal/cart", Test: true, Cover: []string{"./..."},
		Cache: t.TempDir(), Env: env}
	_, err := Prepare(context.Background(), o)
	require.NoError(t, err)
	told()
	write(t, filepath.Join(dir, "internal", "cart", "slow.go"), "package cart\n\nfunc kind() string {\n\tif Total(0) "+
		"== \"\" {\n\t\treturn \"none\"\n\t}\n\treturn \"slow\"\n}\n")
	plan, err := Prepare(context.Background(), o)
	require.NoError(t, err)
	assert.NotContains(t, told(), "-export")
	assert.Contains(t, execute(t, plan), "PASS")
}

// TestMistakesAfterChanges: the message of the go command is the same in a later run as in the first one.
func TestMistakesAfterChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "shop")
	o := Options{Dir: dir, Cache: t.TempDir(), Env: environment()}
	_, err := Prepare(context.Background(), o)
	require.NoError(t, err)
	slow := filepath.Join(dir, "internal", "cart", "slow.go")
	for text, says := range map[string]string{
		broken:                      ":4:9: cannot use 1",
		"package cart\n\nfunc {":    ":3:6: ",
		"package cart\n\nvar x int": "undefined: kind",
	} {
		o.Files = map[string][]byte{slow: []byte(text)}
		failure{o, ErrCompile, says}.check(t)
	}
}
