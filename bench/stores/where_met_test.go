package stores

import (
	"database/sql"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// silent is an INSERT of each dialect that passes over a row whose key is there.
var silent = map[where.Dialect]string{
	where.SQLite:   "INSERT OR IGNORE INTO k (n, s, id) VALUES (%s, %s, %s)",
	where.Postgres: "INSERT INTO k (n, s, id) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
	where.MySQL:    "INSERT IGNORE k SET n = %s, s = %s, id = %s",
}

// TestMetIsThatOfDatabases draws rows: an INSERT is judged to meet one exactly if the database refuses it, or changes
// nothing, and with a wanted row it does.
func TestMetIsThatOfDatabases(t *testing.T) {
	keys := func(string) where.Keys {
		return where.Keys{Columns: []string{"id", "s", "n"}, Unique: [][]string{{"id"}, {"s", "n"}}}
	}
	each(t, func(t *testing.T, k kind, db *sql.DB) {
		const table = "CREATE TABLE k (id INTEGER PRIMARY KEY, s VARCHAR(20), n INTEGER, UNIQUE (s, n))"
		require.NoError(t, executed(db, table))
		met, wanted := 0, 0
		often(t, func(t *rapid.T) {
			m := &maker{T: t, dialect: k.dialect}
			require.NoError(t, executed(db, "DELETE FROM k"))
			for range rapid.IntRange(0, 3).Draw(t, "rows") {
				_ = m.insert(db, "k", []string{"id", "s", "n"}, keyed(t)) // its key may be there
			}
			v := keyed(t)
			text, args := fmt.Sprintf("INSERT INTO k VALUES (%s, %s, %s)", m.marks()...), v
			if rapid.Bool().Draw(t, "silent") {
				text, args = fmt.Sprintf(silent[k.parse], m.marks()...), []any{v[2], v[1], v[0]}
			}
			q := where.Met(k.parse, text, keys)
			require.NotNil(t, q, text)
			rows, columns := read(t, db, []string{"k"})
			got := q.With(columns).Evaluate(numbered(args), rows)
			if want := meets(t, db, text, args); (got.Any == 1) != want || (got.None == 1) == want {
				t.Fatalf("%s\n%v\n%v\nthe database %v, judged %v %v", text, args, rows, want, got.Any, got.None)
			} else if want {
				met++
				return
			}
			require.Len(t, got.Wanted, 1)
			row := given(got.Wanted[0])
			if m.insert(db, "k", row.names, row.values) == nil {
				wanted++
				require.True(t, meets(t, db, text, args), "%s %v: %v", text, args, got.Wanted)
			}
		})
		require.Positive(t, met)
		require.Positive(t, wanted)
	})
}

// keyed draws a row.
func keyed(t *rapid.T) []any {
	some := []any{"a", "b", nil}
	return []any{rapid.IntRange(1, 6).Draw(t, "id"), some[rapid.IntRange(0, 2).Draw(t, "s")],
		rapid.IntRange(1, 2).Draw(t, "n")}
}

// marks returns the first three placeholders of the dialect.
func (m *maker) marks() []any {
	if m.dollars {
		return []any{"$1", "$2", "$3"}
	}
	return []any{"?", "?", "?"}
}

// named has the values of columns.
type named struct {
	names  []string
	values []any
}

// given returns a wanted row, with a number that no other row has where it may have any.
func given(w where.Wanted) (out named) {
	free := true
	for _, v := range w.Values {
		out.names, out.values = append(out.names, v.Column), append(out.values, v.Value)
		free = free && v.Column != "id"
	}
	if free {
		out.names, out.values = append(out.names, "id"), append(out.values, 99)
	}
	return out
}

// meets reports whether an INSERT fails or changes nothing. It changes nothing itself.
func meets(t require.TestingT, db *sql.DB, text string, args []any) bool {
	tx, err := db.Begin()
	require.NoError(t, err)
	defer func() { require.NoError(t, tx.Rollback()) }()
	result, err := tx.Exec(text, args...)
	if err != nil {
		return true
	}
	n, err := result.RowsAffected()
	require.NoError(t, err)
	return n == 0
}

// executed executes a statement.
func executed(db *sql.DB, text string) error {
	_, err := db.Exec(text)
	return err
}
