package store

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
)

// Kind says what a constraint holds.
type Kind string

// The kinds of constraints.
const (
	Unique     Kind = "UNIQUE" // also the primary key
	NotNull    Kind = "NOT NULL"
	ForeignKey Kind = "FOREIGN KEY"
	Check      Kind = "CHECK"
	Type       Kind = "TYPE" // the value is too long, too large or no value of the type
)

// Refused is the error for a row that a constraint of the database refuses.
type Refused struct {
	Table string
	Kind  Kind
	// Columns are the columns of the constraint, as far as the database tells. It tells none of a CHECK.
	Columns    []string
	Constraint string // its name, "" if the database tells none
	Err        error  // what the driver returned
}

// Error implements error.
func (r *Refused) Error() string {
	text := "store: " + r.Table + " refuses a row: " + string(r.Kind)
	if len(r.Columns) > 0 {
		text += " (" + strings.Join(r.Columns, ", ") + ")"
	}
	return fmt.Sprintf("%s: %v", text, r.Err)
}

// Unwrap returns what the driver returned.
func (r *Refused) Unwrap() error { return r.Err }

// refusal returns what a database says with an error of an insertion, nil if it refused no row.
func refusal(t *Table, err error) *Refused {
	r := &Refused{Table: t.Name, Err: err}
	switch t.dialect {
	case sqlite:
		r.ofSQLite(err.Error())
	case postgres:
		r.ofPostgres(err)
	case mysql:
		r.ofMySQL(err.Error())
	}
	if r.Kind == "" {
		return nil
	}
	for _, c := range t.constraints {
		if len(r.Columns) == 0 && c.kind == r.Kind && strings.EqualFold(c.name, r.Constraint) {
			r.Columns = c.columns
		}
	}
	return r
}

// sqliteRefusal matches the messages of SQLite, in whichever text of a driver.
var sqliteRefusal = regexp.MustCompile(
	`(UNIQUE|NOT NULL|FOREIGN KEY|CHECK) constraint failed(?:: (.*?))?(?: \(\d{3,}\))?$|datatype mismatch|` +
		`cannot store \w+ value in \w+ column (\S+)`)

func (r *Refused) ofSQLite(message string) {
	m := sqliteRefusal.FindStringSubmatch(message)
	if m == nil {
		return
	}
	if r.Kind = Kind(m[1]); r.Kind == "" {
		r.Kind = Type
		if _, column, ok := strings.Cut(m[3], "."); ok {
			r.Columns = []string{column}
		}
		return
	}
	list := strings.TrimSpace(m[2])
	switch r.Kind {
	case Check:
		r.Constraint = list
	case Unique, NotNull:
		for name := range strings.SplitSeq(list, ", ") {
			if _, column, ok := strings.Cut(name, "."); ok {
				r.Columns = append(r.Columns, column)
			}
		}
		if name, ok := strings.CutPrefix(list, "index "); ok {
			r.Constraint = strings.Trim(name, "'")
		}
	}
}

// postgresState matches the state in the text of an error, for drivers that show no field of it.
var postgresState = regexp.MustCompile(`SQLSTATE (\w{5})`)

func (r *Refused) ofPostgres(err error) {
	state := field(err, "Code")
	if m := postgresState.FindStringSubmatch(err.Error()); state == "" && m != nil {
		state = m[1]
	}
	r.Kind = map[string]Kind{"23505": Unique, "23502": NotNull, "23503": ForeignKey, "23514": Check}[state]
	if r.Kind == "" && strings.HasPrefix(state, "22") {
		r.Kind = Type
	}
	if r.Constraint = field(err, "ConstraintName"); r.Constraint == "" {
		r.Constraint = field(err, "Constraint")
	}
	column := field(err, "ColumnName")
	if column == "" {
		column = field(err, "Column")
	}
	if column != "" {
		r.Columns = []string{column}
	}
}

// field returns the text in a field of an error, or of an error that it wraps: drivers have fields for what the
// database says, and the text of an error is in the language of the server.
func field(err error, name string) string {
	for ; err != nil; err = errors.Unwrap(err) {
		v := reflect.Indirect(reflect.ValueOf(err))
		if v.Kind() != reflect.Struct {
			continue
		}
		if f := v.FieldByName(name); f.IsValid() && f.Kind() == reflect.String {
			return f.String()
		}
	}
	return ""
}

var (
	mysqlNumber = regexp.MustCompile(`^Error (\d+)`)
	mysqlKinds  = map[string]Kind{
		"1062": Unique, "1586": Unique, "1048": NotNull, "1364": NotNull, "1452": ForeignKey, "1216": ForeignKey,
		"3819": Check, "4025": Check,
		"1406": Type, "1264": Type, "1265": Type, "1366": Type, "1292": Type, "3140": Type,
	}
	// mysqlNames are where messages have the name of a constraint or of a column.
	mysqlConstraint = regexp.MustCompile("for key '(?:[^'.]+\\.)?([^']+)'|CONSTRAINT `([^`]+)`|constraint '([^']+)'")
	mysqlColumn     = regexp.MustCompile("(?i)(?:column|field) '([^']+)'|column `[^`]+`\\.`[^`]+`\\.`([^`]+)`")
)

func (r *Refused) ofMySQL(message string) {
	m := mysqlNumber.FindStringSubmatch(message)
	if m == nil {
		return
	}
	if r.Kind = mysqlKinds[m[1]]; r.Kind == "" {
		return
	}
	if m := mysqlConstraint.FindStringSubmatch(message); m != nil {
		r.Constraint = m[1] + m[2] + m[3]
	}
	if m := mysqlColumn.FindStringSubmatch(message); m != nil && r.Kind != Unique {
		r.Columns = []string{m[1] + m[2]}
	}
}
