package rewrite

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// FuzzRewrite rewrites any program that type-checks: the result type-checks too, and no token has moved to another
// line, except for names of functions that a probe replaced.
func FuzzRewrite(f *testing.F) {
	for _, src := range seeds(f) {
		f.Add(src)
	}
	rig := newRewriteRig(f)
	f.Fuzz(func(t *testing.T, src string) {
		checkRewrite(t, rig, src)
	})
}

// seeds returns the goldens, and each function of testdata's odd program.
func seeds(t testing.TB) []string {
	paths, err := filepath.Glob("testdata/goldens/*.txtar")
	require.NoError(t, err)
	var all []string
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		require.NoError(t, err)
		all = append(all, string(a.Files[0].Data))
		for _, part := range strings.Split(string(a.Files[0].Data), "\n\n") {
			all = append(all, "package p\n"+part)
		}
	}
	a, err := txtar.ParseFile("testdata/odd.txtar")
	require.NoError(t, err)
	return append(all, string(a.Files[0].Data))
}

func checkRewrite(t *testing.T, rig *rewriteRig, src string) {
	t.Helper()
	s, err := rig.source("example.com/p", "", map[string][]byte{"/p/in.go": []byte(src)})
	if err != nil {
		return // no program
	}
	checkResult(t, rig, src, s, Rewrite(s, builtin(runtimePath)))
	heard := builtin(runtimePath)
	heard.Library = true
	s, err = rig.source("example.com/p", "", map[string][]byte{"/p/in.go": []byte(src)})
	require.NoError(t, err)
	checkResult(t, rig, src, s, Rewrite(s, heard))
}

func checkResult(t *testing.T, rig *rewriteRig, src string, s *Source, r *Result) {
	t.Helper()
	files := withProbes(s, r)
	if _, err := rig.source("example.com/p", "", files); err != nil {
		t.Fatalf("%v\n%s", err, files["/p/in.go"])
	}
	for _, n := range r.Notes {
		if strings.Contains(n.Reason, "could not") {
			t.Fatalf("%s: %s", n.Where, n.Reason)
		}
	}
	require.Equal(t, strings.Count(src, "\n"), strings.Count(string(files["/p/in.go"]), "\n"))
	if !strings.Contains(src, "strings\"") {
		checkLines(t, "in.go", []byte(src), files["/p/in.go"])
	}
}

// TestFormats rewrites the odd program in other layouts of the same text.
func TestFormats(t *testing.T) {
	a, err := txtar.ParseFile("testdata/odd.txtar")
	require.NoError(t, err)
	src := string(a.Files[0].Data)
	rig := newRewriteRig(t)
	for name, text := range map[string]string{
		"carriage returns": strings.ReplaceAll(src, "\n", "\r\n"),
		"byte order mark":  "\ufeff" + src,
		"no last newline":  strings.TrimRight(src, "\n"),
		"last a comment":   src + "// the end",
		"line directives":  strings.ReplaceAll(src, "\nfunc ", "\n//line x.y:1\nfunc "),
	} {
		t.Run(name, func(t *testing.T) {
			s, err := rig.source("main", "", map[string][]byte{"/p/in.go": []byte(text)})
			require.NoError(t, err)
			require.NotEmpty(t, Rewrite(s, builtin(runtimePath)).Files)
			checkRewrite(t, rig, text)
		})
	}
}

// TestWithoutTargets: a file with nothing to rewrite stays as it is.
func TestWithoutTargets(t *testing.T) {
	rig := newRewriteRig(t)
	for name, src := range map[string]string{
		"clause only": "package p", "constants and types": "package p\n\nconst a = 1 < 2\n\ntype t [1]int\n\nvar x t\n",
		"empty body": "package p\n\nfunc f() {}\n",
	} {
		s, err := rig.source("example.com/p", "", map[string][]byte{"/p/in.go": []byte(src)})
		require.NoError(t, err, name)
		r := Rewrite(s, builtin(runtimePath))
		require.Empty(t, r.Files, name)
		require.Nil(t, r.Extra, name)
	}
}
