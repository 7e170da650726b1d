package rewrite

import (
	"github.com/ije/esbuild-internal/js_ast"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// statements rewrites a list of statements.
func (r *rewriter) statements(list []js_ast.Stmt) []js_ast.Stmt {
	list = r.tree.Restore(list)
	out := make([]js_ast.Stmt, 0, len(list)+4)
	for _, s := range list {
		out = r.statement(out, s)
	}
	return out
}

// statement appends a statement and the probes around it.
func (r *rewriter) statement(out []js_ast.Stmt, s js_ast.Stmt) []js_ast.Stmt {
	if r.tree.Enum(s) {
		return append(out, s)
	}
	if r.quiet || !probed(s) {
		return append(out, r.parts(s))
	}
	n := r.at(Statement, s.Loc, "")
	r.targets[len(r.targets)-1].End = loopEnd(s)
	switch d := s.Data.(type) {
	case *js_ast.SExpr:
		d.Value = r.entered(n, r.expr(d.Value))
		return append(out, s)
	case *js_ast.SReturn:
		if d.ValueOrNil.Data != nil && !literal(d.ValueOrNil) {
			d.ValueOrNil = r.entered(n, r.expr(d.ValueOrNil))
			return append(out, s)
		}
		return append(out, r.mark(s.Loc, "d", n), s)
	case *js_ast.SThrow, *js_ast.SBreak, *js_ast.SContinue:
		return append(out, r.mark(s.Loc, "d", n), r.parts(s))
	}
	return append(out, r.mark(s.Loc, "s", n), r.parts(s), r.mark(s.Loc, "d", n))
}

// probed reports whether a statement is a target. Declarations of functions are hoisted,
// and those of modules may not have anything before them.
func probed(s js_ast.Stmt) bool {
	switch d := s.Data.(type) {
	case *js_ast.SExpr, *js_ast.SReturn, *js_ast.SThrow, *js_ast.SBreak, *js_ast.SContinue, *js_ast.SIf, *js_ast.SFor,
		*js_ast.SForIn, *js_ast.SForOf, *js_ast.SWhile, *js_ast.SDoWhile, *js_ast.STry, *js_ast.SSwitch, *js_ast.SLabel, *js_ast.SWith:
		return true
	case *js_ast.SLocal:
		return !d.IsExport
	}
	return false
}

// parts rewrites what a statement is made of.
func (r *rewriter) parts(s js_ast.Stmt) js_ast.Stmt {
	switch d := s.Data.(type) {
	case *js_ast.SLabel:
		d.Stmt = r.parts(d.Stmt) // `continue` needs its loop right behind the label
	case *js_ast.STry:
		try(r, s, d)
	case *js_ast.SSwitch:
		cases(r, d)
	case *js_ast.SWith:
		with(r, d)
	default:
		r.visitor.Below(s)
	}
	return s
}

// loopEnd is the offset at which the body of a loop ends, or its last statement begins. It is 0 for
// what is no loop.
func loopEnd(s js_ast.Stmt) int {
	var body js_ast.Stmt
	switch d := s.Data.(type) {
	case *js_ast.SLabel:
		return loopEnd(d.Stmt)
	case *js_ast.SFor:
		body = d.Body
	case *js_ast.SForIn:
		body = d.Body
	case *js_ast.SForOf:
		body = d.Body
	case *js_ast.SWhile:
		body = d.Body
	case *js_ast.SDoWhile:
		return int(d.Test.Loc.Start)
	default:
		return 0
	}
	if block, ok := body.Data.(*js_ast.SBlock); ok {
		return int(block.CloseBraceLoc.Start)
	}
	return int(body.Loc.Start)
}

// body makes a block of a body, so that there is room for probes.
func (r *rewriter) body(s js_ast.Stmt) js_ast.Stmt {
	if _, ok := s.Data.(*js_ast.SBlock); ok || r.quiet {
		return r.parts(s)
	}
	return syntax.Block(s, r.statements([]js_ast.Stmt{s}))
}

// try rewrites a try. What was thrown has left conditions without an end, so what the
// latest one came to means nothing where it is caught.
func try(r *rewriter, s js_ast.Stmt, d *js_ast.STry) {
	r.visitor.Below(s)
	if d.Catch == nil || r.quiet {
		return
	}
	loc := d.Catch.BlockLoc
	forget := js_ast.Stmt{Loc: loc, Data: &js_ast.SExpr{Value: r.probe(loc, "c")}}
	d.Catch.Block.Stmts = append([]js_ast.Stmt{forget}, d.Catch.Block.Stmts...)
}

// with leaves the body as it is: its object may have any name.
func with(r *rewriter, d *js_ast.SWith) {
	d.Value = r.expr(d.Value)
	before := r.quiet
	r.quiet = true
	d.Body = r.body(d.Body)
	r.quiet = before
}

// cases rewrites a switch.
func cases(r *rewriter, d *js_ast.SSwitch) {
	named := anonymous(d.Test)
	d.Test = r.expr(d.Test)
	compared := !named && !r.quiet && !r.scope.closed && len(d.Cases) > 0
	var tag js_ast.Expr
	if compared {
		d.Test, tag = r.keep(d.Test)
	}
	for i := range d.Cases {
		c := &d.Cases[i]
		if v := c.ValueOrNil; v.Data != nil {
			c.ValueOrNil = r.expr(v)
			if compared {
				n := syntax.Number(v.Loc, r.at(Case, v.Loc, "case", v))
				c.ValueOrNil = r.probe(v.Loc, "k", tag, c.ValueOrNil, n)
			}
		}
		c.Body = r.statements(c.Body)
	}
}
