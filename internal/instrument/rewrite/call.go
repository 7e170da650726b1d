package rewrite

import (
	"go/ast"
	"go/types"
)

// stdCall is a function of the standard library that the runtime has a probe
// in place of.
type stdCall struct {
	probe  string
	op     string
	method bool
	direct bool    // the method is that of a pointer, which the probe takes
	use    string  // what keeps the import used, behind its name
	note   noteWay // the call stays and is noted; all others are noteNone
}

// stdCalls lists them by the full name of the function.
var stdCalls = map[string]*stdCall{
	"strings.HasPrefix":  {probe: "HasPrefix", op: "s=", use: "HasPrefix"},
	"strings.HasSuffix":  {probe: "HasSuffix", op: "s=", use: "HasSuffix"},
	"strings.Contains":   {probe: "Contains", op: "s=", use: "Contains"},
	"strings.EqualFold":  {probe: "EqualFold", op: "s=", use: "EqualFold"},
	"bytes.Equal":        {probe: "EqBytes", op: "s=", use: "Equal"},
	"slices.Contains":    {probe: "In", op: "t=", use: "Contains[[]struct{}]"},
	"(time.Time).Before": {probe: "Before", op: "i<", method: true},
	"(time.Time).After":  {probe: "After", op: "i<", method: true},
	"(time.Time).Equal":  {probe: "EqTime", op: "i=", method: true},

	"(*regexp.Regexp).MatchString": {probe: "Match", op: "m=", method: true, direct: true},
}

// stdCall returns what takes the place of a call, nil for most. The callee is
// known by its object, never by how it is spelled.
func (w *callWriter) stdCall(e *ast.CallExpr) *stdCall {
	f, ok := w.callee(e).(*types.Func)
	if !ok || f.Pkg() == w.Types {
		return nil
	}
	std := stdCalls[f.FullName()]
	switch {
	case std == nil:
		return nil
	case std.method && w.isDirectMethod(e):
		return std
	case !std.method && len(e.Args) == 2 && isName(e.Fun) && (w.generics || std.probe != "In"):
		return std
	}
	return nil
}

// isName reports whether a callee is written as a name, qualified or not.
func isName(fun ast.Expr) bool {
	switch fun := fun.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		_, ok := fun.X.(*ast.Ident)
		return ok
	}
	return false
}

// isDirectMethod reports whether a call is x.M(y) with x of M's own type or a
// pointer to it: not promoted from a field, not a method expression.
func (w *facts) isDirectMethod(e *ast.CallExpr) bool {
	fun, ok := e.Fun.(*ast.SelectorExpr)
	if !ok || len(e.Args) != 1 {
		return false
	}
	selection := w.Info.Selections[fun]
	return selection != nil && selection.Kind() == types.MethodVal && len(selection.Index()) == 1
}

// planCall plans the probe of a call outside of a condition.
func (w *callWriter) planCall(e *ast.CallExpr) {
	if std := w.stdCall(e); std != nil {
		w.conds.addLeaf(e, leaf{probe: std.probe, op: std.op, callee: std})
	} else if way := w.noteOf(e); way != noteNone {
		w.conds.planned[e] = leaf{callee: &stdCall{note: way}} // no condition
	}
	w.conds.logical[e] = true
}

// replaceCall puts a probe in the place of a callee, or a note into the call.
func (w *callWriter) replaceCall(e *ast.CallExpr, std *stdCall, start string) {
	if std.note != noteNone {
		w.noteCall(e, std.note)
		return
	}
	behind := w.offset(e.Lparen) + 1
	if std.method {
		w.replaceMethod(e.Fun.(*ast.SelectorExpr), behind, start, std.direct)
		w.exprs.exprs(e.Args)
		return
	}
	name := ""
	if fun, ok := e.Fun.(*ast.SelectorExpr); ok {
		name = fun.X.(*ast.Ident).Name + "."
	}
	w.keep[name+std.use] = true
	w.replace(w.offset(e.Pos()), behind, start)
	w.exprs.exprs(e.Args)
}

// replaceMethod makes the receiver the first argument, direct for a pointer.
func (w *callWriter) replaceMethod(fun *ast.SelectorExpr, behind int, start string, direct bool) {
	open, shut := "", ""
	switch _, pointer := under(w.typeOf(fun.X)).(*types.Pointer); {
	case pointer && !direct:
		open, shut = "*(", ")"
	case direct && !pointer:
		open, shut = "&(", ")"
	}
	w.insert(w.offset(fun.Pos()), start+open)
	w.exprs.expr(fun.X)
	w.replace(w.offset(fun.X.End()), behind, shut+", ")
}
