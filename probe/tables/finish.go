package tables

import "slices"

// finish adds the tables that a scope uses to the result. A scope in parentheses that is no statement of its own is
// part of the scope around it.
func (p *reader) finish(s *scope) {
	if s.verb == "" && s.outer != nil {
		s.outer.tables, s.outer.refs = append(s.outer.tables, s.tables...), append(s.outer.refs, s.refs...)
		return
	}
	s.findWritten()
	for _, r := range s.refs {
		if !s.resolve(r) && s.outer != nil {
			s.outer.refs = append(s.outer.refs, r)
		}
	}
	for i := range s.tables {
		p.add(s, &s.tables[i])
	}
	if len(s.tables) == 0 { // DELETE t WHERE
		for _, name := range s.from {
			p.all.add(name, Delete, nil)
		}
	}
}

// add adds the use of one table.
func (p *reader) add(s *scope, b *bound) {
	if b.table == "" {
		return
	}
	if b.way != Read {
		p.all.add(b.table, b.way, b.columns)
	}
	if b.way != Insert && (b.way == Read || s.where) && (s.verb != "MERGE" || b.table != s.target) {
		if b.all {
			b.read = nil
		}
		p.all.add(b.table, Read, b.read)
	}
}

// findWritten finds the tables of the scope that are written.
func (s *scope) findWritten() {
	for _, name := range s.from {
		if b := s.find(name); b != nil {
			b.way = Delete
		}
	}
	if len(s.tables) > 1 && s.tables[0].way != Read && s.tables[0].way != Insert {
		first := s.tables[0] // may be the alias of a table that comes later
		if i := slices.IndexFunc(s.tables[1:], func(b bound) bool { return b.alias == first.table }); i >= 0 {
			s.tables = s.tables[1:]
			s.tables[i].way = first.way
		}
	}
	for _, r := range s.sets {
		b := s.written(r.table)
		if b == nil {
			continue
		}
		if b.way == Read {
			b.way = Update
		}
		b.columns = append(b.columns, r.column)
	}
	if s.verb == "UPDATE" && len(s.sets) > 0 {
		for i := range s.tables { // a join that sets columns of another table
			if b := &s.tables[i]; b.way == Update && len(b.columns) == 0 {
				b.way = Read
			}
		}
	}
}

// written returns the table whose column is set, nil for none.
func (s *scope) written(alias string) *bound {
	if s.verb == "MERGE" {
		return nil
	}
	if b := s.find(alias); b != nil && alias != "" {
		return b
	}
	i := slices.IndexFunc(s.tables, func(b bound) bool { return b.way == Update })
	if i < 0 {
		return nil
	}
	return &s.tables[i]
}

// find returns the table with a name or alias, nil for none.
func (s *scope) find(name string) *bound {
	i := slices.IndexFunc(s.tables, func(b bound) bool { return b.alias == name || b.table == name && name != "" })
	if i < 0 {
		return nil
	}
	return &s.tables[i]
}

// resolve notes that a column is read, and reports whether the scope has its table. A column without the name of a
// table may belong to any of several tables.
func (s *scope) resolve(r ref) bool {
	if r.table != "" {
		b := s.find(r.table)
		if b != nil {
			b.addRead(r.column)
		}
		return b != nil
	}
	for i := range s.tables {
		if b := &s.tables[i]; len(s.tables) > 1 {
			b.all = true
		} else {
			b.addRead(r.column)
		}
	}
	return len(s.tables) > 0
}

// addRead notes that a column is read.
func (b *bound) addRead(column string) {
	if column == "*" {
		b.all = true
	}
	b.read = append(b.read, column)
}
