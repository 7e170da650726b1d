// Package where judges the conditions of statements of SQL over rows: how near each condition came to its outcomes,
// how near the statement came to answering rows and to answering none, and which rows would make it answer.
//
// [Parse] reads the conditions of one statement in the dialects of SQLite, PostgreSQL and MySQL. A part that it does
// not understand is neither judged nor in the way: the conditions beside it are judged as if it were not there.
// LIMIT, OFFSET, EXCEPT and INTERSECT are not judged either. [Met] reads an INSERT.
// [Query.Evaluate] judges the conditions over rows that the caller has read. [Bounds] reads the condition of a CHECK.
//
// The package does no input or output. It is linked into programs that are tested, so it imports little. It has a
// parser of its own because the known ones understand one dialect each and have megabytes.
//
// Scores are as in package heuristics: in (0,1], and 1 exactly if the outcome was the case. A statement comes as near
// to answering as its best combination of rows: the mean of the conditions that AND combines, the best of those that
// OR combines. Source: EvoMaster's heuristics for SQL (Arcuri, Galeotti 2020, Handling SQL databases in automated
// system test generation), which has a/2+b/2 for AND and the smallest distance for OR and for rows.
package where

import (
	"maps"
	"slices"
	"time"

	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// Query has the conditions of a statement. It is immutable.
type Query struct{ facts }

// facts are what is known of a statement.
type facts struct {
	statement *syntax.Statement
	plans     map[*syntax.Select]*plan
	tables    []string
	written   map[string]string   // the tables as the statement writes them
	columns   map[string][]Column // what the caller knows of the tables
	rules     cell.Rules
	inserts   bool
	clock     bool // it has functions such as now()
}

// Column is a column of a table.
type Column struct {
	Name string
	// Type is the type as the database names it, such as "VARCHAR(20)". It is "" where it is not known.
	Type string
}

// Dialect is a dialect of SQL.
type Dialect uint8

// The dialects. For Any the text decides, and where it does not, the rules of SQLite hold.
const (
	Any Dialect = iota
	SQLite
	Postgres
	MySQL
)

// Parse parses a statement of any dialect. It returns nil for a statement that it does not understand or that reads
// no table. It reads at most the first 64 KB.
func Parse(text string) *Query { return ParseIn(Any, text) }

// ParseIn parses a statement of a dialect, as [Parse] does.
func ParseIn(d Dialect, text string) *Query {
	return queryOf(text, syntax.Parse(text, syntax.Dialect(d)))
}

// Keys are the columns of a table in their order, and the columns of each of its unique keys, in small letters.
type Keys struct {
	Columns []string
	Unique  [][]string
}

// Met parses an INSERT of values as the query for the rows that have a unique key of an inserted row, as [ParseIn] does
// with other statements: such a row refuses the insertion, or has it do nothing or change the row. Keys returns what is
// known of a table. Met returns nil for another statement, and for an INSERT whose keys are not known.
func Met(d Dialect, text string, keys func(table string) Keys) *Query {
	of := func(table string) syntax.Keys { return syntax.Keys(keys(table)) }
	q := queryOf(text, syntax.Met(text, syntax.Dialect(d), of))
	if q != nil {
		q.inserts = true
	}
	return q
}

// queryOf returns the query of a text, whose statement may be nil.
func queryOf(text string, statement *syntax.Statement) *Query {
	if statement == nil || len(statement.Conditions) == 0 && len(statement.Select.From) == 0 {
		return nil
	}
	q := &Query{facts{
		statement: statement, plans: map[*syntax.Select]*plan{}, written: map[string]string{},
		rules: rulesOf(statement.Dialect), clock: cell.ReadsClock(text),
	}}
	statement.Select.Tables(func(name, written string) { q.written[name] = written })
	if len(q.written) == 0 {
		return nil
	}
	q.tables = slices.Sorted(maps.Keys(q.written))
	q.plan(statement.Select)
	return q
}

// rulesOf returns the rules of a dialect.
func rulesOf(d syntax.Dialect) cell.Rules {
	server, mysql := d == syntax.Postgres || d == syntax.MySQL, d == syntax.MySQL
	return cell.Rules{
		Coerce: server, Backslash: server, FoldLike: d != syntax.Postgres,
		Fold: mysql, Divide: mysql, Together: mysql, ConcatNull: mysql, SkipNull: d == syntax.Postgres,
	}
}

// At returns the query with a time for functions such as now(). Without it, conditions with these are not judged, and
// the rows that the statement wants make it answer from 2000 to 2100.
func (q *Query) At(now time.Time) *Query {
	out := *q
	out.rules.Now = now
	return &out
}

// With returns the query with the columns of tables, by the name of the table in small letters. Without them, rows
// show which columns a table has and of which kind they are, so that nothing is known of a table without rows.
func (q *Query) With(columns map[string][]Column) *Query {
	out := *q
	out.columns = columns
	return &out
}

// Tables returns the tables whose rows [Query.Evaluate] needs, those of sub-queries included: in small letters,
// without schemas, sorted, each once.
func (q *Query) Tables() []string { return q.tables }

// Written returns a table as the statement writes it, with its schema and its quotes, so that a statement of the caller
// can name it.
func (q *Query) Written(table string) string { return q.written[table] }

// Inserts reports whether the query is one of [Met].
func (q *Query) Inserts() bool { return q.inserts }

// Conditions returns the texts of the comparisons, in the order of the statement.
func (q *Query) Conditions() []string { return q.statement.Conditions }

// Arg is an argument of a statement.
type Arg struct {
	Name    string // "" for one that has only a number
	Ordinal int    // from 1 on
	Value   any
}

// Row has the values of a row by column: nil, bool, int64, float64, string, []byte or time.Time.
type Row map[string]any

// Rows has the rows of tables, by the name of the table in small letters.
type Rows map[string][]Row

// Outcome is how near a condition came to being true and to being false: for the best combination of rows, in (0,1],
// and 1 if it was the case for some combination.
type Outcome struct {
	True, False float64
	// Operands are the values that came nearest to making the condition true: string, int64, float64 or nil. Dates
	// are texts.
	Operands []any
}

// Wanted is a row that would make a statement answer.
type Wanted struct {
	Table  string
	Values []Assigned // the columns that matter, sorted by name
}

// Assigned is the value of a column: nil, int64, float64, string or time.Time.
type Assigned struct {
	Column string
	Value  any
}

// Result is the judgement of a statement.
type Result struct {
	// Any is how near the statement came to answering rows, or to changing rows, and None to doing so for none. A
	// query of aggregates without HAVING always answers one row, so Any is how near it came to aggregating rows.
	Any, None float64
	// Conditions has an outcome for each of [Query.Conditions].
	Conditions []Outcome
	// Wanted are rows that, beside those given, make the statement answer. It is empty if the statement answers
	// already, or if no such rows are found.
	Wanted []Wanted
}
