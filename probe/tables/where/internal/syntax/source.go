package syntax

import (
	"slices"

	"github.com/evoke-go/evoke/probe/tables/internal/token"
)

// from reads sources with commas and joins between them, and adds them to a query.
func (p sources) from(s *Select) {
	defer p.t.leave()
	if !p.t.enter() {
		return
	}
	first := len(s.From)
	p.source(s)
	for len(s.From) < maxSources {
		switch {
		case p.t.skip(","):
			p.source(s)
		case p.joins():
			p.join(s, first)
		default:
			return
		}
	}
	s.From = append(s.From[:first], Source{})
	p.t.until("WHERE", "SET", "GROUP", "ORDER", "UNION", ";")
}

// joins reports whether a join follows.
func (p sources) joins() bool {
	return p.t.peek(0).Is("JOIN", "INNER", "CROSS", "LEFT", "RIGHT", "FULL", "NATURAL", "STRAIGHT_JOIN")
}

// join reads a join. A RIGHT JOIN of two sources is a LEFT JOIN of these in the other order.
func (p sources) join(s *Select, first int) {
	natural := p.t.skip("NATURAL")
	side := p.t.peek(0)
	p.t.pass("INNER", "CROSS", "LEFT", "RIGHT", "FULL", "OUTER")
	p.t.skip("JOIN", "STRAIGHT_JOIN", "APPLY")
	n := len(s.From)
	p.source(s)
	if len(s.From) == n {
		return
	}
	at := &s.From[n]
	if side.Is("LEFT", "FULL") {
		at.Join = Left
	}
	switch {
	case natural:
		at.On = &Opaque{}
	case p.t.skip("ON"):
		at.On = conditions(p).condition()
	case p.t.peek(0).Is("USING") && p.t.peek(1).Is("("):
		at.On = p.using(s.From[first], *at)
	}
	if side.Is("RIGHT") && n == first+1 && len(s.From) == n+1 {
		left, right := s.From[first], s.From[n]
		left.On, right.On, left.Join = right.On, nil, Left
		s.From[first], s.From[n] = right, left
	}
}

// using reads the columns that two sources share.
func (p sources) using(a, b Source) Expr {
	p.t.at += 2
	out := &And{}
	for _, name := range p.t.names() {
		text := a.Alias + "." + name + " = " + b.Alias + "." + name
		out.Parts = append(out.Parts,
			&Compare{Leaf{Text: text}, Equal, p.column(a.Alias, name), p.column(b.Alias, name)})
	}
	return out
}

// column makes a column.
func (p sources) column(table, name string) *Column {
	p.columns++
	if !slices.Contains(p.names, name) && len(p.names) <= mostNames {
		p.names = append(p.names, name)
	}
	return &Column{ID: p.columns - 1, Table: table, Name: name}
}

// source reads one source, or several in parentheses.
func (p sources) source(s *Select) {
	p.t.skip("LATERAL")
	switch {
	case p.t.peek(0).Is("(") && p.t.peek(1).Is("SELECT", "WITH", "("):
		p.t.at++
		if p.t.peek(0).Is("(") && !p.t.peek(1).Is("SELECT", "WITH") {
			p.from(s)
			p.t.close()
			return
		}
		q := statements(p).query()
		if !p.t.close() {
			q = nil
		}
		p.named(s, Source{Query: q})
	case p.t.skip("("):
		p.from(s)
		p.t.close()
		p.alias()
	case isName(p.t.peek(0)):
		p.table(s)
	default:
		s.From = append(s.From, Source{})
	}
}

// table reads the name of a table, of a query of WITH, or of a function that returns rows.
func (p sources) table(s *Select) {
	from := p.t.at
	parts := p.t.path()
	name := parts[len(parts)-1]
	out := Source{Table: name, Alias: name, Written: p.t.text(from)}
	made, isMade := p.made[name]
	switch {
	case p.t.skip("("):
		p.t.close()
		out.Table = ""
	case isMade && len(parts) == 1:
		out.Table, out.Query = "", made
	case ofSystem(parts):
		out.Table = ""
	}
	p.named(s, out)
}

// ofSystem reports whether a table describes the database itself.
func ofSystem(parts []string) bool {
	name := parts[len(parts)-1]
	if len(parts) > 1 {
		schema := parts[len(parts)-2]
		return schema == "information_schema" || schema == "pg_catalog" || schema == "performance_schema"
	}
	return name == "dual" || len(name) > 7 && name[:7] == "sqlite_" || len(name) > 3 && name[:3] == "pg_"
}

// named reads the alias of a source and what may follow it, and adds the source.
func (p sources) named(s *Select, out Source) {
	p.partition()
	if name := p.alias(); name != "" {
		out.Alias = name
	}
	if out.Query != nil && p.t.skip("(") {
		out.Query = out.Query.named(p.t.names())
	}
	p.partition()
	if out.Query != nil {
		p.derived = append(p.derived, out.Query)
	}
	s.From = append(s.From, out)
}

// alias reads an alias, "" for none.
func (p sources) alias() string {
	as := p.t.skip("AS")
	t := p.t.peek(0)
	hint := t.Is("USE", "FORCE", "IGNORE") && p.t.peek(1).Is("INDEX", "KEY")
	if !isName(t) && !(as && t.Kind == token.Word) || hint || t.Is("TABLESAMPLE", "PARTITION") {
		return ""
	}
	p.t.at++
	return nameOf(t)
}

// partition passes hints on a table.
func (p sources) partition() {
	switch t := p.t.peek(0); {
	case t.Is("NOT") && p.t.peek(1).Is("INDEXED"):
		p.t.at += 2
	case t.Is("INDEXED") && p.t.peek(1).Is("BY"):
		p.t.at += 3
	case t.Is("USE", "FORCE", "IGNORE") && p.t.peek(1).Is("INDEX", "KEY"), t.Is("TABLESAMPLE", "PARTITION"):
		for !p.t.done() && !p.t.peek(0).Is("(", ";") {
			p.t.at++
		}
		if p.t.skip("(") {
			p.t.close()
		}
	}
}
