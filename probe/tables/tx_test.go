package tables_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/opened"
	"github.com/evoke-go/evoke/probe/tables"
)

// watched returns a database of the fake driver with all optional methods.
func watched(t *testing.T, fails map[string]error) *sql.DB {
	t.Helper()
	j := &journal{fails: fails}
	d := &fakeDriver{j: j, conn: func() driver.Conn {
		return connections["all"](&fakeConn{j, func(string) driver.Stmt { return statements["all"](j) }})
	}}
	db := open(t, tables.Driver(onlyOpens{d}))
	db.SetMaxOpenConns(1)
	tables.Watch(true)
	opened.Watch(true)
	t.Cleanup(func() {
		tables.Watch(false)
		opened.Watch(false)
		assert.NoError(t, db.Close())
	})
	return db
}

// happened returns the incidents of this round as texts, and those of transactions that are left open.
func happened(t *testing.T) (out []string) {
	t.Helper()
	for _, in := range append(tables.Incidents(), opened.Left(func([]uintptr) bool { return true }, idle)...) {
		assert.True(t, inStack(&in), "the stack is that of the program")
		out = append(out, fmt.Sprintf("%s: %s", map[probe.IncidentKind]string{probe.Committed: "committed",
			probe.Spliced: "spliced", probe.Repeated: "repeated", probe.LeftOpen: "open"}[in.Kind], in.Text))
	}
	return out
}

// idle says that no code works that may end transactions.
func idle() bool { return false }

// inStack reports whether the stack of an incident has a function of a test.
func inStack(in *probe.Incident) bool {
	frames := runtime.CallersFrames(in.Stack)
	for {
		f, more := frames.Next()
		if strings.Contains(f.Function, "tables_test.") {
			return true
		}
		if !more {
			return false
		}
	}
}

var errFull = errors.New("full")

// TestTransactions: what is committed is noted, in a transaction and outside of one, however it ends.
func TestTransactions(t *testing.T) {
	const insert, update = "INSERT INTO a (x) VALUES (1)", "UPDATE b SET y = 1, x = 2 WHERE id = 3"
	ctx := context.Background()
	on := func(db *sql.DB, all ...string) {
		for _, text := range all {
			_, _ = db.Exec(text)
		}
	}
	within := func(db *sql.DB, end func(*sql.Tx) error, all ...string) {
		tx, err := db.Begin()
		if err != nil {
			return
		}
		for _, text := range all {
			_, _ = tx.Exec(text)
		}
		if end != nil {
			_ = end(tx)
		}
	}
	commits, rollsBack := (*sql.Tx).Commit, (*sql.Tx).Rollback
	for name, tt := range map[string]struct {
		do    func(db *sql.DB)
		want  []string
		fails string
	}{
		"alone":         {do: func(db *sql.DB) { on(db, insert, insert) }, want: []string{"committed: inserts into a"}},
		"reads":         {do: func(db *sql.DB) { on(db, "SELECT x FROM a") }},
		"fails":         {do: func(db *sql.DB) { on(db, insert) }, fails: "ExecContext"},
		"committed":     {do: func(db *sql.DB) { within(db, commits, update, insert, insert) }, want: []string{both}},
		"empty":         {do: func(db *sql.DB) { within(db, commits, "SELECT 1") }},
		"rolled back":   {do: func(db *sql.DB) { within(db, rollsBack, update, insert) }},
		"not committed": {do: func(db *sql.DB) { within(db, commits, update, insert) }, fails: "Commit"},
		"left":          {do: func(db *sql.DB) { within(db, nil, insert) }, want: []string{"open: a transaction"}},
		"not begun":     {do: func(db *sql.DB) { within(db, nil, insert) }, fails: "BeginTx"},
		"by texts": {do: func(db *sql.DB) { on(db, "begin", insert, "UPDATE b SET x = 2, y = 1;", "COMMIT") },
			want: []string{both}},
		"by texts, rolled back": {do: func(db *sql.DB) { on(db, "START TRANSACTION", insert, "rollback work") }},
		"by texts, left": {do: func(db *sql.DB) { on(db, "BEGIN IMMEDIATE", insert) },
			want: []string{"open: a transaction"}},
		"by one text": {do: func(db *sql.DB) { on(db, "BEGIN; INSERT INTO a VALUES (1); COMMIT") },
			want: []string{"committed: inserts into a"}},
		"savepoints": {do: func(db *sql.DB) {
			within(db, commits, "SAVEPOINT p", insert, "SAVEPOINT q", update, "ROLLBACK TO q", "RELEASE p")
		}, want: []string{"committed: inserts into a"}},
		"outer savepoint": {do: func(db *sql.DB) {
			within(db, commits, update, "SAVEPOINT p", "SAVEPOINT q", insert, "ROLLBACK TRANSACTION TO SAVEPOINT p")
		}, want: []string{"committed: updates b (x, y)"}},
		"returning": {do: func(db *sql.DB) {
			var x int
			_ = db.QueryRow("INSERT INTO a (x) VALUES (1) RETURNING x").Scan(&x)
		}, want: []string{"committed: inserts into a"}},
		"returning, of no row": {do: func(db *sql.DB) {
			if rows, err := db.Query("INSERT INTO a (x) VALUES (1) RETURNING x"); err == nil {
				_ = rows.Close()
			}
		}},
		"many columns": {do: func(db *sql.DB) { on(db, "UPDATE b SET s=1, t=1, u=1, v=1, w=1, x=1, y=1") },
			want: []string{"committed: updates b"}},
		"with the connection": {do: func(db *sql.DB) {
			c, err := db.Conn(ctx)
			if err == nil {
				_, _ = c.ExecContext(ctx, "BEGIN")
				_ = c.Raw(func(any) error { return driver.ErrBadConn })
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			db := watched(t, map[string]error{tt.fails: errFull})
			tt.do(db)
			assert.Equal(t, tt.want, happened(t))
			tables.Drop()
			assert.Empty(t, tables.Incidents())
		})
	}
}

const both = "committed: inserts into a; updates b (x, y)"

// TestNobodyWatches: a transaction that began before anybody watched tells nothing, and neither does one afterwards.
func TestNobodyWatches(t *testing.T) {
	db := watched(t, nil)
	tables.Watch(false)
	tx, err := db.Begin()
	require.NoError(t, err)
	tables.Watch(true)
	_, err = tx.Exec("INSERT INTO a VALUES (1)")
	require.NoError(t, err)
	require.NoError(t, tx.Commit())
	assert.Empty(t, happened(t))
	tables.Watch(false)
	_, err = db.Exec("INSERT INTO a VALUES (1)")
	require.NoError(t, err)
	assert.Empty(t, happened(t))
}

// TestRepeated: a statement for each row of another one is noted, with its number.
func TestRepeated(t *testing.T) {
	const outer, inner = "SELECT id FROM shelf", "SELECT name FROM labels WHERE shelf = ? AND kind = 'b'"
	for name, tt := range map[string]struct {
		rows, times int
		want        []string
	}{
		"for each row": {12, 12, []string{"repeated: 12 times, for the 12 rows of another one: " +
			"SELECT name FROM labels WHERE shelf = ? AND kind = ?"}},
		"for most rows": {20, 17, []string{"repeated: 17 times, for the 20 rows of another one: " +
			"SELECT name FROM labels WHERE shelf = ? AND kind = ?"}},
		"for few rows":    {9, 9, nil},
		"for some rows":   {30, 12, nil},
		"more than rows":  {12, 30, nil},
		"for other rows":  {0, 12, nil},
		"not at all":      {40, 0, nil},
		"in later rounds": {12, -12, nil},
	} {
		t.Run(name, func(t *testing.T) {
			plain := &shelf{map[int64]string{}}
			db := sql.OpenDB(tables.Connector(plain))
			tables.Watch(true)
			defer tables.Watch(false)
			read := func(text string, n int) {
				found, err := db.Query(text, 1, n)
				require.NoError(t, err)
				for found.Next() {
				}
				require.NoError(t, found.Close())
			}
			read(outer, tt.rows)
			for range max(tt.times, -tt.times) {
				if tt.times < 0 {
					tables.Drop()
				}
				read(inner, 1)
			}
			assert.Equal(t, tt.want, happened(t))
			require.NoError(t, db.Close())
		})
	}
}

// TestWhereStatementsAre: a statement that several functions execute is noted where each of them executes it, however
// often that was.
func TestWhereStatementsAre(t *testing.T) {
	db := watched(t, nil)
	const insert = "INSERT INTO a (x) VALUES (1)"
	one := func() { _, _ = db.Exec(insert) }
	other := func() { _, _ = db.Exec(insert) }
	for i := range 40 {
		tables.Drop()
		want := "func1"
		if one(); i%2 > 0 {
			tables.Drop()
			other()
			want = "func2"
		}
		all := tables.Incidents()
		require.Len(t, all, 1)
		frames, found := runtime.CallersFrames(all[0].Stack), false
		for more := true; more && !found; {
			var f runtime.Frame
			f, more = frames.Next()
			found = strings.HasSuffix(f.Function, "TestWhereStatementsAre."+want)
		}
		assert.True(t, found, i)
	}
	const again = "INSERT INTO a (x) VALUES (2)"
	var first []uintptr
	for i := range 40 {
		tables.Drop()
		_, _ = db.Exec(again)
		all := tables.Incidents()
		require.Len(t, all, 1)
		if i == 0 {
			first = all[0].Stack
		}
		assert.Equal(t, first, all[0].Stack)
	}
}
