package stores_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// library is the schema of the tests, in each dialect.
var library = map[string]string{
	"sqlite": `
CREATE TABLE members (id INTEGER PRIMARY KEY AUTOINCREMENT, level INT NOT NULL CHECK (level >= 1 AND level <= 9),
 email VARCHAR(30) NOT NULL UNIQUE, active BOOLEAN NOT NULL DEFAULT 1, joined DATE, shout TEXT AS (upper(email)));
CREATE TABLE "order" (id TEXT PRIMARY KEY, "group" TEXT, member INTEGER NOT NULL REFERENCES members ON DELETE CASCADE,
 total DECIMAL(8,2) NOT NULL, at DATETIME NOT NULL, CONSTRAINT positive CHECK (total > 0), UNIQUE ("group", at));
CREATE UNIQUE INDEX order_at ON "order" (member, at);
CREATE UNIQUE INDEX order_half ON "order" (total) WHERE total > 100;
CREATE TABLE things (id INTEGER PRIMARY KEY, data JSON, raw BLOB, score REAL, note TEXT);
CREATE VIEW grown AS SELECT * FROM members`,
	"postgres": `
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN share AS numeric(4,2) CHECK (VALUE >= 0 AND VALUE <= 1) NOT NULL;
CREATE TABLE members (id bigserial PRIMARY KEY, level int NOT NULL CHECK (level >= 1 AND level <= 9),
 email varchar(30) NOT NULL UNIQUE, active boolean NOT NULL DEFAULT true, joined date,
 shout text GENERATED ALWAYS AS (upper(email)) STORED);
CREATE TABLE "order" (id text PRIMARY KEY, "group" text, member bigint NOT NULL REFERENCES members ON DELETE CASCADE,
 total numeric(8,2) NOT NULL CONSTRAINT positive CHECK (total > 0), at timestamptz NOT NULL, UNIQUE ("group", at));
CREATE UNIQUE INDEX order_at ON "order" (member, at);
CREATE UNIQUE INDEX order_half ON "order" (total) WHERE total > 100;
CREATE TABLE things (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data jsonb, raw bytea, score double precision,
 note text, "Mood" mood, part share, tags text[] NOT NULL, more int[], key uuid, hour time, small smallint);
CREATE VIEW grown AS SELECT * FROM members`,
	"mysql": `
CREATE TABLE members (id BIGINT AUTO_INCREMENT PRIMARY KEY, level INT NOT NULL CHECK (level >= 1 AND level <= 9),
 email VARCHAR(30) NOT NULL UNIQUE, active TINYINT(1) NOT NULL DEFAULT 1, joined DATE,
 shout VARCHAR(30) AS (upper(email)));
CREATE TABLE ` + "`order`" + ` (id VARCHAR(20) PRIMARY KEY, ` + "`group`" + ` VARCHAR(20), member BIGINT NOT NULL,
 total DECIMAL(8,2) NOT NULL, at DATETIME NOT NULL, CONSTRAINT positive CHECK (total > 0), UNIQUE (` + "`group`" + `, at),
 FOREIGN KEY (member) REFERENCES members (id) ON DELETE CASCADE, UNIQUE order_at (member, at));
CREATE TABLE things (id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY, data JSON, raw BLOB, score DOUBLE, note TEXT,
 mood ENUM('sad', 'ok', 'it''s') NOT NULL DEFAULT 'ok', flags SET('a', 'b'), tiny TINYINT UNSIGNED, born YEAR);
CREATE VIEW grown AS SELECT * FROM members`,
}

// TestTables: the tables are those that were made, with what a row has to know.
func TestTables(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		execute(t, db, library[s.dialect])
		tables, err := store.SQL(db).Tables(t.Context())
		require.NoError(t, err)
		require.Len(t, tables, 3)
		members, order, things := tables[0], tables[1], tables[2]
		assert.Equal(t, []string{"members", "order", "things"}, []string{members.Name, order.Name, things.Name})
		assert.Equal(t, []string{"id"}, members.Key)
		assert.Equal(t, [][]string{{"email"}}, members.Unique)
		assert.ElementsMatch(t, [][]string{{"group", "at"}, {"member", "at"}}, order.Unique)
		assert.Equal(t, []store.Reference{{Columns: []string{"member"}, Table: "members", To: []string{"id"},
			Acts: true}}, order.References)
		require.Len(t, members.Checks, 1)
		assert.Contains(t, members.Checks[0], "level")
		assert.Contains(t, order.Checks[0], "total")
		var flags []string
		for _, c := range members.Columns {
			flags = append(flags, fmt.Sprint(c.Name, " ", c.Nullable, c.HasDefault, c.Generated))
		}
		assert.Equal(t, []string{"id false true false", "level false false false", "email false false false",
			"active false true false", "joined true false false", "shout true false true"}, flags)
		assert.True(t, order.Column("total").Required())
	})
}

// schemas are the schemas of rows, by dialect and table.
var schemas = map[string]map[string]string{
	"sqlite": {
		"members": `{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":4611686018427387903},` +
			`"level":{"type":"integer","minimum":1,"maximum":9},` +
			`"email":{"type":"string","maxLength":30},"active":{"type":"boolean"},` +
			`"joined":{"type":["string","null"],"format":"date"}},"required":["level","email"],` +
			`"additionalProperties":false}`,
	},
	"postgres": {
		"members": `{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":4611686018427387903},` +
			`"level":{"type":"integer","minimum":1,"maximum":9},` +
			`"email":{"type":"string","maxLength":30},"active":{"type":"boolean"},` +
			`"joined":{"type":["string","null"],"format":"date"}},"required":["level","email"],` +
			`"additionalProperties":false}`,
		"things": `{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":1073741823},` +
			`"data":{},"raw":{"type":["string","null"]},"score":{"type":["number","null"]},` +
			`"note":{"type":["string","null"]},"Mood":{"type":["string","null"],"enum":["sad","ok","happy",null]},` +
			`"part":{"type":"number","minimum":0,"maximum":1,"multipleOf":0.01},` +
			`"tags":{"type":"string","enum":["{}"]},"key":{"type":["string","null"],"format":"uuid"},` +
			`"hour":{"type":["string","null"],"format":"time"},` +
			`"small":{"type":["integer","null"],"minimum":-32768,"maximum":32767}},"required":["part","tags"],` +
			`"additionalProperties":false}`,
	},
	"mysql": {
		"order": `{"type":"object","properties":{"id":{"type":"string","maxLength":20},` +
			`"group":{"type":["string","null"],"maxLength":20},` +
			`"member":{"type":"integer","minimum":1,"maximum":4611686018427387903},` +
			`"total":{"type":"number","minimum":1,"maximum":999999.99,"multipleOf":0.01},` +
			`"at":{"type":"string","format":"date-time"}},"required":["id","member","total","at"],` +
			`"additionalProperties":false}`,
		"things": `{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647},` +
			`"data":{},"raw":{"type":["string","null"]},"score":{"type":["number","null"]},` +
			`"note":{"type":["string","null"],"maxLength":16383},` +
			`"mood":{"type":"string","enum":["sad","ok","it's"]},` +
			`"flags":{"type":["string","null"],"enum":["a","b","","a,b",null]},` +
			`"tiny":{"type":["integer","null"],"minimum":0,"maximum":255},` +
			`"born":{"type":["integer","null"],"minimum":1901,"maximum":2155}},"additionalProperties":false}`,
	},
}

// TestSchema: the schema of a row has the types, ranges, lengths and choices of its columns.
func TestSchema(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		execute(t, db, library[s.dialect])
		tables, err := store.SQL(db).Tables(t.Context())
		require.NoError(t, err)
		checked := 0
		for _, table := range tables {
			if want := schemas[s.dialect][table.Name]; want != "" {
				assert.JSONEq(t, want, table.Schema(), table.Name)
				checked++
			}
		}
		assert.Len(t, schemas[s.dialect], checked)
	})
}

// row makes a row of names and values.
func row(pairs ...any) (out value.Object) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, value.Member{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return out
}

// hard are texts that are hard to write.
var hard = []string{"", "plain", "it's", `back\slash \' \n`, "two\nlines\tand a tab\r", "\x01\x7f\u0085",
	"?, $1 and :name", "🙂 ö", `"double" and ` + "`back`", "'; DROP TABLE members; --", "%_",
	"/* no comment */", strings.Repeat("x", 300)}

// TestTexts: each text comes back as it was inserted, as a text, as bytes and in JSON, by one line.
func TestTexts(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		execute(t, db, library[s.dialect])
		st := store.SQL(db)
		for i, text := range hard {
			object := value.Object{{Name: "a", Value: text}}
			r := row("id", int64(i+1), "note", text, "raw", text+"\x00\xff", "data", object)
			if s.dialect == "postgres" {
				r = append(r, row("part", 0.5, "tags", "{}")...)
			}
			require.NoError(t, st.Insert(t.Context(), "things", r), text)
			line := st.Statement("things", r)
			assert.NotContains(t, line, "\n")
			var note, raw, data []byte
			query := fmt.Sprint("SELECT note, raw, data FROM things WHERE id = ", i+1)
			require.NoError(t, db.QueryRowContext(t.Context(), query).Scan(&note, &raw, &data))
			assert.Equal(t, text, string(note), line)
			assert.Equal(t, text+"\x00\xff", string(raw), line)
			back, err := value.ParseJSON(data)
			require.NoError(t, err, line)
			assert.True(t, value.Equal(object, back), line)
		}
	})
}

// TestInsert: rows are there with the values of their columns; the statement is what a reader would write.
func TestInsert(t *testing.T) {
	lines := map[string][]string{
		"sqlite": {
			`INSERT INTO members (id, level, email, active, joined) VALUES (7, 2, 'a@b', 0, '2024-02-29')`,
			`INSERT INTO "order" (id, "group", member, total, at) VALUES ('x', NULL, 7, 12.5, '2024-02-29 10:00:00.25')`,
			`INSERT INTO things (note) VALUES ('5')`, `INSERT INTO things DEFAULT VALUES`,
		},
		"postgres": {
			`INSERT INTO members (id, level, email, active, joined) VALUES (7, 2, 'a@b', false, '2024-02-29'); ` +
				`SELECT setval('members_id_seq', (SELECT greatest(max(id), 1) FROM members))`,
			`INSERT INTO "order" (id, "group", member, total, at) ` +
				`VALUES ('x', NULL, 7, 12.5, '2024-02-29 10:00:00.25+00')`,
			`INSERT INTO things (note) VALUES ('5')`, `INSERT INTO things DEFAULT VALUES`,
		},
		"mysql": {
			"INSERT INTO members (id, level, email, active, joined) VALUES (7, 2, 'a@b', 0, '2024-02-29')",
			"INSERT INTO `order` (id, `group`, member, total, at) " +
				"VALUES ('x', NULL, 7, 12.5, '2024-02-29 10:00:00.25')",
			"INSERT INTO things (note) VALUES ('5')", "INSERT INTO things () VALUES ()",
		},
	}
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		execute(t, db, library[s.dialect])
		if s.dialect == "postgres" {
			execute(t, db, "ALTER TABLE things ALTER part SET DEFAULT 0, ALTER tags SET DEFAULT '{}'")
		}
		st := store.SQL(db)
		rows := []value.Object{
			row("id", int64(7), "level", int64(2), "email", "a@b", "active", false, "joined", "2024-02-29"),
			row("id", "x", "group", nil, "member", int64(7), "total", 12.5, "at", "2024-02-29T11:00:00.25+01:00"),
			row("note", int64(5), "score", value.Absent), row(),
		}
		for i, name := range []string{"members", "order", "things", "THINGS"} {
			assert.Equal(t, lines[s.dialect][i], st.Statement(name, rows[i]))
			require.NoError(t, st.Insert(t.Context(), name, rows[i]))
		}
		assert.Equal(t, "7|2|a@b", rowsOf(t, db, "SELECT id, level, email FROM members WHERE NOT active"))
		assert.Equal(t, "1|5;2|NULL", rowsOf(t, db, "SELECT id, note FROM things ORDER BY id"))
		execute(t, db, "INSERT INTO members (level, email) VALUES (1, 'next')") // the next number is free
		assert.Equal(t, "8", rowsOf(t, db, "SELECT id FROM members WHERE email = 'next'"))
		require.ErrorContains(t, st.Insert(t.Context(), "none", row()), "no table none")
		require.ErrorContains(t, st.Insert(t.Context(), "members", row("none", nil)), "no column none")
	})
}

// TestRefused: the error of a refused row says which constraint refused it.
func TestRefused(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		execute(t, db, library[s.dialect])
		st := store.SQL(db)
		insert := func(table string, r value.Object) store.Refused {
			var refused *store.Refused
			require.ErrorAs(t, st.Insert(t.Context(), table, r), &refused)
			assert.Equal(t, table, refused.Table)
			return *refused
		}
		member := func(id, level int64, email any) value.Object { return row("id", id, "level", level, "email", email) }
		order := func(id string, day int, member int64, total float64) value.Object {
			at := fmt.Sprintf("2024-01-%02dT00:00:00Z", day)
			return row("id", id, "member", member, "total", total, "at", at, "group", "g")
		}
		require.NoError(t, st.Insert(t.Context(), "members", member(1, 1, "a")))
		require.NoError(t, st.Insert(t.Context(), "order", order("a", 1, 1, 1)))

		r := insert("members", member(2, 1, "a"))
		assert.Equal(t, store.Unique, r.Kind)
		assert.Equal(t, []string{"email"}, r.Columns)
		r = insert("members", member(1, 1, "b"))
		assert.Equal(t, []any{store.Unique, []string{"id"}}, []any{r.Kind, r.Columns})
		r = insert("members", member(2, 1, nil))
		assert.Equal(t, []any{store.NotNull, []string{"email"}}, []any{r.Kind, r.Columns})
		r = insert("members", row("level", int64(1)))
		assert.Equal(t, []any{store.NotNull, []string{"email"}}, []any{r.Kind, r.Columns})
		r = insert("members", member(2, 99, "b"))
		assert.Equal(t, store.Check, r.Kind)
		r = insert("order", order("b", 2, 1, -1))
		assert.Equal(t, []any{store.Check, "positive"}, []any{r.Kind, r.Constraint})
		r = insert("order", order("b", 1, 1, 2))
		assert.Equal(t, store.Unique, r.Kind)
		assert.Len(t, r.Columns, 2)
		if s.dialect != "sqlite" {
			r = insert("members", member(2, 1, strings.Repeat("x", 99)))
			assert.Equal(t, store.Type, r.Kind)
		}
		r = insert("order", order("b", 2, 44, 2))
		assert.Equal(t, store.ForeignKey, r.Kind)
		if s.dialect != "sqlite" {
			assert.Equal(t, []string{"member"}, r.Columns)
		}
	})
}

// TestReserved: names are quoted exactly where the database takes them for something else.
func TestReserved(t *testing.T) {
	words := []string{"order", "group", "select", "user", "rank", "key", "name", "left", "date", "level", "default",
		"values", "desc", "check", "end", "offset", "value", "type", "Mixed", "mit leer", "1a", "a1", "references",
		"all", "row"}
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		quote := `"`
		if s.dialect == "mysql" {
			quote = "`"
		}
		for _, word := range words {
			execute(t, db, "CREATE TABLE "+quote+word+quote+" ("+quote+word+quote+" INT)")
		}
		st := store.SQL(db)
		for _, word := range words {
			r := row(word, int64(1))
			require.NoError(t, st.Insert(t.Context(), word, r))
			line := st.Statement(word, r)
			_, err := db.ExecContext(t.Context(), strings.ReplaceAll(line, quote, ""))
			assert.Equal(t, err != nil || word == "1a", strings.Contains(line, quote), line)
		}
	})
}

// TestFor: another database with the same tables is not read again.
func TestFor(t *testing.T) {
	first, second := systems[0].start(t), systems[0].start(t)
	st := store.SQL(first)
	require.NoError(t, func() error { _, err := st.Tables(t.Context()); return err }())
	for _, db := range []*sql.DB{first, second} {
		execute(t, db, "CREATE TABLE a (id INTEGER PRIMARY KEY)")
	}
	require.NoError(t, st.Insert(t.Context(), "a", row("id", int64(1))))
	require.NoError(t, st.For(second).Insert(t.Context(), "a", row("id", int64(2))))
	assert.Equal(t, "1 2", rowsOf(t, first, "SELECT id FROM a")+" "+rowsOf(t, second, "SELECT id FROM a"))
}

// TestNoDatabase: what is no database, or none that answers, is an error.
func TestNoDatabase(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	require.NoError(t, err)
	require.NoError(t, db.Close())
	_, err = store.SQL(db).Tables(t.Context())
	require.ErrorContains(t, err, "neither SQLite nor PostgreSQL")
	require.ErrorContains(t, err, "database is closed")
	assert.Equal(t, `INSERT INTO "a" ("b") VALUES ('c')`, store.SQL(db).Statement("a", row("b", "c")))
}
