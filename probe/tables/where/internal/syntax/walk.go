package syntax

import "slices"

// Children calls do with each expression that an expression has as a part, except for those of its query.
func Children(e Expr, do func(Expr)) {
	all := func(list ...Expr) {
		for _, x := range list {
			if x != nil {
				do(x)
			}
		}
	}
	switch e := e.(type) {
	case *Binary:
		all(e.X, e.Y)
	case *Call:
		all(e.Args...)
	case *Cast:
		all(e.X)
	case *Collate:
		all(e.X)
	case *List:
		all(e.Items...)
	case *Case:
		all(e.Of)
		for _, w := range e.When {
			all(w.If, w.Then)
		}
		all(e.Else)
	case *Compare:
		all(e.X, e.Y)
	case *Between:
		all(e.X, e.Low, e.High)
	case *In:
		all(e.X)
		all(e.Items...)
	case *Quantified:
		all(e.X, e.Array)
	case *Like:
		all(e.X, e.Pattern, e.Escape)
	case *Null:
		all(e.X)
	case *Truth:
		all(e.X)
	case *And:
		all(e.Parts...)
	case *Or:
		all(e.Parts...)
	case *Not:
		all(e.X)
	}
}

// Query returns the query of an expression, nil for none.
func Query(e Expr) *Select {
	switch e := e.(type) {
	case *Scalar:
		return e.Query
	case *In:
		return e.Query
	case *Quantified:
		return e.Query
	case *Exists:
		return e.Query
	}
	return nil
}

// Expressions calls do with each expression of a query that stands in none of its parts, and with the queries of its
// sources and its other parts.
func (s *Select) Expressions(do func(Expr), query func(*Select)) {
	some := func(e Expr) {
		if e != nil {
			do(e)
		}
	}
	for _, item := range s.Items {
		some(item.X)
	}
	for _, from := range s.From {
		if from.Query != nil {
			query(from.Query)
		}
		some(from.On)
	}
	some(s.Where)
	for _, e := range s.Group {
		some(e)
	}
	some(s.Having)
	for _, k := range s.Order {
		some(k.X)
	}
	for _, other := range s.Or {
		query(other)
	}
}

// Columns appends the columns of an expression, with those of its queries.
func Columns(into []*Column, e Expr) []*Column {
	if c, ok := e.(*Column); ok {
		return append(into, c)
	}
	Children(e, func(x Expr) { into = Columns(into, x) })
	if q := Query(e); q != nil {
		into = q.columns(into)
	}
	return into
}

func (s *Select) columns(into []*Column) []*Column {
	s.Expressions(func(e Expr) { into = Columns(into, e) }, func(q *Select) { into = q.columns(into) })
	return into
}

// Tables calls do with each table of a query and of the queries in it: its name in small letters and as it is written.
func (s *Select) Tables(do func(name, written string)) {
	for _, from := range s.From {
		if from.Table != "" {
			do(from.Table, from.Written)
		}
	}
	var in func(Expr)
	in = func(e Expr) {
		if q := Query(e); q != nil {
			q.Tables(do)
		}
		Children(e, in)
	}
	s.Expressions(in, func(q *Select) { q.Tables(do) })
}

// leafOf returns the number of a condition, nil for an expression that has none.
func leafOf(e Expr) *Leaf {
	switch e := e.(type) {
	case *Compare:
		return &e.Leaf
	case *Between:
		return &e.Leaf
	case *In:
		return &e.Leaf
	case *Quantified:
		return &e.Leaf
	case *Like:
		return &e.Leaf
	case *Null:
		return &e.Leaf
	case *Truth:
		return &e.Leaf
	case *Exists:
		return &e.Leaf
	}
	return nil
}

// most bounds the conditions of a statement that are numbered.
const most = 256

// number numbers the conditions of a query.
func (s *Statement) number(q *Select) {
	for i := range q.From {
		from := &q.From[i]
		if from.Query != nil {
			s.number(from.Query)
		}
		if from.Query == nil && from.Table == "" && from.Alias != "" {
			s.dark = append(s.dark, from.Alias)
		}
		s.numberIn(q.From[i].On)
	}
	s.numberIn(q.Where)
	s.numberIn(q.Having)
	for _, other := range q.Or {
		s.number(other)
	}
}

// numberIn numbers the conditions of an expression.
func (s *Statement) numberIn(e Expr) {
	if e == nil {
		return
	}
	if l := leafOf(e); l != nil && l.ID == 0 && l.Text != "" && len(s.Conditions) < most && s.judged(e) {
		s.Conditions = append(s.Conditions, l.Text)
		l.ID = len(s.Conditions)
	}
	switch e := e.(type) {
	case *Truth, *And, *Or, *Not, *Compare, *In, *Quantified, *Between:
		Children(e, s.numberIn)
	}
	if q := Query(e); q != nil {
		s.number(q)
	}
}

// judged reports whether a condition can be judged, and depends on rows or arguments.
func (s *Statement) judged(e Expr) bool {
	return Known(e) && varies(e) && !slices.ContainsFunc(Columns(nil, e), func(c *Column) bool {
		return slices.Contains(s.dark, c.Table)
	})
}

// varies reports whether an expression depends on rows or arguments.
func varies(e Expr) bool {
	switch e.(type) {
	case *Column, *Param, *Call:
		return true
	}
	varying := Query(e) != nil
	Children(e, func(x Expr) { varying = varying || varies(x) })
	return varying
}

// Known reports whether an expression has no part that is [Opaque]. Conditions that are combined count as known,
// since their other parts can be judged.
func Known(e Expr) bool {
	switch e.(type) {
	case *Opaque:
		return false
	case *And, *Or, *Not:
		return true
	}
	known := true
	Children(e, func(x Expr) { known = known && Known(x) })
	return known
}
