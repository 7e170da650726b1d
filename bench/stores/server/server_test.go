package server_test

import (
	"database/sql"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/stores/server"
)

// dies is the name of the environment variable that has a test of this package die with a server.
const dies = "EVOKE_TEST_DIES"

// servers are the servers of this package: the DSN of a running one, with the driver for it.
var servers = map[string]func(t testing.TB) (driver, dsn string){
	"PostgreSQL": func(t testing.TB) (string, string) { return "pgx", server.Postgres(t) },
	"MariaDB":    func(t testing.TB) (string, string) { return "mysql", server.MariaDB(t) },
}

// TestServers: servers answer, and leave nothing behind when their test ends.
func TestServers(t *testing.T) {
	for name, start := range servers {
		t.Run(name, func(t *testing.T) {
			var port, folder string
			t.Run("test", func(t *testing.T) {
				driver, dsn := start(t)
				port, folder = portOf(dsn), folderOf(t, portOf(dsn))
				db, err := sql.Open(driver, dsn)
				require.NoError(t, err)
				defer func() { assert.NoError(t, db.Close()) }()
				_, err = db.ExecContext(t.Context(), "CREATE TABLE a (id INT PRIMARY KEY)")
				require.NoError(t, err)
				_, err = db.ExecContext(t.Context(), "INSERT INTO a VALUES (1)")
				require.NoError(t, err)
			})
			assertGone(t, port, folder)
		})
	}
}

// TestDeath: a server ends with the process of its test, however that dies.
func TestDeath(t *testing.T) {
	if name := os.Getenv(dies); name != "" {
		_, dsn := servers[name](t)
		told := portOf(dsn) + " " + folderOf(t, portOf(dsn))
		require.NoError(t, os.WriteFile(os.Getenv("EVOKE_TEST_TELL"), []byte(told), 0o600))
		os.Exit(3)
	}
	for name := range servers {
		t.Run(name, func(t *testing.T) {
			told := filepath.Join(t.TempDir(), "told")
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=TestDeath", "-test.v")
			cmd.Env = append(os.Environ(), dies+"="+name, "EVOKE_TEST_TELL="+told)
			out, err := cmd.CombinedOutput()
			if strings.Contains(string(out), server.ErrMissing.Error()) {
				t.Skip(string(out))
			}
			text, missing := os.ReadFile(told)
			require.NoError(t, missing, "%v: %s", err, out)
			port, folder, _ := strings.Cut(string(text), " ")
			require.Eventually(t, func() bool {
				_, err := os.Stat(folder)
				return os.IsNotExist(err)
			}, 20*time.Second, 50*time.Millisecond)
			assertGone(t, port, folder)
		})
	}
}

// portOf returns the port of a DSN.
func portOf(dsn string) string {
	_, after, _ := strings.Cut(dsn, "127.0.0.1:")
	return strings.TrimRight(after[:strings.IndexAny(after, "/)")], ")")
}

// folderOf returns the folder of the server on a port, which stands in its log.
func folderOf(t *testing.T, port string) string {
	t.Helper()
	for _, parent := range []string{os.TempDir(), "/dev/shm", "/tmp", "/var/tmp"} {
		logs, err := filepath.Glob(filepath.Join(parent, "evoke-server-*", "log"))
		require.NoError(t, err)
		for _, log := range logs {
			text, err := os.ReadFile(log)
			if err == nil && strings.Contains(string(text), port) {
				return filepath.Dir(log)
			}
		}
	}
	t.Fatal("no folder of a server on port ", port)
	return ""
}

func assertGone(t *testing.T, port, folder string) {
	t.Helper()
	_, err := net.Dial("tcp", "127.0.0.1:"+port)
	require.Error(t, err)
	_, err = os.Stat(folder)
	require.ErrorIs(t, err, os.ErrNotExist)
}
