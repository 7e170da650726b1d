package server

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// Postgres starts PostgreSQL for a test, and returns the DSN of an empty database for the driver "pgx". The test is
// skipped where PostgreSQL is not installed.
func Postgres(t testing.TB) (dsn string) {
	t.Helper()
	return PostgresDSN(forTest(t, StartPostgres))
}

// forTest starts a server that ends with the test, and returns its port.
func forTest(t testing.TB, start func(context.Context) (*Server, error)) string {
	t.Helper()
	s, err := start(t.Context())
	if errors.Is(err, ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s.Port
}

// PostgresDSN returns the DSN of the database that StartPostgres makes, for the driver "pgx".
func PostgresDSN(port string) string {
	return "postgres://postgres@127.0.0.1:" + port + "/postgres?sslmode=disable"
}

// StartPostgres starts PostgreSQL with an empty database.
func StartPostgres(ctx context.Context) (*Server, error) {
	return start(ctx, starting{
		user: "postgres", by: syscall.SIGINT, driver: "pgx", dsn: PostgresDSN, first: "SELECT 1",
		data: func(folder string) ([]string, error) {
			initdb, err := installed("initdb")
			return []string{initdb, "-D", filepath.Join(folder, "data"), "-U", "postgres", "-A", "trust",
				"-E", "UTF8", "--no-locale", "--no-sync"}, err
		},
		server: func(folder, port string) ([]string, error) {
			postgres, err := installed("postgres")
			return []string{postgres, "-D", filepath.Join(folder, "data"), "-h", "127.0.0.1", "-p", port,
				"-k", "", "-F", "-c", "shared_buffers=32MB"}, err
		},
	})
}

// installed returns the path of a program of PostgreSQL. Debian has them outside of the folders for programs.
func installed(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("%s: %w", name, ErrMissing)
	}
	return slices.Max(found), nil
}
