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

// clubs is a schema in the words that all dialects have.
const clubs = `
CREATE TABLE countries (code CHAR(2) PRIMARY KEY, name VARCHAR(20) NOT NULL UNIQUE);
CREATE TABLE teams (id INT PRIMARY KEY, country CHAR(2) NOT NULL, title VARCHAR(10) NOT NULL, founded DATE NOT NULL,
 rating DECIMAL(4,2) NOT NULL, FOREIGN KEY (country) REFERENCES countries (code), UNIQUE (country, title));
CREATE TABLE players (id INT PRIMARY KEY, team INT NOT NULL, mentor INT, nick VARCHAR(1) NOT NULL UNIQUE,
 FOREIGN KEY (team) REFERENCES teams (id), FOREIGN KEY (mentor) REFERENCES players (id));
CREATE TABLE badges (team INT NOT NULL, player INT NOT NULL, PRIMARY KEY (team, player),
 FOREIGN KEY (team) REFERENCES teams (id), FOREIGN KEY (player) REFERENCES players (id));
CREATE TABLE nodes (id INT PRIMARY KEY, above INT NOT NULL, FOREIGN KEY (above) REFERENCES nodes (id));
CREATE TABLE shifts (day DATE NOT NULL, hall INT NOT NULL, PRIMARY KEY (day, hall));
CREATE TABLE halls (id INT PRIMARY KEY, seats INT NOT NULL CHECK (seats >= 50), kind VARCHAR(10) NOT NULL,
 code VARCHAR(9) NOT NULL UNIQUE, CHECK (kind IN ('big', 'small')), CHECK (char_length(code) >= 3 AND id < 99));
CREATE TABLE visits (id INT PRIMARY KEY, day DATE NOT NULL, hall INT NOT NULL,
 FOREIGN KEY (day, hall) REFERENCES shifts (day, hall))`

// clubs returns the schema for a dialect.
func (s system) clubs() string {
	if s.dialect == "sqlite" {
		return strings.ReplaceAll(clubs, "char_length", "length")
	}
	return clubs
}

// described writes rows as a text.
func described(rows []store.Row) string {
	var out []string
	for _, r := range rows {
		out = append(out, r.Table+string(value.AppendJSON(nil, r.Values)))
	}
	return strings.ReplaceAll(strings.Join(out, " "), `"`, "")
}

// TestComplete: the rows that a row needs are those that are not there, as plain as the schema allows, and each can be
// inserted in turn.
func TestComplete(t *testing.T) {
	for _, c := range []struct {
		name, table string
		row         value.Object
		first       string // statements
		want        string
	}{
		{"nothing is there", "players", row("id", int64(7)), "",
			"countries{code:a,name:a} teams{country:a,id:1,title:a,founded:2000-01-01,rating:1} " +
				"players{id:7,team:1,nick:a}"},
		{"parents are there", "players", row("nick", "x"),
			`INSERT INTO countries VALUES ('de', 'x'), ('at', 'y');
INSERT INTO teams VALUES (5, 'de', 'x', '2020-01-01', 2), (4, 'de', 'y', '2020-01-01', 2)`,
			"players{nick:x,team:4,id:1}"},
		{"a given key", "teams", row("country", "fr", "id", int64(3)), "INSERT INTO countries VALUES ('a', 'a')",
			"countries{code:fr,name:b} teams{country:fr,id:3,title:a,founded:2000-01-01,rating:1}"},
		{"a given key that is there", "teams", row("country", "fr"), "INSERT INTO countries VALUES ('fr', 'a')",
			"teams{country:fr,id:1,title:a,founded:2000-01-01,rating:1}"},
		{"the row of another table", "badges", row("player", int64(9)),
			`INSERT INTO countries VALUES ('de', 'x');
INSERT INTO teams VALUES (5, 'de', 'x', '2020-01-01', 2)`, "players{id:9,team:5,nick:a} badges{player:9,team:5}"},
		{"a pair that is taken", "badges", row("player", int64(1)),
			`INSERT INTO countries VALUES ('de', 'x');
INSERT INTO teams VALUES (5, 'de', 'x', '2020-01-01', 2), (6, 'de', 'y', '2020-01-01', 2);
INSERT INTO players VALUES (1, 5, NULL, 'z');
INSERT INTO badges VALUES (5, 1)`, "badges{player:1,team:6}"},
		{"a pair that is taken for all", "badges", row("player", int64(1)),
			`INSERT INTO countries VALUES ('de', 'x');
INSERT INTO teams VALUES (5, 'de', 'a', '2020-01-01', 2);
INSERT INTO players VALUES (1, 5, NULL, 'z');
INSERT INTO badges VALUES (5, 1)`,
			"teams{country:de,id:1,title:b,founded:2000-01-01,rating:1} badges{player:1,team:1}"},
		{"taken values", "players", row("team", int64(5)),
			`INSERT INTO countries VALUES ('de', 'x');
INSERT INTO teams VALUES (5, 'de', 'x', '2020-01-01', 2);
INSERT INTO players VALUES (1, 5, NULL, 'a'), (40, 5, 1, 'b')`, "players{team:5,id:41,nick:c}"},
		{"a mentor", "players", row("id", int64(2), "mentor", int64(1), "team", int64(5)),
			`INSERT INTO countries VALUES ('de', 'x');
INSERT INTO teams VALUES (5, 'de', 'x', '2020-01-01', 2)`,
			"players{id:1,team:5,nick:a} players{id:2,mentor:1,team:5,nick:b}"},
		{"a row that refers to itself", "nodes", row(), "", "nodes{id:1,above:1}"},
		{"a row that says so", "nodes", row("id", int64(4), "above", int64(4)), "", "nodes{id:4,above:4}"},
		{"another row that refers to itself", "nodes", row("above", int64(4)), "",
			"nodes{id:4,above:4} nodes{above:4,id:1}"},
		{"a key of two columns", "visits", row("hall", int64(3)), "",
			"shifts{hall:3,day:2000-01-01} visits{hall:3,day:2000-01-01,id:1}"},
		{"a key of two columns, of which one is there", "visits", row("hall", int64(3)),
			"INSERT INTO shifts VALUES ('2020-01-01', 2), ('2020-01-02', 3)", "visits{hall:3,day:2020-01-02,id:1}"},
		{"conditions", "halls", row(), "INSERT INTO halls VALUES (1, 60, 'small', 'aaa'), (98, 50, 'big', 'x99')",
			"halls{id:2,seats:50,kind:big,code:aab}"},
		{"no reference", "players", row("team", nil, "id", int64(1), "nick", "n"), "",
			"players{team:null,id:1,nick:n}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
				execute(t, db, s.clubs())
				execute(t, db, c.first)
				st := store.SQL(db)
				rows, err := st.Complete(t.Context(), c.table, c.row)
				require.NoError(t, err)
				assert.Equal(t, c.want, described(rows))
				for _, r := range rows {
					if v, ok := r.Values.Get("team"); !ok || v != nil {
						require.NoError(t, st.Insert(t.Context(), r.Table, r.Values), st.Statement(r.Table, r.Values))
					}
				}
			})
		})
	}
}

// types are the types of columns, those that can be unique first, in each dialect.
var types = map[string][2]string{
	"sqlite": {"INTEGER, INT, BIGINT, VARCHAR(3), TEXT, REAL, NUMERIC, DECIMAL(5,2), DATE, TIME, DATETIME, " +
		"TIMESTAMP, UUID, BLOB, CHAR(1), ANYTHING", "BOOLEAN, JSON"},
	"postgres": {"smallint, int, bigint, numeric, numeric(4,1), numeric(3), real, double precision, money, char, " +
		"varchar(2), text, bytea, date, time, timetz, timestamp, timestamptz, uuid, inet, cidr, macaddr, interval",
		"boolean, json, jsonb, text[], int[], point, int4range, tstzrange, tsvector, bit(3), varbit, xml"},
	"mysql": {"tinyint, smallint, mediumint, int unsigned, bigint unsigned, decimal(4,1), decimal(3), float, " +
		"double, char(1), varchar(2), date, time, datetime, timestamp, year, enum('a','b','c'), set('x','y','z'), " +
		"varbinary(3), uuid, inet6, bit(5)", "tinyint(1), bit, json, text, tinytext, blob, longblob"},
}

// TestCompleteTypes: there is a plain value of every type, and for a unique column further ones.
func TestCompleteTypes(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		for i, list := range types[s.dialect] {
			for at, name := range strings.Split(list, ", ") {
				unique := []string{" UNIQUE", ""}[i]
				execute(t, db, fmt.Sprintf("CREATE TABLE t%d_%d (c %s NOT NULL%s)", i, at, name, unique))
			}
		}
		st := store.SQL(db)
		tables, err := st.Tables(t.Context())
		require.NoError(t, err)
		for _, table := range tables {
			for range 3 {
				rows, err := st.Complete(t.Context(), table.Name, row())
				require.NoError(t, err, table.Columns[0].Type)
				require.Len(t, rows, 1)
				require.NoError(t, st.Insert(t.Context(), table.Name, rows[0].Values),
					st.Statement(table.Name, rows[0].Values))
			}
			assert.Equal(t, "3", rowsOf(t, db, "SELECT count(*) FROM "+table.Name))
		}
	})
}

// TestCompleteKeys: a row refers to one that is there by keys of every type.
func TestCompleteKeys(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		list := strings.Split(types[s.dialect][0], ", ")
		for at, name := range list {
			execute(t, db, fmt.Sprintf(`CREATE TABLE p%d (k %s NOT NULL, PRIMARY KEY (k));
CREATE TABLE c%d (id INT PRIMARY KEY, k %s NOT NULL, FOREIGN KEY (k) REFERENCES p%d (k))`, at, name, at, name, at))
		}
		st := store.SQL(db)
		for at, name := range list {
			table := fmt.Sprint("c", at)
			for i := range 3 {
				rows, err := st.Complete(t.Context(), table, row())
				require.NoError(t, err, name)
				require.Len(t, rows, 1+max(0, 1-i), name)
				for _, r := range rows {
					require.NoError(t, st.Insert(t.Context(), r.Table, r.Values), st.Statement(r.Table, r.Values))
				}
				key, _ := rows[len(rows)-1].Values.Get("k")
				rows, err = st.Complete(t.Context(), table, row("k", key))
				require.NoError(t, err, name)
				require.Len(t, rows, 1, name)
			}
		}
	})
}

// TestCompleteFails: what cannot be completed is an error.
func TestCompleteFails(t *testing.T) {
	db := systems[0].start(t)
	execute(t, db, systems[0].clubs()+`;
CREATE TABLE hens (id INT PRIMARY KEY, egg INT NOT NULL REFERENCES eggs (id));
CREATE TABLE eggs (id INT PRIMARY KEY, hen INT NOT NULL REFERENCES hens (id));
CREATE TABLE flags (flag BOOLEAN PRIMARY KEY NOT NULL);
INSERT INTO flags VALUES (0), (1)`)
	st := store.SQL(db)
	_, err := st.Complete(t.Context(), "hens", row())
	require.ErrorContains(t, err, "complete a row of hens: tables refer to each other: hens, eggs, hens")
	_, err = st.Complete(t.Context(), "flags", row())
	require.ErrorContains(t, err, "column flag has no further value")
	_, err = st.Complete(t.Context(), "none", row())
	require.ErrorContains(t, err, "no table none")
	_, err = st.Complete(t.Context(), "teams", row("none", "x"))
	require.ErrorContains(t, err, "no column none")
}
