package lockers_test

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/stores/lockers"
	"github.com/evoke-go/evoke/bench/stores/server"
)

// TestSearchPutsBack: each test of a search, and each written test, begins with the first rows, and they are there at
// the end. The rows of the start are those that somebody else left.
func TestSearchPutsBack(t *testing.T) {
	for name, dsn := range map[string]func(t *testing.T) string{
		"SQLite": func(t *testing.T) string {
			return "file:" + filepath.Join(t.TempDir(), "db") + "?_pragma=foreign_keys(1)&_pragma=busy_timeout(2000)"
		},
		"PostgreSQL": func(t *testing.T) string { return server.Postgres(t) },
		"MariaDB":    func(t *testing.T) string { return server.MariaDB(t) },
	} {
		t.Run(name, func(t *testing.T) {
			if os.Getenv(lockers.Variable) == "" { // else this is the process of the search
				t.Setenv(lockers.Variable, dsn(t))
				lockers.New()
				execute(t, "INSERT INTO rentals (locker, name) VALUES (2, 'somebody')")
			}
			before := present(t)
			dir, err := os.MkdirTemp(".", "evoke-written-")
			require.NoError(t, err)
			t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
			result, err := evoke.Run(t.Context(), evoke.Config{
				Schema: string(lockers.Schema()), Handler: lockers.New,
				System: evoke.System{Database: lockers.Database, PutBack: true},
				Budget: evoke.Budget{Calls: 1500},
				Output: evoke.Output{Dir: dir, Mutants: -1},
			})
			require.NoError(t, err)
			assert.Equal(t, before, present(t))
			seen := map[string]bool{}
			for _, test := range result.Suite.Tests {
				if last := test.Steps[len(test.Steps)-1].Call; last != nil {
					path, _, _ := strings.Cut(last.Request.Path.String()[1:], "/")
					seen[fmt.Sprint(last.Request.Method, " ", path, " ", last.Expect.Status)] = true
				}
			}
			for _, want := range []string{"GET lockers 200", "POST rentals 201", "POST rentals 409",
				"DELETE rentals 204"} {
				assert.True(t, seen[want], "%s in %v", want, seen)
			}
			assert.True(t, seen["GET lockers 410"] || name == "MariaDB", "a row that no call makes: %v", seen)
			text, err := os.ReadFile(filepath.Join(dir, "evoke_support_test.go"))
			require.NoError(t, err)
			assert.Contains(t, string(text), "evokestore.Keep(context.Background(), ")
			assert.NotContains(t, string(text), "postgres://")
			assert.NotContains(t, strings.Join(result.Report.Warnings, "\n"), "left out")
			printed, err := exec.CommandContext(t.Context(), "go", "test", "-count=1", "./"+dir).CombinedOutput()
			require.NoError(t, err, string(printed))
			assert.Equal(t, before, present(t))
		})
	}
}

// execute executes a statement in the database of the latest handler.
func execute(t testing.TB, text string) {
	t.Helper()
	_, err := lockers.Database().ExecContext(t.Context(), text)
	require.NoError(t, err, text)
}

// present returns the rows of the lockers that the environment names.
func present(t testing.TB) string {
	t.Helper()
	db := lockers.Database()
	if db == nil {
		lockers.New()
		db = lockers.Database()
	}
	var out []string
	for _, query := range []string{"SELECT id, state FROM lockers ORDER BY id",
		"SELECT id, name FROM rentals ORDER BY id"} {
		out = append(out, rowsOf(t, db, query))
	}
	return strings.Join(out, "\n")
}

func rowsOf(t testing.TB, db *sql.DB, query string) string {
	t.Helper()
	found, err := db.QueryContext(t.Context(), query)
	require.NoError(t, err)
	defer found.Close()
	var out []string
	for found.Next() {
		var id, text string
		require.NoError(t, found.Scan(&id, &text))
		out = append(out, id+"|"+text)
	}
	require.NoError(t, found.Err())
	return strings.Join(out, ";")
}
