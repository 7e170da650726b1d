package syntax

import "slices"

// Keys are the columns of a table in their order, and the columns of each of its unique keys, in small letters.
type Keys struct {
	Columns []string
	Unique  [][]string
}

// mostInserted bounds the rows of an INSERT that are read.
const mostInserted = 8

// Met parses an INSERT of values as the query for the rows that have a unique key of an inserted row: the key refuses
// the row, or has the statement do nothing or change the other row. Its comparisons are no conditions of the statement.
// Met returns nil for another statement, and where the values of no key are known.
func Met(text string, d Dialect, keys func(table string) Keys) *Statement {
	p := newParser(text, d)
	s := statements{p}.met(keys)
	if s == nil {
		return nil
	}
	return &Statement{Select: s, Dialect: p.dialect, Columns: p.columns}
}

// met reads an INSERT.
func (p statements) met(keys func(table string) Keys) *Select {
	if !p.t.skip("INSERT", "REPLACE") {
		return nil
	}
	if p.t.skip("OR") {
		p.t.at++
	}
	p.t.pass("LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "IGNORE", "INTO")
	if !isName(p.t.peek(0)) {
		return nil
	}
	from := p.t.at
	parts := p.t.path()
	name := parts[len(parts)-1]
	s := &Select{Written: true, From: []Source{{Table: name, Alias: name, Written: p.t.text(from)}}}
	if p.t.skip("AS") {
		p.t.at++
	}
	of := keys(name)
	names, rows := p.inserted(of.Columns)
	var met []Expr
	for _, row := range rows {
		for _, key := range of.Unique {
			if x := p.same(name, key, names, row); x != nil {
				met = append(met, x)
			}
		}
	}
	switch len(met) {
	case 0:
		return nil
	case 1:
		s.Where = met[0]
	default:
		s.Where = &Or{met}
	}
	return s
}

// inserted reads the rows of an INSERT and the names of their columns, which are all columns if it has no names.
func (p statements) inserted(all []string) (names []string, rows []*List) {
	names = all
	if p.t.skip("(") {
		names = p.t.names()
	}
	if p.t.skip("SET") {
		return p.assigned()
	}
	for p.t.peek(0).Is("OVERRIDING", "SYSTEM", "USER", "VALUE") && !p.t.peek(1).Is("(") {
		p.t.at++
	}
	if !p.t.skip("VALUES", "VALUE") {
		return nil, nil
	}
	for len(rows) < mostInserted && p.t.skip("(") {
		rows = append(rows, conditions(p).list())
		p.t.skip(",")
	}
	return names, rows
}

// assigned reads the columns of an INSERT with SET, and their values.
func (p statements) assigned() (names []string, rows []*List) {
	row := &List{}
	for isName(p.t.peek(0)) && p.t.peek(1).Is("=") {
		names = append(names, nameOf(p.t.peek(0)))
		p.t.at += 2
		row.Items = append(row.Items, operands(p).bits())
		if !p.t.skip(",") {
			break
		}
	}
	return names, []*List{row}
}

// same returns the condition that a row of a table has the key of an inserted row, nil if that is not known.
func (p statements) same(table string, key, names []string, row *List) Expr {
	var parts []Expr
	for _, name := range key {
		i := slices.Index(names, name)
		if i < 0 || i >= len(row.Items) || !Known(row.Items[i]) || len(Columns(nil, row.Items[i])) > 0 {
			return nil
		}
		parts = append(parts, &Compare{Op: Equal, X: sources(p).column(table, name), Y: row.Items[i]})
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &And{parts}
}
