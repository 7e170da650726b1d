package tables

import (
	"cmp"
	"context"
	"database/sql/driver"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/evoke-go/evoke/probe/aside"
	"github.com/evoke-go/evoke/probe/tables/where"
)

// Question is a statement with conditions that was executed, judged over the rows that were there then.
type Question struct {
	// Text is the statement. A program may write its inputs into its statements. Of the statements that differ only in
	// their texts and numbers, the first eight have their own Text. All further statements share a Text, which has
	// question marks in place of the texts and numbers.
	Text string
	// Conditions are the texts of its comparisons, in order. All statements with the same text share them.
	Conditions []string
	// Result has the best scores of all executions, and the rows that the first execution wanted which answered none.
	where.Result
	// Tables are the tables that it reads, in small letters.
	Tables []string
	// Inserts says that the statement is an INSERT. It answers the rows that have one of its keys.
	Inserts bool
}

const (
	// mostRows bounds the rows of a table that are read to judge a statement.
	mostRows = 100
	// mostJudged bounds the executions that are judged in one round.
	mostJudged = 64
	// mostTexts is the number of statements of a shape that keep their own texts.
	mostTexts = 8
)

// parsed is a statement that may be judged.
type parsed struct {
	*where.Query        // nil for a statement without conditions
	text         string // its own text, or its shape
	conditions   []string
}

// judgement has the questions of a round.
type judgement struct {
	on       atomic.Bool
	mu       aside.Mutex
	asked    map[string]*Question  // by text
	parsed   map[string]parsed     // by text
	shapes   map[string]int        // how many texts each shape has
	quiet    map[string]bool       // texts of statements that are no longer judged
	readable map[string]bool       // tables that could be read
	keys     map[string]where.Keys // of tables, by name in small letters
	times    int                   // executions that were judged in this round
}

// judged has the questions of this process.
var judged judgement

// Ask switches on or off that statements with conditions are judged. To judge a statement, up to 100 rows of each of
// its tables are read on its own connection before it is executed.
func Ask(on bool) {
	judged.mu.Lock()
	defer judged.mu.Unlock()
	judged.asked, judged.parsed, judged.quiet, judged.times = nil, nil, nil, 0
	judged.readable, judged.keys, judged.shapes = nil, nil, nil
	judged.on.Store(on)
}

// Know says which columns and unique keys tables have, by name in small letters. From then on, until the next [Ask],
// each INSERT is judged as a query for the rows that have a key of the inserted ones.
func Know(keys map[string]where.Keys) {
	judged.mu.Lock()
	defer judged.mu.Unlock()
	judged.parsed, judged.keys, judged.shapes = nil, keys, nil
}

// Quiet says that a statement is no longer judged. Loud undoes all calls of Quiet.
func Quiet(text string) {
	judged.mu.Lock()
	defer judged.mu.Unlock()
	if judged.quiet == nil {
		judged.quiet = map[string]bool{}
	}
	judged.quiet[text] = true
}

// Loud undoes all calls of [Quiet].
func Loud() {
	judged.mu.Lock()
	defer judged.mu.Unlock()
	judged.quiet = nil
}

// Answered appends the questions since the last call of Answered or [Unask] to into, sorted by text.
func Answered(into []Question) []Question {
	judged.mu.Lock()
	defer judged.mu.Unlock()
	from := len(into)
	for _, q := range judged.asked {
		into = append(into, *q)
	}
	judged.asked, judged.times = nil, 0
	slices.SortFunc(into[from:], func(a, b Question) int { return cmp.Compare(a.Text, b.Text) })
	return into
}

// Unask forgets the questions since the last call of [Answered] or Unask.
func Unask() {
	if !judged.on.Load() {
		return
	}
	judged.mu.Lock()
	defer judged.mu.Unlock()
	judged.asked, judged.times = nil, 0
}

// asideKey is the key of [Aside].
type asideKey struct{}

// Aside returns a context for statements of Evoke itself: they are neither noted nor judged.
func Aside(ctx context.Context) context.Context { return context.WithValue(ctx, asideKey{}, true) }

// isAside reports whether a statement with a context is one of Evoke itself.
func isAside(ctx context.Context) bool { return ctx != nil && ctx.Value(asideKey{}) != nil }

// question returns a statement that is to be judged, with a nil Query for none. within says that the statement is
// executed in a transaction. risky says that the transaction would end if a table could not be read.
func (j *judgement) question(text string, dialect func() where.Dialect, within bool) (q parsed, risky bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.times >= mostJudged {
		return parsed{}, false
	}
	q, known := j.parsed[text]
	if !known {
		q = j.parse(text, dialect())
		if len(j.parsed) >= mostKnown || j.parsed == nil {
			j.parsed = map[string]parsed{}
		}
		j.parsed[text] = q
	}
	if q.Query == nil || j.quiet[q.text] {
		return parsed{}, false
	}
	for _, table := range q.Tables() {
		readable, tried := j.readable[table]
		if tried && !readable {
			return parsed{}, false
		}
		risky = risky || !readable && within && !goesOn(dialect())
	}
	j.times++
	return q, risky
}

// parse parses a statement. The first texts of a shape stay as they are.
func (j *judgement) parse(text string, dialect where.Dialect) parsed {
	q := where.ParseIn(dialect, text)
	if q == nil && j.keys != nil {
		q = where.Met(dialect, text, func(table string) where.Keys { return j.keys[table] })
	}
	if q == nil {
		return parsed{}
	}
	if j.shapes == nil {
		j.shapes = map[string]int{}
	}
	shape, conditions := shapeOf(text, ""), slices.Clone(q.Conditions())
	if j.shapes[shape]++; j.shapes[shape] <= mostTexts {
		return parsed{q, text, conditions}
	}
	for i, c := range conditions {
		conditions[i] = shapeOf(c, "")
	}
	return parsed{q, shape, conditions}
}

// goesOn reports whether a transaction goes on after a statement that fails. One of PostgreSQL does not.
func goesOn(d where.Dialect) bool { return d == where.SQLite || d == where.MySQL }

// judge judges a statement over the rows that are there, before it is executed. A connection whose rows are still read
// executes nothing else. It reports whether the statement is none of the program.
func (c *conn) judge(ctx context.Context, text string, args []driver.NamedValue) (aside bool) {
	if !judged.on.Load() {
		return noted.on.Load() && isAside(ctx)
	}
	if aside = isAside(ctx); !aside && c.open == 0 {
		dialect := func() where.Dialect { return dialectOf(c.Conn) }
		if q, risky := judged.question(text, dialect, c.tx != nil); q.Query != nil {
			values := make([]where.Arg, len(args))
			for i, a := range args {
				values[i] = where.Arg{Name: a.Name, Ordinal: a.Ordinal, Value: a.Value}
			}
			of := func(table string) ([]where.Row, []where.Column, bool) { return c.rowsOf(ctx, table) }
			if risky {
				judged.askWithin(q, values, of, func(text string) bool {
					rows, done, err := c.run(ctx, text)
					if err != nil {
						return false
					}
					defer done()
					return rows.Next(make([]driver.Value, len(rows.Columns()))) == io.EOF
				})
			} else {
				judged.ask(q, values, of)
			}
		}
	}
	return aside
}

// ask judges a statement with conditions over the rows of its tables. It reports whether the tables can be read.
func (j *judgement) ask(q parsed, args []where.Arg, of rowsOf) bool {
	rows, columns := where.Rows{}, map[string][]where.Column{}
	for _, table := range q.Tables() {
		found, with, ok := of(q.Written(table))
		j.read(table, ok)
		if !ok {
			return false
		}
		rows[table], columns[table] = found, with
	}
	j.note(q, q.With(columns).Evaluate(args, rows))
	return true
}

// askWithin judges a statement as ask does, behind a savepoint, so that its transaction goes on if a table cannot be
// read. run executes a statement that has no rows.
func (j *judgement) askWithin(q parsed, args []where.Arg, of rowsOf, run func(text string) bool) {
	const savepoint = "SAVEPOINT evoke_reads"
	if !run(savepoint) { // the transaction has failed
		return
	}
	if !j.ask(q, args, of) {
		run("ROLLBACK TO " + savepoint)
	}
	run("RELEASE " + savepoint)
}

// dialectOf returns the dialect that a driver speaks, by the name of the type of its connections.
func dialectOf(c driver.Conn) where.Dialect {
	name := strings.ToLower(fmt.Sprintf("%T", c))
	for _, known := range []struct {
		part string
		of   where.Dialect
	}{{"sqlite", where.SQLite}, {"mysql", where.MySQL}, {"pq.", where.Postgres}, {"stdlib.", where.Postgres},
		{"pgx", where.Postgres}} {
		if strings.Contains(name, known.part) {
			return known.of
		}
	}
	return where.Any
}

// Note adds judged questions of a store that is not SQL, which [Answered] then returns. [Quiet] does not keep such a
// question back. Note leaves a question out if the number of outcomes differs from the number of conditions, or if a
// question with the same text has other conditions.
func Note(questions ...Question) {
	judged.mu.Lock()
	defer judged.mu.Unlock()
	for i := range questions {
		q := &questions[i]
		whole := q.Text != "" && len(q.Conditions) == len(q.Result.Conditions)
		if known := judged.asked[q.Text]; known != nil {
			whole = whole && slices.Equal(known.Conditions, q.Conditions)
		}
		if whole {
			judged.add(q)
		}
	}
}

// read notes whether a table could be read. A table that was read once stays readable, since a failed transaction can
// read no table.
func (j *judgement) read(table string, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.readable[table] {
		return
	}
	if j.readable == nil {
		j.readable = map[string]bool{}
	}
	j.readable[table] = ok
}

// note adds the judgement of an execution.
func (j *judgement) note(q parsed, r where.Result) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.add(&Question{Text: q.text, Conditions: q.conditions, Result: r, Tables: q.Tables(), Inserts: q.Inserts()})
}

// add adds the judgement of an execution, with the lock held.
func (j *judgement) add(q *Question) {
	if j.asked == nil {
		j.asked = map[string]*Question{}
	}
	known := j.asked[q.Text]
	if known == nil {
		own := *q
		own.Result.Conditions = slices.Clone(q.Result.Conditions) // they are changed below
		j.asked[q.Text] = &own
		return
	}
	r := &q.Result
	if len(r.Conditions) != len(known.Result.Conditions) { // the texts of the shape have different conditions
		return
	}
	for i := range known.Result.Conditions {
		to, from := &known.Result.Conditions[i], &r.Conditions[i]
		if from.True > to.True {
			to.Operands = from.Operands
		}
		to.True, to.False = max(to.True, from.True), max(to.False, from.False)
	}
	known.Any, known.None = max(known.Any, r.Any), max(known.None, r.None)
	if len(known.Wanted) == 0 {
		known.Wanted = r.Wanted
	}
}

// rowsOf reads the first rows of a table, whose name is as a statement has it.
type rowsOf = func(table string) (rows []where.Row, columns []where.Column, ok bool)

// reading returns the statement that reads the first rows of a table.
func reading(table string) string {
	return "SELECT * FROM " + table + " LIMIT " + strconv.Itoa(mostRows)
}

// rowsOf reads the first rows of a table on the connection. ok is false if they cannot be read.
func (c *conn) rowsOf(ctx context.Context, table string) (out []where.Row, columns []where.Column, ok bool) {
	rows, done, err := c.run(ctx, reading(table))
	if err != nil {
		return nil, nil, false
	}
	defer done()
	types, _ := rows.(driver.RowsColumnTypeDatabaseTypeName)
	for i, name := range rows.Columns() {
		column := where.Column{Name: strings.ToLower(name)}
		if types != nil {
			column.Type = types.ColumnTypeDatabaseTypeName(i)
		}
		columns = append(columns, column)
	}
	values := make([]driver.Value, len(columns))
	for len(out) < mostRows && rows.Next(values) == nil {
		row := where.Row{}
		for i, v := range values {
			if b, isBytes := v.([]byte); isBytes {
				v = slices.Clone(b)
			}
			row[columns[i].Name] = v
		}
		out = append(out, row)
	}
	return out, columns, true
}

// run executes a query without arguments on the connection of the driver. done ends it.
func (c *conn) run(ctx context.Context, text string) (rows driver.Rows, done func(), err error) {
	if c.query != nil {
		rows, err = c.query.QueryContext(ctx, text, nil)
		if err == nil {
			return rows, func() { rows.Close() }, nil
		}
		if err != driver.ErrSkip {
			return nil, nil, err
		}
	}
	s, err := c.Conn.Prepare(text)
	if err != nil {
		return nil, nil, err
	}
	if with, is := s.(driver.StmtQueryContext); is {
		rows, err = with.QueryContext(ctx, nil)
	} else {
		//lint:ignore SA1019 drivers without contexts have it
		rows, err = s.Query(nil)
	}
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	return rows, func() { rows.Close(); s.Close() }, nil
}
