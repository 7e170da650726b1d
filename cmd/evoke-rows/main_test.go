package main

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSources: the driver and its form of the name are found out, and no message shows the password.
func TestSources(t *testing.T) {
	file := filepath.Join(t.TempDir(), "db")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	opened := "file:" + file + "?_pragma=busy_timeout%282000%29&mode=rw"
	for text, want := range map[string]struct{ driver, dsn, err string }{
		"postgres://u:secret-1@h:1/n?sslmode=disable": {driver: "pgx",
			dsn: "postgres://u:secret-1@h:1/n?sslmode=disable"},
		"postgresql://u:secret-1@h/n":              {driver: "pgx", dsn: "postgresql://u:secret-1@h/n"},
		"host=h user=u password=secret-1 dbname=n": {driver: "pgx", dsn: "host=h user=u password=secret-1 dbname=n"},
		"mysql://u:secret-1@h/n":                   {driver: "mysql", dsn: "u:secret-1@tcp(h:3306)/n"},
		"mariadb://u:secret-1@h:1/n?tls=false":     {driver: "mysql", dsn: "u:secret-1@tcp(h:1)/n?tls=false"},
		"u:secret-1@tcp(h:1)/n":                    {driver: "mysql", dsn: "u:secret-1@tcp(h:1)/n"},
		"sqlite:" + file:                           {driver: "sqlite", dsn: opened},
		"file:" + file + "?_pragma=a(1)": {driver: "sqlite",
			dsn: "file:" + file + "?_pragma=a%281%29&_pragma=busy_timeout%282000%29&mode=rw"},
		"sqlite://" + file:               {driver: "sqlite", dsn: opened},
		"sqlite:/none":                   {err: "no file /none"},
		"":                               {err: "set the environment variable X"},
		"oracle://u:secret-1@h/n":        {err: "it begins with none of"},
		"postgres://u:secret-1@h:port/n": {err: "it is malformed"},
		"mysql://u:secret-1@h:port/n":    {err: "it is malformed"},
		"mysql://u:secret-1@h/n?x=%":     {err: "its parameters are malformed"},
	} {
		s, err := sourceOf("X", text)
		if want.err != "" {
			require.ErrorContains(t, err, want.err, text)
			assert.NotContains(t, err.Error(), "secret-1")
			continue
		}
		require.NoError(t, err, text)
		assert.Equal(t, want.driver, s.driver, text)
		assert.Equal(t, want.dsn, s.dsn, text)
		if strings.Contains(text, "secret-1") {
			assert.Equal(t, "no ${X}, no ${X}: ${X_PASSWORD}",
				s.hide(errors.New("no "+text+", no "+s.dsn+": secret-1")).Error(), text)
		}
	}
}

// FuzzSources: no name makes the reader fail, and no error shows a name.
func FuzzSources(f *testing.F) {
	for _, text := range []string{"postgres://u:secret@h/n", "mysql://u:secret@h/n?x=y", "u:secret@tcp(h)/n",
		"sqlite:x?%", "host=h dbname='"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := sourceOf("X", text)
		if err == nil && s.driver == "" {
			t.Errorf("%q has no driver", text)
		}
		if err != nil && len(text) > 20 && strings.Contains(text, "@") && strings.Contains(err.Error(), text) {
			t.Errorf("an error shows %q: %v", text, err)
		}
	})
}

// TestKeepAndRestore: rows come back at each line of the input and at its end, and from the file later.
func TestKeepAndRestore(t *testing.T) {
	dir := t.TempDir()
	file, kept := filepath.Join(dir, "db"), filepath.Join(dir, "rows.json")
	db, err := sql.Open("sqlite", "file:"+file)
	require.NoError(t, err)
	defer db.Close()
	execute := func(text string) {
		t.Helper()
		_, err := db.ExecContext(t.Context(), text)
		require.NoError(t, err)
	}
	count := func() (n int) {
		t.Helper()
		require.NoError(t, db.QueryRowContext(t.Context(), "SELECT count(*) FROM t").Scan(&n))
		return n
	}
	execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
	execute("INSERT INTO t (name) VALUES ('a'), ('b')")
	t.Setenv("ROWS", "sqlite:"+file)
	in, out := make(lines), make(answers)
	done := make(chan error, 1)
	go func() { done <- run([]string{"keep", "-dsn", "ROWS", "-file", kept}, in, out) }()
	assert.Equal(t, "kept 1\n", <-out)
	for range 2 {
		execute("DELETE FROM t")
		in <- "restore\n"
		assert.Equal(t, "ok\n", <-out)
		assert.Equal(t, 2, count())
	}
	execute("DELETE FROM t")
	close(in)
	require.NoError(t, <-done)
	assert.Equal(t, 2, count())
	info, err := os.Stat(kept)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	execute("UPDATE t SET name = 'c'")
	require.NoError(t, run([]string{"restore", "-dsn", "ROWS", kept}, nil, nil))
	assert.Equal(t, 2, count())
	execute("ALTER TABLE t ADD COLUMN more TEXT")
	none := filepath.Join(dir, "none")
	for from, want := range map[string]string{kept: "no table t as it was", none: "no such file"} {
		require.ErrorContains(t, run([]string{"restore", "-dsn", "ROWS", from}, nil, nil), want)
	}
	for _, args := range [][]string{nil, {"keep", "x"}, {"restore"}, {"restore", "-file", "x", "y"}, {"put"},
		{"keep", "-x"}} {
		require.ErrorIs(t, run(args, nil, &bytes.Buffer{}), errUsage, args)
	}
}

// lines are the lines of an input.
type lines chan string

func (l lines) Read(into []byte) (int, error) {
	text, ok := <-l
	if !ok {
		return 0, os.ErrClosed
	}
	return copy(into, text), nil
}

// answers are texts that were written.
type answers chan string

func (a answers) Write(text []byte) (int, error) {
	a <- string(text)
	return len(text), nil
}
