package rewrite

import (
	"slices"

	"github.com/ije/esbuild-internal/helpers"
	"github.com/ije/esbuild-internal/js_ast"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// expr rewrites an expression. An expression without Data stays as it is. Expressions that are assigned to, deleted or
// called with a receiver are never wrapped, and neither are functions that get their names from the context.
func (r *rewriter) expr(e js_ast.Expr) js_ast.Expr {
	at := r.records.see(e)
	switch d := e.Data.(type) {
	case *js_ast.EBinary:
		return r.binary(e, d)
	case *js_ast.EUnary:
		return r.unary(e, d)
	case *js_ast.EIf:
		return ternary(r, e, d)
	case *js_ast.ECall:
		return r.rewriteCall(e.Loc, d, func() js_ast.Expr { return r.call(e, d, at) })
	case *js_ast.ENew:
		return r.construct(e, d)
	case *js_ast.EAwait:
		d.Value = r.records.body.pause(&r.maker, e.Loc, r.expr(d.Value))
		return r.maker.resumed(e, r.records.body)
	case *js_ast.EYield:
		d.ValueOrNil = r.records.body.pause(&r.maker, e.Loc, r.expr(d.ValueOrNil))
		return r.maker.resumed(e, r.records.body)
	}
	around := r.records.define(e, at, r.maker.quiet)
	r.visitor.Within(e)
	r.records.owner = around
	return e
}

func expressions(r *rewriter, list []js_ast.Expr) {
	for i := range list {
		list[i] = r.expr(list[i])
	}
}

// comparisons are the functions of the runtime for operators.
var comparisons = map[js_ast.OpCode]string{
	js_ast.BinOpLooseEq: "eq", js_ast.BinOpLooseNe: "ne", js_ast.BinOpStrictEq: "se", js_ast.BinOpStrictNe: "sn",
	js_ast.BinOpLt: "lt", js_ast.BinOpLe: "le", js_ast.BinOpGt: "gt", js_ast.BinOpGe: "ge",
}

// binary rewrites a binary operator.
func (r *rewriter) binary(e js_ast.Expr, d *js_ast.EBinary) js_ast.Expr {
	switch d.Op {
	case js_ast.BinOpLogicalOr, js_ast.BinOpLogicalAnd, js_ast.BinOpNullishCoalescing:
		return r.logic(e, d)
	}
	left, right := d.Left, d.Right
	d.Left = r.expr(d.Left)
	if d.Op == js_ast.BinOpAssign {
		r.records.places.destined = r.records.assigned(left)
	}
	d.Right = r.expr(d.Right)
	if r.maker.quiet {
		return e
	}
	name, ok := comparisons[d.Op]
	switch {
	case d.Op == js_ast.BinOpIn:
		return r.maker.in(e, d)
	case d.Op == js_ast.BinOpInstanceof:
		return r.maker.probe(e.Loc, "f", e, syntax.Number(e.Loc, r.maker.at(Branch, e.Loc, js_ast.OpTable[d.Op].Text)))
	case !ok:
		return e
	}
	n := syntax.Number(e.Loc, r.maker.at(Branch, e.Loc, js_ast.OpTable[d.Op].Text, left, right))
	if isTypeof(left) || isTypeof(right) {
		return r.maker.probe(e.Loc, "f", e, n)
	}
	return r.maker.probe(e.Loc, name, d.Left, d.Right, n)
}

// in rewrites a in b to E.owns((t=a)in(u=b),u,t,n). An error of the operator keeps its stack.
func (r *maker) in(e js_ast.Expr, d *js_ast.EBinary) js_ast.Expr {
	if _, private := d.Left.Data.(*js_ast.EPrivateIdentifier); private || r.scope.closed || anonymous(d.Left, d.Right) {
		return e
	}
	n := syntax.Number(e.Loc, r.at(Branch, e.Loc, js_ast.OpTable[d.Op].Text, d.Left))
	var key, object js_ast.Expr
	d.Left, key = r.keep(d.Left)
	d.Right, object = r.keep(d.Right)
	return r.probe(e.Loc, "owns", e, object, key, n)
}

// isTypeof reports whether an operand is a typeof: a distance between names of types would have no meaning.
func isTypeof(e js_ast.Expr) bool {
	d, ok := e.Data.(*js_ast.EUnary)
	return ok && d.Op == js_ast.UnOpTypeof
}

// chained bounds the operators of && || ?? in a row. Each nests in the printed code, and engines have a limit.
const chained = 100

// logic rewrites && || ??.
func (r *rewriter) logic(e js_ast.Expr, d *js_ast.EBinary) js_ast.Expr {
	if r.maker.quiet || syntax.Chain(e) > chained {
		d.Left, d.Right = operands(r, d.Left), r.expr(d.Right)
		return e
	}
	letter := map[js_ast.OpCode]string{js_ast.BinOpLogicalOr: "o", js_ast.BinOpLogicalAnd: "a",
		js_ast.BinOpNullishCoalescing: "n"}[d.Op]
	n := syntax.Number(e.Loc, r.maker.at(Branch, e.Loc, js_ast.OpTable[d.Op].Text))
	d.Left, d.Right = r.expr(d.Left), r.expr(d.Right)
	d.Left = r.maker.probe(d.Left.Loc, letter+"l", r.maker.probe(e.Loc, letter+"b", n), d.Left)
	d.Right = r.maker.probe(d.Right.Loc, letter+"r", r.maker.probe(d.Right.Loc, "l"), d.Right, n)
	return e
}

// operands rewrites the operands of a chain that is too long, but not its operators.
func operands(r *rewriter, e js_ast.Expr) js_ast.Expr {
	d, ok := e.Data.(*js_ast.EBinary)
	if !ok || !syntax.Logical(d.Op) {
		return r.expr(e)
	}
	d.Left, d.Right = operands(r, d.Left), r.expr(d.Right)
	return e
}

// unary rewrites a unary operator.
func (r *rewriter) unary(e js_ast.Expr, d *js_ast.EUnary) js_ast.Expr {
	d.Value = r.expr(d.Value)
	if d.Op == js_ast.UnOpNot && !r.maker.quiet && !literal(d.Value) {
		return r.maker.probe(e.Loc, "n", d.Value)
	}
	return e
}

// ternary rewrites c?a:b. Its arms count as statements.
func ternary(r *rewriter, e js_ast.Expr, d *js_ast.EIf) js_ast.Expr {
	r.noteCondition(d.Test)
	d.Test = r.expr(d.Test)
	if r.maker.quiet {
		d.Yes, d.No = r.expr(d.Yes), r.expr(d.No)
		return e
	}
	yes := r.maker.at(Statement, d.Yes.Loc, "?")
	d.Yes = r.maker.entered(yes, r.expr(d.Yes))
	no := r.maker.at(Statement, d.No.Loc, ":")
	d.No = r.maker.entered(no, r.expr(d.No))
	return e
}

// literal reports whether an expression is a literal.
func literal(e js_ast.Expr) bool {
	switch e.Data.(type) {
	case *js_ast.EString, *js_ast.ENumber, *js_ast.EBoolean, *js_ast.ENull, *js_ast.EUndefined,
		*js_ast.EBigInt, *js_ast.EThis:
		return true
	}
	return false
}

// constant returns the value of a literal that a search may put into inputs, nil for others.
func constant(e js_ast.Expr) any {
	switch d := e.Data.(type) {
	case *js_ast.EString:
		return helpers.UTF16ToString(d.Value)
	case *js_ast.ENumber:
		if d.Value == d.Value { // NaN is equal to nothing
			return d.Value
		}
	case *js_ast.EInlinedEnum:
		return constant(d.Value)
	}
	return nil
}

// anonymous reports whether an expression is a function or class that takes its name from the variable it is assigned
// to.
func anonymous(list ...js_ast.Expr) bool {
	return slices.ContainsFunc(list, func(e js_ast.Expr) bool {
		switch e.Data.(type) {
		case *js_ast.EFunction, *js_ast.EArrow, *js_ast.EClass:
			return true
		}
		return false
	})
}
