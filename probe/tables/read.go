package tables

import (
	"slices"
	"strings"
)

// Of returns the tables that the statements of a text use, sorted: each table at most once for each [Way]. It parses
// what the dialects of SQL have in common by keywords, and does not check it: statements that it does not understand
// use nothing. It reads at most the first 64 KB.
func Of(text string) []Use { return usesOf(scan(text)) }

// usesOf returns what [Of] returns for the tokens of a text.
func usesOf(tokens []token) []Use {
	p := &reader{tokens: tokens, made: map[string]bool{}}
	for p.at < len(p.tokens) {
		p.made = map[string]bool{}
		p.block(&scope{})
	}
	return p.all.uses()
}

// maxDepth bounds the depth of nested parentheses that are read.
const maxDepth = 64

// reader reads the tokens of a text.
type reader struct {
	tokens []token
	at     int
	made   map[string]bool // names that WITH defines, which are no tables
	all    summary
}

// clause is a part of a statement.
type clause uint8

const (
	elsewhere clause = iota
	from             // tables and joins
	set              // assignments to columns
	targets          // names before the FROM of a DELETE
)

// scope is a statement, or the content of a pair of parentheses.
type scope struct {
	outer  *scope
	depth  int
	verb   string // "" in what is no statement
	clause clause
	expect bool // a table comes next
	column bool // a column of an assignment comes next
	way    Way  // how the next table is used
	where  bool

	tables []bound
	refs   []ref    // columns that are read
	sets   []ref    // columns that are set
	from   []string // the targets of a DELETE
	target string   // the table that is written
}

// bound is a table in a scope.
type bound struct {
	table, alias string // table is "" of what is none
	way          Way
	columns      []string // columns that are written
	read         []string // columns that are read
	all          bool     // the table is read, in unknown columns
}

// ref names a column; "*" means all columns.
type ref struct{ table, column string }

// peek returns the token at a distance from the next one, a zero token if there is none.
func (p *reader) peek(by int) token {
	if i := p.at + by; i >= 0 && i < len(p.tokens) {
		return p.tokens[i]
	}
	return token{}
}

// is reports whether a token is one of these keywords or signs.
func (t token) is(texts ...string) bool {
	return (t.kind == word || t.kind == sign) && slices.Contains(texts, t.text)
}

// named reports whether a token may be a name.
func (t token) named() bool { return t.kind == quoted || t.kind == word && !reserved[t.text] }

// skip passes the next token if it is one of several, and reports whether it was.
func (p *reader) skip(texts ...string) bool {
	if p.at < len(p.tokens) && p.peek(0).is(texts...) {
		p.at++
		return true
	}
	return false
}

// block reads a scope to its end.
func (p *reader) block(s *scope) {
	for p.at < len(p.tokens) {
		t := p.peek(0)
		switch {
		case t.is(")") && s.outer != nil, t.is(";") && s.outer == nil:
			p.at++
			p.finish(s)
			return
		case t.is("("):
			p.at++
			p.open(s)
		case t.is(","):
			p.at++
			s.expect = s.clause == from && s.verb != "INSERT"
			s.column = s.clause == set
		case t.is("*"):
			p.at++
			p.star(s)
		case t.kind == word && p.keyword(s, t.text):
		case t.named():
			p.name(s)
		default:
			p.at++
		}
	}
	p.finish(s)
}

// open reads the content of parentheses, after the opening one.
func (p *reader) open(s *scope) {
	inner := &scope{outer: s, depth: s.depth + 1}
	switch {
	case inner.depth > maxDepth:
		p.at = len(p.tokens)
		return
	case s.column:
		s.column = false
		for _, name := range p.names() {
			s.sets = append(s.sets, ref{"", name})
		}
		return
	case s.expect && !p.peek(0).is("SELECT", "WITH", "VALUES"):
		inner.clause, inner.expect = from, true
	}
	derived := s.expect
	s.expect = false
	p.block(inner)
	if derived && inner.verb != "" {
		s.tables = append(s.tables, bound{alias: p.alias()})
	}
}

// names reads names up to the closing parenthesis, and skips that.
func (p *reader) names() (out []string) {
	for depth := 1; p.at < len(p.tokens) && depth > 0; p.at++ {
		switch t := p.peek(0); {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		case t.named() && depth == 1:
			out = append(out, strings.ToLower(t.text))
		}
	}
	return out
}

// star handles "*": it notes that all columns are read, unless it is a multiplication.
func (p *reader) star(s *scope) {
	if p.peek(-2).is("SELECT", "DISTINCT", "ALL", ",", "RETURNING") {
		s.refs = append(s.refs, ref{"", "*"})
	}
}

// name reads a name: of a table or of a column, depending on its place.
func (p *reader) name(s *scope) {
	before := p.peek(-1)
	schema, parts := "", p.path()
	last := parts[len(parts)-1]
	if len(parts) > 1 {
		schema = parts[len(parts)-2]
	}
	switch {
	case s.expect:
		p.table(s, schema, last)
	case s.clause == targets:
		s.from = append(s.from, last)
	case s.column:
		s.column = false
		s.sets = append(s.sets, ref{schema, last})
	case p.peek(0).is("("): // a call of a function
	case len(parts) == 1 && (before.named() || before.is(")")): // an alias
	default:
		s.refs = append(s.refs, ref{schema, last})
	}
}

// path reads names with dots between them, the last of which may be "*".
func (p *reader) path() (parts []string) {
	for {
		parts = append(parts, strings.ToLower(p.peek(0).text))
		p.at++
		if after := p.peek(1); !p.peek(0).is(".") || after.kind != word && after.kind != quoted && !after.is("*") {
			return parts
		}
		p.at++
	}
}

// table reads what follows the name of a table, and adds the table.
func (p *reader) table(s *scope, schema, name string) {
	s.expect = false
	written := s.way != Read
	if !written && p.peek(0).is("(") { // a function that returns rows
		p.at++
		p.names()
		s.tables = append(s.tables, bound{alias: p.alias()})
		return
	}
	b := bound{table: name, alias: name, way: s.way}
	if schema == "" && p.made[name] && !written || ofSystem(schema, name) {
		b.table = ""
	}
	if written || s.verb == "MERGE" && s.target == "" {
		s.target, s.way = b.table, Read
	}
	if alias := p.alias(); alias != "" {
		b.alias = alias
	}
	if b.way == Insert && p.skip("(") {
		b.columns = p.names()
	}
	s.tables = append(s.tables, b)
}

// ofSystem reports whether a table describes the database itself.
func ofSystem(schema, name string) bool {
	return schema == "information_schema" || schema == "pg_catalog" || schema == "" && name == "dual" ||
		strings.HasPrefix(name, "sqlite_") || strings.HasPrefix(name, "pg_")
}

// alias reads the alias of a table, "" if it has none.
func (p *reader) alias() string {
	p.skip("AS")
	if !p.peek(0).named() {
		return ""
	}
	p.at++
	return strings.ToLower(p.peek(-1).text)
}
