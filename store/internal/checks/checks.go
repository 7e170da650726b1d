// Package checks changes rows until the CHECKs of their table accept them.
package checks

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// Checks are the CHECKs of a table. They are immutable.
type Checks struct {
	dialect where.Dialect
	columns []where.Column // their names in small letters
	list    []check
}

// check is a CHECK with the columns that it is about, in small letters.
type check struct {
	text    string
	columns []string
	query   *where.Query // answers rows that the CHECK accepts; nil if it is not understood
}

// names are the names in a condition.
var names = regexp.MustCompile(`[\pL_][\pL\pN_$]*`)

// New returns the CHECKs of a table with columns. The conditions are those that the database keeps.
func New(d where.Dialect, columns []where.Column, conditions []string) *Checks {
	c := &Checks{dialect: d, columns: columns}
	for _, text := range conditions {
		own := check{text: text, query: c.selecting(text)}
		for _, word := range names.FindAllString(text, -1) {
			word = strings.ToLower(word)
			known := func(column where.Column) bool { return column.Name == word }
			if slices.ContainsFunc(columns, known) && !slices.Contains(own.columns, word) {
				own.columns = append(own.columns, word)
			}
		}
		c.list = append(c.list, own)
	}
	return c
}

// selecting returns the query for the rows that meet a condition, nil if it is not understood.
func (c *Checks) selecting(condition string) *where.Query {
	q := where.ParseIn(c.dialect, "SELECT * FROM checked WHERE "+condition)
	if q == nil {
		return nil
	}
	return q.With(map[string][]where.Column{"checked": c.columns})
}

// Mend returns values with which the CHECKs that refuse a row accept it, as far as they are understood: none if they
// accept it already, or if no such values are found. It changes columns of these CHECKs that may change. A column that
// the row does not have, or whose value is NULL, is refused by none.
func (c *Checks) Mend(row where.Row, mayChange func(column string) bool) []where.Assigned {
	refusing := c.refusing(row)
	var free []string
	for _, own := range refusing {
		for _, name := range own.columns {
			if mayChange(name) && !slices.Contains(free, name) {
				free = append(free, name)
			}
		}
	}
	if len(free) == 0 {
		return nil
	}
	changed := where.Row{}
	for name, v := range row {
		changed[name] = v
	}
	var out []where.Assigned
	for _, a := range c.accepted(row, free) {
		if slices.Contains(free, a.Column) {
			out = append(out, a)
			changed[a.Column] = a.Value
		}
	}
	if len(c.refusing(changed)) > 0 {
		return nil
	}
	return out
}

// refusing returns the CHECKs that refuse a row.
func (c *Checks) refusing(row where.Row) (out []check) {
	for _, own := range c.list {
		if own.query != nil && own.isAbout(row) &&
			own.query.Evaluate(nil, where.Rows{"checked": {row}}).Any < 1 {
			out = append(out, own)
		}
	}
	return out
}

// isAbout reports whether a row has all columns of a CHECK.
func (c *check) isAbout(row where.Row) bool {
	return len(c.columns) > 0 && !slices.ContainsFunc(c.columns, func(name string) bool { return row[name] == nil })
}

// accepted returns values of free columns with which the CHECKs about them accept a row.
func (c *Checks) accepted(row where.Row, free []string) []where.Assigned {
	var conditions, held []string
	var args []where.Arg
	isFree := func(name string) bool { return slices.Contains(free, name) }
	for _, own := range c.list {
		if own.query == nil || !own.isAbout(row) || !slices.ContainsFunc(own.columns, isFree) {
			continue
		}
		conditions = append(conditions, "("+own.text+")")
		for _, name := range own.columns {
			if isFree(name) || slices.Contains(held, name) {
				continue
			}
			held = append(held, name)
			args = append(args, where.Arg{Ordinal: len(args) + 1, Value: row[name]})
			conditions = append(conditions, name+" = "+c.placeholder(len(args)))
		}
	}
	q := c.selecting(strings.Join(conditions, " AND "))
	if q == nil {
		return nil
	}
	wanted := q.Evaluate(args, where.Rows{}).Wanted
	if len(wanted) == 0 {
		return nil
	}
	return wanted[0].Values
}

// placeholder writes the n-th argument of a statement.
func (c *Checks) placeholder(n int) string {
	if c.dialect == where.Postgres {
		return "$" + strconv.Itoa(n)
	}
	return "?"
}

// Matching returns a text that matches a regular expression: a text itself, or in small letters, or in capitals, or
// else a text of the expression alone. It returns false if there is none.
func Matching(pattern, text string) (string, bool) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return "", false
	}
	other, _ := Sample(pattern, 0)
	for _, v := range []string{text, strings.ToLower(text), strings.ToUpper(text), other} {
		if re.MatchString(v) {
			return v, true
		}
	}
	return "", false
}
