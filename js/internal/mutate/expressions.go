package mutate

import (
	"math"
	"strings"

	"github.com/ije/esbuild-internal/helpers"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// expr puts mutants into an expression. An expression without Data stays as it is.
func (w *writer) expr(e js_ast.Expr) js_ast.Expr {
	switch d := e.Data.(type) {
	case *js_ast.EFunction, *js_ast.EArrow:
		w.function(e)
		return e
	case *js_ast.EImportCall: // it names a file
		return e
	case *js_ast.EBinary:
		return w.binary(e, d)
	case *js_ast.ECall:
		return w.mutateCall(e, d)
	case *js_ast.EClass:
		w.maker.methods(&d.Class, "")
	case *js_ast.EObject:
		for i := range d.Properties {
			w.maker.called(d.Properties[i].ValueOrNil, w.maker.key(d.Properties[i].Key))
		}
	case *js_ast.EJSXElement:
		w.maker.keepJSX(d)
	}
	if !w.maker.mutates() {
		w.visitor.Within(e)
		return e
	}
	return w.mutateExpr(e)
}

// mutateExpr puts mutants into an expression in a function.
func (w *writer) mutateExpr(e js_ast.Expr) js_ast.Expr {
	switch d := e.Data.(type) {
	case *js_ast.EUnary:
		return w.unary(e, d)
	case *js_ast.EIf:
		d.Test, d.Yes, d.No = w.test(d.Test), w.expr(d.Yes), w.expr(d.No)
		return e
	case *js_ast.EBoolean, *js_ast.ENumber, *js_ast.EString:
		return w.maker.constant(e)
	}
	w.visitor.Within(e)
	return e
}

// keepJSX excludes the texts of an element.
func (w *maker) keepJSX(d *js_ast.EJSXElement) {
	w.stays[d.TagOrNil.Data] = true
	for i := range d.Properties {
		w.stays[d.Properties[i].ValueOrNil.Data] = true
	}
	for _, child := range d.NullableChildren {
		w.stays[child.Data] = true
	}
}

// constant adds a mutant of a constant. Texts with spaces are prose, and get none.
func (w *maker) constant(e js_ast.Expr) js_ast.Expr {
	if w.stays[e.Data] {
		return e
	}
	switch d := e.Data.(type) {
	case *js_ast.EBoolean:
		other := js_ast.Expr{Loc: e.Loc, Data: &js_ast.EBoolean{Value: !d.Value}}
		return w.call(e.Loc, "mn", e, w.point(Constant, e.Loc, e, " becomes ", other))
	case *js_ast.ENumber:
		if d.Value == math.Trunc(d.Value) && math.Abs(d.Value) < 1<<53 {
			larger := syntax.Number(e.Loc, int(d.Value)+1)
			return w.call(e.Loc, "mi", e, w.point(Constant, e.Loc, e, " becomes ", larger))
		}
	case *js_ast.EString:
		if v := helpers.UTF16ToString(d.Value); v != "" && !strings.ContainsAny(v, " \t\n") {
			return w.call(e.Loc, "mt", e, w.point(Constant, e.Loc, e, ` becomes ""`))
		}
	}
	return e
}

// test adds the mutant that negates a condition, unless its operands get one, or it is a comparison with mutants of its
// own.
func (w *writer) test(e js_ast.Expr) js_ast.Expr {
	if !w.maker.mutates() {
		return w.expr(e)
	}
	switch d := e.Data.(type) {
	case *js_ast.EBinary:
		if syntax.Logical(d.Op) {
			return w.logic(e, d, w.test)
		}
		if relations(d.Op).function != "" {
			return w.expr(e)
		}
	case *js_ast.EUnary:
		if d.Op == js_ast.UnOpNot {
			return w.expr(e)
		}
	case *js_ast.EBoolean:
		return w.expr(e)
	}
	point := w.maker.point(Negation, e.Loc, e, " is negated")
	return w.maker.call(e.Loc, "mn", w.expr(e), point)
}

// unary changes a unary operation.
func (w *writer) unary(e js_ast.Expr, d *js_ast.EUnary) js_ast.Expr {
	switch d.Op {
	case js_ast.UnOpNot:
		d.Value = w.test(d.Value)
		return e
	case js_ast.UnOpPreInc, js_ast.UnOpPreDec, js_ast.UnOpPostInc, js_ast.UnOpPostDec:
		return w.step(e, d)
	}
	w.visitor.Within(e)
	return e
}

// step adds a mutant of x++ and similar expressions whose value is used.
func (w *writer) step(e js_ast.Expr, d *js_ast.EUnary) js_ast.Expr {
	if !plain(d.Value) || w.maker.isLoops(d.Value) {
		w.visitor.Within(e)
		return e
	}
	other := js_ast.Expr{Loc: e.Loc, Data: &js_ast.EUnary{Value: d.Value, Op: map[js_ast.OpCode]js_ast.OpCode{
		js_ast.UnOpPreInc: js_ast.UnOpPreDec, js_ast.UnOpPreDec: js_ast.UnOpPreInc,
		js_ast.UnOpPostInc: js_ast.UnOpPostDec, js_ast.UnOpPostDec: js_ast.UnOpPostInc,
	}[d.Op]}}
	return either(w.maker.on(w.maker.point(Increment, e.Loc, e, " becomes ", other)), other, e)
}

// plain reports whether an expression is a name, or a property of one by its name, so that it can be evaluated twice.
func plain(e js_ast.Expr) bool {
	switch d := e.Data.(type) {
	case *js_ast.EIdentifier, *js_ast.EThis:
		return true
	case *js_ast.EDot:
		return plain(d.Target)
	}
	return false
}

// relation is the mutants of a comparison operator.
type relation struct {
	function string // of the runtime
	edge     string // the operator with the other boundary, or that is strict; "" for none
	opposite string // the operator that negates; "" says that in words
}

// relations returns the mutants of an operator, without a function if it is no comparison.
func relations(op js_ast.OpCode) relation {
	switch op {
	case js_ast.BinOpLt:
		return relation{"ml", "<=", ""}
	case js_ast.BinOpLe:
		return relation{"mle", "<", ""}
	case js_ast.BinOpGt:
		return relation{"mg", ">=", ""}
	case js_ast.BinOpGe:
		return relation{"mge", ">", ""}
	case js_ast.BinOpLooseEq:
		return relation{"me", "", "!="}
	case js_ast.BinOpLooseNe:
		return relation{"mne", "", "=="}
	case js_ast.BinOpStrictEq:
		return relation{"mse", "", "!=="}
	case js_ast.BinOpStrictNe:
		return relation{"msn", "", "==="}
	}
	return relation{}
}

// arithmetic returns the function of the runtime for an operator, and the operator that takes its place.
func arithmetic(op js_ast.OpCode) (function, other string) {
	switch op {
	case js_ast.BinOpAdd:
		return "ma", "-"
	case js_ast.BinOpSub:
		return "ms", "+"
	case js_ast.BinOpMul:
		return "mm", "/"
	case js_ast.BinOpDiv:
		return "md", "*"
	case js_ast.BinOpRem:
		return "mr", "*"
	}
	return "", ""
}

func none(loc logger.Loc) js_ast.Expr { return syntax.Number(loc, -1) }

// binary changes a binary operation.
func (w *writer) binary(e js_ast.Expr, d *js_ast.EBinary) js_ast.Expr {
	if d.Op == js_ast.BinOpAssign {
		w.maker.called(d.Right, w.maker.tree.Words(d.Left))
	}
	function, other := arithmetic(d.Op)
	switch {
	case !w.maker.mutates():
	case syntax.Logical(d.Op):
		return w.logic(e, d, w.expr)
	case relations(d.Op).function != "":
		return w.relation(e, d)
	case function != "" && !isText(d):
		point := w.maker.point(Arithmetic, e.Loc, e, " becomes ", d.Left, " ", other, " ", d.Right)
		return w.maker.call(e.Loc, function, w.expr(d.Left), w.expr(d.Right), point)
	}
	w.visitor.Within(e)
	return e
}

// isText reports whether an operand of a sum is a text.
func isText(d *js_ast.EBinary) bool {
	for _, e := range []js_ast.Expr{d.Left, d.Right} {
		switch d := e.Data.(type) {
		case *js_ast.EString, *js_ast.ETemplate:
			return true
		case *js_ast.EBinary:
			if d.Op == js_ast.BinOpAdd && isText(d) {
				return true
			}
		}
	}
	return false
}

// relation negates a comparison, and moves its boundary. Comparisons with names of types stay.
func (w *writer) relation(e js_ast.Expr, d *js_ast.EBinary) js_ast.Expr {
	r := relations(d.Op)
	points := []js_ast.Expr{{}, none(e.Loc)}
	if r.opposite != "" {
		points[0] = w.maker.point(Negation, e.Loc, e, " becomes ", d.Left, " ", r.opposite, " ", d.Right)
	} else {
		points[0] = w.maker.point(Negation, e.Loc, e, " is negated")
	}
	switch {
	case r.edge != "":
		points[1] = w.maker.point(Boundary, e.Loc, e, " becomes ", d.Left, " ", r.edge, " ", d.Right)
	case r.function == "mse" || r.function == "msn":
		points = points[:1]
	case isNothing(d.Right):
		strict := map[string]string{"me": "===", "mne": "!=="}[r.function]
		points[1] = w.maker.point(Strictness, e.Loc, e, " becomes ", d.Left, " ", strict, " ", d.Right)
	}
	if isTypeof(d.Left) || isTypeof(d.Right) {
		w.maker.stays[d.Left.Data], w.maker.stays[d.Right.Data] = true, true
	}
	return w.maker.call(e.Loc, r.function, append([]js_ast.Expr{w.expr(d.Left), w.expr(d.Right)}, points...)...)
}

func isNothing(e js_ast.Expr) bool {
	switch e.Data.(type) {
	case *js_ast.ENull, *js_ast.EUndefined:
		return true
	}
	return false
}

func isTypeof(e js_ast.Expr) bool {
	d, ok := e.Data.(*js_ast.EUnary)
	return ok && d.Op == js_ast.UnOpTypeof
}

// chained bounds the operators of && || ?? in a row, since each nests in the printed code.
const chained = 100

// logic adds mutants in which one side of && || ?? alone decides. operand puts mutants into the operands.
func (w *writer) logic(e js_ast.Expr, d *js_ast.EBinary, operand func(js_ast.Expr) js_ast.Expr) js_ast.Expr {
	if syntax.Chain(e) > chained {
		return e
	}
	right := w.maker.point(Logic, e.Loc, e, " becomes ", d.Right)
	left := w.maker.point(Logic, e.Loc, e, " becomes ", d.Left)
	d.Left, d.Right = operand(d.Left), operand(d.Right)
	switch d.Op {
	case js_ast.BinOpLogicalAnd:
		d.Left = binary(js_ast.BinOpLogicalOr, w.maker.on(right), d.Left)
	case js_ast.BinOpLogicalOr:
		d.Left = binary(js_ast.BinOpLogicalAnd, w.maker.off(right), d.Left)
	default:
		d.Left = either(w.maker.on(right), js_ast.Expr{Loc: d.Left.Loc, Data: js_ast.ENullShared}, d.Left)
	}
	d.Left = w.maker.call(d.Left.Loc, "mk", d.Left)
	d.Right = either(w.maker.on(left), w.maker.call(d.Right.Loc, "mo"), d.Right)
	return e
}
