package syntax

import "slices"

// statement reads a statement, nil for one without rows to find.
func (p statements) statement() *Select {
	if p.t.skip("WITH") {
		p.with()
	}
	switch t := p.t.peek(0); {
	case t.Is("SELECT", "("):
		return p.query()
	case t.Is("UPDATE"):
		return p.update()
	case t.Is("DELETE"):
		return p.delete()
	case t.Is("INSERT", "REPLACE"):
		p.t.until("SELECT", "WITH", ";")
		switch {
		case p.t.skip("WITH"):
			p.with()
			return p.query()
		case p.t.peek(0).Is("SELECT"):
			return p.query()
		}
	}
	return nil
}

// with reads the queries that WITH defines.
func (p statements) with() {
	recursive := p.t.skip("RECURSIVE")
	for isName(p.t.peek(0)) {
		name := nameOf(p.t.peek(0))
		p.t.at++
		var columns []string
		if p.t.skip("(") {
			columns = p.t.names()
		}
		p.t.pass("AS", "NOT", "MATERIALIZED")
		if !p.t.skip("(") {
			return
		}
		var q *Select
		if p.t.peek(0).Is("SELECT", "(") && !recursive {
			q = p.query()
		}
		p.t.close()
		p.made[name] = q.named(columns)
		if !p.t.skip(",") {
			return
		}
	}
}

// named gives the columns of a query names.
func (s *Select) named(columns []string) *Select {
	if s == nil || len(columns) == 0 {
		return s
	}
	out := *s
	out.Items = slices.Clone(s.Items)
	for i, name := range columns {
		if i < len(out.Items) {
			out.Items[i].Name = name
		}
	}
	return &out
}

// update reads an UPDATE.
func (p statements) update() *Select {
	p.t.at++
	if p.t.skip("OR") {
		p.t.at++
	}
	p.t.pass("LOW_PRIORITY", "IGNORE", "ONLY")
	s := &Select{Written: true}
	sources(p).from(s)
	if !p.t.skip("SET") || len(s.From) == 0 {
		return nil
	}
	p.t.until("FROM", "WHERE", "ORDER", "LIMIT", "RETURNING", ";")
	if p.t.skip("FROM") {
		first, n := s.From[0], len(s.From)
		sources(p).from(s)
		if slices.ContainsFunc(s.From[n:], func(x Source) bool { return x.Alias == first.Table }) {
			s.From = s.From[1:] // it was an alias
		}
	}
	p.rest(s)
	return s
}

// delete reads a DELETE.
func (p statements) delete() *Select {
	p.t.at++
	p.t.pass("LOW_PRIORITY", "QUICK", "IGNORE")
	s := &Select{Written: true}
	p.t.until("FROM", ";")
	if !p.t.skip("FROM") {
		return nil
	}
	p.t.skip("ONLY")
	sources(p).from(s)
	if p.t.skip("USING") {
		n := len(s.From)
		sources(p).from(s)
		first := s.From[0]
		if slices.ContainsFunc(s.From[n:], func(x Source) bool { return x.Alias == first.Alias }) {
			s.From = s.From[1:] // DELETE FROM a USING a JOIN b
		}
	}
	p.rest(s)
	return s
}

// query reads a query with all parts of a UNION.
func (p statements) query() *Select {
	defer p.t.leave()
	if !p.t.enter() {
		return &Select{}
	}
	items := p.items
	p.items = false
	defer func() { p.items = items }()
	s := p.core()
	for p.t.peek(0).Is("UNION", "EXCEPT", "INTERSECT", "MINUS") {
		union := p.t.peek(0).Is("UNION")
		p.t.at++
		p.t.skip("ALL", "DISTINCT")
		other := p.core()
		if !union {
			s.Part = true
			continue
		}
		s.Or = append(s.Or, other)
	}
	p.tail(s)
	return s
}

// core reads a query without what follows its last part.
func (p statements) core() *Select {
	s := &Select{}
	switch {
	case p.t.skip("("):
		s = p.query()
		p.t.close()
		return s
	case p.t.skip("WITH"):
		p.with()
		return p.core()
	case !p.t.skip("SELECT"):
		p.t.until("UNION", "EXCEPT", "INTERSECT", ";")
		s.From = []Source{{}}
		return s
	}
	if p.t.skip("DISTINCT") && p.t.skip("ON") && p.t.skip("(") {
		p.t.close()
	}
	p.t.pass("ALL", "SQL_CALC_FOUND_ROWS", "STRAIGHT_JOIN", "SQL_NO_CACHE")
	p.selected(s)
	if p.t.skip("INTO") {
		p.t.until("FROM", "WHERE", ";")
	}
	if p.t.skip("FROM") {
		sources(p).from(s)
	}
	p.rest(s)
	return s
}

// selected reads the expressions of a SELECT.
func (p statements) selected(s *Select) {
	for !p.t.done() {
		s.Items = append(s.Items, p.item())
		if !p.t.skip(",") {
			return
		}
	}
}

// item reads an expression of a SELECT and its name.
func (p statements) item() Item {
	out := Item{X: &Opaque{}}
	switch {
	case p.t.skip("*"):
		out.Star = true
	case isName(p.t.peek(0)) && p.t.peek(1).Is(".") && p.t.peek(2).Is("*"):
		out.Star, out.Of = true, nameOf(p.t.peek(0))
		p.t.at += 3
	default:
		p.items = true
		out.X = conditions(p).or()
		p.items = false
		p.t.skip("AS")
		if t := p.t.peek(0); isName(t) {
			out.Name = nameOf(t)
			p.t.at++
		} else if c, ok := out.X.(*Column); ok {
			out.Name = c.Name
		}
	}
	if p.t.done() || p.t.peek(0).Is(",", ")", ";") || ends[p.t.peek(0).Text] {
		return out
	}
	p.t.until(",", "FROM", "UNION", ";")
	return Item{X: &Opaque{}}
}

// rest reads the clauses that follow the sources.
func (p statements) rest(s *Select) {
	if p.t.skip("WHERE") {
		s.Where = conditions(p).condition()
	}
	if p.t.skip("GROUP") && p.t.skip("BY") {
		for _, k := range p.keys() {
			s.Group = append(s.Group, k.X)
		}
		if p.t.skip("WITH") {
			p.t.skip("ROLLUP")
		}
	}
	if p.t.skip("HAVING") {
		s.Having = conditions(p).condition()
	}
	if s.Written {
		p.tail(s)
	}
}

// tail reads ORDER BY and LIMIT.
func (p statements) tail(s *Select) {
	if p.t.skip("WINDOW") {
		p.t.until("ORDER", "LIMIT", "OFFSET", "FETCH", "FOR", ";")
	}
	if p.t.skip("ORDER") && p.t.skip("BY") {
		s.Order = p.keys()
	}
	if p.t.skip("LIMIT") {
		p.t.until(",", "OFFSET", "FOR", ";", "UNION", "EXCEPT", "INTERSECT")
	}
	s.Skips = p.t.peek(0).Is(",", "OFFSET")
	p.t.until(";", "UNION", "EXCEPT", "INTERSECT")
}

// keys reads expressions with commas between them.
func (p statements) keys() (out []Key) {
	for !p.t.done() {
		k := Key{X: conditions(p).or()}
		if k.Desc = p.t.skip("DESC"); !k.Desc {
			p.t.skip("ASC")
		}
		out = append(out, k)
		if !p.t.peek(0).Is(",") {
			p.t.until(",", "HAVING", "ORDER", "LIMIT", "OFFSET", "FETCH", "FOR", "UNION", "EXCEPT", "INTERSECT",
				"RETURNING", "WITH", "WINDOW", ";")
		}
		if !p.t.skip(",") {
			break
		}
	}
	return out
}
