package rewrite

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// loopNote is the variable that notes whether the body of a loop was entered. It is declared before the loop and read
// after it.
type loopNote struct {
	condition int
	variable  string
}

// beforeLoop declares the variable of a loop, before its label. Some loops get none: a loop without a condition is
// always entered, and a goto must not jump over a declaration.
func (w *loopWriter) beforeLoop(s ast.Stmt) *loopNote {
	loop, body := unlabeled(s)
	if body == nil || len(w.all.fn.jumps) > 0 {
		return nil
	}
	if f, ok := loop.(*ast.ForStmt); ok && (f.Cond == nil || w.facts.isConstant(f.Cond)) {
		return nil
	}
	note := &loopNote{w.page.condition(kindLoop, opFlag, loop.Pos(), body.Lbrace), w.page.local("l")}
	w.page.insert(w.page.offset(s.Pos()), note.variable+" := 0 != 0; ")
	w.notes[body] = note
	return note
}

// afterLoop reports after a loop that it was not entered.
func (w *loopWriter) afterLoop(s ast.Stmt, note *loopNote) {
	if note == nil {
		return
	}
	w.page.insert(w.page.offset(s.End()),
		fmt.Sprintf("; if !%s { %s, %s) }", note.variable, w.page.probe("Loop", note.condition), note.variable))
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

// loopBody rewrites the body of a loop. The first iteration reports that the body was entered, since it may be left by
// a return.
func (w *loopWriter) loopBody(body *ast.BlockStmt, g guard) {
	w.page.paused = true // so that each iteration marks the group
	count(w.page, body)
	if note := w.notes[body]; note != nil {
		v := note.variable
		w.page.insert(w.page.offset(body.Lbrace)+1,
			fmt.Sprintf("if !%s { %s = 0 == 0; %s, %s) };", v, v, w.page.probe("Loop", note.condition), v))
	}
	w.all.lists.block(body, g)
}

func (w *loopWriter) forStmt(s *ast.ForStmt) {
	w.all.stmts.simple(s.Init)
	w.page.paused = w.page.paused || w.facts.pauses(s)
	g := w.all.conds.cond(s.Cond)
	w.all.conds.fork(s.Cond, w.all.wayOf(s.Body), way{})
	g.side = true
	if step, ok := s.Post.(*ast.IncDecStmt); ok {
		w.all.stmts.target(step.X) // as many operations as iterations
	} else {
		w.all.stmts.simple(s.Post)
	}
	if !w.all.conds.compares(s.Cond) {
		w.page.spin(s.Body)
	}
	w.loopBody(s.Body, g)
}

// spin makes a block check at its beginning whether the goroutine has to end ([probe.Kill]).
func (w *page) spin(body *ast.BlockStmt) {
	if w.facts.library {
		return
	}
	w.insert(w.offset(body.Lbrace)+1, runtimeAlias+".Spin();")
}

// compares reports whether a condition begins with a comparison, whose probe checks that already.
func (w *conditionWriter) compares(cond ast.Expr) bool {
	switch e := cond.(type) {
	case *ast.ParenExpr:
		return w.compares(e.X)
	case *ast.UnaryExpr:
		return e.Op == token.NOT && w.compares(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return w.compares(e.X)
		}
	}
	l := w.planned[cond]
	switch {
	case l.probe == "", l.op == opFlag, l.op[0] == 't':
		return false // these probes do not check, or not always
	}
	return true
}

func (w *loopWriter) rangeStmt(s *ast.RangeStmt) {
	if !w.rangeMap(s) {
		if s.Tok == token.ASSIGN {
			w.all.stmts.targets(present(s.Key, s.Value))
		}
		if !w.facts.unevaluated(s) {
			w.all.exprs.expr(s.X)
		}
	}
	if info, _ := basic(w.facts.typeOf(s.X)); info&types.IsInteger != 0 || isEndless(w.facts.typeOf(s.X)) ||
		isTypeParam(w.facts.typeOf(s.X)) {
		w.page.spin(s.Body)
	}
	g := guard{}
	if note := w.notes[s.Body]; note != nil {
		g = guard{first: note.condition, count: 1, side: true}
	}
	w.loopBody(s.Body, g)
}

// isEndless reports whether a range over a type may be endless.
func isEndless(t types.Type) bool {
	switch under(t).(type) {
	case *types.Chan, *types.Signature:
		return true
	}
	return false
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

// unevaluated reports whether the language does not evaluate the range expression, since the length of an array is
// known. A probe in it would change that.
func (s *Source) unevaluated(loop *ast.RangeStmt) bool {
	if loop.Value != nil {
		return false
	}
	t := under(s.typeOf(loop.X))
	if p, ok := t.(*types.Pointer); ok {
		t = under(p.Elem())
	}
	_, array := t.(*types.Array)
	return array
}

// count makes the runtime count how often a block begins, if [Options.Steps] is set.
func count(w *page, body *ast.BlockStmt) {
	if w.facts.steps {
		w.insert(w.offset(body.Lbrace)+1, runtimeAlias+".Step();")
	}
}

// keyedLoop is a loop over a map with a variable for the key.
type keyedLoop struct {
	*facts
	key types.Object
}

// names returns the constants that a loop compares its key with, in the order of the source. A prefix is represented by
// a name that is one letter longer.
func (w *keyedLoop) names(body ast.Node) (names []string) {
	add := func(e ast.Expr, more string) {
		if v := w.Info.Types[e].Value; v != nil && v.Kind() == constant.String {
			names = append(names, constant.StringVal(v)+more)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if w.isKey(n.X) {
				add(n.Y, "")
			} else if w.isKey(n.Y) {
				add(n.X, "")
			}
		case *ast.SwitchStmt:
			if n.Tag == nil || !w.isKey(n.Tag) {
				break
			}
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					add(e, "")
				}
			}
		case *ast.CallExpr:
			if f, _ := w.callee(n).(*types.Func); f != nil && len(n.Args) == 2 && w.isKey(n.Args[0]) {
				if more, ok := namePart[FullName(f)]; ok {
					add(n.Args[1], more)
				}
			}
		}
		return true
	})
	return names
}

// namePart are functions that compare names with a constant. The value is the rest of a name that they accept.
var namePart = map[string]string{"strings.EqualFold": "", "strings.HasPrefix": "a", "strings.CutPrefix": "a",
	"strings.TrimPrefix": "a"}

// quoted writes texts as arguments.
func quoted(texts []string) string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = strconv.Quote(t)
	}
	return strings.Join(out, ", ")
}

// isKey reports whether an expression is the key of a loop, or a function such as strings.ToLower of the key alone.
func (w *keyedLoop) isKey(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return w.Info.Uses[e] == w.key
	case *ast.CallExpr:
		return len(e.Args) == 1 && w.isKey(e.Args[0])
	}
	return false
}
