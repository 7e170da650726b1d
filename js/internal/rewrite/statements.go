package rewrite

import (
	"github.com/ije/esbuild-internal/js_ast"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// statements rewrites a list of statements.
func (r *rewriter) statements(list []js_ast.Stmt) []js_ast.Stmt {
	list = r.maker.tree.Restore(list)
	out := make([]js_ast.Stmt, 0, len(list)+4)
	for _, s := range list {
		out = r.statement(out, s)
	}
	return out
}

// statement appends a statement and the probes around it.
func (r *rewriter) statement(out []js_ast.Stmt, s js_ast.Stmt) []js_ast.Stmt {
	if r.maker.tree.Enum(s) {
		return append(out, s)
	}
	around := r.maker.quiet
	defer func() { r.maker.quiet = around }()
	if r.maker.quiet = r.maker.hidden || r.maker.tree.Stays(s.Loc.Start); r.maker.quiet && r.records.body != nil {
		r.records.body.silent = true // a return from here has no probe
	}
	if r.maker.quiet || !probed(s) {
		return append(out, r.parts(s))
	}
	n := r.maker.at(Statement, s.Loc, "")
	r.maker.targets[len(r.maker.targets)-1].End = loopEnd(s)
	switch d := s.Data.(type) {
	case *js_ast.SExpr:
		d.Value = r.maker.entered(n, r.expr(d.Value))
		return append(out, s)
	case *js_ast.SReturn:
		r.records.places.destined = r.records.result()
		switch {
		case d.ValueOrNil.Data == nil:
			out = append(append(out, r.maker.mark(s.Loc, "d", n)), r.records.body.step(&r.maker, s.Loc, "y")...)
			return append(out, s)
		case literal(d.ValueOrNil):
			d.ValueOrNil = r.records.body.leave(&r.maker, r.expr(d.ValueOrNil))
			return append(out, r.maker.mark(s.Loc, "d", n), s)
		}
		d.ValueOrNil = r.records.body.leave(&r.maker, r.maker.entered(n, r.expr(d.ValueOrNil)))
		return append(out, s)
	case *js_ast.SThrow, *js_ast.SBreak, *js_ast.SContinue:
		return append(out, r.maker.mark(s.Loc, "d", n), r.parts(s))
	}
	out = append(out, r.maker.mark(s.Loc, "s", n), r.parts(s))
	if waits(s) {
		out = append(out, r.records.body.step(&r.maker, s.Loc, "g")...)
	}
	return append(out, r.maker.mark(s.Loc, "d", n))
}

// probed reports whether a statement is a target. Declarations of functions are hoisted, and nothing may stand before
// imports and exports.
func probed(s js_ast.Stmt) bool {
	switch d := s.Data.(type) {
	case *js_ast.SExpr, *js_ast.SReturn, *js_ast.SThrow, *js_ast.SBreak, *js_ast.SContinue, *js_ast.SIf, *js_ast.SFor,
		*js_ast.SForIn, *js_ast.SForOf, *js_ast.SWhile, *js_ast.SDoWhile, *js_ast.STry, *js_ast.SSwitch,
		*js_ast.SLabel, *js_ast.SWith:
		return true
	case *js_ast.SLocal:
		return !d.IsExport
	}
	return false
}

// parts rewrites the parts of a statement.
func (r *rewriter) parts(s js_ast.Stmt) js_ast.Stmt {
	switch d := s.Data.(type) {
	case *js_ast.SLabel:
		d.Stmt = r.parts(d.Stmt) // `continue` needs its loop right behind the label
	case *js_ast.SLocal:
		declarations(r, d)
	case *js_ast.SExportDefault:
		r.records.places.destined = r.records.places.of(d.DefaultName.Ref)
		r.records.places.destined.name = "default"
		d.Value = r.parts(d.Value)
	case *js_ast.STry:
		try(r, s, d)
	case *js_ast.SSwitch:
		cases(r, d)
	case *js_ast.SWith:
		with(r, d)
	default:
		around := r.records.declared(s, r.maker.quiet)
		r.noteCondition(test(s))
		r.visitor.Below(s)
		r.records.owner = around
		r.records.rounds(&r.maker, s)
	}
	return s
}

// test returns the condition of a statement, if it has one.
func test(s js_ast.Stmt) js_ast.Expr {
	switch d := s.Data.(type) {
	case *js_ast.SIf:
		return d.Test
	case *js_ast.SFor:
		return d.TestOrNil
	case *js_ast.SWhile:
		return d.Test
	case *js_ast.SDoWhile:
		return d.Test
	}
	return js_ast.Expr{}
}

func declarations(r *rewriter, s *js_ast.SLocal) {
	for i := range s.Decls {
		d := &s.Decls[i]
		r.visitor.Pattern(d.Binding)
		r.records.places.aliasIn(d.Binding, r.records.assigned(d.ValueOrNil))
		r.records.places.destined = r.records.places.bound(d.Binding)
		d.ValueOrNil = r.expr(d.ValueOrNil)
	}
}

// loopEnd returns the offset at which the body of a loop ends, or at which its last statement begins. It is 0 for other
// statements.
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

// block makes a block of a body, so that probes can be added.
func (r *rewriter) block(s js_ast.Stmt) js_ast.Stmt {
	if _, ok := s.Data.(*js_ast.SBlock); ok || r.maker.quiet {
		return r.parts(s)
	}
	return syntax.Block(s, r.statements([]js_ast.Stmt{s}))
}

// try rewrites a try. An exception leaves conditions without an outcome, so the latest known outcome has no meaning in
// the catch clause.
func try(r *rewriter, s js_ast.Stmt, d *js_ast.STry) {
	r.visitor.Below(s)
	if d.Catch != nil && !r.maker.quiet {
		caught := r.records.caught(&r.maker, d.Catch.BlockLoc)
		d.Catch.Block.Stmts = append([]js_ast.Stmt{caught}, d.Catch.Block.Stmts...)
	}
	if d.Finally != nil {
		block := &d.Finally.Block
		block.Stmts = r.records.body.between(&r.maker, d.Finally.Loc, "g", block.Stmts, "h")
	}
}

// with leaves the body as it is: its object may hide any name.
func with(r *rewriter, d *js_ast.SWith) {
	d.Value = r.expr(d.Value)
	before, around := r.maker.hidden, r.maker.quiet
	r.maker.hidden, r.maker.quiet = true, true
	if r.records.body != nil {
		r.records.body.silent = true // a return from here has no probe
	}
	d.Body = r.block(d.Body)
	r.maker.hidden, r.maker.quiet = before, around
}

// cases rewrites a switch.
func cases(r *rewriter, d *js_ast.SSwitch) {
	named := anonymous(d.Test)
	d.Test = r.expr(d.Test)
	compared := !named && !r.maker.quiet && !r.maker.scope.closed && len(d.Cases) > 0
	var tag js_ast.Expr
	if compared {
		d.Test, tag = r.maker.keep(d.Test)
	}
	for i := range d.Cases {
		c := &d.Cases[i]
		if v := c.ValueOrNil; v.Data != nil {
			c.ValueOrNil = r.expr(v)
			if compared {
				n := syntax.Number(v.Loc, r.maker.at(Case, v.Loc, "case", v))
				c.ValueOrNil = r.maker.probe(v.Loc, "k", tag, c.ValueOrNil, n)
			}
		}
		c.Body = r.statements(c.Body)
	}
}
