package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// loopNote is how a loop tells whether its body was entered: by a variable
// that lives before and behind it.
type loopNote struct {
	condition int
	variable  string
}

// beforeLoop declares the variable of a loop, before its label. A loop without
// a condition is always entered, and a goto must not jump over a declaration:
// these get none.
func (w *writer) beforeLoop(s ast.Stmt) *loopNote {
	loop, body := unlabeled(s)
	if body == nil || len(w.fn.jumps) > 0 {
		return nil
	}
	if f, ok := loop.(*ast.ForStmt); ok && (f.Cond == nil || w.isConstant(f.Cond)) {
		return nil
	}
	note := &loopNote{w.condition(kindLoop, opFlag, loop.Pos(), body.Lbrace), w.local("l")}
	w.insert(w.offset(s.Pos()), note.variable+" := 0 != 0; ")
	w.loops[body] = note
	return note
}

// afterLoop tells behind a loop if it was not entered.
func (w *writer) afterLoop(s ast.Stmt, note *loopNote) {
	if note == nil {
		return
	}
	w.insert(w.offset(s.End()), fmt.Sprintf("; if !%s { %s, %s) }", note.variable, probe("Loop", note.condition), note.variable))
}

// unlabeled returns the loop behind the labels of a statement, and its body.
func unlabeled(s ast.Stmt) (ast.Stmt, *ast.BlockStmt) {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return unlabeled(s.Stmt)
	case *ast.ForStmt:
		return s, s.Body
	case *ast.RangeStmt:
		return s, s.Body
	}
	return nil, nil
}

// loopBody rewrites the body of a loop. It tells on the first iteration that
// it was entered, since it may be left by a return.
func (w *writer) loopBody(body *ast.BlockStmt, g guard) {
	if note := w.loops[body]; note != nil {
		v := note.variable
		w.insert(w.offset(body.Lbrace)+1, fmt.Sprintf("if !%s { %s = 0 == 0; %s, %s) };", v, v, probe("Loop", note.condition), v))
	}
	w.block(body, g)
}

func (w *writer) forStmt(s *ast.ForStmt) {
	w.simple(s.Init)
	g := w.cond(s.Cond)
	g.side = true
	w.simple(s.Post)
	if len(s.Body.List) == 0 && g.count == 0 {
		w.insert(w.offset(s.Body.Lbrace)+1, runtimeAlias+".Spin();")
	}
	w.loopBody(s.Body, g)
}

func (w *writer) rangeStmt(s *ast.RangeStmt) {
	if s.Tok == token.ASSIGN {
		w.targets(present(s.Key, s.Value))
	}
	if !w.unevaluated(s) {
		w.expr(s.X)
	}
	g := guard{}
	if note := w.loops[s.Body]; note != nil {
		g = guard{first: note.condition, count: 1, side: true}
	}
	w.loopBody(s.Body, g)
}

func present(list ...ast.Expr) []ast.Expr {
	var all []ast.Expr
	for _, e := range list {
		if e != nil {
			all = append(all, e)
		}
	}
	return all
}

// unevaluated reports whether the language leaves the range expression
// unevaluated: an array's length is known. A probe in it would change that.
func (w *writer) unevaluated(s *ast.RangeStmt) bool {
	if s.Value != nil {
		return false
	}
	t := under(w.typeOf(s.X))
	if p, ok := t.(*types.Pointer); ok {
		t = under(p.Elem())
	}
	_, array := t.(*types.Array)
	return array
}
