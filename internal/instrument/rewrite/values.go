package rewrite

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"unicode/utf8"
)

// maxValues bounds the constants in the description of one condition, and maxValueText their length in bytes.
const (
	maxValues    = 16
	maxValueText = 256
)

// values adds the constants in a condition to its description: the largest subexpressions with a constant value, since
// an operand often has to become such a value. If a condition has none and tests the result of a call, as err != nil
// does, it adds the constants among the arguments of the call: for example, the layout of a time is itself a time in
// this layout.
func (w *constantTeller) values(e ast.Expr) {
	if told := w.constants(e, 0); told > 0 {
		return
	}
	if call := w.testedCall(e); call != nil {
		told := 0
		for _, arg := range call.Args {
			told = w.constants(arg, told)
		}
	}
}

// constants adds the constants in an expression, after told others, and returns how many there are now.
func (w *constantTeller) constants(e ast.Expr, told int) int {
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if _, isFunc := n.(*ast.FuncLit); isFunc || told >= maxValues {
			return false
		}
		if !ok || !w.facts.isConstant(x) {
			return true
		}
		if text := valueText(x, w.facts.Info.Types[x].Value); text != "" {
			w.page.sites.value(text)
			told++
		}
		return false
	})
	return told
}

// testedCall returns the call whose result a condition tests: the latest call before it that assigned the variable
// which the condition is, or compares with nil. It returns nil for other conditions.
func (w *constantTeller) testedCall(e ast.Expr) *ast.CallExpr {
	if comparison, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && w.facts.isNil(comparison.Y) {
		e = comparison.X
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	if w.assigned == nil {
		w.assigned = w.assignedCalls()
	}
	var latest *ast.CallExpr
	for _, call := range w.assigned[w.facts.Info.ObjectOf(id)] {
		if call.Pos() < e.Pos() {
			latest = call
		}
	}
	return latest
}

// assignedCalls returns the calls of the file whose results are assigned to variables, by variable, in the order of the
// source.
func (w *constantTeller) assignedCalls() map[types.Object][]*ast.CallExpr {
	calls := map[types.Object][]*ast.CallExpr{}
	ast.Inspect(w.page.src.Syntax, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Rhs) != 1 {
			return true
		}
		call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if !ok {
			return true
		}
		for _, variable := range assign.Lhs {
			if id, ok := variable.(*ast.Ident); ok && id.Name != "_" {
				object := w.facts.Info.ObjectOf(id)
				calls[object] = append(calls[object], call)
			}
		}
		return true
	})
	return calls
}

// valueText writes a constant as Go does: a string in double quotes, a character in single quotes, a number. It returns
// "" for other constants.
func valueText(x ast.Expr, v constant.Value) string {
	switch v.Kind() {
	case constant.String:
		if text := constant.StringVal(v); len(text) <= maxValueText {
			return strconv.Quote(text)
		}
	case constant.Int:
		n, exact := constant.Int64Val(v)
		switch {
		case !exact:
		case isCharacter(x) && n >= 0 && n <= utf8.MaxRune && utf8.ValidRune(rune(n)):
			return strconv.QuoteRune(rune(n))
		default:
			return strconv.FormatInt(n, 10)
		}
	case constant.Float:
		f, _ := constant.Float64Val(v)
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return ""
}

// isCharacter reports whether a number is written as a character. Its type does not tell: the type of characters is
// int32.
func isCharacter(x ast.Expr) bool {
	literal, ok := ast.Unparen(x).(*ast.BasicLit)
	return ok && literal.Kind == token.CHAR
}
