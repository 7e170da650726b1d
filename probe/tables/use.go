package tables

import (
	"cmp"
	"slices"
	"strings"
)

// Way is how a statement uses a table.
type Way uint8

// The ways. An UPDATE or a DELETE with a condition also reads its table.
const (
	Read Way = iota
	Insert
	Update
	Delete
)

// Use is the use of a table by a statement.
type Use struct {
	// Table is the name in small letters, without the schema.
	Table string
	Way   Way
	// Columns are the names in small letters, sorted, each once. It is empty if the statement does not name them, or
	// uses all columns.
	Columns []string
}

// mostColumns bounds the columns that are named in a text.
const mostColumns = 6

// change returns in words what a statement that uses a table does to the table. An update names its columns: to note
// when somebody was there last is another thing than to change the rest.
func (u *Use) change() string {
	switch u.Way {
	case Insert:
		return "inserts into " + u.Table
	case Delete:
		return "deletes from " + u.Table
	}
	if n := len(u.Columns); n == 0 || n > mostColumns {
		return "updates " + u.Table
	}
	return "updates " + u.Table + " (" + strings.Join(u.Columns, ", ") + ")"
}

// summary collects uses.
type summary struct{ list []Use }

// add adds a use. No columns means all columns.
func (s *summary) add(table string, way Way, columns []string) {
	i := slices.IndexFunc(s.list, func(u Use) bool { return u.Table == table && u.Way == way })
	switch {
	case i < 0:
		s.list = append(s.list, Use{table, way, slices.Clone(columns)})
	case len(columns) == 0:
		s.list[i].Columns = nil
	case len(s.list[i].Columns) > 0:
		s.list[i].Columns = append(s.list[i].Columns, columns...)
	}
}

// uses returns the uses, sorted.
func (s *summary) uses() []Use {
	for i := range s.list {
		slices.Sort(s.list[i].Columns)
		s.list[i].Columns = slices.Compact(s.list[i].Columns)
	}
	slices.SortFunc(s.list, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Way, b.Way))
	})
	return s.list
}
