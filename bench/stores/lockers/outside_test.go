package lockers_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/stores/lockers"
	"github.com/evoke-go/evoke/bench/stores/server"
)

// commands builds the commands, once, and returns their folder.
var commands = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "evoke-commands-")
	if err != nil {
		return "", err
	}
	for name, folder := range map[string]string{"evoke": "../../..", "evoke-rows": "../../../cmd/evoke-rows"} {
		pkg := map[string]string{"evoke": "./cmd/evoke", "evoke-rows": "."}[name]
		build := exec.Command("go", "build", "-o", filepath.Join(dir, name), pkg)
		build.Dir = folder
		if printed, err := build.CombinedOutput(); err != nil {
			return "", fmt.Errorf("build %s: %w: %s", name, err, printed)
		}
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := commands(); err == nil {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// running is a service with a database of its own, and the folder of a search of it.
type running struct {
	t         *testing.T
	dir, url  string
	dsn       string // of the service
	name      string // the same for evoke-rows, with a password where the database takes any
	commands  string
	variables []string
}

const password = "Pa55-of-the-desk"

// dsns returns the data source names of a database, for the service and for evoke-rows.
func dsns(t testing.TB, name string) (service, outside string) {
	t.Helper()
	switch name {
	case "PostgreSQL":
		dsn := server.Postgres(t)
		return dsn, strings.Replace(dsn, "postgres@", "postgres:"+password+"@", 1)
	case "MariaDB":
		dsn := server.MariaDB(t)
		address, database, _ := strings.Cut(strings.TrimPrefix(dsn, "root@tcp("), ")/")
		return dsn, "mysql://root@" + address + "/" + database
	}
	path := filepath.Join(t.TempDir(), "db")
	return "file:" + path + "?_pragma=foreign_keys(1)&_pragma=busy_timeout(2000)", "sqlite:" + path
}

// start starts a service over a database.
func start(t *testing.T, database string) *running {
	t.Helper()
	dsn, name := dsns(t, database)
	return startOver(t, dsn, name)
}

// startOver starts a service over the database of a data source name, which has another name for evoke-rows.
func startOver(t *testing.T, dsn, name string) *running {
	t.Helper()
	dir, err := commands()
	require.NoError(t, err)
	r := &running{t: t, dir: t.TempDir(), commands: dir, dsn: dsn, name: name}
	t.Setenv(lockers.Variable, r.dsn)
	s := httptest.NewServer(lockers.New())
	t.Cleanup(s.Close)
	r.url = s.URL
	require.NoError(t, os.WriteFile(filepath.Join(r.dir, "openapi.yaml"), lockers.Schema(), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(r.dir, "go.mod"), []byte("module example.com/x\n\ngo 1.26\n"), 0o600))
	r.variables = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "DESK_DSN="+r.name)
	return r
}

// command returns evoke run with further arguments.
func (r *running) command(args ...string) *exec.Cmd {
	c := exec.CommandContext(r.t.Context(), filepath.Join(r.commands, "evoke"), append([]string{"run", "--schema",
		"openapi.yaml", "--url", r.url, "--reset", "db:DESK_DSN"}, args...)...)
	c.Dir, c.Env = r.dir, r.variables
	return c
}

// noRowsProgram fails the test if a process that keeps rows is left.
func (r *running) noRowsProgram() {
	r.t.Helper()
	gone := func() bool { return len(rowsPrograms(r.commands)) == 0 }
	assert.Eventually(r.t, gone, 10*time.Second, 20*time.Millisecond)
}

// rowsPrograms returns the processes of a program in a folder.
func rowsPrograms(dir string) (pids []string) {
	found, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, link := range found {
		if to, err := os.Readlink(link); err == nil && to == filepath.Join(dir, "evoke-rows") {
			pids = append(pids, filepath.Base(filepath.Dir(link)))
		}
	}
	return pids
}

// secretless fails the test if a file of a search, or what it printed, shows the password.
func (r *running) secretless(printed string) {
	r.t.Helper()
	assert.NotContains(r.t, printed, password)
	require.NoError(r.t, filepath.WalkDir(r.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		assert.NotContains(r.t, string(content), password, path)
		assert.NotContains(r.t, string(content), r.name, path)
		return err
	}))
}

// TestOutside: a search from the outside puts the rows back before each test and at the end, and so do the tests that
// it writes. The data source name is nowhere.
func TestOutside(t *testing.T) {
	for _, name := range []string{"SQLite", "PostgreSQL", "MariaDB"} {
		t.Run(name, func(t *testing.T) {
			r := start(t, name)
			execute(t, "INSERT INTO rentals (locker, name) VALUES (2, 'somebody')")
			before := present(t)
			printed, err := r.command("--calls", "300", "--seed", "3").CombinedOutput()
			require.NoError(t, err, string(printed))
			assert.Contains(t, string(printed), "the rows of 2 tables come back before each test and at the end")
			assert.Equal(t, before, present(t))
			r.noRowsProgram()
			r.secretless(string(printed))
			support, err := os.ReadFile(filepath.Join(r.dir, "evoke-tests", "evoke_support_test.go"))
			require.NoError(t, err)
			assert.Contains(t, string(support),
				`"evoke-rows restore -dsn DESK_DSN evoke-tests/testdata/evoke-rows.json"`)
			tests, err := os.ReadFile(filepath.Join(r.dir, "evoke-tests", "evoke_success_test.go"))
			require.NoError(t, err)
			assert.Contains(t, string(tests), "POST")
			for range 2 {
				c := exec.CommandContext(t.Context(), "go", "test", "-count=1", "./evoke-tests")
				c.Dir, c.Env = r.dir, r.variables
				written, err := c.CombinedOutput()
				require.NoError(t, err, string(written))
			}
			c := exec.CommandContext(t.Context(), "evoke-rows", "restore", "-dsn", "DESK_DSN",
				"evoke-tests/testdata/evoke-rows.json")
			c.Path, c.Err, c.Dir, c.Env = filepath.Join(r.commands, "evoke-rows"), nil, r.dir, r.variables
			written, err := c.CombinedOutput()
			require.NoError(t, err, string(written))
			assert.Equal(t, before, present(t))
		})
	}
}

// TestInterrupted: the rows come back if the search is interrupted, and if it is killed.
func TestInterrupted(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			r := start(t, "SQLite")
			before := present(t)
			c := r.command("--time", "1m")
			var printed bytes.Buffer
			c.Stdout, c.Stderr = &printed, &printed
			c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			require.NoError(t, c.Start())
			require.Eventually(t, func() bool { return present(t) != before }, 30*time.Second, time.Millisecond)
			require.NoError(t, syscall.Kill(-c.Process.Pid, signal)) // as a terminal does it: to the whole group
			err := c.Wait()
			if signal == syscall.SIGINT {
				require.NoError(t, err, printed.String())
				assert.FileExists(t, filepath.Join(r.dir, "evoke-tests", "report.json"))
			}
			if signal != syscall.SIGKILL { // which a group hears as a whole
				assert.Eventually(t, func() bool { return present(t) == before }, 10*time.Second, 10*time.Millisecond)
			}
			r.noRowsProgram()
		})
	}
}

// TestKilled: the rows come back if the process of the search is killed.
func TestKilled(t *testing.T) {
	r := start(t, "PostgreSQL")
	before := present(t)
	c := r.command("--time", "1m")
	require.NoError(t, c.Start())
	require.Eventually(t, func() bool { return present(t) != before }, 30*time.Second, time.Millisecond)
	require.NoError(t, c.Process.Kill())
	require.Error(t, c.Wait())
	assert.Eventually(t, func() bool { return present(t) == before }, 10*time.Second, 10*time.Millisecond)
	r.noRowsProgram()
}

// TestMistakes: what cannot be is said before anything is called, without the data source name.
func TestMistakes(t *testing.T) {
	r := start(t, "SQLite")
	empty := filepath.Join(t.TempDir(), "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	for name, tt := range map[string]struct{ reset, dsn, want string }{
		"no variable":        {"db", "", "set EVOKE_DSN to the data source name"},
		"no name":            {"db:" + r.name, "", "NAME is that of an environment variable"},
		"a data source name": {"postgres://u:" + password + "@h/x", "", "say --reset db"},
		"no server":          {"db", "postgres://u:" + password + "@127.0.0.1:1/x", "the database is away"},
		"malformed":          {"db", "postgres://u:" + password + "@127.0.0.1:x/x", "it is malformed"},
		"unknown":            {"db", "oracle://u:" + password + "@h/x", "it begins with none of"},
		"no file":            {"db", "sqlite:/none", "there is no file /none"},
		"no tables":          {"db", "sqlite:" + empty, "no tables"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := exec.CommandContext(context.WithoutCancel(t.Context()), filepath.Join(r.commands, "evoke"), "run",
				"--schema", "openapi.yaml", "--url", r.url, "--reset", tt.reset)
			c.Dir, c.Env = r.dir, slices.Concat(r.variables, []string{"EVOKE_DSN=" + tt.dsn})
			printed, err := c.CombinedOutput()
			require.Error(t, err)
			assert.Contains(t, string(printed), tt.want)
			assert.NotContains(t, string(printed), password)
		})
	}
}
