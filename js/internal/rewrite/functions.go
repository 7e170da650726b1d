package rewrite

import "github.com/ije/esbuild-internal/js_ast"

// without calls f in a scope in which no variables can be declared.
func (r *maker) without(f func()) { r.within(&scope{closed: true}, f) }

// within calls f in a scope.
func (r *maker) within(s *scope, f func()) {
	around := r.scope
	r.scope = s
	f()
	r.scope = around
}

// functionBody rewrites the statements of a function. Directives stay at their beginning.
func (r *rewriter) functionBody(list []js_ast.Stmt) (out []js_ast.Stmt) {
	b := r.records.opened()
	r.maker.within(&scope{}, func() {
		if b.isReported() {
			b.call = r.maker.variable()
		}
		list = r.statements(r.maker.tree.Prologue(list))
		directives := 0
		for directives < len(list) && directive(list[directives]) {
			directives++
		}
		out = append(out, list[:directives]...)
		list = r.records.endFunction(&r.maker, b, list[directives:])
		if variables := r.maker.variables(); variables.Data != nil {
			out = append(out, variables)
		}
		out = append(out, list...)
	})
	return out
}

func directive(s js_ast.Stmt) bool {
	_, ok := s.Data.(*js_ast.SDirective)
	return ok
}
