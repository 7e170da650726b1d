package tables_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables"
)

// TestWritten: the tables that were written since the last call are told, and whether these are all.
func TestWritten(t *testing.T) {
	db := sql.OpenDB(tables.Connector(dsn{&fakeDriver{}}))
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	_, all := tables.Written()
	assert.False(t, all, "nobody watches")
	tables.Watch(true)
	t.Cleanup(func() { tables.Watch(false) })
	_, all = tables.Written()
	assert.False(t, all, "nobody watched")
	for _, tt := range []struct {
		name, sql, want string
		vague           bool
	}{
		{name: "nothing"},
		{name: "reads", sql: "SELECT * FROM a;\n(SELECT 1) UNION (SELECT 2); WITH x AS (SELECT 1) SELECT * FROM x;"},
		{name: "transactions", sql: "BEGIN; SAVEPOINT a; RELEASE a; COMMIT; ROLLBACK; START TRANSACTION; END"},
		{name: "settings", sql: "SET search_path = a; PRAGMA foreign_keys = 1; SHOW tables; RESET ALL"},
		{name: "writes", sql: "UPDATE b SET x = 1; INSERT INTO A VALUES (1); DELETE FROM c", want: "a b c"},
		{name: "write in a read", sql: "WITH x AS (DELETE FROM a RETURNING *) SELECT * FROM x", want: "a"},
		{name: "replace and merge", sql: "REPLACE INTO a VALUES (1); MERGE INTO b USING c ON b.x = c.x " +
			"WHEN MATCHED THEN DELETE", want: "a b"},
		{name: "procedure", sql: "CALL anything()", vague: true},
		{name: "procedure behind a read", sql: "SELECT 1; CALL anything()", vague: true},
		{name: "block", sql: "DO $$ BEGIN DELETE FROM a; END $$", vague: true},
		{name: "prepared", sql: "EXECUTE p", vague: true},
		{name: "definition", sql: "CREATE TABLE x (y INT)", vague: true},
		{name: "emptied", sql: "TRUNCATE a, b", vague: true, want: "a"},
		{name: "load", sql: "LOAD DATA INFILE 'x' INTO TABLE a", vague: true},
		{name: "copy", sql: "COPY a FROM STDIN", vague: true},
		{name: "planned", sql: "EXPLAIN ANALYZE DELETE FROM a", vague: true},
		{name: "too long to be read", sql: "SELECT 1" + strings.Repeat(" ", 70000), vague: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.sql != "" {
				_, err := db.Exec(tt.sql)
				require.NoError(t, err)
			}
			tables.Drop() // another round
			names, all := tables.Written()
			assert.Equal(t, tt.want, strings.Join(names, " "))
			assert.Equal(t, !tt.vague, all)
			names, all = tables.Written()
			assert.Empty(t, names)
			assert.True(t, all)
		})
	}
	exec := func(ctx context.Context, text string) {
		_, err := db.ExecContext(ctx, text)
		require.NoError(t, err)
	}
	exec(t.Context(), "DELETE FROM a")
	_, _ = tables.Written()
	exec(t.Context(), "DELETE FROM a")
	exec(tables.Aside(t.Context()), "DELETE FROM b")
	names, _ := tables.Written()
	assert.Equal(t, []string{"a"}, names, "in the same round, and not what is aside")
}
