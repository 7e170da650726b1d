package store

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/store/internal/checks"
)

// Table is a table of a database.
type Table struct {
	Name    string
	Columns []Column // in the order of the table
	Key     []string // the columns of the primary key
	// Unique has the columns of each further unique key, and of each unique index without a condition.
	Unique     [][]string
	References []Reference
	Checks     []string // the conditions of CHECK, as the database writes them
	dialect    dialect
	parsed     *checks.Checks // Checks; nil for none
	// constraints have names by which the database refuses rows.
	constraints []constraint
	rowid       string // SQLite: the name of the hidden number of a row, "" for a table without it
	parted      bool   // PostgreSQL: the rows are in partitions
}

// Column is a column of a table.
type Column struct {
	Name string
	Type string // as the database writes it: varchar(20), numeric(8,2)
	// Schema is the JSON Schema of its values, "" for that of Type.
	Schema string
	// Enum has the texts that the column takes, nil for all.
	Enum []string
	// Nullable columns take NULL, and have it where a row leaves them out and there is no default.
	Nullable bool
	// HasDefault says that the database has a value for a row that leaves the column out: a default, an identity or a
	// number of its own.
	HasDefault bool
	// Generated columns are computed. A row leaves them out.
	Generated bool

	numbered bool   // the database counts the column up
	always   bool   // PostgreSQL: GENERATED ALWAYS AS IDENTITY
	sequence string // PostgreSQL: the sequence that the column has its numbers from
	several  bool   // MySQL: SET, which takes several of Enum
	document bool   // MariaDB: a text that CHECK holds to be JSON
	hints    hints
}

// hints say of a column what its type does not.
type hints struct {
	tells    bool   // the column tells rows apart, or refers to others
	inherits *form  // the values of the column that this one refers to, nil for none
	fits     string // the kind of Go that a program reads the column into, "" if nobody knows
}

// Reference is a foreign key: the columns of a table refer to the columns To of another table, or of the same one.
type Reference struct {
	Columns []string
	Table   string
	To      []string
	Acts    bool // a change of the other table may change this one: ON DELETE CASCADE
}

// constraint is a named constraint of a table.
type constraint struct {
	name    string
	kind    Kind
	columns []string
}

// Column returns the column with a name, nil for none. If no name is equal, it takes one that differs in capitals.
func (t *Table) Column(name string) *Column {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		i = slices.IndexFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Name, name) })
	}
	if i < 0 {
		return nil
	}
	return &t.Columns[i]
}

// Fit says into which kind of Go the program reads the column: "bool", "uint8", "time" and others. Values that do not
// fit are no longer in the schema of the table. Fit reports whether that is new.
func (c *Column) Fit(kind string) bool {
	if c.hints.fits == kind {
		return false
	}
	c.hints.fits = kind
	return true
}

// canChange reports whether all rows of a table may get the same value of the column.
func (c *Column) canChange() bool { return !c.Generated && !c.hints.tells }

// Required reports whether a row has to have a value for the column.
func (c *Column) Required() bool { return !c.Nullable && !c.HasDefault && !c.Generated }

// find returns the table with a name, nil for none. If no name is equal, it takes one that differs in capitals.
func find(tables []Table, name string) *Table {
	i := slices.IndexFunc(tables, func(t Table) bool { return t.Name == name })
	if i < 0 {
		i = slices.IndexFunc(tables, func(t Table) bool { return strings.EqualFold(t.Name, name) })
	}
	if i < 0 {
		return nil
	}
	return &tables[i]
}
