package syntax

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/internal/token"
)

// maxSources bounds the sources of a query.
const maxSources = 16

// parser reads a statement. Each part of the grammar is a type of its own that has the parser.
type parser struct {
	t       *cursor
	dialect Dialect
	params  map[int]*Param // by the index of their token
	columns int
	names   []string           // of all columns, each once
	derived []*Select          // the queries in FROM
	made    map[string]*Select // what WITH defines; nil for what is not understood
	items   bool               // a name may follow an expression, as in SELECT x y
}

// The parts of the grammar.
type (
	statements struct{ *parser }
	sources    struct{ *parser }
	conditions struct{ *parser }
	operands   struct{ *parser }
	calls      struct{ *parser }
)

// Parse parses the first statement of a text, of which it reads at most [token.Most] bytes. It returns nil for a
// statement that has no rows to find.
func Parse(text string, d Dialect) *Statement {
	p := newParser(text, d)
	s := statements{p}.statement()
	if s == nil {
		return nil
	}
	p.expandStars()
	s = asked(s)
	out := &Statement{Select: s, Dialect: p.dialect, Columns: p.columns}
	out.number(s)
	return out
}

// asked returns the query that a query without sources asks for: the inner one of SELECT EXISTS (SELECT ...).
func asked(s *Select) *Select {
	for len(s.From) == 0 && len(s.Items) == 1 && len(s.Or) == 0 {
		x := s.Items[0].X
		if t, ok := x.(*Truth); ok {
			x = t.X
		}
		switch x.(type) {
		case *Exists, *Scalar:
			s = Query(x)
		default:
			return s
		}
	}
	return s
}

// Condition parses a condition, nil for an empty text.
func Condition(text string) Expr {
	p := newParser(text, Unknown)
	if len(p.t.tokens) == 0 {
		return nil
	}
	return conditions{p}.condition()
}

// newParser splits a text. A string that ends only if backslashes escape is one of MySQL.
func newParser(text string, d Dialect) *parser {
	tokens, ended := token.Scan(text, token.Options{Backslash: d == MySQL})
	if !ended && d == Unknown && strings.Contains(text, `\`) {
		if again, ok := token.Scan(text, token.Options{Backslash: true}); ok {
			tokens, d = again, MySQL
		}
	}
	p := &parser{t: &cursor{tokens: tokens}, dialect: d, params: map[int]*Param{}, made: map[string]*Select{}}
	if d == Unknown {
		p.dialect = shown(tokens)
	}
	p.number()
	return p
}

// shown returns the dialect that tokens show.
func shown(tokens []token.Token) Dialect {
	for _, t := range tokens {
		switch {
		case t.Is("::", "ILIKE", "~", "!~", "~*", "!~*"),
			t.Kind == token.Param && isNumbered(t.Text, '$'), t.Kind == token.Text && t.Source[0]|0x20 == 'e':
			return Postgres
		case t.Is("<=>"):
			return MySQL
		}
	}
	return Unknown
}

// isNumbered reports whether a placeholder is a sign and a number.
func isNumbered(text string, sign byte) bool {
	return text[0] == sign && len(text) > 1 && text[1] >= '0' && text[1] <= '9'
}

// number numbers the placeholders, as SQLite does where they are mixed. A question mark beside "$1" is an operator.
func (p *parser) number() {
	dollars := slices.ContainsFunc(p.t.tokens, func(t token.Token) bool {
		return t.Kind == token.Param && isNumbered(t.Text, '$')
	})
	last, named := 0, map[string]int{}
	for i := range p.t.tokens {
		t := &p.t.tokens[i]
		if t.Kind != token.Param {
			continue
		}
		if t.Text[0] == '?' && dollars {
			t.Kind = token.Sign
			continue
		}
		param := &Param{}
		n, err := strconv.Atoi(t.Text[1:])
		switch {
		case err == nil && t.Text[0] != ':' && t.Text[0] != '@':
			param.Ordinal = n
		case t.Text == "?":
			param.Ordinal = last + 1
		default:
			param.Name = t.Text[1:]
			if named[t.Text] == 0 {
				named[t.Text] = last + 1
			}
			param.Ordinal = named[t.Text]
		}
		last = max(last, param.Ordinal)
		p.params[i] = param
	}
}

// mostNames bounds the names that a star stands for.
const mostNames = 256

// expandStars has each star of a query in FROM stand for all names of columns that the statement has.
func (p *parser) expandStars() {
	names := p.names[:min(len(p.names), mostNames)]
	for _, q := range p.derived {
		for _, part := range append([]*Select{q}, q.Or...) {
			var items []Item
			for _, item := range part.Items {
				if !item.Star || item.X != nil && item.Name != "" {
					items = append(items, item)
					continue
				}
				for _, name := range names {
					x := sources{p}.column(item.Of, name)
					items = append(items, Item{X: x, Name: name, Star: true, Of: item.Of})
				}
			}
			part.Items = items
		}
	}
}
