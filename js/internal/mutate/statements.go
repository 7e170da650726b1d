package mutate

import (
	"strings"

	"github.com/ije/esbuild-internal/js_ast"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// list changes a list of statements.
func (w *writer) list(list []js_ast.Stmt) []js_ast.Stmt {
	list = w.maker.tree.Restore(list)
	for i, s := range list {
		list[i] = w.statement(s)
	}
	return list
}

// single puts mutants into the body of a condition or a loop, which becomes a block.
func (w *writer) single(s js_ast.Stmt) js_ast.Stmt {
	if _, ok := s.Data.(*js_ast.SBlock); ok || w.maker.quiet {
		return w.statement(s)
	}
	return syntax.Block(s, w.list([]js_ast.Stmt{s}))
}

// statement changes a statement.
func (w *writer) statement(s js_ast.Stmt) js_ast.Stmt {
	if w.maker.tree.Enum(s) {
		return s
	}
	around := w.maker.quiet
	defer func() { w.maker.quiet = around }()
	w.maker.quiet = w.maker.hidden || w.maker.tree.Stays(s.Loc.Start)
	switch d := s.Data.(type) {
	case *js_ast.SFunction:
		w.declaration(s, d)
	case *js_ast.SClass:
		w.maker.methods(&d.Class, "")
		w.visitor.Below(s)
	case *js_ast.SExportDefault:
		d.Value = w.statement(d.Value)
	case *js_ast.SLocal:
		w.local(s, d)
	case *js_ast.SWith:
		d.Value = w.expr(d.Value)
		around := w.maker.hidden
		w.maker.hidden, w.maker.quiet = true, true
		d.Body = w.single(d.Body)
		w.maker.hidden = around
	case *js_ast.SIf:
		d.Test = w.test(d.Test)
		d.Yes = w.single(d.Yes)
		if d.NoOrNil.Data != nil {
			d.NoOrNil = w.single(d.NoOrNil)
		}
	case *js_ast.SLabel:
		d.Stmt = w.statement(d.Stmt)
	default:
		return w.simple(s)
	}
	return s
}

// simple puts mutants into a statement without inner statements, or a loop.
func (w *writer) simple(s js_ast.Stmt) js_ast.Stmt {
	switch d := s.Data.(type) {
	case *js_ast.SExpr:
		return w.effect(s, d)
	case *js_ast.SThrow:
		if !w.maker.mutates() {
			break
		}
		point := w.maker.point(Statement, s.Loc, "throw ", d.Value, " is left out")
		d.Value = w.expr(d.Value)
		return js_ast.Stmt{Loc: s.Loc, Data: &js_ast.SIf{Test: w.maker.off(point), Yes: s}}
	case *js_ast.SReturn:
		d.ValueOrNil = w.returned(d.ValueOrNil)
		return s
	case *js_ast.SFor:
		w.visitor.Below(d.InitOrNil)
		w.loop(&d.TestOrNil, &d.Body)
		return s
	case *js_ast.SWhile:
		w.loop(&d.Test, &d.Body)
		return s
	case *js_ast.SDoWhile:
		w.loop(&d.Test, &d.Body)
		return s
	}
	w.visitor.Below(s)
	return s
}

// loop puts mutants into a loop, but not into the parts that end it.
func (w *writer) loop(test *js_ast.Expr, body *js_ast.Stmt) {
	around := w.maker.looping
	w.maker.looping = append(w.maker.looping[:len(around):len(around)], refs(*test)...)
	*test = w.maker.moveBoundaries(*test)
	*body = w.single(*body)
	w.maker.looping = around
}

// moveBoundaries moves the boundaries in the condition of a loop.
func (w *maker) moveBoundaries(e js_ast.Expr) js_ast.Expr {
	d, ok := e.Data.(*js_ast.EBinary)
	switch {
	case !ok || !w.mutates():
	case d.Op == js_ast.BinOpLogicalAnd || d.Op == js_ast.BinOpLogicalOr:
		d.Left, d.Right = w.moveBoundaries(d.Left), w.moveBoundaries(d.Right)
	case relations(d.Op).edge != "":
		r := relations(d.Op)
		point := w.point(Boundary, e.Loc, e, " becomes ", d.Left, " ", r.edge, " ", d.Right)
		return w.call(e.Loc, r.function, d.Left, d.Right, none(e.Loc), point)
	}
	return e
}

// local changes the declaration of variables.
func (w *writer) local(s js_ast.Stmt, d *js_ast.SLocal) {
	for i := range d.Decls {
		if id, ok := d.Decls[i].Binding.Data.(*js_ast.BIdentifier); ok {
			w.maker.called(d.Decls[i].ValueOrNil, w.maker.tree.Name(id.Ref))
		} else { // patterns stay, since an error names their value
			w.maker.stays[d.Decls[i].ValueOrNil.Data] = true
		}
	}
	points := make([]js_ast.Expr, len(d.Decls))
	for i := range d.Decls {
		id, ok := d.Decls[i].Binding.Data.(*js_ast.BIdentifier)
		if v := d.Decls[i].ValueOrNil; ok && d.Kind != js_ast.LocalConst && w.maker.mutates() && replaceable(v) {
			name := w.maker.tree.Name(id.Ref)
			points[i] = w.maker.point(Initial, v.Loc, "the initial value ", v, " of ", name, " becomes undefined")
		}
	}
	w.visitor.Below(s)
	for i, p := range points {
		if v := d.Decls[i].ValueOrNil; p.Data != nil {
			d.Decls[i].ValueOrNil = w.maker.call(v.Loc, "mu", v, p)
		}
	}
}

// replaceable reports whether a value can become undefined, and has no mutants that do the same.
func replaceable(e js_ast.Expr) bool {
	switch d := e.Data.(type) {
	case nil, *js_ast.EUndefined, *js_ast.ENull, *js_ast.EBoolean, *js_ast.ENumber, *js_ast.EString, *js_ast.EFunction,
		*js_ast.EArrow, *js_ast.EClass, *js_ast.EAnnotation, *js_ast.EYield, *js_ast.EJSXElement:
		return false
	case *js_ast.EUnary:
		return d.Op != js_ast.UnOpNot && d.Op != js_ast.UnOpVoid
	case *js_ast.EBinary:
		return !syntax.Logical(d.Op) && relations(d.Op).function == "" && d.Op < js_ast.BinOpComma
	}
	return true
}

// returned adds mutants of a returned value.
func (w *writer) returned(e js_ast.Expr) js_ast.Expr {
	call, isCall := e.Data.(*js_ast.ECall)
	if await, ok := e.Data.(*js_ast.EAwait); ok {
		call, isCall = await.Value.Data.(*js_ast.ECall)
	}
	if !w.maker.mutates() || !w.maker.gives || !replaceable(e) || isCall && (w.maker.handler || w.maker.goesOn(call)) {
		return w.expr(e)
	}
	point := w.maker.point(Result, e.Loc, e, " becomes undefined where it is returned")
	return w.maker.call(e.Loc, "mu", w.expr(e), point)
}

// effect adds mutants of a statement that is an expression.
func (w *writer) effect(s js_ast.Stmt, d *js_ast.SExpr) js_ast.Stmt {
	switch {
	case !w.maker.mutates():
		d.Value = w.expr(d.Value)
	case w.maker.isLog(d.Value):
	case w.maker.deletable(d.Value):
		w.maker.keepMethod(d.Value)
		point := w.maker.point(Statement, s.Loc, d.Value, " is left out")
		d.Value = binary(js_ast.BinOpLogicalOr, w.maker.on(point), w.operation(d.Value))
	default:
		d.Value = w.expr(d.Value)
	}
	return s
}

// keepMethod excludes the method of a statement that is left out as a whole: todos.sort(), todos = todos.filter(f).
func (w *maker) keepMethod(e js_ast.Expr) {
	if d, ok := e.Data.(*js_ast.EBinary); ok {
		call, isCall := d.Right.Data.(*js_ast.ECall)
		if !isCall {
			return
		}
		if dot, ok := call.Target.Data.(*js_ast.EDot); ok && w.tree.Words(dot.Target) == w.tree.Words(d.Left) {
			e = d.Right
		}
	}
	w.stays[e.Data] = true
}

// operation puts mutants into the parts of an expression that is left out as a whole.
func (w *writer) operation(e js_ast.Expr) js_ast.Expr {
	if _, ok := e.Data.(*js_ast.EUnary); ok { // x++, whose value is not used
		w.visitor.Within(e)
		return e
	}
	return w.expr(e)
}

// deletable reports whether a statement can be left out, and a test may notice.
func (w *maker) deletable(e js_ast.Expr) bool {
	if await, ok := e.Data.(*js_ast.EAwait); ok {
		e = await.Value
	}
	switch d := e.Data.(type) {
	case *js_ast.ECall:
		return !isSuper(d.Target) && !w.goesOn(d)
	case *js_ast.EBinary:
		return d.Op >= js_ast.BinOpAssign && !w.isLoops(d.Left)
	case *js_ast.EUnary:
		steps := d.Op >= js_ast.UnOpPreDec && d.Op <= js_ast.UnOpPostInc
		return steps && !w.isLoops(d.Value) || d.Op == js_ast.UnOpDelete
	}
	return false
}

func isSuper(e js_ast.Expr) bool {
	_, ok := e.Data.(*js_ast.ESuper)
	return ok
}

// isLog reports whether an expression is a call that writes a log.
func (w *maker) isLog(e js_ast.Expr) bool {
	call, ok := e.Data.(*js_ast.ECall)
	if !ok {
		return false
	}
	ref, ok := root(call.Target)
	if ok && w.tree.Global(ref, "process") {
		return strings.HasPrefix(w.tree.Words(call.Target), "process.std")
	}
	return ok && w.tree.Global(ref, "console")
}
