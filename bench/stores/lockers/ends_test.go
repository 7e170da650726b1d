package lockers_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/stores/lockers"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
)

// search searches until its end, and calls do as soon as the search has changed rows.
func (r *running) search(do func(), args ...string) (printed string, err error) {
	r.t.Helper()
	before := present(r.t)
	c := r.command(args...)
	var out strings.Builder
	c.Stdout, c.Stderr = &out, &out
	require.NoError(r.t, c.Start())
	require.Eventually(r.t, func() bool { return present(r.t) != before }, 30*time.Second, time.Millisecond)
	do()
	err = c.Wait()
	r.noRowsProgram()
	r.secretless(out.String())
	assert.FileExists(r.t, filepath.Join(r.dir, "evoke-tests", "report.json"))
	return out.String(), err
}

// TestSearchOutlivesRestart: a database that goes away and comes back ends no search.
func TestSearchOutlivesRestart(t *testing.T) {
	for _, name := range servers {
		t.Run(name, func(t *testing.T) {
			dsn, outside := dsns(t, name)
			d, through := newDoor(t, dsn)
			_, address, _ := strings.Cut(through, "127.0.0.1:")
			port := address[:strings.IndexAny(address, "/)")]
			r := startOver(t, through, strings.Replace(outside, strings.TrimPrefix(d.to, "127.0.0.1:"), port, 1))
			before := present(t)
			printed, err := r.search(func() {
				d.set(true)
				time.Sleep(1500 * time.Millisecond)
				d.set(false)
			}, "--time", "6s")
			require.NoError(t, err, printed)
			assert.Equal(t, before, present(t))
			assert.NotContains(t, printed, "ended early")
			assert.FileExists(t, filepath.Join(r.dir, "evoke-tests", "evoke_success_test.go"), printed)
		})
	}
}

// TestSearchEndsAtLock: a session that holds rows for good ends a search, which says so and where the first rows are.
func TestSearchEndsAtLock(t *testing.T) {
	r := start(t, "PostgreSQL")
	before := present(t)
	conn, err := lockers.Database().Conn(t.Context())
	require.NoError(t, err)
	defer conn.Close()
	printed, err := r.search(func() {
		_, err := conn.ExecContext(t.Context(), "BEGIN; LOCK TABLE rentals IN SHARE MODE")
		require.NoError(t, err)
	}, "--time", "30s")
	require.Error(t, err, printed)
	assert.Contains(t, printed, "the search ended early: ", printed)
	assert.Contains(t, printed, "another session may hold locks")
	_, err = conn.ExecContext(t.Context(), "ROLLBACK")
	require.NoError(t, err)
	if present(t) != before {
		assert.Contains(t, printed, "the first rows did not come back and are in evoke-tests/testdata/evoke-rows.json")
		r.restore()
	}
	assert.Equal(t, before, present(t))
}

// restore brings the rows back by hand.
func (r *running) restore() {
	r.t.Helper()
	c := exec.CommandContext(r.t.Context(), filepath.Join(r.commands, "evoke-rows"), "restore", "-dsn", "DESK_DSN",
		"evoke-tests/testdata/evoke-rows.json")
	c.Dir, c.Env = r.dir, r.variables
	printed, err := c.CombinedOutput()
	require.NoError(r.t, err, string(printed))
}

// TestSearchEndsAtTrigger: a trigger that refuses that rows go ends a search with its message.
func TestSearchEndsAtTrigger(t *testing.T) {
	r := start(t, "MariaDB")
	before := present(t)
	execute(t, "CREATE TRIGGER history BEFORE DELETE ON rentals FOR EACH ROW "+
		"SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'it is history'")
	printed, err := r.search(func() {}, "--time", "30s")
	require.Error(t, err, printed)
	assert.Contains(t, printed, "it is history")
	assert.Contains(t, printed, "the first rows did not come back and are in evoke-tests/testdata/evoke-rows.json")
	execute(t, "DROP TRIGGER history")
	r.restore()
	assert.Equal(t, before, present(t))
}

// TestSearchInterrupted: a search inside that is interrupted puts the rows back.
func TestSearchInterrupted(t *testing.T) {
	if os.Getenv(lockers.Variable) == "" {
		dsn, _ := dsns(t, "SQLite")
		t.Setenv(lockers.Variable, dsn)
	}
	lockers.New()
	before := present(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	result, err := evoke.Run(ctx, evoke.Config{
		Schema: string(lockers.Schema()), Handler: lockers.New,
		System: evoke.System{Database: lockers.Database, PutBack: true},
		Budget: evoke.Budget{Time: time.Minute}, Output: evoke.Output{Mutants: -1},
		Search: evoke.Search{Observe: func(e search.Event) {
			if _, ok := e.(search.Evaluation); ok && present(t) != before {
				cancel()
			}
		}},
	})
	require.ErrorIs(t, err, context.Canceled)
	assert.NotEmpty(t, result.Suite.Tests)
	assert.Equal(t, before, present(t))
}

// TestSearchOfLeaks: a program that leaves transactions open in its database. The search inside says so, its findings
// are in the result, and the rows come back once the process of the search has ended.
func TestSearchOfLeaks(t *testing.T) {
	if os.Getenv(lockers.Variable) == "" {
		dsn, _ := dsns(t, "SQLite")
		t.Setenv(lockers.Variable, dsn)
		t.Setenv(lockers.Leaks, "1")
	}
	lockers.New()
	before := present(t)
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(lockers.Schema()), Handler: lockers.New,
		System: evoke.System{Database: lockers.Database, PutBack: true},
		Budget: evoke.Budget{Calls: 200}, Output: evoke.Output{Mutants: -1},
	})
	require.ErrorContains(t, err, "put the rows back: another session may hold locks")
	require.NotNil(t, result)
	left := func(f report.Fault) bool { return f.Code == 1303 }
	assert.True(t, slices.ContainsFunc(result.Report.Faults(), left), "a transaction that was left open is found")
	assert.Equal(t, before, present(t))
}
