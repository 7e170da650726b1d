package syntax_test

import (
	"fmt"
	"strings"

	. "github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// show writes an expression as nested lists.
func show(e Expr) string {
	list := func(name string, parts ...any) string {
		words := []string{name}
		for _, p := range parts {
			switch p := p.(type) {
			case nil:
			case Expr:
				words = append(words, show(p))
			case []Expr:
				for _, x := range p {
					words = append(words, show(x))
				}
			case *Select:
				if p != nil {
					words = append(words, query(p))
				}
			default:
				words = append(words, fmt.Sprint(p))
			}
		}
		return "(" + strings.Join(words, " ") + ")"
	}
	flag := func(name string, is bool) string {
		if is {
			return name
		}
		return ""
	}
	switch e := e.(type) {
	case *Literal:
		if s, ok := e.Value.(string); ok {
			return fmt.Sprintf("%q", s)
		}
		return fmt.Sprint(e.Value)
	case *Param:
		return fmt.Sprintf("?%s%d", e.Name, e.Ordinal)
	case *Column:
		return strings.TrimPrefix(e.Table+"."+e.Name, ".") + flag("!", e.Double != "")
	case *Binary:
		return list(e.Op, e.X, e.Y)
	case *Call:
		return list(e.Name+flag("*", e.Star)+flag(" distinct", e.Distinct), e.Args)
	case *Cast:
		return list("cast", e.X, e.Type)
	case *Collate:
		return list("collate"+flag(" fold", e.Fold), e.X)
	case *List:
		return list("list", e.Items)
	case *Case:
		var all []any
		all = append(all, e.Of)
		for _, w := range e.When {
			all = append(all, w.If, w.Then)
		}
		return list("case", append(all, e.Else)...)
	case *Scalar:
		return list("scalar", e.Query)
	case *Compare:
		return list([]string{"=", "<>", "<", "<=", ">", ">=", "same", "differ"}[e.Op], e.X, e.Y)
	case *Between:
		return list("between", e.X, e.Low, e.High)
	case *In:
		return list("in", e.X, e.Items, e.Query)
	case *Quantified:
		return list([]string{"=", "<>", "<", "<=", ">", ">="}[e.Op]+flag(" all", e.All), e.X, e.Array, e.Query)
	case *Like:
		return list("like"+flag(" fold", e.Fold)+flag(" glob", e.Glob), e.X, e.Pattern, e.Escape)
	case *Null:
		return list("null", e.X)
	case *Truth:
		return list("is", e.X)
	case *Exists:
		return list("exists", e.Query)
	case *And:
		return list("and", e.Parts)
	case *Or:
		return list("or", e.Parts)
	case *Not:
		return list("not", e.X)
	}
	return "~"
}

// query writes the sources and the conditions of a query.
func query(s *Select) string {
	var b strings.Builder
	for i, f := range s.From {
		if i > 0 {
			b.WriteString(", ")
		}
		if f.Join == Left {
			b.WriteString("left ")
		}
		if f.Query != nil {
			b.WriteString("{" + query(f.Query) + "}")
		}
		b.WriteString(f.Table)
		if f.Alias != f.Table {
			b.WriteString(" " + f.Alias)
		}
		if f.On != nil {
			b.WriteString(" on " + show(f.On))
		}
	}
	if s.Where != nil {
		b.WriteString(" where " + show(s.Where))
	}
	for _, g := range s.Group {
		b.WriteString(" group " + show(g))
	}
	if s.Having != nil {
		b.WriteString(" having " + show(s.Having))
	}
	for _, o := range s.Or {
		b.WriteString(" union " + query(o))
	}
	return b.String()
}
