package where

import (
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// state says what stands in the place of a source.
type state uint8

const (
	unset     state = iota // no row yet
	filled                 // a row
	void                   // a row of NULLs, by a LEFT JOIN
	opaque                 // a source that nobody knows
	draft                  // a row that is being made: what it lacks is not known yet
	projected              // the row of a query in FROM whose own rows are being made
)

// slot is the row of a source in a combination.
type slot struct {
	row   Row
	state state
	inner *scope // of a projected row
}

// scope is a query that is evaluated, with its combination of rows.
type scope struct {
	plan  *plan
	outer *scope
	depth int
	slots []slot
	group [][]slot // the combinations of the group at hand
}

// binding says where a column is.
type binding struct {
	kind   bindingKind
	up     int // how many scopes further out
	source int // or the item that has the name
	key    string
	reads  reading
}

// reading is what the texts of a column are, as far as its type tells: some drivers return texts for all values.
type reading uint8

const (
	asText reading = iota
	asNumber
	asTime
)

type bindingKind uint8

const (
	unbound bindingKind = iota
	toColumn
	toItem
	toText
	toNothing
)

// bind finds the source of a column.
func (e binder) bind(c *syntax.Column, s *scope) *binding {
	b := &e.bound[c.ID]
	if b.kind == unbound {
		*b = e.find(c, s)
		if b.kind == toColumn {
			b.reads = e.reading(&s.out(b.up).plan.query.From[b.source], b.key)
		}
	}
	return b
}

// reading returns what the texts of a column are. In SQLite, dates are texts.
func (e binder) reading(from *syntax.Source, name string) reading {
	for _, c := range e.columns[from.Table] {
		if !strings.EqualFold(c.Name, name) {
			continue
		}
		name := strings.ToLower(c.Type)
		kind := cell.KindOf(name)
		switch {
		case kind == cell.Integer || kind == cell.Real:
			return asNumber
		case e.rules.Coerce && (kind == cell.Day || strings.Contains(name, "time")):
			return asTime
		}
	}
	return asText
}

// out returns the scope that is a number of scopes further out.
func (s *scope) out(up int) *scope {
	for range up {
		s = s.outer
	}
	return s
}

func (e binder) find(c *syntax.Column, s *scope) binding {
	sure := true
	for up := 0; s != nil; s, up = s.outer, up+1 {
		b, known := e.findIn(c, s)
		if b.kind != unbound {
			b.up = up
			return b
		}
		sure = sure && known
	}
	if c.Double != "" && sure {
		return binding{kind: toText}
	}
	return binding{kind: toNothing}
}

// findIn finds a column in one scope. Known says that the columns of all sources are known.
func (e binder) findIn(c *syntax.Column, s *scope) (out binding, known bool) {
	known = true
	var open []int // sources whose columns are not known
	for i := range s.plan.query.From {
		from := &s.plan.query.From[i]
		if c.Table != "" && c.Table != from.Alias {
			continue
		}
		names := e.columnsOf(from, s)
		switch key := keyOf(names, c.Name); {
		case names == nil && c.Table != "":
			return binding{kind: toColumn, source: i, key: c.Name}, true
		case names == nil:
			open = append(open, i)
		case key != "":
			return binding{kind: toColumn, source: i, key: key}, true
		case c.Table != "":
			return binding{kind: toNothing}, true
		}
	}
	if c.Table != "" {
		return binding{}, true
	}
	for i, item := range s.plan.query.Items {
		if x, same := item.X.(*syntax.Column); item.Name == c.Name && !(same && x.Name == c.Name) {
			return binding{kind: toItem, source: i}, true
		}
	}
	switch len(open) {
	case 0:
		return binding{}, true
	case 1:
		return binding{kind: toColumn, source: open[0], key: c.Name}, true
	}
	return binding{kind: toNothing}, false
}

// columnsOf returns the names of the columns of a source, nil if they are not known.
func (e binder) columnsOf(from *syntax.Source, s *scope) []string {
	switch {
	case from.Query != nil:
		return e.derivedColumns(from.Query, s)
	case from.Table == "":
		return nil
	}
	if names, ok := e.names[from.Table]; ok {
		return names
	}
	names := e.namesOf(from.Table)
	e.names[from.Table] = names
	return names
}

// namesOf returns the names of the columns of a table, nil if they are not known.
func (e binder) namesOf(table string) (out []string) {
	if columns, ok := e.columns[table]; ok {
		for _, c := range columns {
			out = append(out, c.Name)
		}
		return out
	}
	if rows := e.rows[table]; len(rows) > 0 {
		return slices.Sorted(maps.Keys(rows[0]))
	}
	return nil
}

// derivedColumns returns the names of the columns of a query, nil if they are not known. A star may stand for columns
// that its sources do not have: of these, the ones of sources count.
func (e binder) derivedColumns(q *syntax.Select, s *scope) []string {
	var names []string
	for _, item := range q.Items {
		switch {
		case !item.Star:
			names = append(names, item.Name)
		case len(names) > 0 && names[len(names)-1] == "*":
		default:
			names = append(names, "*")
		}
	}
	if !slices.Contains(names, "*") {
		return names
	}
	for i := range q.From {
		of := e.columnsOf(&q.From[i], s)
		if of == nil {
			return nil
		}
		names = append(names, of...)
	}
	return names
}

// keyOf returns the name of a column as its table has it, "" if it has none.
func keyOf(names []string, name string) string {
	if name == "" {
		return ""
	}
	if slices.Contains(names, name) {
		return name
	}
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return n
		}
	}
	return ""
}

// item computes an expression that a name stands for. It may have that name itself.
func (e binder) item(x syntax.Expr, s *scope) any {
	if e.nested > mostNested {
		return cell.Unknown{}
	}
	e.nested++
	out := e.value(x, s)
	e.nested--
	return out
}

// column returns the value of a column.
func (e binder) column(c *syntax.Column, s *scope) any {
	b := e.bind(c, s)
	switch b.kind {
	case toText:
		return c.Double
	case toNothing:
		return cell.Unknown{}
	}
	s = s.out(b.up)
	e.lowest = min(e.lowest, s.depth)
	if b.kind == toItem {
		return e.item(s.plan.query.Items[b.source].X, s)
	}
	at := &s.slots[b.source]
	switch at.state {
	case unset, opaque:
		return cell.Unknown{}
	case void:
		return nil
	case projected:
		if i := slices.Index(at.inner.plan.names, b.key); i >= 0 {
			return e.item(at.inner.plan.query.Items[i].X, at.inner)
		}
		return cell.Unknown{}
	}
	v, there := at.row[b.key]
	if !there && at.state == draft {
		return cell.Unknown{}
	}
	return b.reads.value(cell.Plain(v))
}

// newScope returns a scope whose sources have no rows yet.
func newScope(p *plan, outer *scope) *scope {
	s := &scope{plan: p, outer: outer, slots: make([]slot, len(p.query.From))}
	if outer != nil {
		s.depth = outer.depth + 1
	}
	return s
}

// value returns a value as the column has it.
func (r reading) value(v any) any {
	text, ok := v.(string)
	switch {
	case !ok:
	case r == asNumber:
		if n, numeric := cell.Number(text); numeric {
			return n
		}
	case r == asTime:
		if at, isTime := cell.Time(text); isTime {
			return at
		}
	}
	return v
}
