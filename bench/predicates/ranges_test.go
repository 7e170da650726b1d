package predicates

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// lines are those of a function, first and last included.
type lines struct{ first, last int }

func (l lines) has(line int) bool { return l.first <= line && line <= l.last }

// ranges returns the lines of the functions of a predicate.
func ranges(t testing.TB, p Predicate) []lines {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, p.File, nil, 0)
	require.NoError(t, err)
	var out []lines
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && slices.Contains(p.Funcs, nameOf(f)) {
			out = append(out, lines{files.Position(f.Pos()).Line, files.Position(f.End()).Line})
		}
	}
	return out
}

// nameOf is "function" or "type.method".
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	if generic, ok := of.(*ast.IndexExpr); ok {
		of = generic.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name + "." + f.Name.Name
	}
	return f.Name.Name
}
