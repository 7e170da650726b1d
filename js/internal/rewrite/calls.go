package rewrite

import (
	"slices"

	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// call rewrites a call. at is the place to which its result is assigned.
func (r *rewriter) call(e js_ast.Expr, d *js_ast.ECall, at place) js_ast.Expr {
	f, method, ok := r.called(r.maker.tree, d)
	named := anonymous(d.Args...)
	namespace := r.maker.tree.Namespace(e.Loc, d)
	r.records.places.destined = r.records.places.invoked(d, at, namespace)
	d.Target = r.expr(d.Target)
	if namespace {
		return e
	}
	before := slices.Clone(d.Args)
	expressions(r, d.Args)
	switch {
	case !ok || r.maker.quiet:
		return e
	case f.Argument:
		r.maker.argument(d.Args, f, before)
		return e
	case method && !named && !r.maker.scope.closed:
		return r.maker.method(e, d, f, before)
	}
	return e
}

// noteCondition notes a condition that is a call, or the negation of one. Calls in the table are targets already.
func (r *rewriter) noteCondition(e js_ast.Expr) {
	for {
		not, ok := e.Data.(*js_ast.EUnary)
		if !ok || not.Op != js_ast.UnOpNot {
			break
		}
		e = not.Value
	}
	d, ok := e.Data.(*js_ast.ECall)
	if !ok || r.maker.quiet || r.maker.tree.Namespace(e.Loc, d) {
		return
	}
	if _, _, row := r.called(r.maker.tree, d); !row {
		r.judge = d
	}
}

// rewriteCall rewrites a call. A call that is a condition becomes a target, E.q(E.qb(n),f(a)): the last comparison in
// the function tells how near the call was to the other outcome.
func (r *rewriter) rewriteCall(loc logger.Loc, d *js_ast.ECall, rewritten func() js_ast.Expr) js_ast.Expr {
	if r.judge != d {
		return rewritten()
	}
	n := syntax.Number(loc, r.maker.at(Branch, loc, "()"))
	return r.maker.probe(loc, "q", r.maker.probe(loc, "qb", n), rewritten())
}

// construct rewrites a new expression.
func (r *rewriter) construct(e js_ast.Expr, d *js_ast.ENew) js_ast.Expr {
	f, ok := r.global(r.maker.tree, d.Target, "new ")
	before := slices.Clone(d.Args)
	d.Target = r.expr(d.Target)
	expressions(r, d.Args)
	if ok && f.Argument && !r.maker.quiet && fits(f, d.Args) {
		r.maker.argument(d.Args, f, before)
	}
	return e
}

// called returns the row of the table for a call. Calls in optional chains have none, since the rest of the chain
// belongs to them.
func (o *Options) called(tree *syntax.Tree, d *js_ast.ECall) (f Function, method, ok bool) {
	if d.OptionalChain != js_ast.OptionalChainNone || d.Kind == js_ast.DirectEval {
		return Function{}, false, false
	}
	if f, ok = o.global(tree, d.Target, ""); ok {
		return f, false, fits(f, d.Args)
	}
	dot, isDot := d.Target.Data.(*js_ast.EDot)
	if !isDot || dot.OptionalChain != js_ast.OptionalChainNone || isSuper(dot.Target) || anonymous(dot.Target) {
		return Function{}, false, false
	}
	f, ok = o.Methods[dot.Name]
	return f, true, ok && fits(f, d.Args)
}

func isSuper(e js_ast.Expr) bool {
	_, ok := e.Data.(*js_ast.ESuper)
	return ok
}

// global returns the row of a global function, or of a function of a global object.
func (o *Options) global(tree *syntax.Tree, e js_ast.Expr, before string) (Function, bool) {
	switch d := e.Data.(type) {
	case *js_ast.EIdentifier:
		name := tree.Symbols[d.Ref.InnerIndex].OriginalName
		f, ok := o.Functions[before+name]
		return f, ok && tree.Global(d.Ref, name)
	case *js_ast.EDot:
		id, ok := d.Target.Data.(*js_ast.EIdentifier)
		if !ok || d.OptionalChain != js_ast.OptionalChainNone {
			return Function{}, false
		}
		name := tree.Symbols[id.Ref.InnerIndex].OriginalName
		f, ok := o.Functions[before+name+"."+d.Name]
		return f, ok && tree.Global(id.Ref, name)
	}
	return Function{}, false
}

// fits reports whether a call has the number of arguments that a row needs.
func fits(f Function, args []js_ast.Expr) bool {
	if len(args) == 0 || f.Arguments > 0 && len(args) != f.Arguments {
		return false
	}
	return !slices.ContainsFunc(args, func(e js_ast.Expr) bool {
		_, ok := e.Data.(*js_ast.ESpread)
		return ok
	})
}

// argument puts a probe around the first argument.
func (r *maker) argument(args []js_ast.Expr, f Function, before []js_ast.Expr) {
	loc := args[0].Loc
	args[0] = r.probe(loc, f.With, args[0], syntax.Number(loc, r.at(Call, loc, f.With, before...)))
}

// method rewrites a.m(b) to E.with((t=a).m(u=b),t,u,n). The method is called where it was,
// in the same order and with the same receiver, so what it throws has the same stack.
func (r *maker) method(e js_ast.Expr, d *js_ast.ECall, f Function, before []js_ast.Expr) js_ast.Expr {
	dot := d.Target.Data.(*js_ast.EDot)
	n := syntax.Number(e.Loc, r.at(Call, e.Loc, dot.Name, append(slices.Clone(before), dot.Target)...))
	var receiver js_ast.Expr
	dot.Target, receiver = r.keep(dot.Target)
	kept := []js_ast.Expr{e, receiver}
	for i := range d.Args {
		var arg js_ast.Expr
		d.Args[i], arg = r.keep(d.Args[i])
		kept = append(kept, arg)
	}
	return r.probe(e.Loc, f.With, append(kept, n)...)
}
