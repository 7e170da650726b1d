package stores

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/bench/stores/server"
	"github.com/evoke-go/evoke/probe/tables/where"
)

// kind is a kind of databases that statements are executed in.
type kind struct {
	dialect
	parse where.Dialect
	open  func(t *testing.T) *sql.DB
}

// tablesWith returns the statements that make the tables. No key is filled by the database: what a row lacks is NULL.
func tablesWith(float, date string) []string {
	return []string{
		"CREATE TABLE a (id INTEGER UNIQUE, n INTEGER, f " + float + ", s VARCHAR(20), d " + date + ")",
		"CREATE TABLE b (id INTEGER UNIQUE, a_id INTEGER, m INTEGER, t VARCHAR(20))",
		"CREATE TABLE c (id INTEGER UNIQUE, b_id INTEGER, t VARCHAR(20))",
	}
}

var having = []string{
	"count(*) >= 2", "count(*) > 2", "sum(b.m) > 4", "max(b.m) = 3", "count(DISTINCT b.t) > 1",
	"avg(b.m) >= 2 AND count(*) < 4", "min(b.t) < 'b'", "sum(a.f) > 1", "count(b.m) = 0 OR a.n = 3",
}

var kinds = map[string]kind{
	"SQLite": {dialect{
		schema: tablesWith("REAL", "TEXT"),
		functions: map[string][]string{
			"int": {"abs(%s)", "%s + 1", "coalesce(%s, 3)", "%s * 2", "-%s", "%s / 2", "%s %% 3", "CAST(%s AS TEXT)",
				"%s & 3", "CASE WHEN %[1]s > 2 THEN %[1]s ELSE 1 END", "ifnull(%s, 0)", "max(%s, 2)"},
			"float": {"abs(%s)", "round(%s)", "%s + 0.5", "CAST(%s AS INTEGER)"},
			"text": {"lower(%s)", "upper(%s)", "trim(%s)", "%s || 'b'", "coalesce(%s, 'a')", "substr(%s, 1, 2)",
				"replace(%s, 'a', 'b')", "length(%s)", "nullif(%s, 'a')", "instr(%s, 'b')"},
			"date": {"date(%s)", "strftime('%%Y-%%m-%%d', %s)", "substr(%s, 1, 10)", "datetime(%s)"},
		},
		forms: []string{"%s IS %s", "%s IS NOT %s", "%s == %s", "%s IN () OR %s IS NULL"},
		patterns: []string{"LIKE 'a%'", "LIKE '%b'", "LIKE '_b'", "LIKE '%B%'", "LIKE 'a!%' ESCAPE '!'",
			"GLOB 'a*'", "GLOB '[a-c]?'", "LIKE '%' || 'b'"},
		having: append([]string{"k = 2", "total(a.f) > 1"}, having...),
		loose:  true,
	}, where.SQLite, func(t *testing.T) *sql.DB { return opened(t, "sqlite3", ":memory:") }},
	"PostgreSQL": {dialect{
		schema: tablesWith("DOUBLE PRECISION", "TIMESTAMP"),
		functions: map[string][]string{
			"int": {"abs(%s)", "%s + 1", "coalesce(%s, 3)", "%s * 2", "-%s", "%s / 2", "%s %% 3", "length(%s::text)",
				"CASE WHEN %[1]s > 2 THEN %[1]s ELSE 1 END", "greatest(%s, 2)", "(%s::text)::int"},
			"float": {"abs(%s)", "floor(%s)", "%s + 0.5", "CAST(%s AS double precision)"},
			"text": {"lower(%s)", "upper(%s)", "trim(%s)", "%s || 'b'", "coalesce(%s, 'a')",
				"substring(%s from 1 for 2)", "replace(%s, 'a', 'b')", "nullif(%s, 'a')", "left(%s, 1)", "%s::text"},
			"date": {"date_trunc('day', %s)", "%s + interval '1 day'", "coalesce(%s, '2024-01-01')"},
		},
		forms: []string{"%s IS DISTINCT FROM %s", "%s IS NOT DISTINCT FROM %s", "%s = ANY(ARRAY[%s])",
			"%s <> ALL(ARRAY[%s])"},
		patterns: []string{"LIKE 'a%'", "LIKE '%b'", "LIKE '_b'", "ILIKE '%B%'", "LIKE 'a!%' ESCAPE '!'", `LIKE 'a\_b'`,
			"LIKE '%' || 'b'"},
		having:  having,
		dollars: true,
	}, where.Postgres, func(t *testing.T) *sql.DB { return opened(t, "pgx", server.Postgres(t)) }},
	"MariaDB": {dialect{
		schema: tablesWith("DOUBLE", "DATETIME"),
		functions: map[string][]string{
			"int": {"abs(%s)", "%s + 1", "coalesce(%s, 3)", "%s * 2", "-%s", "%s DIV 2", "%s %% 3", "CAST(%s AS CHAR)",
				"%s & 3", "CASE WHEN %[1]s > 2 THEN %[1]s ELSE 1 END", "ifnull(%s, 0)", "greatest(%s, 2)", "%s / 2"},
			"float": {"abs(%s)", "round(%s)", "%s + 0.5", "floor(%s)"},
			"text": {"lower(%s)", "upper(%s)", "trim(%s)", "concat(%s, 'b')", "coalesce(%s, 'a')", "substr(%s, 1, 2)",
				"replace(%s, 'a', 'b')", "char_length(%s)", "nullif(%s, 'a')", "instr(%s, 'b')", "left(%s, 1)"},
			"date": {"date(%s)", "%s + INTERVAL 1 DAY"},
		},
		forms:    []string{"%s <=> %s", "NOT (%s <=> %s)"},
		patterns: []string{"LIKE 'a%'", "LIKE '%b'", "LIKE '_b'", "LIKE '%B%'", "LIKE 'a!%' ESCAPE '!'", `LIKE 'a\_b'`},
		having:   append([]string{"k = 2"}, having...),
		loose:    true,
	}, where.MySQL, func(t *testing.T) *sql.DB {
		return opened(t, "mysql", server.MariaDB(t)+"?parseTime=true&clientFoundRows=true")
	}},
}

// opened opens a database that ends with the test.
func opened(t *testing.T, driver, dsn string) *sql.DB {
	db, err := sql.Open(driver, dsn)
	require.NoError(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// fill makes the tables with a few rows.
func (m *maker) fill(t require.TestingT, db *sql.DB) {
	for _, table := range []string{"a", "b", "c"} {
		_, err := db.Exec("DELETE FROM " + table)
		require.NoError(t, err)
		for id := range rapid.IntRange(0, 4).Draw(m.T, "rows") {
			names, values := m.row(table, id+1)
			require.NoError(t, m.insert(db, table, names, values))
		}
	}
}

// insert inserts a row.
func (m *maker) insert(db *sql.DB, table string, names []string, values []any) error {
	marks := make([]string, len(names))
	for i := range marks {
		marks[i] = "?"
		if m.dollars {
			marks[i] = fmt.Sprintf("$%d", i+1)
		}
	}
	if len(names) == 0 {
		names, marks, values = []string{"id"}, []string{"NULL"}, nil
	}
	_, err := db.Exec("INSERT INTO "+table+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(marks, ", ")+")",
		values...)
	return err
}

// read reads the rows of tables, and their columns.
func read(t require.TestingT, db *sql.DB, tables []string) (where.Rows, map[string][]where.Column) {
	out, all := where.Rows{}, map[string][]where.Column{}
	for _, table := range tables {
		rows, err := db.Query("SELECT * FROM " + table)
		require.NoError(t, err)
		names, err := rows.Columns()
		require.NoError(t, err)
		types, err := rows.ColumnTypes()
		require.NoError(t, err)
		for _, c := range types {
			all[table] = append(all[table], where.Column{Name: c.Name(), Type: c.DatabaseTypeName()})
		}
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
	return out, all
}

// answers reports whether a statement answers a row, or changes one. It changes nothing.
func answers(t require.TestingT, db *sql.DB, text string, args []any) (bool, error) {
	tx, err := db.Begin()
	require.NoError(t, err)
	defer func() { require.NoError(t, tx.Rollback()) }()
	if strings.HasPrefix(text, "UPDATE") || strings.HasPrefix(text, "DELETE") {
		result, err := tx.Exec(text, args...)
		if err != nil {
			return false, err
		}
		n, err := result.RowsAffected()
		return n > 0, err
	}
	rows, err := tx.Query(text, args...)
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

// each runs a test in each kind of databases, with the tables.
func each(t *testing.T, test func(t *testing.T, k kind, db *sql.DB)) {
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			db := k.open(t)
			for _, s := range k.schema {
				_, err := db.Exec(s)
				require.NoError(t, err)
			}
			test(t, k, db)
		})
	}
}

// often makes several times as many checks as one property has.
func often(t *testing.T, check func(t *rapid.T)) {
	for range 5 {
		rapid.Check(t, check)
	}
}

// TestTruthIsThatOfDatabases draws statements and rows: a statement is judged to answer exactly if the database
// answers.
func TestTruthIsThatOfDatabases(t *testing.T) {
	each(t, func(t *testing.T, k kind, db *sql.DB) {
		answered, none, refused := 0, 0, 0
		often(t, func(t *rapid.T) {
			m := &maker{T: t, dialect: k.dialect}
			m.fill(t, db)
			text := m.statement()
			want, err := answers(t, db, text, m.args)
			q := where.ParseIn(k.parse, text)
			if err != nil || q == nil {
				refused++
				return
			}
			rows, columns := read(t, db, q.Tables())
			if m.chance(50) {
				q = q.With(columns)
			}
			got := q.Evaluate(numbered(m.args), rows)
			if (got.Any == 1) != want || (got.None == 1) == want {
				t.Fatalf("%s\n%v\n%v\nthe database %v, judged %v %v", text, m.args, rows, want, got.Any, got.None)
			}
			if want {
				answered++
			} else {
				none++
			}
		})
		t.Logf("%d statements answered, %d did not, %d were refused or have no condition", answered, none, refused)
	})
}

// TestWantedRowsMakeDatabasesAnswer draws statements that answer nothing: with the wanted rows, the database answers.
func TestWantedRowsMakeDatabasesAnswer(t *testing.T) {
	each(t, func(t *testing.T, k kind, db *sql.DB) {
		none, wanted, refused := 0, 0, 0
		often(t, func(t *rapid.T) {
			m := &maker{T: t, dialect: k.dialect}
			m.fill(t, db)
			text := m.statement()
			answered, err := answers(t, db, text, m.args)
			q := where.ParseIn(k.parse, text)
			if err != nil || answered || q == nil {
				return
			}
			none++
			rows, columns := read(t, db, q.Tables())
			got := q.With(columns).Evaluate(numbered(m.args), rows)
			if len(got.Wanted) == 0 {
				return
			}
			for _, w := range got.Wanted {
				var names []string
				var values []any
				for _, v := range w.Values {
					names, values = append(names, v.Column), append(values, v.Value)
				}
				if m.insert(db, w.Table, names, values) != nil {
					refused++
					return
				}
			}
			if answered, err = answers(t, db, text, m.args); err != nil {
				refused++ // it reads texts as numbers, which MariaDB refuses
				return
			}
			wanted++
			if !answered {
				rows, _ := read(t, db, q.Tables())
				t.Fatalf("%s\n%v\nwanted %v\nhas %v", text, m.args, got.Wanted, rows)
			}
		})
		t.Logf("%d statements answer nothing: for %d of them rows are wanted, for %d more the database takes none",
			none, wanted, refused)
	})
}
