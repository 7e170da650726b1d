package store

import (
	"context"
	"database/sql/driver"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAsk(t *testing.T) {
	says := func(pairs ...string) map[string][][]driver.Value {
		out := map[string][][]driver.Value{}
		for i := 0; i < len(pairs); i += 2 {
			out[pairs[i]] = [][]driver.Value{{pairs[i+1]}}
		}
		return out
	}
	for name, c := range map[string]struct {
		answers map[string][][]driver.Value
		want    settings
	}{
		"SQLite":     {says("SELECT sqlite_version()", "3.50.1"), settings{dialect: sqlite}},
		"PostgreSQL": {says("SELECT version()", "PostgreSQL 15.9 on x86_64"), settings{dialect: postgres}},
		"MySQL": {says("SELECT version()", "8.0.36", "SELECT @@sql_mode", "STRICT_TRANS_TABLES"),
			settings{dialect: mysql}},
		"MariaDB": {says("SELECT version()", "10.11.6-MariaDB", "SELECT @@sql_mode", "ANSI,NO_BACKSLASH_ESCAPES"),
			settings{dialect: mysql, plain: true, maria: true}},
	} {
		t.Run(name, func(t *testing.T) {
			db, f := open(c.answers)
			got, err := ask(t.Context(), db)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
			assert.LessOrEqual(t, len(f.asked), 2)
		})
	}
	for name, answers := range map[string]map[string][][]driver.Value{
		"another server": says("SELECT version()", "24.3.1"), "no database": nil,
	} {
		t.Run(name, func(t *testing.T) {
			db, f := open(answers)
			_, err := ask(t.Context(), db)
			require.ErrorContains(t, err, "neither SQLite nor PostgreSQL, MySQL or MariaDB")
			require.ErrorIs(t, err, errUnknown)
			assert.LessOrEqual(t, len(f.asked), 3)
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	db, _ := open(nil)
	_, err := ask(ctx, db)
	require.ErrorIs(t, err, context.Canceled)
}
