package store

import (
	"strings"

	"github.com/evoke-go/evoke/value"
)

// insertion writes the insertion of a row into a table that may not be known: nil, with its name.
func (w *scribe) insertion(t *Table, name string, row value.Object) string {
	var columns, values, numbered []string
	always := false
	for _, m := range row {
		if value.IsAbsent(m.Value) {
			continue
		}
		var c *Column
		if t != nil {
			c = t.Column(m.Name)
		}
		written := m.Name
		if c != nil {
			written = c.Name
			always = always || c.always
			if c.sequence != "" && m.Value != nil {
				numbered = append(numbered, w.sequence(name, c))
			}
		}
		columns, values = append(columns, w.name(written)), append(values, w.literal(c, m.Value))
	}
	out := "INSERT INTO " + w.table(name)
	switch {
	case len(columns) > 0:
		out += " (" + strings.Join(columns, ", ") + ")"
		if always {
			out += " OVERRIDING SYSTEM VALUE"
		}
		out += " VALUES (" + strings.Join(values, ", ") + ")"
	case w.dialect == mysql:
		out += " () VALUES ()"
	default:
		out += " DEFAULT VALUES"
	}
	for _, s := range numbered {
		out += "; " + s
	}
	return out
}

// sequence writes the statement that has a sequence go on behind the numbers of a column. PostgreSQL counts only the
// numbers that it gave: the next row of the program would get the number of a row that is there.
func (w *scribe) sequence(table string, c *Column) string {
	return "SELECT setval(" + w.text(c.sequence) + ", (SELECT greatest(max(" + w.name(c.Name) + "), 1) FROM " +
		w.table(table) + "))"
}

// changing writes a change of all rows of a table that may not be known: nil, with its name.
func (w *scribe) changing(t *Table, name string, values value.Object) string {
	var set []string
	for _, m := range values {
		var c *Column
		if t != nil {
			c = t.Column(m.Name)
		}
		written := m.Name
		if c != nil {
			written = c.Name
		}
		set = append(set, w.name(written)+" = "+w.literal(c, m.Value))
	}
	return "UPDATE " + w.table(name) + " SET " + strings.Join(set, ", ")
}
