package server

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	_ "github.com/go-sql-driver/mysql" // the driver "mysql"
)

// MariaDB starts MariaDB for a test, and returns the DSN of an empty database for the driver "mysql". The test is
// skipped where MariaDB is not installed.
func MariaDB(t testing.TB) (dsn string) {
	t.Helper()
	return MariaDSN(forTest(t, StartMariaDB)) + "evoke"
}

// MariaDSN returns the DSN of a server of StartMariaDB for the driver "mysql". The name of a database may follow.
func MariaDSN(port string) string { return "root@tcp(127.0.0.1:" + port + ")/" }

// StartMariaDB starts MariaDB with the empty database "evoke".
func StartMariaDB(ctx context.Context) (*Server, error) {
	path, err := exec.LookPath("mariadbd")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMissing, err)
	}
	arguments := func(folder string, more ...string) []string {
		return append([]string{"--no-defaults", "--basedir=" + filepath.Dir(filepath.Dir(path)),
			"--datadir=" + filepath.Join(folder, "data"), "--tmpdir=" + folder}, more...)
	}
	return start(ctx, starting{
		user: "mysql", by: syscall.SIGTERM, driver: "mysql", dsn: MariaDSN,
		first: "CREATE DATABASE IF NOT EXISTS evoke CHARACTER SET utf8mb4",
		data: func(folder string) ([]string, error) {
			install, err := exec.LookPath("mariadb-install-db")
			if err != nil {
				err = fmt.Errorf("%w: %w", ErrMissing, err)
			}
			return append([]string{install}, arguments(folder, "--auth-root-authentication-method=normal",
				"--skip-test-db")...), err
		},
		server: func(folder, port string) ([]string, error) {
			return append([]string{path}, arguments(folder, "--bind-address=127.0.0.1", "--port="+port,
				"--socket="+filepath.Join(folder, "socket"), "--pid-file="+filepath.Join(folder, "pid"),
				"--innodb-flush-log-at-trx-commit=0", "--skip-log-bin")...), nil
		},
	})
}
