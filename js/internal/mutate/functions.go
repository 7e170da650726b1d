package mutate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/helpers"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// within puts mutants into a function. A function without a name counts as a part of the function around it.
func (w *writer) within(name string, loc logger.Loc, args []js_ast.Arg, f func()) {
	around, looping := w.maker.scope, w.maker.looping
	if name == "" {
		name = w.maker.name
	}
	if name == "" {
		name = fmt.Sprintf("line %d", 1+strings.Count(w.maker.tree.Text()[:loc.Start], "\n"))
	}
	w.maker.scope = scope{name: name, params: slices.Clone(around.params), hidden: around.hidden, quiet: around.quiet}
	for i := range args {
		w.maker.params = declared(w.maker.params, args[i].Binding)
	}
	w.maker.looping = nil
	f()
	w.maker.scope, w.maker.looping = around, looping
}

// declared appends the variables of a pattern to out.
func declared(out []ast.Ref, b js_ast.Binding) []ast.Ref {
	switch d := b.Data.(type) {
	case *js_ast.BIdentifier:
		out = append(out, d.Ref)
	case *js_ast.BArray:
		for i := range d.Items {
			out = declared(out, d.Items[i].Binding)
		}
	case *js_ast.BObject:
		for i := range d.Properties {
			out = declared(out, d.Properties[i].Value)
		}
	}
	return out
}

// function changes an expression that is a function.
func (w *writer) function(e js_ast.Expr) {
	switch d := e.Data.(type) {
	case *js_ast.EFunction:
		name := w.maker.names[d]
		if d.Fn.Name != nil {
			name = w.maker.tree.Name(d.Fn.Name.Ref)
		}
		w.within(name, e.Loc, d.Fn.Args, func() {
			w.maker.gives = returns(d.Fn.Body.Block.Stmts) && !d.Fn.IsGenerator
			w.visitor.Within(e)
		})
	case *js_ast.EArrow:
		w.within(w.maker.names[d], e.Loc, d.Args, func() {
			w.maker.gives, w.maker.handler = returns(d.Body.Block.Stmts), d.PreferExpr
			w.visitor.Within(e)
		})
	}
}

// declaration changes a function that a statement declares.
func (w *writer) declaration(s js_ast.Stmt, d *js_ast.SFunction) {
	name := ""
	if d.Fn.Name != nil {
		name = w.maker.tree.Name(d.Fn.Name.Ref)
	}
	w.within(name, s.Loc, d.Fn.Args, func() {
		w.maker.gives = returns(d.Fn.Body.Block.Stmts) && !d.Fn.IsGenerator
		w.visitor.Below(s)
	})
}

// returns reports whether the last of some statements returns a value, or throws.
func returns(list []js_ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch d := list[len(list)-1].Data.(type) {
	case *js_ast.SReturn:
		return d.ValueOrNil.Data != nil
	case *js_ast.SThrow:
		return true
	}
	return false
}

// called names a function by the expression that it is assigned to.
func (w *maker) called(e js_ast.Expr, name string) {
	if isFunction(e) {
		w.names[e.Data] = name
	}
	if class, ok := e.Data.(*js_ast.EClass); ok {
		w.methods(&class.Class, name)
	}
}

func isFunction(e js_ast.Expr) bool {
	switch e.Data.(type) {
	case *js_ast.EFunction, *js_ast.EArrow:
		return true
	}
	return false
}

// methods names the methods of a class: "Store.add".
func (w *maker) methods(c *js_ast.Class, name string) {
	if c.Name != nil {
		name = w.tree.Name(c.Name.Ref)
	}
	for i := range c.Properties {
		p := &c.Properties[i]
		key := w.key(p.Key)
		if name != "" && key != "" {
			key = name + "." + key
		}
		w.called(p.ValueOrNil, key)
		w.called(p.InitializerOrNil, key)
	}
}

// key returns the name of a property, "" for a computed one.
func (w *maker) key(e js_ast.Expr) string {
	switch d := e.Data.(type) {
	case *js_ast.EString:
		return helpers.UTF16ToString(d.Value)
	case *js_ast.EPrivateIdentifier:
		return w.tree.Name(d.Ref)
	}
	return ""
}

// body puts mutants into the statements of a function. It removes texts that are no directives: they do nothing, and
// would become directives in the print.
func (w *writer) body(list []js_ast.Stmt) []js_ast.Stmt {
	list = w.maker.tree.Prologue(list)
	for i, s := range list {
		if d, ok := s.Data.(*js_ast.SExpr); ok && isString(d.Value) {
			list[i].Data = js_ast.SEmptyShared
		}
	}
	return w.list(list)
}

func isString(e js_ast.Expr) bool {
	_, ok := e.Data.(*js_ast.EString)
	return ok
}

// goesOn reports whether a call may continue the program: it calls a parameter of a function around, or a method of
// one, or passes a function that does so. Without the call the program would wait for ever.
func (w *maker) goesOn(call *js_ast.ECall) bool {
	if ref, ok := root(call.Target); ok && slices.Contains(w.params, ref) {
		return true
	}
	for _, a := range call.Args {
		if isFunction(a) && w.calls(a) {
			return true
		}
	}
	for target := call.Target; ; { // of a chain: load().then(f)
		switch d := target.Data.(type) {
		case *js_ast.EDot:
			target = d.Target
		case *js_ast.ECall:
			return w.goesOn(d)
		default:
			return false
		}
	}
}

// calls reports whether an expression contains a call of a parameter of a function around.
func (w *maker) calls(e js_ast.Expr) (found bool) {
	var v syntax.Visitor
	list := func(list []js_ast.Stmt) []js_ast.Stmt {
		for _, s := range list {
			v.Below(s)
		}
		return list
	}
	v = syntax.Visitor{
		Expr: func(e js_ast.Expr) js_ast.Expr {
			if call, ok := e.Data.(*js_ast.ECall); ok {
				ref, named := root(call.Target)
				found = found || named && slices.Contains(w.params, ref)
			}
			v.Within(e)
			return e
		},
		List: list, Body: list, Apart: func(f func()) { f() },
		Single: func(s js_ast.Stmt) js_ast.Stmt {
			v.Below(s)
			return s
		},
	}
	v.Expr(e)
	return found
}
