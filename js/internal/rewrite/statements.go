package rewrite

import (
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"
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
	case *js_ast.SExpr:
		d.Value = r.expr(d.Value)
	case *js_ast.SReturn:
		d.ValueOrNil = r.expr(d.ValueOrNil)
	case *js_ast.SThrow:
		d.Value = r.expr(d.Value)
	case *js_ast.SLocal:
		declarations(r, d)
	case *js_ast.SBlock:
		d.Stmts = r.statements(d.Stmts)
	case *js_ast.SIf:
		d.Test, d.Yes = r.expr(d.Test), r.body(d.Yes)
		if d.NoOrNil.Data != nil {
			d.NoOrNil = r.body(d.NoOrNil)
		}
	case *js_ast.SLabel:
		d.Stmt = r.parts(d.Stmt) // `continue` needs its loop right behind the label
	case *js_ast.STry:
		try(r, d)
	case *js_ast.SSwitch:
		cases(r, d)
	case *js_ast.SWith:
		with(r, d)
	default:
		loop(r, s)
		declaration(r, s)
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

// loop rewrites the parts of a loop.
func loop(r *rewriter, s js_ast.Stmt) {
	switch d := s.Data.(type) {
	case *js_ast.SFor:
		if d.InitOrNil.Data != nil {
			d.InitOrNil = r.parts(d.InitOrNil)
		}
		d.TestOrNil, d.UpdateOrNil, d.Body = r.expr(d.TestOrNil), r.expr(d.UpdateOrNil), r.body(d.Body)
	case *js_ast.SForIn:
		d.Init, d.Value, d.Body = r.parts(d.Init), r.expr(d.Value), r.body(d.Body)
	case *js_ast.SForOf:
		d.Init, d.Value, d.Body = r.parts(d.Init), r.expr(d.Value), r.body(d.Body)
	case *js_ast.SWhile:
		d.Test, d.Body = r.expr(d.Test), r.body(d.Body)
	case *js_ast.SDoWhile:
		d.Body, d.Test = r.body(d.Body), r.expr(d.Test)
	}
}

// declaration rewrites the parts of what declares functions, classes and exports.
func declaration(r *rewriter, s js_ast.Stmt) {
	switch d := s.Data.(type) {
	case *js_ast.SFunction:
		r.function(&d.Fn)
	case *js_ast.SClass:
		r.class(&d.Class)
	case *js_ast.SExportDefault:
		d.Value = r.parts(d.Value)
	case *js_ast.SExportEquals:
		d.Value = r.expr(d.Value)
	case *js_ast.SLazyExport:
		d.Value = r.expr(d.Value)
	}
}

// body makes a block of a body, so that there is room for probes.
func (r *rewriter) body(s js_ast.Stmt) js_ast.Stmt {
	if _, ok := s.Data.(*js_ast.SBlock); ok || r.quiet {
		return r.parts(s)
	}
	// The printer maps a position once. Were the brace at that of the statement, the line
	// could only be broken before the brace, and behind `else` it can not.
	at := logger.Loc{Start: max(s.Loc.Start-1, 0)}
	return js_ast.Stmt{Loc: at, Data: &js_ast.SBlock{Stmts: r.statements([]js_ast.Stmt{s}), CloseBraceLoc: s.Loc}}
}

func declarations(r *rewriter, s *js_ast.SLocal) {
	for i := range s.Decls {
		r.binding(s.Decls[i].Binding)
		s.Decls[i].ValueOrNil = r.expr(s.Decls[i].ValueOrNil)
	}
}

// try rewrites a try. What was thrown has left conditions without an end, so what the
// latest one came to means nothing where it is caught.
func try(r *rewriter, d *js_ast.STry) {
	d.Block.Stmts = r.statements(d.Block.Stmts)
	if d.Catch != nil {
		r.binding(d.Catch.BindingOrNil)
		d.Catch.Block.Stmts = r.statements(d.Catch.Block.Stmts)
		if !r.quiet {
			loc := d.Catch.BlockLoc
			forget := js_ast.Stmt{Loc: loc, Data: &js_ast.SExpr{Value: r.probe(loc, "c")}}
			d.Catch.Block.Stmts = append([]js_ast.Stmt{forget}, d.Catch.Block.Stmts...)
		}
	}
	if d.Finally != nil {
		d.Finally.Block.Stmts = r.statements(d.Finally.Block.Stmts)
	}
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
				n := number(v.Loc, r.at(Case, v.Loc, "case", v))
				c.ValueOrNil = r.probe(v.Loc, "k", tag, c.ValueOrNil, n)
			}
		}
		c.Body = r.statements(c.Body)
	}
}
