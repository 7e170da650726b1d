package stored_test

import (
	"database/sql"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/stores/server"
	"github.com/evoke-go/evoke/probe/tables"
)

// TestWithin: the first statement of a transaction of PostgreSQL is judged. If a table cannot be read, the transaction
// goes on.
func TestWithin(t *testing.T) {
	config, err := pgx.ParseConfig(server.Postgres(t))
	require.NoError(t, err)
	db := sql.OpenDB(tables.Connector(stdlib.GetConnector(*config)))
	defer func() { assert.NoError(t, db.Close()) }()
	for _, text := range []string{
		"DROP TABLE IF EXISTS crate", "CREATE TABLE crate (id INTEGER PRIMARY KEY)", "INSERT INTO crate VALUES (1)",
		"DROP ROLE IF EXISTS reader", "CREATE ROLE reader", "GRANT UPDATE ON crate TO reader",
	} {
		_, err := db.ExecContext(t.Context(), text)
		require.NoError(t, err, text)
	}
	tables.Ask(true)
	t.Cleanup(func() { tables.Ask(false) })
	tx, err := db.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	rows, err := tx.QueryContext(t.Context(), "SELECT id FROM crate WHERE id > 5")
	require.NoError(t, err)
	require.NoError(t, rows.Close())
	require.NoError(t, tx.Commit())
	all := tables.Answered(nil)
	require.Len(t, all, 1)
	assert.Less(t, all[0].Any, 1.0)
	tables.Ask(false)

	tables.Ask(true)
	tx, err = db.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	_, err = tx.ExecContext(t.Context(), "SET LOCAL ROLE reader")
	require.NoError(t, err)
	for range 2 {
		_, err = tx.ExecContext(t.Context(), "UPDATE crate SET id = 7 WHERE 5 > 6")
		require.NoError(t, err)
	}
	require.NoError(t, tx.Commit())
	assert.Empty(t, tables.Answered(nil), "the role reads nothing")
}
