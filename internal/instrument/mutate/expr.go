package mutate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// expr puts mutants into an expression.
func (w *writer) expr(e ast.Expr) bool {
	known := w.Info.Types[e]
	if known.IsType() {
		return false
	}
	if known.Value != nil {
		w.constant(e, known)
		return false
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		w.binary(e)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			w.negate(e.X)
		}
	case *ast.CompositeLit:
		w.keys(e)
	case *ast.FuncLit:
		w.skip(e.Type)
	case *ast.SelectorExpr:
		w.skip(e.Sel)
	}
	return true
}

// keys skips the keys of a composite literal: names of fields, and indexes, which have to be constants.
func (w *writer) keys(e *ast.CompositeLit) {
	t := w.typeOf(e)
	if t == nil {
		return
	}
	if _, isMap := t.Underlying().(*types.Map); isMap {
		return
	}
	for _, element := range e.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			w.skip(pair.Key)
		}
	}
}

func isBool(t types.Type) bool {
	return t == types.Typ[types.Bool] || t == types.Typ[types.UntypedBool]
}

// negate adds the mutant !e of a condition, unless its operands get mutants, or it is a relation with mutants of its
// own.
func (w *writer) negate(e ast.Expr) {
	e = ast.Unparen(e)
	known := w.Info.Types[e]
	if known.Value != nil || !isBool(known.Type) {
		return
	}
	switch inner := e.(type) {
	case *ast.BinaryExpr:
		return
	case *ast.UnaryExpr:
		if inner.Op == token.NOT {
			return
		}
	}
	w.around(e, "(", " != "+w.point("%s is negated", w.short(e))+".On())")
}

// constant adds a mutant of a constant.
func (w *writer) constant(e ast.Expr, known types.TypeAndValue) {
	switch {
	case known.Type == types.Typ[types.Bool] && known.Value.Kind() == constant.Bool:
		w.around(e, "(", " != "+w.point("%s becomes %t", w.short(e), !constant.BoolVal(known.Value))+".On())")
	case known.Type == types.Typ[types.String]:
		text := constant.StringVal(known.Value)
		if text != "" && !strings.ContainsAny(text, " \t\n") {
			w.around(e, w.point(`%s becomes ""`, w.short(e))+".Text(", ")")
		}
	case known.Value.Kind() == constant.Int:
		name := w.integer(known.Type, e.Pos())
		if name == "" {
			return
		}
		more := w.point("%s becomes %s", w.short(e), constant.BinaryOp(known.Value, token.ADD, constant.MakeInt64(1))) +
			".One()"
		if name != "int" {
			more = name + "(" + more + ")"
		}
		w.around(e, "(", " + "+more+")")
	}
}

// integer returns the name of an integer type at a position, "" for other types.
func (w *writer) integer(t types.Type, at token.Pos) string {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 || basic.Info()&types.IsUntyped != 0 {
		return ""
	}
	var name string
	switch t := t.(type) {
	case *types.Basic:
		name = t.Name()
	case *types.Alias:
		name = t.Obj().Name()
	case *types.Named:
		if t.Obj().Pkg() != w.Types || t.TypeArgs().Len() > 0 {
			return ""
		}
		name = t.Obj().Name()
	default:
		return ""
	}
	scope := w.Types.Scope().Innermost(at)
	if scope == nil {
		return ""
	}
	_, object := scope.LookupParent(name, at)
	if found, ok := object.(*types.TypeName); !ok || !types.Identical(found.Type(), t) {
		return ""
	}
	return name
}

// binary adds mutants of a binary operation.
func (w *writer) binary(e *ast.BinaryExpr) {
	switch e.Op {
	case token.LAND, token.LOR:
		w.logical(e)
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		w.relation(e)
	case token.ADD, token.SUB, token.MUL, token.QUO:
		w.arithmetic(e)
	}
}

// logical adds mutants in which one operand alone decides: the other one becomes true or false.
func (w *writer) logical(e *ast.BinaryExpr) {
	if !isBool(w.typeOf(e)) {
		return
	}
	w.negate(e.X)
	w.negate(e.Y)
	for _, side := range [...]struct{ gone, rest ast.Expr }{{e.X, e.Y}, {e.Y, e.X}} {
		if w.Info.Types[side.gone].Value != nil {
			continue
		}
		point := w.point("%s becomes %s", w.short(e), w.short(side.rest))
		if e.Op == token.LAND {
			w.around(side.gone, "(", " || "+point+".On())")
		} else {
			w.around(side.gone, "(", " && !"+point+".On())")
		}
	}
}

// relation adds a mutant with a moved boundary, or a negated one.
func (w *writer) relation(e *ast.BinaryExpr) {
	if !isBool(w.typeOf(e)) {
		return
	}
	with := map[token.Token]string{token.EQL: "!=", token.NEQ: "==", token.LSS: "<=", token.LEQ: "<",
		token.GTR: ">=", token.GEQ: ">"}[e.Op]
	if e.Op == token.EQL || e.Op == token.NEQ {
		if w.endless[e] {
			return
		}
		w.around(e, "((", ") != "+w.point("%s becomes %s %s %s", w.short(e), w.short(e.X), with, w.short(e.Y))+".On())")
		return
	}
	if !w.endless[e] {
		w.around(e, "((", ") != "+w.point("%s is negated", w.short(e))+".On())")
	}
	if !w.pure(e.X) || !w.pure(e.Y) {
		return
	}
	equal := w.text(e.X) + " == " + w.text(e.Y)
	point := w.point("%s becomes %s %s %s", w.short(e), w.short(e.X), with, w.short(e.Y))
	if e.Op == token.LSS || e.Op == token.GTR {
		w.around(e, "(", " || "+point+".On() && "+equal+")")
	} else {
		w.around(e, "(", " && !("+point+".On() && "+equal+"))")
	}
}

// pure reports whether an expression can be evaluated twice in a line.
func (w *writer) pure(e ast.Expr) bool {
	if w.Fset.PositionFor(e.Pos(), false).Line != w.Fset.PositionFor(e.End(), false).Line {
		return false
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.ParenExpr:
		return w.pure(e.X)
	case *ast.SelectorExpr:
		return w.pure(e.X)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && w.pure(e.X)
	case *ast.StarExpr:
		return w.pure(e.X)
	case *ast.IndexExpr:
		return w.pure(e.X) && w.pure(e.Index)
	case *ast.BinaryExpr:
		return w.pure(e.X) && w.pure(e.Y)
	case *ast.CallExpr:
		fun := w.Info.Types[e.Fun]
		return len(e.Args) == 1 && w.pure(e.Args[0]) && (fun.IsType() || fun.IsBuiltin() && isName(e.Fun, "len", "cap"))
	}
	return false
}

func isName(e ast.Expr, names ...string) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	for _, name := range names {
		if ok && id.Name == name {
			return true
		}
	}
	return false
}

// arithmetic adds a mutant with the opposite operator.
func (w *writer) arithmetic(e *ast.BinaryExpr) {
	t := w.typeOf(e)
	if t == nil || !w.generics || shifts(e) {
		return
	}
	if _, open := types.Unalias(t).(*types.TypeParam); open {
		return
	}
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&(types.IsInteger|types.IsFloat) == 0 || basic.Info()&types.IsUntyped != 0 {
		return
	}
	name := map[token.Token]string{token.ADD: "add", token.SUB: "sub", token.MUL: "mul", token.QUO: "div"}[e.Op]
	with := map[token.Token]string{token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*"}[e.Op]
	w.around(e,
		reservedPrefix+name+"(&"+w.point("%s becomes %s %s %s", w.short(e), w.short(e.X), with, w.short(e.Y))+", ", ")")
	at := w.tok.Offset(e.OpPos)
	w.replace(at, at+len(e.Op.String()), ",")
}

// shifts reports whether an expression contains a shift: the type of its left operand may depend on the context.
func shifts(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.SHL || b.Op == token.SHR) {
			found = true
		}
		return !found
	})
	return found
}
