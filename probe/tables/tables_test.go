package tables_test

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables"
)

// show writes uses as "read orders(id) insert lines".
func show(uses []tables.Use) string {
	var out []string
	for _, u := range uses {
		text := [...]string{"read", "insert", "update", "delete"}[u.Way] + " " + u.Table
		if len(u.Columns) > 0 {
			text += fmt.Sprintf("(%s)", strings.Join(u.Columns, ","))
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestStatementsTellTheirTables(t *testing.T) {
	tests := []struct{ name, sql, want string }{
		{"all columns", "SELECT * FROM users", "read users"},
		{"columns", "select Name, age from Users where id = ?", "read users(age,id,name)"},
		{"alias", "SELECT u.name AS n FROM users AS u WHERE u.id = $1 ORDER BY u.age", "read users(age,id,name)"},
		{"count", "SELECT count(*) FROM users WHERE id IN (1,2)", "read users(id)"},
		{"quoted", "SELECT `id` FROM `my users`", "read my users(id)"},
		{"double quotes", `SELECT "id" FROM "public"."Users"`, "read users(id)"},
		{"brackets", "SELECT [id] FROM [dbo].[users]", "read users(id)"},
		{"schema", "SELECT id FROM shop.main.users", "read users(id)"},
		{"join", "SELECT o.id, u.name FROM orders o JOIN users u ON u.id = o.owner",
			"read orders(id,owner) read users(id,name)"},
		{"join, columns of any", "SELECT name FROM orders o LEFT JOIN users u USING (id)", "read orders read users"},
		{"comma", "SELECT a.x, b.y FROM a, b WHERE a.x = b.x", "read a(x) read b(x,y)"},
		{"grouped join", "SELECT a.x FROM (a JOIN b ON a.x = b.x) JOIN c ON c.x = a.x",
			"read a(x) read b(x) read c(x)"},
		{"subquery", "SELECT id FROM a WHERE b IN (SELECT x FROM c WHERE c.y = a.z)", "read a(b,id,z) read c(x,y)"},
		{"derived", "SELECT q.n FROM (SELECT count(*) AS n FROM a) q", "read a"},
		{"derived, joined", "SELECT * FROM (SELECT id FROM a) AS q, b", "read a(id) read b"},
		{"exists", "SELECT EXISTS(SELECT 1 FROM a WHERE id = 1)", "read a(id)"},
		{"union", "SELECT x FROM a UNION ALL SELECT y FROM b ORDER BY 1", "read a(x) read b(y)"},
		{"cte", "WITH c AS (SELECT id FROM a) SELECT c.id FROM c JOIN b ON b.id = c.id", "read a(id) read b(id)"},
		{"cte, twice", "WITH c (n) AS (SELECT id FROM a), d AS NOT MATERIALIZED (SELECT n FROM c) SELECT n FROM d",
			"read a(id)"},
		{"cte, recursive", "WITH RECURSIVE t AS (SELECT id FROM a WHERE p IS NULL UNION ALL SELECT a.id FROM a JOIN " +
			"t ON a.p = t.id) SELECT * FROM t", "read a(id,p)"},
		{"cte that writes", "WITH gone AS (DELETE FROM a WHERE id = 1 RETURNING *) INSERT INTO b SELECT * FROM gone",
			"read a delete a insert b"},
		{"cte of a write", "WITH c AS (SELECT id FROM a) UPDATE b SET x = 1 WHERE id IN (SELECT id FROM c)",
			"read a(id) read b(id) update b(x)"},
		{"lateral", "SELECT a.x FROM a CROSS JOIN LATERAL (SELECT y FROM b WHERE b.x = a.x) q",
			"read a(x) read b(x,y)"},
		{"function of rows", "SELECT value FROM json_each(?) WHERE value > 1", ""},
		{"extract", "SELECT EXTRACT(year FROM made) FROM a", "read a(made,year)"},
		{"distinct from", "SELECT x FROM a WHERE x IS DISTINCT FROM y", "read a(x,y)"},
		{"for update", "SELECT x FROM a FOR UPDATE", "read a(x)"},
		{"case", "SELECT CASE WHEN x > 1 THEN 'from b' ELSE y END FROM a", "read a(x,y)"},
		{"insert", "INSERT INTO a (x, y) VALUES (?, ?)", "insert a(x,y)"},
		{"insert, all", "INSERT INTO a VALUES (1, 'x')", "insert a"},
		{"insert or", "INSERT OR REPLACE INTO main.a(x) VALUES (1)", "insert a(x)"},
		{"insert ignore", "INSERT IGNORE a (x) VALUES (1)", "insert a(x)"},
		{"insert, set", "INSERT INTO a SET x = 1", "insert a"},
		{"insert, select", "INSERT INTO a (x) SELECT y FROM b WHERE z = 1", "insert a(x) read b(y,z)"},
		{"insert, returning", `INSERT INTO "a" ("x") VALUES ($1) RETURNING "id"`, "insert a(x)"},
		{"insert, query", "INSERT INTO a (x) VALUES ((SELECT max(y) FROM b))", "insert a(x) read b(y)"},
		{"upsert", "INSERT INTO a (x,y) VALUES (1,2) ON CONFLICT (x) DO UPDATE SET y = excluded.y",
			"insert a(x,y) update a"},
		{"upsert, nothing", "INSERT INTO a (x) VALUES (1) ON CONFLICT DO NOTHING", "insert a(x)"},
		{"upsert, mysql", "INSERT INTO a (x) VALUES (1) ON DUPLICATE KEY UPDATE x = 2", "insert a(x) update a"},
		{"upsert, select", "INSERT INTO a (x) SELECT x FROM b WHERE true ON CONFLICT (x) DO UPDATE SET x = 1",
			"insert a(x) update a read b(x)"},
		{"replace", "REPLACE INTO a (x) VALUES (1)", "insert a(x)"},
		{"replace, function", "SELECT REPLACE(x, 'a', 'b') FROM a", "read a(x)"},
		{"update", "UPDATE a SET x = ?, y = y + 1 WHERE id = ?", "read a(id,y) update a(x,y)"},
		{"update, all rows", "UPDATE a SET x = 1", "update a(x)"},
		{"update, pairs", "UPDATE a SET (x, y) = (1, 2) WHERE id = 1", "read a(id) update a(x,y)"},
		{"update, from", "UPDATE a SET x = b.y FROM b WHERE b.id = a.id", "read a(id) update a(x) read b(id,y)"},
		{"update, alias", "UPDATE q SET x = 1 FROM a q WHERE q.id = 1", "read a(id) update a(x)"},
		{"update, join", "UPDATE a JOIN b ON a.id = b.id SET b.x = a.y WHERE a.z = 1",
			"read a(id,y,z) read b(id) update b(x)"},
		{"delete", "DELETE FROM a WHERE id = 1", "read a(id) delete a"},
		{"delete, all", "DELETE FROM a", "delete a"},
		{"delete, using", "DELETE FROM a USING b WHERE a.id = b.id", "read a(id) delete a read b(id)"},
		{"delete, several", "DELETE a FROM a JOIN b ON a.id = b.id WHERE b.x = 1", "read a(id) delete a read b(id,x)"},
		{"truncate", "TRUNCATE TABLE a", "delete a"},
		{"merge", "MERGE INTO a t USING b s ON t.id = s.id WHEN MATCHED THEN UPDATE SET x = s.x WHEN NOT MATCHED " +
			"THEN INSERT (x) VALUES (s.x)", "insert a update a read b"},
		{"several statements", "DELETE FROM a; INSERT INTO b SELECT * FROM c;", "delete a insert b read c"},
		{"comments", "SELECT x -- FROM b\n/* FROM c */ FROM a", "read a(x)"},
		{"hash", "# FROM b\nSELECT x FROM a", "read a(x)"},
		{"strings", "SELECT x FROM a WHERE y = ' FROM b; it''s' AND z = E'\\' FROM c'", "read a(x,y,z)"},
		{"dollars", "SELECT $$ FROM b $$, $q$ FROM $$ c $q$, x FROM a WHERE y = $1 AND z = $2", "read a(x,y,z)"},
		{"casts", "SELECT x::text, y[1] FROM a WHERE z = :name", "read a(name,text,x,y,z)"},
		{"schema statements", "CREATE TABLE a AS SELECT * FROM b; DROP TABLE a; PRAGMA table_info(a)", ""},
		{"transactions", "BEGIN; SELECT x FROM a; COMMIT", "read a(x)"},
		{"of the system", "SELECT name FROM sqlite_master", ""},
		{"of the schema", "SELECT 1 FROM information_schema.tables", ""},
		{"select into", "SELECT x INTO b FROM a", "read a insert b"},
		{"nothing", "", ""},
		{"unfinished", "SELECT x FROM (", ""},
		{"unfinished string", "SELECT x FROM a WHERE 'b", "read a(x)"},
		{"closing", ") SELECT x FROM a", "read a(x)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, show(tables.Of(tt.sql))) })
	}
}

// FuzzOf: no text makes the parser fail, and its result is sorted, each use once.
func FuzzOf(f *testing.F) {
	for _, seed := range []string{"SELECT a.x, * FROM (a JOIN \"b\" c USING (x)) WHERE $$ $1 [x]",
		"WITH c(n) AS (DELETE FROM a) INSERT INTO b SELECT 1 ON CONFLICT DO UPDATE SET x=1",
		"MERGE INTO a USING b WHEN MATCHED THEN DELETE; UPDATE a SET (x,y)=(1,2)", "DELETE a,b FROM a -- x\n/*",
		"((((", "e'\\", "\u00a0x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var last tables.Use
		for i, u := range tables.Of(text) {
			if i > 0 && (u.Table < last.Table || u.Table == last.Table && u.Way <= last.Way) {
				t.Errorf("%v after %v", u, last)
			}
			if !slices.IsSorted(u.Columns) || len(slices.Compact(slices.Clone(u.Columns))) != len(u.Columns) {
				t.Errorf("columns %q", u.Columns)
			}
			last = u
		}
	})
}

// TestReadingIsBounded: deep and long statements are parsed in a short time.
func TestReadingIsBounded(t *testing.T) {
	for _, text := range []string{strings.Repeat("(", 1<<20), strings.Repeat("(SELECT x FROM ", 1<<16),
		"SELECT x FROM a" + strings.Repeat(", a", 1<<18), "SELECT " + strings.Repeat("x,", 1<<18)} {
		assert.NotPanics(t, func() { tables.Of(text) })
	}
}

func TestTakeGathersARound(t *testing.T) {
	db := sql.OpenDB(tables.Connector(dsn{&fakeDriver{}}))
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	exec := func(text string) {
		_, err := db.Exec(text)
		require.NoError(t, err)
	}
	exec("INSERT INTO unseen (x) VALUES (1)")
	assert.Empty(t, tables.Take(nil), "nobody watches")
	tables.Watch(true)
	t.Cleanup(func() { tables.Watch(false) })
	exec("INSERT INTO b (x) VALUES (1)")
	exec("INSERT INTO b (y) VALUES (1)")
	exec("UPDATE a SET x = 1")
	assert.Equal(t, "update a(x) insert b(x,y)", show(tables.Take(nil)))
	assert.Empty(t, tables.Take(nil))
	exec("DELETE FROM a")
	tables.Drop()
	assert.Empty(t, tables.Take(nil))
	exec("INSERT INTO b (x) VALUES (1)")
	exec("INSERT INTO b VALUES (1)")
	assert.Equal(t, "insert b", show(tables.Take(nil)), "no columns are all")
	statement, err := db.Prepare("SELECT x FROM c")
	require.NoError(t, err)
	assert.Empty(t, tables.Take(nil), "it is not executed yet")
	for range 2 {
		rows, err := statement.Query()
		require.NoError(t, err)
		require.NoError(t, rows.Close())
		assert.Equal(t, "read c(x)", show(tables.Take(nil)))
	}
	require.NoError(t, statement.Close())
}

// TestWhatIsLeftIsNotNoted: a statement that a connection leaves to a prepared statement (ErrSkip) is not noted; one
// that fails is.
func TestWhatIsLeftIsNotNoted(t *testing.T) {
	tables.Watch(true)
	t.Cleanup(func() { tables.Watch(false) })
	exec := func(fails map[string]error) string {
		j := &journal{fails: fails}
		db := sql.OpenDB(tables.Connector(
			dsn{&fakeDriver{conn: func() driver.Conn { return connections["execer"](&fakeConn{j: j}) }}},
		))
		_, err := db.Exec("DELETE FROM a")
		require.ErrorIs(t, err, errClosed)
		require.NoError(t, db.Close())
		return show(tables.Take(nil))
	}
	assert.Empty(t, exec(map[string]error{"Exec": driver.ErrSkip, "Prepare": errClosed}))
	assert.Equal(t, "delete a", exec(map[string]error{"Exec": errClosed}))
}

// TestNotingIsSafe: statements of many goroutines are noted.
func TestNotingIsSafe(t *testing.T) {
	tables.Watch(true)
	t.Cleanup(func() { tables.Watch(false) })
	db := sql.OpenDB(tables.Connector(dsn{&fakeDriver{}}))
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 50 {
				_, err := db.Exec(fmt.Sprintf("INSERT INTO t%d VALUES (1)", i))
				assert.NoError(t, err)
			}
		})
	}
	all.Wait()
	assert.Len(t, tables.Take(nil), 8)
}

// TestWrappedOnce: a connection is not wrapped again.
func TestWrappedOnce(t *testing.T) {
	own := dsn{&fakeDriver{}}
	for name, c := range map[string]driver.Connector{
		"once": tables.Connector(own), "twice": tables.Connector(tables.Connector(own)),
		"by both ways": tables.Connector(dsn{tables.Driver(&fakeDriver{})}),
	} {
		t.Run(name, func(t *testing.T) {
			opened, err := c.Connect(t.Context())
			require.NoError(t, err)
			bare, ok := opened.(interface{ Unwatched() driver.Conn })
			require.True(t, ok)
			assert.IsType(t, &fakeConn{}, bare.Unwatched())
		})
	}
}
