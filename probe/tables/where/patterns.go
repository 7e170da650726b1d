package where

import (
	"regexp"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// matching returns the demand to match a constant pattern, which a function writes as a regular expression.
func matching(column string, pattern syntax.Expr, expression func(string) string) map[string]Bound {
	v, ok := constantOf(pattern)
	text, isText := v.(string)
	if !ok || !isText {
		return nil
	}
	text = expression(text)
	if _, err := regexp.Compile(text); err != nil {
		return nil
	}
	return map[string]Bound{column: {Pattern: text}}
}

// like says how a pattern of LIKE is read.
type like struct{ glob, fold bool }

// expression returns the regular expression of a pattern.
func (l like) expression(pattern string) string {
	any, single := '%', '_'
	if l.glob {
		any, single = '*', '?'
	}
	var out strings.Builder
	if l.fold {
		out.WriteString("(?i)")
	}
	out.WriteString("^")
	class := false
	for _, r := range pattern {
		switch {
		case l.glob && (class || r == '['):
			class = r != ']'
			out.WriteRune(r)
		case r == any:
			out.WriteString(".*")
		case r == single:
			out.WriteString(".")
		default:
			out.WriteString(regexp.QuoteMeta(string(r)))
		}
	}
	return out.String() + "$"
}

// capitals returns what a comparison of a column with itself in small letters, or in capitals, demands.
func capitals(op syntax.Op, x, y syntax.Expr) map[string]Bound {
	name, ok := columnOf(x)
	call, isCall := y.(*syntax.Call)
	if !isCall {
		name, ok = columnOf(y)
		call, isCall = x.(*syntax.Call)
	}
	if !ok || !isCall || op != syntax.Equal || len(call.Args) != 1 {
		return nil
	}
	if of, isColumn := columnOf(call.Args[0]); !isColumn || of != name {
		return nil
	}
	switch call.Name {
	case "lower", "lcase":
		return map[string]Bound{name: {Pattern: `^[^A-Z]*$`}}
	case "upper", "ucase":
		return map[string]Bound{name: {Pattern: `^[^a-z]*$`}}
	}
	return nil
}
