package rewrite

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// quiet reports whether a statement always completes: it cannot panic, leave, block or loop endlessly. Quiet statements
// share the cell of a neighbour: they have run exactly if that cell was entered or completed.
func (w *quietness) quiet(s ast.Stmt) bool {
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
		return true
	case *ast.AssignStmt:
		return w.quietAssign(s)
	case *ast.IncDecStmt:
		return w.quietTarget(s.X)
	case *ast.DeclStmt:
		return w.quietDecl(s)
	case *ast.GoStmt:
		return w.quietLaunch(s.Call)
	case *ast.DeferStmt:
		return w.quietLaunch(s.Call)
	case *ast.BlockStmt:
		return w.quietList(s.List)
	case *ast.IfStmt:
		return w.quiet(s.Init) && w.quietExpr(s.Cond) && w.quiet(s.Body) && (s.Else == nil || w.quiet(s.Else))
	case *ast.RangeStmt:
		return w.quietRange(s)
	case *ast.SwitchStmt:
		return w.quietSwitch(s)
	case *ast.LabeledStmt:
		return w.quiet(s.Stmt)
	}
	return false
}

func (w *quietness) quietList(list []ast.Stmt) bool {
	for _, s := range list {
		if !w.quiet(s) {
			return false
		}
	}
	return true
}

func (w *quietness) quietAssign(s *ast.AssignStmt) bool {
	for _, target := range s.Lhs {
		if !w.quietTarget(target) {
			return false
		}
	}
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE && !w.quietOperation(assignOperator(s.Tok), s.Lhs[0], s.Rhs[0]) {
		return false
	}
	if len(s.Rhs) == 1 && len(s.Lhs) == 2 {
		if assertion, ok := ast.Unparen(s.Rhs[0]).(*ast.TypeAssertExpr); ok {
			return w.quietExpr(assertion.X)
		}
	}
	return w.quietExprs(s.Rhs)
}

// assignOperator returns the operator of an assignment like +=.
func assignOperator(t token.Token) token.Token { return t - token.ADD_ASSIGN + token.ADD }

// quietTarget reports whether assigning to e cannot panic.
func (w *quietness) quietTarget(e ast.Expr) bool {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		return id.Name == "_" || w.Info.ObjectOf(id) != nil
	}
	if index, ok := ast.Unparen(e).(*ast.IndexExpr); ok && isMap(w.typeOf(index.X)) {
		return false
	}
	return w.quietExpr(e)
}

func (w *quietness) quietDecl(s *ast.DeclStmt) bool {
	decl := s.Decl.(*ast.GenDecl)
	if decl.Tok != token.VAR {
		return true
	}
	for _, spec := range decl.Specs {
		if !w.quietExprs(spec.(*ast.ValueSpec).Values) {
			return false
		}
	}
	return true
}

// quietLaunch reports whether starting or deferring a call cannot panic: it calls a function literal with quiet
// arguments.
func (w *quietness) quietLaunch(call *ast.CallExpr) bool {
	_, literal := ast.Unparen(call.Fun).(*ast.FuncLit)
	return literal && w.quietExprs(call.Args)
}

func (w *quietness) quietRange(s *ast.RangeStmt) bool {
	if s.Key != nil && !w.quietTarget(s.Key) || s.Value != nil && !w.quietTarget(s.Value) {
		return false
	}
	switch t := under(w.typeOf(s.X)).(type) {
	case *types.Slice, *types.Map, *types.Array:
	case *types.Basic:
		if t.Kind() == types.Invalid {
			return false
		}
	default:
		return false
	}
	return w.quietExpr(s.X) && w.quiet(s.Body)
}

func (w *quietness) quietSwitch(s *ast.SwitchStmt) bool {
	if !w.quiet(s.Init) || s.Tag != nil && !w.quietExpr(s.Tag) {
		return false
	}
	if s.Tag != nil && !isPlain(w.typeOf(s.Tag)) {
		return false // comparing with the cases may panic
	}
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		if !w.quietExprs(c.List) || !w.quietList(c.Body) {
			return false
		}
	}
	return true
}

func (w *quietness) quietExprs(list []ast.Expr) bool {
	for _, e := range list {
		if !w.quietExpr(e) {
			return false
		}
	}
	return true
}

// quietExpr reports whether evaluating e cannot panic, block or run code of the user.
func (w *quietness) quietExpr(e ast.Expr) bool {
	if e == nil {
		return true
	}
	if tv, ok := w.Info.Types[e]; ok && (tv.Value != nil || tv.IsType() || tv.IsNil()) {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "_" || w.Info.ObjectOf(e) != nil
	case *ast.FuncLit:
		return true
	case *ast.ParenExpr:
		return w.quietExpr(e.X)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && w.quietExpr(e.X)
	case *ast.BinaryExpr:
		return w.quietExpr(e.X) && w.quietExpr(e.Y) && w.quietOperation(e.Op, e.X, e.Y)
	case *ast.CompositeLit:
		return w.quietLiteral(e)
	case *ast.SelectorExpr:
		return w.quietSelector(e)
	case *ast.CallExpr:
		return w.quietCall(e)
	case *ast.IndexExpr:
		return w.quietIndex(e)
	case *ast.IndexListExpr:
		return true // a function with its type arguments
	case *ast.SliceExpr:
		_, pointer := under(w.typeOf(e.X)).(*types.Pointer)
		return e.Low == nil && e.High == nil && e.Max == nil && !pointer && w.quietExpr(e.X)
	}
	return false
}

// quietOperation reports whether an operation on quiet operands cannot panic.
func (w *quietness) quietOperation(op token.Token, x, y ast.Expr) bool {
	switch op {
	case token.QUO, token.REM:
		value := w.Info.Types[y].Value
		return isFloat(w.typeOf(x)) || value != nil && constant.Sign(value) != 0
	case token.SHL, token.SHR:
		return w.Info.Types[y].Value != nil || isUnsigned(w.typeOf(y))
	case token.EQL, token.NEQ:
		return w.isNil(x) || w.isNil(y) || isPlain(w.typeOf(x)) && isPlain(w.typeOf(y))
	}
	return true
}

func (w *quietness) quietLiteral(e *ast.CompositeLit) bool {
	t := w.literalType(e)
	if m, ok := under(t).(*types.Map); ok && !isPlain(m.Key()) {
		return false
	}
	_, isStruct := under(t).(*types.Struct)
	for _, element := range e.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			pair = &ast.KeyValueExpr{Value: element}
		}
		if !isStruct && !w.quietExpr(pair.Key) || !w.quietExpr(pair.Value) {
			return false
		}
	}
	return true
}

// quietSelector reports whether a selector is a variable of a package, or a field that is reached without a pointer.
func (w *quietness) quietSelector(e *ast.SelectorExpr) bool {
	selection := w.Info.Selections[e]
	if selection == nil {
		_, ok := w.Info.Uses[e.Sel].(*types.Var)
		if !ok {
			_, ok = w.Info.Uses[e.Sel].(*types.Func)
		}
		return ok
	}
	return selection.Kind() == types.FieldVal && !selection.Indirect() && w.quietExpr(e.X)
}

// quietBuiltins lists the builtins that do not panic.
var quietBuiltins = map[string]bool{
	"len": true, "cap": true, "append": true, "new": true, "min": true, "max": true, "complex": true,
	"real": true, "imag": true,
	"copy": true,
}

// quietFunctions lists functions of the standard library that are called often
// in conditions and do not panic.
var quietFunctions = map[string]bool{
	"strings.HasPrefix": true, "strings.HasSuffix": true, "strings.Contains": true,
	"strings.EqualFold": true, "bytes.Equal": true,
	"strings.TrimSpace": true, "strings.ToLower": true, "strings.ToUpper": true, "errors.New": true,
}

// quietCall reports whether a call is a conversion, or calls a function that cannot panic.
func (w *quietness) quietCall(e *ast.CallExpr) bool {
	if !w.quietExprs(e.Args) {
		return false
	}
	if w.Info.Types[e.Fun].IsType() {
		return w.quietConversion(e)
	}
	switch callee := w.callee(e).(type) {
	case *types.Builtin:
		return quietBuiltins[callee.Name()]
	case *types.Func:
		return quietFunctions[callee.FullName()]
	}
	return false
}

// quietConversion excludes conversions from slices to arrays, which may panic.
func (w *quietness) quietConversion(e *ast.CallExpr) bool {
	if len(e.Args) != 1 || isTypeParam(w.typeOf(e.Fun)) || isTypeParam(w.typeOf(e.Args[0])) {
		return false
	}
	_, fromSlice := under(w.typeOf(e.Args[0])).(*types.Slice)
	_, toBasic := under(w.typeOf(e.Fun)).(*types.Basic)
	_, toSlice := under(w.typeOf(e.Fun)).(*types.Slice)
	_, toInterface := under(w.typeOf(e.Fun)).(*types.Interface)
	return !fromSlice || toBasic || toSlice || toInterface
}

// quietIndex reports whether an index expression reads a map with keys that can always be hashed, or an array at a
// constant index.
func (w *quietness) quietIndex(e *ast.IndexExpr) bool {
	if !w.quietExpr(e.X) || !w.quietExpr(e.Index) {
		return false
	}
	switch t := under(w.typeOf(e.X)).(type) {
	case *types.Map:
		return isPlain(t.Key())
	case *types.Array:
		return w.Info.Types[e.Index].Value != nil
	case *types.Signature:
		return true
	}
	return false
}
