package tables

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/opened"
	"github.com/evoke-go/evoke/probe/tables/where"
)

// wharf is a connection of pgx: its rows, and the statements that read them.
type wharf struct {
	columns []string
	types   []string
	rows    [][]any
	asked   []string
	gone    bool
	failed  bool // the transaction
}

func (w *wharf) read(_ context.Context, text string) (columns, types []string, rows [][]any, err error) {
	w.asked = append(w.asked, text)
	switch {
	case !strings.HasPrefix(text, "SELECT"):
		if w.failed {
			return nil, nil, nil, errors.New("the transaction is aborted")
		}
		return nil, nil, nil, nil
	case w.columns == nil:
		return nil, nil, nil, errors.New("no such table")
	}
	return w.columns, w.types, w.rows, nil
}

// watching switches all notes on until the test ends.
func watching(t *testing.T) {
	Watch(true)
	Ask(true)
	opened.Watch(true)
	t.Cleanup(func() {
		Watch(false)
		Ask(false)
		opened.Watch(false)
	})
}

// TestStatementsOfPgx: statements are noted, and judged over the rows that are there, unless the connection is busy or
// the statement is one of Evoke.
func TestStatementsOfPgx(t *testing.T) {
	watching(t)
	const text = "SELECT id FROM ships WHERE length > $1 AND name = $2"
	conn := &wharf{columns: []string{"ID", "length", "name"}, types: []string{"int4", "int2", "text"},
		rows: [][]any{{int32(1), int16(20), "Ida"}}}
	before, after := connected(conn.read, func() bool { return conn.gone })
	before(t.Context(), text, []any{int8(30), nil}, false)
	before(Aside(t.Context()), text, []any{30, "Ida"}, true)
	assert.Empty(t, conn.asked)
	before(t.Context(), text, []any{int8(30), "Ida"}, true)
	after(text, 0, nil)
	assert.Equal(t, []string{"SELECT * FROM ships LIMIT 100"}, conn.asked)
	all := Answered(nil)
	require.Len(t, all, 1)
	require.Len(t, all[0].Result.Conditions, 2)
	assert.Equal(t, []any{int64(20), int64(30)}, all[0].Result.Conditions[0].Operands)
	assert.EqualValues(t, 1, all[0].Result.Conditions[1].True)
	assert.Equal(t, []Use{{Table: "ships", Way: Read, Columns: []string{"id", "length", "name"}}}, Take(nil))
}

// TestKnow: once the keys of a table are known, an INSERT is judged over the rows that are there.
func TestKnow(t *testing.T) {
	watching(t)
	conn := &wharf{columns: []string{"id"}, types: []string{"int4"}, rows: [][]any{{int32(1)}}}
	before, _ := connected(conn.read, func() bool { return conn.gone })
	const text = "INSERT INTO ships VALUES ($1)"
	before(t.Context(), text, []any{1}, true)
	assert.Empty(t, Answered(nil))
	Know(map[string]where.Keys{"ships": {Columns: []string{"id"}, Unique: [][]string{{"id"}}}})
	before(t.Context(), text, []any{1}, true)
	before(t.Context(), "INSERT INTO boats VALUES ($1)", []any{1}, true)
	all := Answered(nil)
	require.Len(t, all, 1)
	assert.Equal(t, []string{"ships"}, all[0].Tables)
	assert.True(t, all[0].Inserts)
	assert.InDelta(t, 1, all[0].Any, 0)
	before(t.Context(), text, []any{2}, true)
	assert.Equal(t, []where.Wanted{{Table: "ships", Values: []where.Assigned{{Column: "id", Value: int64(2)}}}},
		Answered(nil)[0].Wanted)
	Ask(true)
	before(t.Context(), text, []any{1}, true)
	assert.Empty(t, Answered(nil), "other tables may be asked now")
}

// TestUnreadable: a table that cannot be read is tried once, and the transaction goes on. A transaction that has failed
// says nothing of a table.
func TestUnreadable(t *testing.T) {
	watching(t)
	conn := &wharf{failed: true}
	before, after := connected(conn.read, func() bool { return conn.gone })
	before(t.Context(), "begin", nil, true)
	after("begin", 0, nil)
	const text, other = "SELECT x FROM a WHERE x = 1", "SELECT x FROM b WHERE x = 1"
	before(t.Context(), text, nil, true)
	assert.Equal(t, []string{"SAVEPOINT evoke_reads"}, conn.asked)
	conn.failed, conn.asked = false, nil
	for range 2 {
		before(t.Context(), text, nil, true)
	}
	assert.Equal(t, []string{"SAVEPOINT evoke_reads", "SELECT * FROM a LIMIT 100", "ROLLBACK TO SAVEPOINT evoke_reads",
		"RELEASE SAVEPOINT evoke_reads"}, conn.asked)
	assert.Empty(t, Answered(nil))
	conn.columns, conn.types, conn.asked = []string{"x"}, []string{"int4"}, nil
	for range 2 {
		before(t.Context(), other, nil, true)
	}
	assert.Equal(t, []string{"SAVEPOINT evoke_reads", "SELECT * FROM b LIMIT 100", "RELEASE SAVEPOINT evoke_reads",
		"SELECT * FROM b LIMIT 100"}, conn.asked)
	assert.Len(t, Answered(nil), 1)
	after("commit", 0, nil)
}

// TestTransactionsOfPgx: what is committed is noted, and a transaction that is left open unless its connection is gone.
func TestTransactionsOfPgx(t *testing.T) {
	watching(t)
	conn := &wharf{}
	before, after := connected(conn.read, func() bool { return conn.gone })
	executes := func(rows int64, err error, all ...string) {
		for _, text := range all {
			before(t.Context(), text, nil, false)
			after(text, rows, err)
		}
	}
	executes(1, nil, "begin", "INSERT INTO a (x) VALUES (1)", "savepoint sp_1", "DELETE FROM b",
		"rollback to savepoint sp_1", "commit")
	executes(0, nil, "UPDATE a SET x = 1")
	executes(1, errors.New("no"), "UPDATE a SET x = 1")
	all := Incidents()
	require.Len(t, all, 1)
	assert.Equal(t, "inserts into a", all[0].Text)

	anyone := func([]uintptr) bool { return true }
	executes(0, nil, "begin isolation level serializable")
	assert.Len(t, opened.Left(anyone, func() bool { return false }), 1)
	executes(0, nil, "rollback", "begin")
	conn.gone = true
	assert.Empty(t, opened.Left(anyone, func() bool { return false }))
	Watch(false)
	executes(1, nil, "INSERT INTO a (x) VALUES (1)")
	assert.Empty(t, Incidents())
}

func TestValuesOfPgx(t *testing.T) {
	noon := time.Date(2001, 2, 3, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct{ is, want any }{
		{int16(3), int64(3)}, {float32(0.5), 0.5}, {"a", "a"}, {nil, nil}, {noon, noon}, {new(7), int64(7)},
		{[16]byte{1, 2, 15: 255}, "01020000-0000-0000-0000-0000000000ff"}, {[]any{1}, []any{1}},
	} {
		assert.Equal(t, tt.want, valueOf(tt.is))
	}
}
