package probe_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/callstest"
)

// FuzzSame compares the replacements of this package with the functions that they replace.
func FuzzSame(f *testing.F) {
	f.Add("team:blue", "team", int64(1), int64(2))
	f.Add("", "", int64(-1), int64(-1))
	f.Add("\u212a\xff", "k", int64(1<<62), int64(0))
	f.Fuzz(func(t *testing.T, s, part string, a, b int64) {
		x, y, list := time.Unix(a, b), time.Unix(b, a).UTC(), []string{part, s[len(s)/2:]}
		one := func(v bool) []any { return []any{v} }
		for _, p := range []callstest.Pair{
			callstest.Of("strings.HasPrefix", callstest.Last, func() []any {
				return one(strings.HasPrefix(s, part))
			}, func(at probe.Call) []any { return one(probe.HasPrefix(at, s, part)) }),
			callstest.Of("strings.HasSuffix", callstest.Last, func() []any {
				return one(strings.HasSuffix(s, part))
			}, func(at probe.Call) []any { return one(probe.HasSuffix(at, s, part)) }),
			callstest.Of("strings.Contains", callstest.Last, func() []any {
				return one(strings.Contains(s, part))
			}, func(at probe.Call) []any { return one(probe.Contains(at, s, part)) }),
			callstest.Of("strings.EqualFold", callstest.Last, func() []any {
				return one(strings.EqualFold(s, part))
			}, func(at probe.Call) []any { return one(probe.EqualFold(at, s, part)) }),
			callstest.Of("bytes.Equal", callstest.Last, func() []any {
				return one(bytes.Equal([]byte(s), []byte(part)))
			}, func(at probe.Call) []any { return one(probe.EqBytes(at, []byte(s), []byte(part))) }),
			callstest.Of("slices.Contains", callstest.Last, func() []any {
				return one(slices.Contains(list, s))
			}, func(at probe.Call) []any { return one(probe.In(at, list, s)) }),
			callstest.Of("(time.Time).Before", callstest.Last, func() []any {
				return one(x.Before(y))
			}, func(at probe.Call) []any { return one(probe.Before(at, x, y)) }),
			callstest.Of("(time.Time).After", callstest.Last, func() []any {
				return one(x.After(y))
			}, func(at probe.Call) []any { return one(probe.After(at, x, y)) }),
			callstest.Of("(time.Time).Equal", callstest.Last, func() []any {
				return one(x.Equal(y))
			}, func(at probe.Call) []any { return one(probe.EqTime(at, x, y)) }),
		} {
			at := probe.NewCall()
			want := p.Plain()
			assert.Equal(t, want, p.Instead(at), p.Func)
			toTrue, toFalse := at.Sides()
			assert.Equal(t, p.Outcome(want), toTrue == 1, "%s: it reports %v and %v", p.Func, toTrue, toFalse)
			assert.Equal(t, p.Outcome(want), toFalse < 1, p.Func)
		}
	})
}

// TestEachRowIsCompared: a fuzz test compares each replacement of the table with its function. A replaced function of a
// library may be represented by another function of the same form.
func TestEachRowIsCompared(t *testing.T) {
	fuzzed := map[string]map[string]bool{}
	for _, row := range probe.Replacements() {
		at := strings.LastIndexByte(row.With, '.')
		folder, with := strings.TrimPrefix(row.With[:at], "github.com/evoke-go/evoke/probe"),
			path.Base(row.With[:at])+row.With[at:]
		if fuzzed[folder] == nil {
			fuzzed[folder] = inFuzzTests(t, filepath.Join(".", folder))
		}
		assert.True(t, fuzzed[folder][with], "no fuzz test of %q calls %s", folder, with)
		library, _, _ := strings.Cut(row.Func, "/")
		if row.Pass && strings.Contains(library, ".") && strings.Contains(row.Func, "/") {
			continue
		}
		plain := row.Func[strings.LastIndexByte(row.Func, '.'):]
		if row.Func[0] != '(' {
			plain = path.Base(row.Func)
		}
		assert.True(t, fuzzed[folder][plain], "no fuzz test of %q calls %s", folder, row.Func)
	}
	assert.False(t, fuzzed[""]["probe.NoSuch"])
}

// inFuzzTests returns the functions that the fuzz tests of a folder name, also in functions that they call:
// "strings.Cut", and ".Cut" for a name behind any other expression.
func inFuzzTests(t *testing.T, folder string) map[string]bool {
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	require.NoError(t, err)
	bodies, waiting := map[string]*ast.BlockStmt{}, []string(nil)
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil {
				if bodies[d.Name.Name] = d.Body; strings.HasPrefix(d.Name.Name, "Fuzz") {
					waiting = append(waiting, d.Name.Name)
				}
			}
		}
	}
	named := map[string]bool{}
	for ; len(waiting) > 0; waiting = waiting[1:] {
		body := bodies[waiting[0]]
		delete(bodies, waiting[0])
		if body == nil {
			continue
		}
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				named[types.ExprString(n)], named["."+n.Sel.Name] = true, true
			case *ast.Ident:
				waiting = append(waiting, n.Name)
			}
			return true
		})
	}
	return named
}
