package rewrite

import "github.com/ije/esbuild-internal/js_ast"

// function rewrites a function.
func (r *rewriter) function(f *js_ast.Fn) {
	r.arguments(f.Args)
	f.Body.Block.Stmts = r.functionBody(f.Body.Block.Stmts)
}

// arrow rewrites an arrow. One that is an expression stays one unless a variable or a
// statement was added.
func (r *rewriter) arrow(f *js_ast.EArrow) {
	r.arguments(f.Args)
	f.Body.Block.Stmts = r.functionBody(f.Body.Block.Stmts)
	f.PreferExpr = f.PreferExpr && len(f.Body.Block.Stmts) == 1
}

// arguments rewrites parameters. Their defaults have no place for variables: they are
// evaluated outside of the body.
func (r *rewriter) arguments(args []js_ast.Arg) {
	r.without(func() {
		for i := range args {
			decorators(r, args[i].Decorators)
			r.binding(args[i].Binding)
			args[i].DefaultOrNil = r.expr(args[i].DefaultOrNil)
		}
	})
}

// without runs f where no variables can be declared.
func (r *maker) without(f func()) { r.within(&scope{closed: true}, f) }

// within runs f in a scope.
func (r *maker) within(s *scope, f func()) {
	around := r.scope
	r.scope = s
	f()
	r.scope = around
}

// functionBody rewrites the statements of a function, which begin with the directives.
func (r *rewriter) functionBody(list []js_ast.Stmt) (out []js_ast.Stmt) {
	r.within(&scope{}, func() {
		list = r.statements(r.tree.Prologue(list))
		directives := 0
		for directives < len(list) && directive(list[directives]) {
			directives++
		}
		out = append(out, list[:directives]...)
		if variables := r.variables(); variables.Data != nil {
			out = append(out, variables)
		}
		out = append(out, list[directives:]...)
	})
	return out
}

func directive(s js_ast.Stmt) bool {
	_, ok := s.Data.(*js_ast.SDirective)
	return ok
}

// class rewrites a class. Keys are evaluated where the class is, fields in functions of
// their own.
func (r *rewriter) class(c *js_ast.Class) {
	decorators(r, c.Decorators)
	c.ExtendsOrNil = r.expr(c.ExtendsOrNil)
	for i := range c.Properties {
		p := &c.Properties[i]
		if p.ClassStaticBlock != nil {
			p.ClassStaticBlock.Block.Stmts = r.functionBody(p.ClassStaticBlock.Block.Stmts)
			continue
		}
		decorators(r, p.Decorators)
		r.property(p)
	}
}

// property rewrites a property of a class or an object.
func (r *rewriter) property(p *js_ast.Property) {
	if p.Flags.Has(js_ast.PropertyIsComputed) {
		p.Key = r.expr(p.Key)
	}
	p.ValueOrNil = r.expr(p.ValueOrNil)
	r.without(func() { p.InitializerOrNil = r.expr(p.InitializerOrNil) })
}

func decorators(r *rewriter, list []js_ast.Decorator) {
	for i := range list {
		list[i].Value = r.expr(list[i].Value)
	}
}

// binding rewrites the defaults and the computed keys of a pattern.
func (r *rewriter) binding(b js_ast.Binding) {
	switch d := b.Data.(type) {
	case *js_ast.BArray:
		for i := range d.Items {
			r.binding(d.Items[i].Binding)
			d.Items[i].DefaultValueOrNil = r.expr(d.Items[i].DefaultValueOrNil)
		}
	case *js_ast.BObject:
		for i := range d.Properties {
			p := &d.Properties[i]
			if p.IsComputed {
				p.Key = r.expr(p.Key)
			}
			r.binding(p.Value)
			p.DefaultValueOrNil = r.expr(p.DefaultValueOrNil)
		}
	}
}
