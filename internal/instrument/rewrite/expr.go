package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (w *expressionWriter) exprs(list []ast.Expr) {
	for _, e := range list {
		if !w.readingField(e) {
			w.expr(e)
		}
	}
}

// expr rewrites the conditions in an expression, at any depth. Constants and types stay as they are.
func (w *expressionWriter) expr(e ast.Expr) {
	if e == nil {
		return
	}
	if tv, ok := w.facts.Info.Types[e]; ok && (tv.Value != nil || tv.IsType()) {
		return
	}
	if isLogic(e) && !w.all.conds.logical[e] {
		w.all.conds.plan(e, false)
	}
	if call, ok := e.(*ast.CallExpr); ok && !w.all.conds.logical[e] {
		w.all.calls.planCall(call)
	}
	if l, ok := w.all.conds.planned[e]; ok {
		w.all.conds.leaf(e, l)
		return
	}
	w.parts(e)
}

// parts rewrites the operands of an expression.
func (w *expressionWriter) parts(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		w.expr(e.X)
	case *ast.UnaryExpr:
		w.expr(e.X)
		w.page.paused = w.page.paused || e.Op == token.ARROW
	case *ast.StarExpr:
		w.expr(e.X)
	case *ast.SelectorExpr:
		w.selector(e)
	case *ast.TypeAssertExpr:
		w.expr(e.X)
	case *ast.BinaryExpr:
		markBitOperands(w, e.Op, e.X, e.Y)
		markCompared(w, e)
		if with := calculates(w, e); with != "" {
			calculate(w, e, with)
			return
		}
		w.expr(e.X)
		w.expr(e.Y)
	case *ast.SliceExpr:
		w.exprs([]ast.Expr{e.X, e.Low, e.High, e.Max})
	case *ast.CallExpr:
		w.call(e)
		w.page.paused = w.page.paused || !w.facts.isQuick(e)
	case *ast.IndexExpr:
		w.index(e)
	case *ast.CompositeLit:
		w.literal(e)
	case *ast.FuncLit:
		if sig, ok := w.facts.typeOf(e).(*types.Signature); ok {
			w.all.function(sig, e.Body)
		}
	}
}

// call rewrites callee and arguments. The argument of a conversion to a boolean type may be of any boolean type.
func (w *expressionWriter) call(e *ast.CallExpr) {
	if w.all.chance.isMapKeys(e) {
		w.page.insert(w.page.offset(e.Pos()), runtimeAlias+".KeyValues(")
		defer func() { w.page.insert(w.page.offset(e.End()), ")") }()
	}
	if with := opens(w.facts, e); with != "" && w.page.imports.opened != "" {
		w.page.insert(w.page.offset(e.Pos()), w.page.imports.qualifier(w.page.imports.opened)+"."+with+"(")
		defer func() { w.page.insert(w.page.offset(e.End()), ")") }()
	}
	if w.readingCall(e) {
		return
	}
	if narrows(w, e) {
		convert(w, e)
		return
	}
	markBitArguments(w, e)
	w.expr(e.Fun)
	if info, _ := basic(w.facts.typeOf(e.Fun)); info&types.IsBoolean != 0 && w.facts.Info.Types[e.Fun].IsType() &&
		isLogic(ast.Unparen(e.Args[0])) {
		w.all.conds.cond(e.Args[0])
		return
	}
	w.exprs(e.Args)
}

// literal rewrites the elements of a composite literal, but not keys that are names of fields.
func (w *expressionWriter) literal(e *ast.CompositeLit) {
	_, isStruct := under(w.facts.literalType(e)).(*types.Struct)
	for _, element := range e.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		switch {
		case !ok:
			w.expr(element)
		case isStruct:
			w.expr(pair.Value)
		default:
			w.expr(pair.Key)
			w.expr(pair.Value)
		}
	}
}

// literalType returns the type of the value of a composite literal. For an element {...} of a list of pointers, the
// type checker records the type of the pointer.
func (s *Source) literalType(e *ast.CompositeLit) types.Type {
	t := s.typeOf(e)
	if p, ok := under(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// index rewrites an index expression. The key of a map is compared with the keys that the map has.
func (w *expressionWriter) index(e *ast.IndexExpr) {
	w.expr(e.X)
	defer w.readingName(e.X, e.Index)()
	m := w.facts.keyedMap(e)
	if m == "" {
		w.expr(e.Index)
		return
	}
	op := "t"
	if info, _ := basic(w.facts.typeOf(e.Index)); info&(types.IsInteger|types.IsFloat|types.IsString) != 0 {
		op = w.facts.operation(e.Index)
	}
	c := w.page.condition(kindOK, op+"=", e.Pos(), e.End())
	w.all.consts.values(e)
	start := func() { w.page.insert(w.page.offset(e.Index.Pos()), w.page.probe("Key", c)+", "+m+", ") }
	w.page.around(e.Index, false, start, func() { w.expr(e.Index) })
	w.page.insert(w.page.offset(e.Index.End()), ")")
}

// keyedMap returns the text of the map in a read whose key can be compared with the keys of the map, else "". The map
// is evaluated twice, so it must be a variable or a field of one. Keys that contain interfaces are left out, since
// comparing them may panic. So are constant keys in a map of the package: such a table does not depend on any input.
func (w *facts) keyedMap(e *ast.IndexExpr) string {
	m, ok := under(w.typeOf(e.X)).(*types.Map)
	if !ok || !w.generics || !isPlain(m.Key()) && !isTypeParam(m.Key()) {
		return ""
	}
	if w.isConstant(e.Index) {
		if id, ok := ast.Unparen(e.X).(*ast.Ident); ok && w.isSentinel(id) {
			return ""
		}
	} else if !types.Identical(w.typeOf(e.Index), m.Key()) || w.contextual(e.Index) {
		return ""
	}
	return w.variable(e.X)
}

func (w *facts) hasKeyProbe(e *ast.IndexExpr) bool { return w.keyedMap(e) != "" }

// variable returns the text of a variable or of a field of one, "" for other expressions.
func (w *facts) variable(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		switch w.Info.Uses[e].(type) {
		case *types.Var, *types.PkgName:
			return e.Name
		}
	case *ast.SelectorExpr:
		if v, ok := w.Info.Uses[e.Sel].(*types.Var); ok && v != nil {
			if x := w.variable(e.X); x != "" {
				return x + "." + e.Sel.Name
			}
		}
	}
	return ""
}

// isLogic reports whether e compares or combines conditions.
func isLogic(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return isLogic(e.X)
	case *ast.UnaryExpr:
		return e.Op == token.NOT
	case *ast.BinaryExpr:
		return e.Op == token.LAND || e.Op == token.LOR || isComparison(e.Op)
	}
	return false
}

func isBool(t types.Type) bool {
	return types.Identical(t, types.Typ[types.Bool]) || t == types.Typ[types.UntypedBool]
}
