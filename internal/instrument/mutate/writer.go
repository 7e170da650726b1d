package mutate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/internal/instrument/rewrite"
)

// writer puts mutants into one file.
type writer struct {
	*mutator
	edits
	src      *rewrite.File
	tok      *token.File
	function string            // the function whose body is walked
	skipped  map[ast.Node]bool // nodes without mutants, nor in the nodes below
	endless  map[ast.Node]bool // conditions of loops, which are not negated
}

// text returns the source of a node.
func (w *writer) text(n ast.Node) string {
	return string(w.src.Content[w.tok.Offset(n.Pos()):w.tok.Offset(n.End())])
}

// maxText bounds the source text in the description of a mutant, in bytes.
const maxText = 60

// short returns the source of a node on one line, cut at maxText bytes.
func (w *writer) short(n ast.Node) string {
	text := strings.ToValidUTF8(strings.Join(strings.Fields(w.text(n)), " "), "?")
	if len(text) <= maxText {
		return text
	}
	cut := maxText - len("...")
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "..."
}

// point returns the expression for a new mutant, which the text describes.
func (w *writer) point(format string, args ...any) string {
	w.sites = append(w.sites, w.function+"\t"+fmt.Sprintf(format, args...))
	return fmt.Sprintf("%s[%d]", pointsArray, len(w.sites)-1)
}

// around puts text around a node.
func (w *writer) around(n ast.Node, before, behind string) {
	w.wrap(w.tok.Offset(n.Pos()), w.tok.Offset(n.End()), before, behind)
}

// typeOf returns the type of an expression, nil for none.
func (w *writer) typeOf(e ast.Expr) types.Type { return w.Info.TypeOf(e) }

// visit puts mutants into a node. It returns false if the nodes below get none.
func (w *writer) visit(n ast.Node, stack []ast.Node) bool {
	if w.skipped[n] {
		return false
	}
	if e, ok := n.(ast.Expr); ok {
		return w.expr(e)
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		w.skip(n.Name, n.Type)
		if n.Recv != nil {
			w.skip(n.Recv)
		}
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.ForStmt:
		w.loop(n)
	case *ast.IfStmt:
		w.negate(n.Cond)
	case *ast.SwitchStmt:
		w.cases(n)
	case *ast.ReturnStmt:
		w.returned(n, w.signature(stack))
	case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt:
		if !w.noticeable(n) {
			return false
		}
		if w.deletable(n.(ast.Stmt), stack) {
			w.around(n, "if !"+w.point("%s is left out", w.short(n))+".On() { ", " }")
		}
	}
	return true
}

// loop skips the parts that end a loop.
func (w *writer) loop(s *ast.ForStmt) {
	if s.Post != nil {
		w.skip(s.Post)
	}
	if e, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr); ok {
		w.endless[e] = true
	}
}

// skip excludes nodes from mutation.
func (w *writer) skip(nodes ...ast.Node) {
	for _, n := range nodes {
		w.skipped[n] = true
	}
}

// cases negates the conditions of a switch without a tag.
func (w *writer) cases(s *ast.SwitchStmt) {
	if s.Tag != nil {
		return
	}
	for _, clause := range s.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			w.negate(e)
		}
	}
}

// signature returns the signature of the innermost function around.
func (w *writer) signature(stack []ast.Node) *types.Signature {
	for i := len(stack) - 1; i >= 0; i-- {
		var t types.Type
		switch f := stack[i].(type) {
		case *ast.FuncLit:
			t = w.typeOf(f)
		case *ast.FuncDecl:
			if object := w.Info.Defs[f.Name]; object != nil {
				t = object.Type()
			}
		default:
			continue
		}
		s, _ := t.(*types.Signature)
		return s
	}
	return nil
}

// returned adds mutants of the results in a return statement: errors become nil, bools are negated.
func (w *writer) returned(s *ast.ReturnStmt, of *types.Signature) {
	if of == nil || of.Results().Len() != len(s.Results) {
		return
	}
	for i, e := range s.Results {
		known := w.Info.Types[e]
		switch t := of.Results().At(i).Type(); {
		case known.IsNil():
		case types.Identical(t, types.Universe.Lookup("error").Type()):
			w.around(e, w.point("the error %s becomes nil where it is returned", w.short(e))+".Err(", ")")
		case isBool(t):
			w.negate(e)
		}
	}
}

// deletable reports whether leaving out a statement gives a mutant that compiles and that a test may notice.
func (w *writer) deletable(s ast.Stmt, stack []ast.Node) bool {
	if len(stack) == 0 {
		return false
	}
	switch parent := stack[len(stack)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause:
	case *ast.CommClause:
		if parent.Comm == s {
			return false
		}
	default:
		return false
	}
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		return ok && w.effective(call)
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE && !blank(s.Lhs)
	}
	return true
}

// effective reports whether the program can go on without a call.
func (w *writer) effective(call *ast.CallExpr) bool {
	switch object := w.called(call).(type) {
	case *types.Builtin:
		return object.Name() == "delete" || object.Name() == "clear" || object.Name() == "copy"
	case *types.Func:
		return object.Pkg() == nil || !strings.HasPrefix(object.Pkg().Path()+"/", "sync/")
	}
	return true
}

// noticeable reports whether the effect of a statement may be visible to a caller of the program. That of logs and
// pauses is not.
func (w *writer) noticeable(s ast.Node) bool {
	stmt, ok := s.(*ast.ExprStmt)
	if !ok {
		return true
	}
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok {
		return true
	}
	f, ok := w.called(call).(*types.Func)
	if !ok || f.Pkg() == nil {
		return true
	}
	switch f.Pkg().Path() {
	case "log", "log/slog":
		return false
	case "fmt":
		return !strings.HasPrefix(f.Name(), "Print")
	case "time":
		return f.Name() != "Sleep"
	}
	return true
}

// called returns the object that a call names, nil if the callee is another expression.
func (w *writer) called(call *ast.CallExpr) types.Object {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return w.Info.Uses[fun]
	case *ast.SelectorExpr:
		return w.Info.Uses[fun.Sel]
	}
	return nil
}

// blank reports whether all targets of an assignment are blank.
func blank(targets []ast.Expr) bool {
	for _, e := range targets {
		if id, ok := e.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}
