package mutate

import (
	"slices"

	"github.com/ije/esbuild-internal/js_ast"
)

// swap is a row of the table: a method that a mutant replaces by another one.
type swap struct {
	global string // the global object that has the method; "" for any object
	name   string
	with   string // the method that is called in its place; "" for none: the object stays as it is
	least  int    // the least number of arguments of the call
}

// swaps is the table of methods that have mutants. A row is all that a further one needs.
func swaps() []swap {
	return []swap{
		{"", "every", "some", 1},
		{"", "some", "every", 1},
		{"", "filter", "", 1},
		{"", "reverse", "", 0},
		{"", "slice", "", 1},
		{"", "sort", "", 0},
		{"", "concat", "", 1},
		{"", "push", "unshift", 1},
		{"", "unshift", "push", 1},
		{"", "pop", "shift", 0},
		{"", "shift", "pop", 0},
		{"", "startsWith", "endsWith", 1},
		{"", "endsWith", "startsWith", 1},
		{"", "toLowerCase", "toUpperCase", 0},
		{"", "toUpperCase", "toLowerCase", 0},
		{"", "trim", "", 0},
		{"Math", "min", "max", 2},
		{"Math", "max", "min", 2},
		{"Math", "floor", "ceil", 1},
		{"Math", "ceil", "floor", 1},
	}
}

// row returns the row for a call and its callee, nil for none.
func (w *maker) row(d *js_ast.ECall) (*js_ast.EDot, *swap) {
	dot, ok := d.Target.Data.(*js_ast.EDot)
	chain := js_ast.OptionalChainNone
	if !ok || !w.mutates() || d.OptionalChain != chain || dot.OptionalChain != chain || isSuper(dot.Target) {
		return nil, nil
	}
	all := swaps()
	for i := range all {
		row := &all[i]
		if row.name != dot.Name || len(d.Args) < row.least {
			continue
		}
		if row.with == "" && w.stays[d] {
			continue
		}
		id, named := dot.Target.Data.(*js_ast.EIdentifier)
		if row.global == "" || named && w.tree.Global(id.Ref, row.global) {
			return dot, row
		}
	}
	return nil, nil
}

// mutateCall adds mutants to a call. Calls in optional chains, whose parts belong together, keep their methods.
func (w *writer) mutateCall(e js_ast.Expr, d *js_ast.ECall) js_ast.Expr {
	if w.maker.tree.Namespace(e.Loc, d) {
		d.Target = w.expr(d.Target)
		return e
	}
	w.maker.arguments(d)
	dot, row := w.maker.row(d)
	if row == nil {
		w.visitor.Within(e)
		return e
	}
	d.Target = w.swapMethod(e, dot, row)
	for i := range d.Args {
		d.Args[i] = w.expr(d.Args[i])
	}
	return e
}

// swapMethod returns the callee with a mutant that calls the other method.
func (w *writer) swapMethod(e js_ast.Expr, dot *js_ast.EDot, row *swap) js_ast.Expr {
	var point js_ast.Expr
	with := row.with
	if with == "" {
		with = "valueOf" // which returns the object, or the text
		point = w.maker.point(Method, e.Loc, e, " becomes ", dot.Target)
	} else {
		point = w.maker.point(Method, e.Loc, e, " calls ", with, " in place of ", row.name)
	}
	return js_ast.Expr{Loc: dot.Target.Loc, Data: &js_ast.EIndex{
		Target:          w.expr(dot.Target),
		Index:           either(w.maker.on(point), text(dot.NameLoc, with), text(dot.NameLoc, row.name)),
		CloseBracketLoc: dot.NameLoc,
	}}
}

// arguments excludes arguments that are no values of the program: names of files, and delays. It also names functions
// outside of others by the call to which they are given: app.get("/books").
func (w *maker) arguments(d *js_ast.ECall) {
	if id, ok := d.Target.Data.(*js_ast.EIdentifier); ok {
		switch name := w.tree.Name(id.Ref); {
		case !w.tree.Global(id.Ref, name):
		case name == "require" && len(d.Args) > 0:
			w.stays[d.Args[0].Data] = true
		case (name == "setTimeout" || name == "setInterval") && len(d.Args) > 1:
			w.stays[d.Args[1].Data] = true
		}
	}
	if slices.ContainsFunc(d.Args, isFunction) && w.goesOn(d) {
		for _, a := range d.Args { // request.on("data", f): the program would wait for ever
			w.stays[a.Data] = true
		}
	}
	for _, a := range d.Args {
		if w.name != "" || !isFunction(a) {
			continue
		}
		name := w.tree.Words(d.Target)
		if _, named := d.Args[0].Data.(*js_ast.EString); named {
			name += "(" + w.tree.Words(d.Args[0]) + ")"
		}
		w.called(a, name)
	}
}
