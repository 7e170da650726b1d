package stores

import (
	"database/sql"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// maker draws statements over the tables a, b and c.
type maker struct {
	*rapid.T
	args  []any
	depth int
}

func (m *maker) pick(name string, of ...string) string { return rapid.SampledFrom(of).Draw(m.T, name) }

func (m *maker) chance(percent int) bool {
	return rapid.IntRange(1, 100).Draw(m.T, "chance") <= percent
}

// schema has no key that SQLite fills: what a row lacks is NULL.
var schema = []string{
	"CREATE TABLE a (id INTEGER UNIQUE, n INTEGER, f REAL, s TEXT, d TEXT)",
	"CREATE TABLE b (id INTEGER UNIQUE, a_id INTEGER, m INTEGER, t TEXT)",
	"CREATE TABLE c (id INTEGER UNIQUE, b_id INTEGER, t TEXT)",
}

// constants by the kind of a column.
var constants = map[string][]string{
	"int":   {"0", "1", "2", "3", "-1", "5", "100", "'2'", "NULL", "1 + 1"},
	"float": {"0", "0.5", "1.5", "2", "-1.25", "'1.5'"},
	"text":  {"'a'", "'b'", "'ab'", "'Ab'", "''", "'abc'", "'2'", "2", "'it''s'", "'a' || 'b'"},
	"date":  {"'2024-01-01'", "'2024-01-02'", "'2023-12-31'", "'2024-01-01 10:00:00'", "date('2024-01-01')"},
}

var columns = map[string]map[string][]string{
	"a": {"int": {"id", "n"}, "float": {"f"}, "text": {"s"}, "date": {"d"}},
	"b": {"int": {"id", "a_id", "m"}, "text": {"t"}},
	"c": {"int": {"id", "b_id"}, "text": {"t"}},
}

// row draws a row of a table.
func (m *maker) row(table string, id int) (names []string, values []any) {
	names, values = []string{"id"}, []any{id}
	add := func(name string, v any) {
		if !m.chance(15) {
			names, values = append(names, name), append(values, v)
		}
	}
	number := func() int { return rapid.IntRange(-1, 6).Draw(m.T, "number") }
	text := func() string { return m.pick("text", "a", "b", "ab", "AB", "abc", "", "2", "it's", "aXb", "10") }
	switch table {
	case "a":
		add("n", number())
		add("f", float64(number())/2)
		add("s", text())
		add("d", m.pick("date", "2024-01-01", "2024-01-02", "2023-12-31", "2024-01-01 10:00:00"))
	case "b":
		add("a_id", number())
		add("m", number())
		add("t", text())
	case "c":
		add("b_id", number())
		add("t", text())
	}
	return names, values
}

// source is a table of a query.
type source struct{ table, alias string }

// value draws an expression of a kind over sources.
func (m *maker) value(kind string, from []source) string {
	if m.chance(35) {
		if m.chance(40) {
			return m.arg(kind)
		}
		return m.pick("constant", constants[kind]...)
	}
	var all []string
	for _, s := range from {
		for _, c := range columns[s.table][kind] {
			all = append(all, s.alias+"."+c)
		}
	}
	if len(all) == 0 {
		return m.pick("constant", constants[kind]...)
	}
	c := m.pick("column", all...)
	if m.chance(75) {
		return c
	}
	switch kind {
	case "int":
		return fmt.Sprintf(m.pick("function", "abs(%s)", "%s + 1", "coalesce(%s, 3)", "%s * 2", "-%s", "%s / 2",
			"%s %% 3", "CASE WHEN %[1]s > 2 THEN %[1]s ELSE 1 END", "CAST(%s AS TEXT)", "%s & 3", "ifnull(%s, 0)",
			"max(%s, 2)"), c)
	case "float":
		return fmt.Sprintf(m.pick("function", "abs(%s)", "round(%s)", "%s + 0.5", "CAST(%s AS INTEGER)"), c)
	case "text":
		return fmt.Sprintf(m.pick("function", "lower(%s)", "upper(%s)", "trim(%s)", "%s || 'b'", "coalesce(%s, 'a')",
			"substr(%s, 1, 2)", "replace(%s, 'a', 'b')", "length(%s)", "nullif(%s, 'a')", "instr(%s, 'b')"), c)
	}
	return fmt.Sprintf(m.pick("function", "date(%s)", "strftime('%%Y-%%m-%%d', %s)", "substr(%s, 1, 10)",
		"datetime(%s)"), c)
}

// arg draws an argument.
func (m *maker) arg(kind string) string {
	var v any
	switch kind {
	case "int":
		v = rapid.Int64Range(-1, 6).Draw(m.T, "arg")
		if m.chance(10) {
			v = fmt.Sprint(v)
		}
	case "float":
		v = float64(rapid.Int64Range(-1, 6).Draw(m.T, "arg")) / 2
	case "text":
		v = m.pick("arg", "a", "b", "ab", "AB", "abc", "2", "it's")
	default:
		v = m.pick("arg", "2024-01-01", "2024-01-02", "2024-01-01 10:00:00")
	}
	m.args = append(m.args, v)
	return "?"
}

// condition draws a condition.
func (m *maker) condition(from []source) string {
	m.depth++
	defer func() { m.depth-- }()
	if m.depth < 4 && m.chance(45) {
		a := m.condition(from)
		switch m.pick("connective", "AND", "AND", "OR", "NOT", "()") {
		case "AND":
			return a + " AND " + m.condition(from)
		case "OR":
			return a + " OR " + m.condition(from)
		case "NOT":
			return "NOT (" + a + ")"
		}
		return "(" + a + " OR " + m.condition(from) + ")"
	}
	kind := m.pick("kind", "int", "int", "text", "text", "float", "date")
	form := m.pick("form", "compare", "compare", "compare", "compare", "between", "in", "like", "null", "is", "exists",
		"query", "truth")
	not := m.pick("not", "", "", "NOT ")
	switch form {
	case "like":
		kind = "text"
	case "truth":
		kind = "int"
	case "exists":
		return m.query("", kind, not, from)
	}
	x := m.value(kind, from)
	switch form {
	case "between":
		low := m.value(kind, from)
		return x + " " + not + "BETWEEN " + low + " AND " + m.value(kind, from)
	case "in":
		items := make([]string, rapid.IntRange(0, 3).Draw(m.T, "items"))
		for i := range items {
			items[i] = m.value(kind, from)
		}
		return x + " " + not + "IN (" + strings.Join(items, ", ") + ")"
	case "like":
		return x + " " + not + m.pick("pattern", "LIKE 'a%'", "LIKE '%b'", "LIKE '_b'", "LIKE '%B%'",
			"LIKE 'a!%' ESCAPE '!'", "GLOB 'a*'", "GLOB '[a-c]?'", "LIKE '%' || 'b'")
	case "null":
		return x + " IS " + not + "NULL"
	case "is":
		return x + " IS " + not + m.value(kind, from)
	case "query":
		return m.query(x, kind, not, from)
	case "truth":
		return not + x
	}
	op := m.pick("op", "=", "<>", "<", "<=", ">", ">=", "=", "!=", "==")
	return x + " " + op + " " + m.value(kind, from)
}

// query draws a condition with a query inside.
func (m *maker) query(x, kind, not string, from []source) string {
	inner := source{m.pick("table", "b", "c"), fmt.Sprintf("q%d", m.depth)}
	all := append([]source{inner}, from...)
	own := columns[inner.table][kind]
	if len(own) == 0 {
		own = []string{"id"}
	}
	column := inner.alias + "." + m.pick("column", own...)
	text := " FROM " + inner.table + " " + inner.alias
	if x == "" && m.chance(30) {
		return "(SELECT count(*)" + text + " WHERE " + m.condition(all) + ") " + m.pick("op", ">", "=", "<", ">=") +
			" " + m.pick("n", "0", "1", "2")
	}
	switch {
	case x == "":
		return not + "EXISTS (SELECT 1" + text + " WHERE " + m.condition(all) + ")"
	case m.chance(50):
		where := ""
		if m.chance(70) {
			where = " WHERE " + m.condition(all)
		}
		return x + " " + not + "IN (SELECT " + column + text + where + ")"
	}
	aggregate := m.pick("aggregate", "max", "min", "sum", "avg", "count")
	return x + " " + m.pick("op", "=", "<", ">", "<>") + " (SELECT " + aggregate + "(" + column + ")" + text +
		" WHERE " + m.condition(all) + ")"
}

// statement draws a statement.
func (m *maker) statement() string {
	form := m.pick("form", "one", "one", "join", "left", "comma", "group", "update", "delete", "union", "derived")
	one := []source{{"a", "a"}}
	switch form {
	case "update":
		return "UPDATE a SET n = n WHERE " + m.condition(one)
	case "delete":
		return "DELETE FROM a WHERE " + m.condition(one)
	case "one":
		table := m.pick("table", "a", "b")
		return "SELECT * FROM " + table + " WHERE " + m.condition([]source{{table, table}})
	case "union":
		return "SELECT id FROM a WHERE " + m.condition(one) + " UNION SELECT q.id FROM b q WHERE " +
			m.condition([]source{{"b", "q"}})
	case "derived":
		return "SELECT z.n FROM (SELECT n, id FROM a WHERE " + m.condition(one) + ") z WHERE z.n > " +
			m.value("int", nil)
	case "group":
		return "SELECT a.n, count(*) AS k FROM a JOIN b ON " + m.on("b.a_id = a.id", []source{{"a", "a"}, {"b", "b"}}) +
			" GROUP BY a.n HAVING " + m.having()
	case "comma":
		return "SELECT 1 FROM a x, b AS y WHERE y.a_id = x.id AND " + m.condition([]source{{"a", "x"}, {"b", "y"}})
	}
	join := map[string]string{"join": "JOIN", "left": "LEFT JOIN"}[form]
	two := []source{{"a", "a"}, {"b", "b"}}
	text := "SELECT a.id FROM a " + join + " b ON " + m.on("b.a_id = a.id", two)
	if m.chance(40) {
		two = append(two, source{"c", "c"})
		text += " " + m.pick("join", "JOIN", "LEFT JOIN") + " c ON " + m.on("c.b_id = b.id", two)
	}
	return text + " WHERE " + m.condition(two)
}

func (m *maker) on(text string, from []source) string {
	if m.chance(30) {
		return text + " AND " + m.condition(from)
	}
	return text
}

func (m *maker) having() string {
	return m.pick("having", "count(*) >= 2", "count(*) > 2", "sum(b.m) > 4", "max(b.m) = 3", "count(DISTINCT b.t) > 1",
		"k = 2", "avg(b.m) >= 2 AND count(*) < 4", "min(b.t) < 'b'", "total(a.f) > 1", "count(b.m) = 0 OR a.n = 3")
}

// fill makes the tables with a few rows.
func (m *maker) fill(t require.TestingT, db *sql.DB) {
	for _, s := range schema {
		_, err := db.Exec(s)
		require.NoError(t, err)
	}
	for _, table := range []string{"a", "b", "c"} {
		for id := range rapid.IntRange(0, 4).Draw(m.T, "rows") {
			names, values := m.row(table, id+1)
			marks := strings.TrimSuffix(strings.Repeat("?, ", len(names)), ", ")
			_, err := db.Exec("INSERT INTO "+table+" ("+strings.Join(names, ", ")+") VALUES ("+marks+")", values...)
			require.NoError(t, err)
		}
	}
}

// read reads the rows of tables.
func read(t require.TestingT, db *sql.DB, tables []string) where.Rows {
	out := where.Rows{}
	for _, table := range tables {
		rows, err := db.Query("SELECT * FROM " + table)
		require.NoError(t, err)
		names, err := rows.Columns()
		require.NoError(t, err)
		for rows.Next() {
			values, to := make([]any, len(names)), make([]any, len(names))
			for i := range values {
				to[i] = &values[i]
			}
			require.NoError(t, rows.Scan(to...))
			row := where.Row{}
			for i, name := range names {
				row[name] = values[i]
			}
			out[table] = append(out[table], row)
		}
		require.NoError(t, rows.Close())
	}
	return out
}

// answers reports whether a statement answers a row, or changes one. It changes nothing.
func answers(t require.TestingT, db *sql.DB, text string, args []any) (bool, error) {
	if !strings.HasPrefix(text, "SELECT") {
		tx, err := db.Begin()
		require.NoError(t, err)
		defer func() { require.NoError(t, tx.Rollback()) }()
		result, err := tx.Exec(text, args...)
		if err != nil {
			return false, err
		}
		n, err := result.RowsAffected()
		return n > 0, err
	}
	rows, err := db.Query(text, args...)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	return rows.Next(), rows.Err()
}

func numbered(args []any) (out []where.Arg) {
	for i, v := range args {
		out = append(out, where.Arg{Ordinal: i + 1, Value: v})
	}
	return out
}

// TestTruthIsThatOfSQLite draws statements and rows: a statement is judged to answer exactly if SQLite answers rows.
func TestTruthIsThatOfSQLite(t *testing.T) {
	answered, none := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		db, err := sql.Open("sqlite3", ":memory:")
		require.NoError(t, err)
		defer db.Close()
		db.SetMaxOpenConns(1)
		m := &maker{T: t}
		m.fill(t, db)
		text := m.statement()
		want, err := answers(t, db, text, m.args)
		if err != nil {
			return
		}
		q := where.ParseIn(where.SQLite, text)
		if q == nil {
			return
		}
		rows := read(t, db, q.Tables())
		got := q.Evaluate(numbered(m.args), rows)
		if (got.Any == 1) != want || (got.None == 1) == want {
			t.Fatalf("%s\n%v\n%v\nSQLite %v, judged %v %v", text, m.args, rows, want, got.Any, got.None)
		}
		if want {
			answered++
		} else {
			none++
		}
	})
	if os.Getenv("VERBOSE") != "" {
		fmt.Println(answered, none)
	}
}

// TestWantedRowsMakeSQLiteAnswer draws statements that answer nothing: with the wanted rows, SQLite answers rows.
func TestWantedRowsMakeSQLiteAnswer(t *testing.T) {
	none, wanted, refused := 0, 0, 0
	missed := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		db, err := sql.Open("sqlite3", ":memory:")
		require.NoError(t, err)
		defer db.Close()
		db.SetMaxOpenConns(1)
		m := &maker{T: t}
		m.fill(t, db)
		text := m.statement()
		answered, err := answers(t, db, text, m.args)
		q := where.ParseIn(where.SQLite, text)
		if err != nil || answered || q == nil {
			return
		}
		none++
		got := q.Evaluate(numbered(m.args), read(t, db, q.Tables()))
		if len(got.Wanted) == 0 {
			if os.Getenv("VERBOSE") != "" {
				missed[text+fmt.Sprint(m.args)]++
			}
			return
		}
		for _, w := range got.Wanted {
			if !fits(w) || insert(db, w) != nil {
				refused++
				return
			}
		}
		wanted++
		if answered, err = answers(t, db, text, m.args); err != nil || !answered {
			t.Fatalf("%s\n%v\nwanted %v\nhas %v\n%v", text, m.args, got.Wanted, read(t, db, q.Tables()), err)
		}
	})
	t.Logf("%d statements without rows: for %d of them rows are wanted, for %d more keys are taken or the kinds of "+
		"columns without values are guessed wrong", none, wanted, refused)
	for text := range missed {
		fmt.Println(text)
	}
}

// fits reports whether values are of the kinds of their columns, which only values of rows show.
func fits(w where.Wanted) bool {
	for _, v := range w.Values {
		kinds := columns[w.Table]
		text := slices.Contains(kinds["text"], v.Column) || slices.Contains(kinds["date"], v.Column)
		if _, isText := v.Value.(string); v.Value != nil && isText != text {
			return false
		}
	}
	return true
}

// insert inserts a row.
func insert(db *sql.DB, w where.Wanted) error {
	if len(w.Values) == 0 {
		_, err := db.Exec("INSERT INTO " + w.Table + " DEFAULT VALUES")
		return err
	}
	var names, marks []string
	var values []any
	for _, v := range w.Values {
		names, marks, values = append(names, v.Column), append(marks, "?"), append(values, v.Value)
	}
	_, err := db.Exec("INSERT INTO "+w.Table+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(marks, ", ")+")",
		values...)
	return err
}
