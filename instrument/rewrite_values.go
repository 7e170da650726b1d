package instrument

import (
	"go/ast"
	"go/constant"
	"go/token"
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
// is often what they have to be.
func (w *writer) values(e ast.Expr) {
	told := 0
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if _, isFunc := n.(*ast.FuncLit); isFunc || told >= maxValues {
			return false
		}
		if !ok || !w.isConstant(x) {
			return true
		}
		if text := valueText(x, w.info.Types[x].Value); text != "" {
			w.sites.value(text)
			told++
		}
		return false
	})
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
