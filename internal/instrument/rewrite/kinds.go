package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
)

// typeOf returns the type of an expression, and an invalid type if the type checker found none.
func (s *Source) typeOf(e ast.Expr) types.Type {
	if t := s.Info.TypeOf(e); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

func under(t types.Type) types.Type { return t.Underlying() }

func isMap(t types.Type) bool {
	_, ok := under(t).(*types.Map)
	return ok
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

func isInterface(t types.Type) bool { return types.IsInterface(t) && !isTypeParam(t) }

func basic(t types.Type) (types.BasicInfo, types.BasicKind) {
	if b, ok := under(t).(*types.Basic); ok {
		return b.Info(), b.Kind()
	}
	return 0, types.Invalid
}

func isFloat(t types.Type) bool {
	info, _ := basic(t)
	return info&(types.IsFloat|types.IsComplex) != 0
}

func isUnsigned(t types.Type) bool {
	info, _ := basic(t)
	return info&types.IsUnsigned != 0
}

// isPlain reports whether comparing or hashing values of a type can never panic, because the type contains no
// interface.
func isPlain(t types.Type) bool {
	if isTypeParam(t) {
		return false
	}
	switch u := under(t).(type) {
	case *types.Basic:
		return u.Kind() != types.Invalid
	case *types.Pointer, *types.Chan:
		return true
	case *types.Array:
		return isPlain(u.Elem())
	case *types.Struct:
		for field := range u.Fields() {
			if !isPlain(field.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

func (s *Source) isNil(e ast.Expr) bool { return s.Info.Types[e].IsNil() }

func (s *Source) isConstant(e ast.Expr) bool { return s.Info.Types[e].Value != nil }

// isError reports whether t is the predeclared type error itself.
func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// predeclared reports whether a name means the predeclared object at a position.
func (w *facts) predeclared(name string, at token.Pos) bool {
	if !w.declared[name] {
		return true
	}
	inner := w.Types.Scope().Innermost(at)
	if inner == nil {
		return false
	}
	_, object := inner.LookupParent(name, at)
	return object == types.Universe.Lookup(name)
}

// contextual reports whether the type of e may depend on its context: a shift of an untyped constant takes the type
// that its surroundings ask for, so it cannot become an argument of a function.
func (w *facts) contextual(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && e.Op != token.AND && w.contextual(e.X)
	case *ast.BinaryExpr:
		if w.isConstant(e) {
			return false
		}
		if e.Op == token.SHL || e.Op == token.SHR {
			return w.isConstant(e.X) || w.contextual(e.X)
		}
		x, y := w.contextual(e.X) || w.isConstant(e.X), w.contextual(e.Y) || w.isConstant(e.Y)
		return x && y && !isComparison(e.Op)
	}
	return false
}

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
