package stores_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// shop is a schema whose tables refer to each other, with numbers that the database counts up.
var shop = map[string]string{
	"sqlite": `
CREATE TABLE people (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, best INTEGER REFERENCES carts);
CREATE TABLE carts (id INTEGER PRIMARY KEY AUTOINCREMENT, owner INT NOT NULL REFERENCES people ON DELETE CASCADE);
CREATE TABLE lines (cart INT NOT NULL REFERENCES carts ON DELETE CASCADE, note TEXT, amount REAL);
CREATE TABLE counts (n INT)`,
	"postgres": `
CREATE TABLE people (id bigserial PRIMARY KEY, name text NOT NULL, best int);
CREATE TABLE carts (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
 owner bigint NOT NULL REFERENCES people ON DELETE CASCADE);
ALTER TABLE people ADD FOREIGN KEY (best) REFERENCES carts;
CREATE TABLE lines (cart int NOT NULL REFERENCES carts ON DELETE CASCADE, note text, amount real);
CREATE TABLE counts (n int)`,
	"mysql": `
CREATE TABLE people (id BIGINT AUTO_INCREMENT PRIMARY KEY, name TEXT NOT NULL, best INT);
CREATE TABLE carts (id INT AUTO_INCREMENT PRIMARY KEY, owner BIGINT NOT NULL,
 FOREIGN KEY (owner) REFERENCES people (id) ON DELETE CASCADE);
ALTER TABLE people ADD FOREIGN KEY (best) REFERENCES carts (id);
CREATE TABLE ` + "`lines`" + ` (cart INT NOT NULL, note TEXT, amount FLOAT,
 FOREIGN KEY (cart) REFERENCES carts (id) ON DELETE CASCADE);
CREATE TABLE counts (n INT)`,
}

// stocked are the rows of the shop.
const stocked = `
INSERT INTO people (name) VALUES ('Ann'), ('Bo'), ('gone');
DELETE FROM people WHERE name = 'gone';
INSERT INTO carts (owner) VALUES (1), (2), (2);
UPDATE people SET best = 3 WHERE id = 1;
INSERT INTO lines (cart, note, amount) VALUES (1, 'a', 0.1), (1, 'a', 0.1), (3, NULL, 1e10), (2, 'it''s', -1)`

// lines returns statements for a dialect: "lines" is a reserved word of MariaDB.
func (s system) statements(text string) string {
	if s.dialect == "mysql" {
		text = strings.ReplaceAll(text, " lines", " `lines`")
	}
	return text
}

// state returns all rows of the shop, and the numbers that come next.
func state(t testing.TB, s system, db *sql.DB) string {
	t.Helper()
	var out []string
	for _, table := range []string{"people", "carts", "lines", "counts"} {
		out = append(out, table+": "+rowsOf(t, db, s.statements("SELECT * FROM "+table)))
	}
	return strings.Join(out, "\n")
}

// next returns the numbers that the database gives to further rows.
func next(t testing.TB, db *sql.DB) string {
	t.Helper()
	execute(t, db, "INSERT INTO people (name) VALUES ('next');\nINSERT INTO carts (owner) VALUES (1)")
	return rowsOf(t, db, "SELECT max(p.id), max(c.id) FROM people p, carts c")
}

// TestRestore: all rows and numbers are as they were, whichever statements changed them.
func TestRestore(t *testing.T) {
	for name, change := range map[string]string{
		"nothing": "SELECT 1",
		"further rows": "INSERT INTO people (name) VALUES ('x');\nINSERT INTO carts (owner) VALUES (4);\n" +
			"INSERT INTO counts VALUES (1)",
		"other values": "UPDATE people SET name = 'x', best = NULL;\nUPDATE lines SET amount = 5",
		"fewer rows": "DELETE FROM lines WHERE cart = 1;\nUPDATE people SET best = NULL;\n" +
			"DELETE FROM carts WHERE id = 2",
		"cascades":      "UPDATE people SET best = NULL;\nDELETE FROM people WHERE id = 2",
		"no rows":       "UPDATE people SET best = NULL;\nDELETE FROM people",
		"numbers alone": "INSERT INTO people (name) VALUES ('x');\nDELETE FROM people WHERE name = 'x'",
		"other keys":    "INSERT INTO people (id, name) VALUES (1000, 'x');\nUPDATE people SET best = NULL",
	} {
		t.Run(name, func(t *testing.T) {
			eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
				execute(t, db, s.statements(shop[s.dialect]))
				execute(t, db, s.statements(stocked))
				before := state(t, s, db)
				snapshot, err := store.Keep(t.Context(), db)
				require.NoError(t, err)
				for range 2 {
					execute(t, db, s.statements(change))
					require.NoError(t, snapshot.Restore(t.Context()))
					assert.Equal(t, before, state(t, s, db))
					assert.Equal(t, "4|4", next(t, db))
					require.NoError(t, snapshot.RestoreTables(t.Context(), "People", "carts"))
					assert.Equal(t, before, state(t, s, db))
					execute(t, db, s.statements(change)) // names of tables that the statements have
					var written []string
					for _, table := range []string{"people", "carts", "lines", "counts"} {
						if strings.Contains(change, " "+table) {
							written = append(written, table)
						}
					}
					require.NoError(t, snapshot.RestoreTables(t.Context(), written...))
					assert.Equal(t, before, state(t, s, db))
				}
				assert.Equal(t, "4|4", next(t, db))
				require.NoError(t, snapshot.Close())
				require.ErrorContains(t, snapshot.Restore(t.Context()), "closed")
			})
		})
	}
}

// TestSaved: rows that are saved come back in another process and in another database with the same tables, and not in
// one with other tables. Changes are told.
func TestSaved(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		execute(t, db, s.statements(shop[s.dialect]))
		execute(t, db, s.statements(stocked))
		before := state(t, s, db)
		snapshot, err := store.Keep(t.Context(), db)
		require.NoError(t, err)
		var saved bytes.Buffer
		require.NoError(t, snapshot.Save(&saved))
		changed := func(want ...string) {
			t.Helper()
			names, err := snapshot.Changed(t.Context())
			require.NoError(t, err)
			assert.Equal(t, want, names)
		}
		changed()
		execute(t, db, "INSERT INTO counts VALUES (1);\nUPDATE people SET name = 'x'")
		changed("counts", "people")
		loaded, err := store.Load(t.Context(), db, bytes.NewReader(saved.Bytes()))
		require.NoError(t, err)
		require.NoError(t, loaded.Restore(t.Context()))
		changed()
		assert.Equal(t, before, state(t, s, db))
		assert.Equal(t, "4|4", next(t, db))
		require.NoError(t, loaded.Restore(t.Context()))
		again := &bytes.Buffer{}
		require.NoError(t, loaded.Save(again))
		assert.Equal(t, saved.String(), again.String())

		other := s.start(t)
		execute(t, other, s.statements(shop[s.dialect]))
		loaded, err = store.Load(t.Context(), other, bytes.NewReader(saved.Bytes()))
		require.NoError(t, err)
		require.NoError(t, loaded.Restore(t.Context()))
		assert.Equal(t, before, state(t, s, other))

		execute(t, other, "CREATE TABLE further (id INT PRIMARY KEY)")
		_, err = store.Load(t.Context(), other, bytes.NewReader(saved.Bytes()))
		require.ErrorContains(t, err, "a table further")
		execute(t, other, "DROP TABLE further;\nALTER TABLE counts ADD COLUMN more INT")
		_, err = store.Load(t.Context(), other, bytes.NewReader(saved.Bytes()))
		require.ErrorContains(t, err, "no table counts as it was")
		_, err = store.Load(t.Context(), db, strings.NewReader("{"))
		require.Error(t, err)
		require.NoError(t, snapshot.Close())
		require.ErrorContains(t, snapshot.Save(again), "closed")
		_, err = snapshot.Changed(t.Context())
		require.ErrorContains(t, err, "closed")
	})
}

// TestRestoreTypes: values of all types come back exactly.
func TestRestoreTypes(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		st := store.SQL(db)
		var columns []string
		for i, name := range strings.Split(types[s.dialect][0]+", "+types[s.dialect][1], ", ") {
			columns = append(columns, fmt.Sprintf("c%d %s", i, name))
		}
		execute(t, db, "CREATE TABLE everything (id INT PRIMARY KEY, note TEXT, half FLOAT, "+
			strings.Join(columns, ", ")+")")
		tables, err := st.Tables(t.Context())
		require.NoError(t, err)
		execute(t, db, "INSERT INTO everything (id) VALUES (1)")
		for i, text := range hard {
			r := row("id", int64(i+2), "note", text, "half", 0.1)
			for _, c := range tables[0].Columns[3:] {
				r = append(r, value.Member{Name: c.Name, Value: sample(c.Type)})
			}
			require.NoError(t, st.Insert(t.Context(), "everything", r), st.Statement("everything", r))
		}
		if s.dialect == "sqlite" {
			execute(t, db, "UPDATE everything SET note = 'a' || char(0) || 'b' WHERE id = 2;\n"+
				"UPDATE everything SET note = 5, c1 = 'x', c5 = 9e999, c0 = x'00ff' WHERE id = 3")
		}
		query := "SELECT * FROM everything ORDER BY id"
		before := rowsOf(t, db, query)
		snapshot, err := store.Keep(t.Context(), db)
		require.NoError(t, err)
		execute(t, db, "DELETE FROM everything")
		require.NoError(t, snapshot.Restore(t.Context()))
		assert.Equal(t, before, rowsOf(t, db, query))
		execute(t, db, "UPDATE everything SET note = 'x'")
		require.NoError(t, snapshot.RestoreTables(t.Context(), "everything"))
		assert.Equal(t, before, rowsOf(t, db, query))
	})
}

// sample is a value of a type that loses something where it is not read and written exactly.
func sample(name string) any {
	switch base, _, _ := strings.Cut(name, "("); strings.ToLower(strings.Fields(base)[0]) {
	case "real", "float", "double", "float4", "float8":
		return 0.1
	case "date":
		return "2024-02-29"
	case "time", "timetz":
		return "23:59:59"
	case "datetime", "timestamp", "timestamptz":
		return "2024-10-27T00:30:00Z" // an hour that Europe has twice
	case "uuid":
		return "123e4567-e89b-12d3-a456-426614174000"
	case "json", "jsonb":
		return value.Object{{Name: "ä\n", Value: []any{1.5, nil}}}
	case "bytea", "blob", "longblob":
		return "\x00\xff'\\"
	case "point":
		return nil
	}
	return nil
}

// audited has triggers that note what happens to a table in another one, and change what is written.
var audited = map[string]string{
	"sqlite": `
CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE audit (id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT);
CREATE TRIGGER item_in AFTER INSERT ON items BEGIN INSERT INTO audit (what) VALUES ('in'); END;
CREATE TRIGGER item_out AFTER DELETE ON items BEGIN INSERT INTO audit (what) VALUES ('out'); END;
CREATE TRIGGER item_new AFTER INSERT ON items BEGIN UPDATE items SET name = name || '!' WHERE id = new.id; END`,
	"postgres": `
CREATE TABLE items (id int PRIMARY KEY, name text);
CREATE TABLE audit (id serial PRIMARY KEY, what text);
CREATE FUNCTION noted() RETURNS trigger AS $$ BEGIN INSERT INTO audit (what) VALUES (TG_OP); RETURN new; END $$
 LANGUAGE plpgsql;
CREATE FUNCTION marked() RETURNS trigger AS $$ BEGIN new.name = new.name || '!'; RETURN new; END $$ LANGUAGE plpgsql;
CREATE TRIGGER item_in AFTER INSERT OR DELETE ON items FOR EACH ROW EXECUTE FUNCTION noted();
CREATE TRIGGER item_new BEFORE INSERT ON items FOR EACH ROW EXECUTE FUNCTION marked()`,
	"mysql": `
CREATE TABLE items (id INT PRIMARY KEY, name VARCHAR(20));
CREATE TABLE audit (id INT AUTO_INCREMENT PRIMARY KEY, what VARCHAR(20));
CREATE TRIGGER item_in AFTER INSERT ON items FOR EACH ROW INSERT INTO audit (what) VALUES ('in');
CREATE TRIGGER item_out AFTER DELETE ON items FOR EACH ROW INSERT INTO audit (what) VALUES ('out')`,
}

// TestRestoreTriggers: triggers neither keep rows from coming back nor are they gone afterwards.
func TestRestoreTriggers(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		execute(t, db, audited[s.dialect])
		execute(t, db, "INSERT INTO items VALUES (1, 'a'), (2, 'b')")
		read := func() string {
			return rowsOf(t, db, "SELECT * FROM items") + " and " + rowsOf(t, db, "SELECT * FROM audit")
		}
		before := read()
		snapshot, err := store.Keep(t.Context(), db)
		require.NoError(t, err)
		for range 2 {
			execute(t, db, "DELETE FROM items WHERE id = 1")
			require.NoError(t, snapshot.Restore(t.Context()))
			assert.Equal(t, before, read())
			execute(t, db, "INSERT INTO items VALUES (3, 'c')")
			assert.Contains(t, read(), "3|")
			assert.Equal(t, "3", rowsOf(t, db, "SELECT max(id) FROM audit"))
			require.NoError(t, snapshot.RestoreTables(t.Context(), "items"))
			assert.Equal(t, before, read())
		}
		if s.dialect == "mysql" {
			execute(t, db, "CREATE TRIGGER item_new BEFORE INSERT ON items FOR EACH ROW "+
				"SET new.name = concat(new.name, '!')")
			snapshot, err := store.Keep(t.Context(), db)
			require.NoError(t, err)
			execute(t, db, "DELETE FROM items WHERE id = 1")
			require.ErrorContains(t, snapshot.Restore(t.Context()), "triggers change rows of audit, items")
		}
	})
}

// TestRestoreKinds: tables of uncommon kinds come back, and what is no table of the schema is left alone.
func TestRestoreKinds(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		index := `
CREATE VIRTUAL TABLE found USING fts5(body, content=plain2, content_rowid=id);
CREATE TRIGGER body_in AFTER INSERT ON plain2 BEGIN INSERT INTO found (rowid, body) VALUES (new.id, new.body); END;
CREATE TRIGGER body_out AFTER DELETE ON plain2 BEGIN
 INSERT INTO found (found, rowid, body) VALUES ('delete', old.id, old.body); END;
`
		if s.name == "SQLite with cgo" {
			index = "" // it is built without
		}
		statements, outside := map[string]string{"sqlite": `
CREATE TABLE plain (k TEXT, v TEXT, PRIMARY KEY (v, k)) WITHOUT ROWID;
CREATE TABLE rowid (rowid TEXT, _rowid_ TEXT, v INT);
CREATE TABLE plain2 (id INTEGER PRIMARY KEY, body TEXT);` + index + `
INSERT INTO plain VALUES ('b', 'a'), ('a', 'b');
INSERT INTO rowid VALUES ('x', 'y', 1), ('x', 'y', 1);
INSERT INTO plain2 VALUES (1, 'hello world'), (2, 'other')`, "postgres": `
CREATE TABLE plain (k int, v text) PARTITION BY RANGE (k);
CREATE TABLE plain_1 PARTITION OF plain FOR VALUES FROM (0) TO (10);
CREATE TABLE plain_2 PARTITION OF plain FOR VALUES FROM (10) TO (20);
CREATE TABLE above (id int PRIMARY KEY, v text);
CREATE TABLE below (more text) INHERITS (above);
CREATE SEQUENCE alone;
CREATE SCHEMA elsewhere;
CREATE TABLE elsewhere.t (v int);
CREATE VIEW seen AS SELECT * FROM above;
SELECT nextval('alone');
INSERT INTO plain VALUES (1, 'a'), (11, 'b'), (11, 'b');
INSERT INTO above VALUES (1, 'a');
INSERT INTO below VALUES (2, 'b', 'c')`, "mysql": `
CREATE TABLE plain (k INT, v VARCHAR(10), PRIMARY KEY (v, k));
CREATE TABLE bare (k INT, v TIMESTAMP NULL);
CREATE VIEW seen AS SELECT * FROM plain;
INSERT INTO plain VALUES (1, 'a'), (2, 'b');
INSERT INTO bare VALUES (1, '2024-10-27 00:30:00'), (1, '2024-10-27 00:30:00'), (0, NULL)`}, map[string]string{
			"postgres": "INSERT INTO elsewhere.t VALUES (1)"}
		execute(t, db, "CREATE TABLE first (id INT PRIMARY KEY);\n"+statements[s.dialect])
		tables, err := store.SQL(db).Tables(t.Context())
		require.NoError(t, err)
		read := func() (out string) {
			for _, table := range tables {
				out += table.Name + ": " + rowsOf(t, db, "SELECT * FROM "+table.Name) + "\n"
			}
			return out
		}
		before := read()
		snapshot, err := store.Keep(t.Context(), db)
		require.NoError(t, err)
		again, err := store.SQL(db).Tables(t.Context())
		require.NoError(t, err)
		assert.Equal(t, tables, again)
		execute(t, db, outside[s.dialect])
		for _, change := range []string{"DELETE FROM %s", "INSERT INTO first VALUES (1)"} {
			for _, table := range tables {
				if strings.Contains(change, "%s") || table.Name == "first" {
					execute(t, db, strings.ReplaceAll(change, "%s", table.Name))
				}
			}
			if s.dialect == "postgres" {
				execute(t, db, "SELECT nextval('alone')")
			}
			require.NoError(t, snapshot.RestoreTables(t.Context(), "first", "seen"))
			assert.Equal(t, before, read())
		}
		switch {
		case s.dialect == "sqlite" && index != "":
			assert.Equal(t, "1", rowsOf(t, db, "SELECT rowid FROM found WHERE found MATCH 'world'"))
		case s.dialect == "postgres":
			assert.Equal(t, "2", rowsOf(t, db, "SELECT nextval('alone')"))
			assert.Equal(t, "1", rowsOf(t, db, "SELECT v FROM elsewhere.t"))
		}
	})
}

// TestRestoreByOwner: a user of PostgreSQL who may not switch keys off gets all rows back too.
func TestRestoreByOwner(t *testing.T) {
	s := systems[3]
	require.Equal(t, "postgres", s.dialect)
	_, dsn := s.open(t)
	root, err := sql.Open("pgx", dsn)
	require.NoError(t, err)
	defer func() { assert.NoError(t, root.Close()) }()
	execute(t, root, "CREATE ROLE owner LOGIN;\nGRANT ALL ON SCHEMA public TO owner")
	defer execute(t, root, "DROP OWNED BY owner;\nDROP ROLE owner")
	db, err := sql.Open("pgx", strings.Replace(dsn, "postgres@", "owner@", 1))
	require.NoError(t, err)
	defer func() { assert.NoError(t, db.Close()) }()
	execute(t, db, shop["postgres"])
	execute(t, db, stocked)
	execute(t, db, audited["postgres"])
	execute(t, db, "ALTER TABLE counts ADD FOREIGN KEY (n) REFERENCES items ON DELETE SET NULL;\n"+
		"INSERT INTO items VALUES (1, 'a'), (2, 'b');\nINSERT INTO counts VALUES (2);\n"+
		"ALTER TABLE items DISABLE TRIGGER item_new")
	read := func() string { return state(t, s, db) + rowsOf(t, db, "SELECT * FROM items, audit ORDER BY 1, 3") }
	before := read()
	snapshot, err := store.Keep(t.Context(), db)
	require.NoError(t, err)
	for _, change := range []string{
		"UPDATE people SET best = NULL;\nDELETE FROM people", "DELETE FROM items WHERE id = 2",
		"INSERT INTO items VALUES (3, 'c')", "UPDATE people SET name = 'x'", "INSERT INTO people (name) VALUES ('y')",
	} {
		execute(t, db, change)
		require.NoError(t, snapshot.Restore(t.Context()), change)
		assert.Equal(t, before, read(), change)
	}
	assert.Equal(t, "4|4", next(t, db))
	assert.Equal(t, "item_in|O;item_new|D", rowsOf(t, db, "SELECT tgname, tgenabled FROM pg_trigger "+
		"WHERE NOT tgisinternal ORDER BY 1"))
}

// TestRestoreInterrupted: a restore whose context has ended changes no settings of connections.
func TestRestoreInterrupted(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		execute(t, db, s.statements(shop[s.dialect]))
		execute(t, db, s.statements(stocked))
		before := state(t, s, db)
		snapshot, err := store.Keep(t.Context(), db)
		require.NoError(t, err)
		execute(t, db, "UPDATE people SET name = 'x'")
		for after := range 40 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(after)*50*time.Microsecond)
			_ = snapshot.Restore(ctx)
			cancel()
		}
		require.NoError(t, snapshot.Restore(t.Context()))
		assert.Equal(t, before, state(t, s, db))
		_, err = db.ExecContext(t.Context(), "INSERT INTO carts (owner) VALUES (99)")
		require.Error(t, err) // keys are heeded
	})
}

// TestRestoreWaits: a connection of the program that is about to write does not keep rows from coming back, and the
// settings of connections stay.
func TestRestoreWaits(t *testing.T) {
	s := systems[1]
	require.Equal(t, "SQLite in a file", s.name)
	_, dsn := s.open(t)
	db, err := sql.Open("sqlite", strings.Replace(dsn, "busy_timeout(2000)", "busy_timeout(7)", 1))
	require.NoError(t, err)
	defer func() { assert.NoError(t, db.Close()) }()
	execute(t, db, shop["sqlite"]+";\nPRAGMA journal_mode = WAL")
	snapshot, err := store.Keep(t.Context(), db)
	require.NoError(t, err)
	execute(t, db, "INSERT INTO counts VALUES (1)")
	tx, err := db.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	_, err = tx.ExecContext(t.Context(), "INSERT INTO counts VALUES (2)")
	require.NoError(t, err)
	time.AfterFunc(100*time.Millisecond, func() { assert.NoError(t, tx.Commit()) })
	require.NoError(t, snapshot.Restore(t.Context()))
	require.NoError(t, snapshot.Restore(t.Context())) // what came since
	assert.Equal(t, "0", rowsOf(t, db, "SELECT count(*) FROM counts"))
	db.SetMaxOpenConns(1)
	settings := "SELECT * FROM pragma_foreign_keys, pragma_synchronous, pragma_busy_timeout"
	assert.Equal(t, "1|2|7", rowsOf(t, db, settings))
}

// TestRestoreLarge: a table that does not fit into one statement comes back.
func TestRestoreLarge(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		execute(t, db, "CREATE TABLE large (id INT PRIMARY KEY, note VARCHAR(200))")
		for chunk := range 10 {
			var values []string
			for i := range 400 {
				values = append(values, fmt.Sprintf("(%d, '%s')", chunk*400+i, strings.Repeat("x", 190)))
			}
			execute(t, db, "INSERT INTO large VALUES "+strings.Join(values, ", "))
		}
		snapshot, err := store.Keep(t.Context(), db)
		require.NoError(t, err)
		before := rowsOf(t, db, "SELECT * FROM large")
		execute(t, db, "UPDATE large SET note = 'x'")
		require.NoError(t, snapshot.Restore(t.Context()))
		assert.Equal(t, before, rowsOf(t, db, "SELECT * FROM large"))
	})
}

// sized makes 20 tables with 30 rows each.
func sized(b *testing.B, db *sql.DB) {
	for i := range 20 {
		execute(b, db, fmt.Sprintf("CREATE TABLE t%d (id INT PRIMARY KEY, level INT NOT NULL, name VARCHAR(30), "+
			"email VARCHAR(50) UNIQUE, total DECIMAL(8,2), at TIMESTAMP)", i))
		for j := range 30 {
			execute(b, db, fmt.Sprintf("INSERT INTO t%d VALUES (%d, %d, 'name %d', 'someone%d@example.com', 12.5, "+
				"'2024-01-01 00:00:00')", i, j, j%7, j, j))
		}
	}
}

// BenchmarkRestore measures putting back after three tables were written: tables that are named, and tables that have
// to be found.
func BenchmarkRestore(b *testing.B) {
	for _, s := range systems {
		b.Run(s.name, func(b *testing.B) {
			db := s.start(b)
			sized(b, db)
			snapshot, err := store.Keep(b.Context(), db)
			require.NoError(b, err)
			b.Run("tables", func(b *testing.B) {
				measure(b, db, func() error { return snapshot.RestoreTables(b.Context(), "t1", "t2", "t3") })
			})
			b.Run("all", func(b *testing.B) { measure(b, db, func() error { return snapshot.Restore(b.Context()) }) })
		})
	}
}

// measure reports how long putting back takes, without the writing: the median, since the machine may do other work,
// and what one of twenty does not exceed.
func measure(b *testing.B, db *sql.DB, restore func() error) {
	var spent []time.Duration
	for b.Loop() {
		for i := 1; i <= 3; i++ {
			execute(b, db, fmt.Sprintf("INSERT INTO t%d VALUES (100, 1, 'x', 'y', 1, NULL)", i))
		}
		execute(b, db, "UPDATE t1 SET name = 'other' WHERE id = 3")
		start := time.Now()
		require.NoError(b, restore())
		spent = append(spent, time.Since(start))
	}
	slices.Sort(spent)
	b.ReportMetric(float64(spent[len(spent)/2].Microseconds()), "µs/restore")
	b.ReportMetric(float64(spent[len(spent)/20].Microseconds()), "µs/best")
}
