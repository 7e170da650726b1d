package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// A probe marks its cell and the group of the function. While no other code has
// run since the last mark of the group, a probe need not mark it again, and gets
// nil in its place. writer.paused says that some may have run. It is kept as the
// source is walked, in the order in which it runs, and where that forks it
// rather says so without need.

// marked returns the first argument of a probe at this point.
func (w *page) marked() string {
	if w.paused || w.declared["nil"] {
		return w.inGroup()
	}
	return "nil"
}

// inGroup returns the argument of a probe that always marks its group.
func (w *page) inGroup() string { return fmt.Sprintf("&%s[%d]", groupsArray, len(w.groups)-1) }

// around walks an expression that is an argument of a probe: begin begins the
// call, which comes when all of it has run. marks says that the probe always
// marks the group; one of a comparison does not when its outcome is no news.
func (w *page) around(e ast.Expr, marks bool, begin, walk func()) {
	before := w.paused
	w.paused = before || w.pauses(e)
	after := w.paused && (before || !marks) // or nothing of this ran
	begin()
	walk()
	w.paused = after
}

// pauses reports whether other code may run while n does: that of a function
// which is called, or of a goroutine that is waited for.
func (w *facts) pauses(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || !w.isQuick(n)
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.SendStmt, *ast.SelectStmt:
			found = true
		case *ast.RangeStmt:
			found = found || isEndless(w.typeOf(n.X)) || isTypeParam(w.typeOf(n.X))
		}
		return !found
	})
	return found
}

// isQuick reports whether a call is a conversion or of a builtin.
func (w *facts) isQuick(call *ast.CallExpr) bool {
	if w.Info.Types[call.Fun].IsType() {
		return true
	}
	_, builtin := w.callee(call).(*types.Builtin)
	return builtin
}
