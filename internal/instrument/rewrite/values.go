package rewrite

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"unicode/utf8"
)

// maxValues bounds the constants that are told of one condition, and
// maxValueText their length in bytes.
const (
	maxValues    = 16
	maxValueText = 256
)

// values tells the constants that the last condition was made with, the
// largest expressions of constant value: what its operands are compared with
// is often what they have to be. Of a condition without any that asks how a call
// went, as err != nil does, it tells those that the call was made with: a
// layout of time is itself a time of that layout.
func (w *constantTeller) values(e ast.Expr) {
	if told := w.constants(e, 0); told > 0 {
		return
	}
	if call := w.judged(e); call != nil {
		told := 0
		for _, arg := range call.Args {
			told = w.constants(arg, told)
		}
	}
}

// constants tells those of an expression, after so many others, and returns how
// many there are now.
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

// judged returns the call whose outcome a condition is about: the latest before
// it that gave the variable which it is, or compares with nil. It is nil for
// other conditions.
func (w *constantTeller) judged(e ast.Expr) *ast.CallExpr {
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

// assignedCalls returns the calls of the file whose results went to variables,
// by variable, in the order of the source.
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

// valueText writes a constant as Go does: a text in double quotes, a character
// in single ones, a number; "" for all others.
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

// isCharacter reports whether a number is written as a character. Its type does
// not tell: that of characters is int32.
func isCharacter(x ast.Expr) bool {
	literal, ok := ast.Unparen(x).(*ast.BasicLit)
	return ok && literal.Kind == token.CHAR
}
