package stores

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// dialect is what statements look like in a kind of databases.
type dialect struct {
	schema    []string
	functions map[string][]string // by the kind of a value
	forms     []string            // more forms of conditions, with the places of two values of a kind
	patterns  []string            // what may follow a text
	having    []string
	dollars   bool // placeholders have numbers
	loose     bool // numbers are conditions, and texts meet numbers
}

// constants are those of all dialects, by the kind of a value.
var constants = map[string][]string{
	"int":   {"0", "1", "2", "3", "-1", "5", "100", "NULL", "1 + 1"},
	"float": {"0", "0.5", "1.5", "2", "-1.25"},
	"text":  {"'a'", "'b'", "'ab'", "'Ab'", "''", "'abc'", "'2'", "'it''s'"},
	"date":  {"'2024-01-01'", "'2024-01-02'", "'2023-12-31'", "'2024-01-01 10:00:00'"},
}

// loose are constants that only some dialects take.
var loose = map[string][]string{"int": {"'2'"}, "text": {"2"}}

var columns = map[string]map[string][]string{
	"a": {"int": {"id", "n"}, "float": {"f"}, "text": {"s"}, "date": {"d"}},
	"b": {"int": {"id", "a_id", "m"}, "text": {"t"}},
	"c": {"int": {"id", "b_id"}, "text": {"t"}},
}

// maker draws statements over the tables a, b and c.
type maker struct {
	*rapid.T
	dialect
	args  []any
	depth int
}

func (m *maker) pick(name string, of ...string) string { return rapid.SampledFrom(of).Draw(m.T, name) }

func (m *maker) chance(percent int) bool {
	return rapid.IntRange(1, 100).Draw(m.T, "chance") <= percent
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
	var all []string
	for _, s := range from {
		for _, c := range columns[s.table][kind] {
			all = append(all, s.alias+"."+c)
		}
	}
	switch {
	case len(all) == 0 || m.chance(20):
		if m.loose && len(loose[kind]) > 0 && m.chance(10) {
			return m.pick("constant", loose[kind]...)
		}
		return m.pick("constant", constants[kind]...)
	case m.chance(20):
		return m.arg(kind)
	}
	c := m.pick("column", all...)
	if m.chance(75) {
		return c
	}
	return fmt.Sprintf(m.pick("function", m.functions[kind]...), c)
}

// arg draws an argument.
func (m *maker) arg(kind string) string {
	var v any
	switch kind {
	case "int":
		v = rapid.Int64Range(-1, 6).Draw(m.T, "arg")
		if m.loose && m.chance(10) {
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
	switch {
	case m.dollars && kind == "float": // beside a whole number, PostgreSQL would take it for one
		return fmt.Sprintf("$%d::float8", len(m.args))
	case m.dollars:
		return fmt.Sprintf("$%d", len(m.args))
	}
	return "?"
}

// condition draws a condition.
func (m *maker) condition(from []source) string {
	m.depth++
	defer func() { m.depth-- }()
	if m.depth < 4 && m.chance(40) {
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
	return m.comparison(from)
}

// comparison draws a condition without AND and OR.
func (m *maker) comparison(from []source) string {
	kind := m.pick("kind", "int", "int", "text", "text", "float", "date")
	form := m.pick("form", "compare", "compare", "compare", "compare", "between", "in", "like", "null", "own", "exists",
		"query", "truth")
	not := m.pick("not", "", "", "NOT ")
	switch form {
	case "like":
		kind = "text"
	case "exists":
		return m.exists(not, from)
	case "truth":
		if m.loose {
			return not + m.value("int", from)
		}
	}
	x := m.value(kind, from)
	switch form {
	case "between":
		low := m.value(kind, from)
		return x + " " + not + "BETWEEN " + low + " AND " + m.value(kind, from)
	case "in":
		items := []string{m.value(kind, from)}
		for range rapid.IntRange(0, 2).Draw(m.T, "items") {
			items = append(items, m.value(kind, from))
		}
		return x + " " + not + "IN (" + strings.Join(items, ", ") + ")"
	case "like":
		return x + " " + not + m.pick("pattern", m.patterns...)
	case "null":
		return x + " IS " + not + "NULL"
	case "own":
		return fmt.Sprintf(m.pick("own", m.forms...), x, m.value(kind, from))
	case "query":
		return m.query(x, kind, not, from)
	}
	op := m.pick("op", "=", "<>", "<", "<=", ">", ">=", "=", "!=")
	return x + " " + op + " " + m.value(kind, from)
}

// inner draws a table for a query inside, and the start of the query.
func (m *maker) inner(from []source) (source, string, []source) {
	s := source{m.pick("table", "b", "c"), fmt.Sprintf("q%d", m.depth)}
	return s, " FROM " + s.table + " " + s.alias, append([]source{s}, from...)
}

// exists draws a condition on whether a query answers rows, or on how many.
func (m *maker) exists(not string, from []source) string {
	if m.depth > 3 {
		return "1 = 1"
	}
	_, text, all := m.inner(from)
	if m.chance(30) {
		text = "(SELECT count(*)" + text + " WHERE " + m.condition(all) + ") "
		return text + m.pick("op", ">", "=", "<", ">=") + " " + m.pick("n", "0", "1", "2")
	}
	return not + "EXISTS (SELECT 1" + text + " WHERE " + m.condition(all) + ")"
}

// query draws a comparison with what a query answers.
func (m *maker) query(x, kind, not string, from []source) string {
	if m.depth > 3 {
		return "1 = 1"
	}
	inner, text, all := m.inner(from)
	own := columns[inner.table][kind]
	alike := len(own) > 0
	switch {
	case !alike && !m.loose:
		return x + " IS NULL"
	case !alike:
		own = []string{"id"}
	}
	column := inner.alias + "." + m.pick("column", own...)
	if alike && m.chance(50) { // MariaDB rounds a fraction that it looks for among whole numbers
		where := ""
		if m.chance(70) {
			where = " WHERE " + m.condition(all)
		}
		return x + " " + not + "IN (SELECT " + column + text + where + ")"
	}
	if alike && m.chance(30) {
		text += " WHERE " + m.condition(all) + " ORDER BY " + column + m.pick("order", "", " DESC", ", 1")
		return x + " = (SELECT " + column + text + " LIMIT 1)"
	}
	aggregates := []string{"max", "min"}
	if kind == "int" || m.loose {
		aggregates = append(aggregates, "sum", "avg", "count")
	}
	x += " " + m.pick("op", "=", "<", ">", "<>") + " (SELECT " + m.pick("aggregate", aggregates...)
	return x + "(" + column + ")" + text + " WHERE " + m.condition(all) + ")"
}

// statement draws a statement.
func (m *maker) statement() string {
	form := m.pick("form", "one", "one", "join", "left", "comma", "group", "update", "delete", "union", "derived",
		"with")
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
	case "with":
		return "WITH z AS (SELECT * FROM a WHERE " + m.condition(one) + ") SELECT y.id FROM z JOIN b y " +
			"ON y.a_id = z.n WHERE " + m.condition([]source{{"a", "z"}, {"b", "y"}})
	case "group":
		return "SELECT a.n, count(*) AS k FROM a JOIN b ON " + m.on("b.a_id = a.id", []source{{"a", "a"}, {"b", "b"}}) +
			" GROUP BY a.n HAVING " + m.pick("having", m.having...)
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
