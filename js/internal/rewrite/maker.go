package rewrite

import (
	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// maker makes targets, variables and probes.
type maker struct {
	tree    *syntax.Tree
	runtime ast.Ref
	prefix  string // of names of variables
	targets []Target
	next    int // the number of the next target
	scope   *scope
	hidden  bool // the body of a with, whose object may hide any name
	quiet   bool // in such a body, or in code that stays as it is
}

// scope is the innermost function, in which variables can be declared.
type scope struct {
	variables []ast.Ref
	closed    bool // it has no place for declarations
}

// target makes the next target and returns its number.
func (m *maker) target(t Target) int {
	n := m.next
	m.targets = append(m.targets, t)
	m.next += t.width()
	return n
}

// at makes a target of a kind at a place, and returns its number.
func (m *maker) at(kind Kind, loc logger.Loc, op string, operands ...js_ast.Expr) int {
	t := Target{Kind: kind, Offset: int(loc.Start), Op: op}
	for _, e := range operands {
		if v := constant(e); v != nil {
			t.Values = append(t.Values, v)
		}
	}
	return m.target(t)
}

// variable declares a variable in the current function.
func (m *maker) variable() ast.Ref {
	ref := m.tree.Declare(m.prefix + letters(len(m.scope.variables)))
	m.scope.variables = append(m.scope.variables, ref)
	return ref
}

// letters returns a name for a number.
func letters(n int) string {
	name := string(rune('a' + n%26))
	if n >= 26 {
		return letters(n/26-1) + name
	}
	return name
}

// variables returns the declaration of the variables of the current function; no statement if there are none.
func (m *maker) variables() js_ast.Stmt {
	s := &js_ast.SLocal{Kind: js_ast.LocalVar}
	for _, ref := range m.scope.variables {
		s.Decls = append(s.Decls, js_ast.Decl{Binding: js_ast.Binding{Data: &js_ast.BIdentifier{Ref: ref}}})
	}
	if len(s.Decls) == 0 {
		return js_ast.Stmt{}
	}
	return js_ast.Stmt{Data: s}
}

// probe is a call of the runtime.
func (m *maker) probe(loc logger.Loc, name string, args ...js_ast.Expr) js_ast.Expr {
	return syntax.Call(loc, m.runtime, name, args...)
}

// entered returns a value that completes a statement or an arm: E.v(E.s(n),value).
func (m *maker) entered(n int, value js_ast.Expr) js_ast.Expr {
	loc := value.Loc
	return m.probe(loc, "v", m.probe(loc, "s", syntax.Number(loc, n)), value)
}

// mark is a probe that is a statement.
func (m *maker) mark(loc logger.Loc, name string, n int) js_ast.Stmt {
	return js_ast.Stmt{Loc: loc, Data: &js_ast.SExpr{Value: m.probe(loc, name, syntax.Number(loc, n))}}
}

// resumed puts a probe around an await or a yield: other code may run before the function continues.
func (m *maker) resumed(e js_ast.Expr, b *body) js_ast.Expr {
	if m.quiet {
		return e
	}
	return m.probe(e.Loc, "w", b.with(e.Loc, e)...)
}

// keep returns an expression that stores a value in a variable, and one that reads it. A literal needs no variable.
func (m *maker) keep(e js_ast.Expr) (writes, reads js_ast.Expr) {
	if literal(e) {
		return e, e
	}
	ref := m.variable()
	id := func() js_ast.Expr { return js_ast.Expr{Loc: e.Loc, Data: &js_ast.EIdentifier{Ref: ref}} }
	return js_ast.Expr{Loc: e.Loc, Data: &js_ast.EBinary{Op: js_ast.BinOpAssign, Left: id(), Right: e}}, id()
}
