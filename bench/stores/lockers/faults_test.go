package lockers_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/stores/lockers"
	"github.com/evoke-go/evoke/internal/rows"
)

// door is a way to a server that can be shut.
type door struct {
	to    string
	mutex sync.Mutex
	shut  bool
	open  []net.Conn
}

// newDoor returns an open door to an address of a data source name, and the name that leads through it.
func newDoor(t *testing.T, dsn string) (*door, string) {
	t.Helper()
	_, after, ok := strings.Cut(dsn, "127.0.0.1:")
	require.True(t, ok)
	port := after[:strings.IndexAny(after, "/)")]
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	d := &door{to: "127.0.0.1:" + port}
	t.Cleanup(func() {
		_ = l.Close()
		d.set(true)
	})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go d.pass(c)
		}
	}()
	return d, strings.Replace(dsn, "127.0.0.1:"+port, l.Addr().String(), 1)
}

// pass passes a connection on, unless the door is shut.
func (d *door) pass(c net.Conn) {
	defer c.Close()
	s, err := net.Dial("tcp", d.to)
	if err != nil {
		return
	}
	defer s.Close()
	d.mutex.Lock()
	if d.shut {
		d.mutex.Unlock()
		return
	}
	d.open = append(d.open, c, s)
	d.mutex.Unlock()
	go func() {
		_, _ = io.Copy(s, c)
		_ = s.Close()
	}()
	_, _ = io.Copy(c, s)
}

// set shuts the door, which cuts all connections, or opens it.
func (d *door) set(shut bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.shut = shut
	for _, c := range d.open {
		_ = c.Close()
	}
	d.open = nil
}

// servers are the databases that are reached over a network.
var servers = []string{"PostgreSQL", "MariaDB"}

// kept keeps the rows of the lockers in a database.
func kept(t *testing.T, name, dsn string, o rows.Options) *rows.Rows {
	t.Helper()
	if dsn == "" {
		dsn, _ = dsns(t, name)
	}
	t.Setenv(lockers.Variable, dsn)
	lockers.New()
	t.Cleanup(func() { _ = lockers.Database().Close() })
	o.Database = lockers.Database
	r := rows.New(o)
	require.NoError(t, r.Keep(t.Context()))
	return r
}

// TestAway: a database that is away is waited for, and not for ever.
func TestAway(t *testing.T) {
	for _, name := range servers {
		t.Run(name, func(t *testing.T) {
			dsn, _ := dsns(t, name)
			d, through := newDoor(t, dsn)
			r := kept(t, name, through, rows.Options{Away: 2 * time.Second})
			before := present(t)
			execute(t, "INSERT INTO rentals (locker, name) VALUES (1, 'a')")
			d.set(true)
			time.AfterFunc(500*time.Millisecond, func() { d.set(false) })
			require.NoError(t, r.Restore(t.Context()))
			assert.Equal(t, before, present(t))

			execute(t, "INSERT INTO rentals (locker, name) VALUES (1, 'a')")
			d.set(true)
			began := time.Now()
			require.ErrorContains(t, r.Restore(t.Context()), "put the rows back: the database is away for 2s: ")
			assert.Less(t, time.Since(began), 8*time.Second)
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			began = time.Now()
			require.Error(t, r.Restore(ctx))
			assert.Less(t, time.Since(began), 2*time.Second, "a search that ends waits no longer")
			d.set(false)
			require.NoError(t, r.Close(t.Context()))
			assert.Equal(t, before, present(t))
		})
	}
}

// locking begins a transaction that holds locks of the rows which a test changed.
var locking = map[string][]string{
	"SQLite":     {"BEGIN IMMEDIATE"},
	"PostgreSQL": {"BEGIN", "SELECT * FROM lockers WHERE id = 1 FOR UPDATE"},
	"MariaDB":    {"BEGIN", "SELECT * FROM lockers WHERE id = 1 FOR UPDATE"},
}

// TestLocked: rows that another session holds are waited for, and not for ever. A transaction that the program left
// open is such a session.
func TestLocked(t *testing.T) {
	for name, statements := range locking {
		t.Run(name, func(t *testing.T) {
			r := kept(t, name, "", rows.Options{})
			before := present(t)
			conn, err := lockers.Database().Conn(t.Context())
			require.NoError(t, err)
			defer conn.Close()
			hold := func() {
				t.Helper()
				execute(t, "UPDATE lockers SET state = 'x' WHERE id = 1")
				for _, s := range statements {
					_, err := conn.ExecContext(t.Context(), s)
					require.NoError(t, err)
				}
			}
			release := func() {
				_, err := conn.ExecContext(context.Background(), "ROLLBACK")
				assert.NoError(t, err)
			}
			hold()
			time.AfterFunc(500*time.Millisecond, release)
			require.NoError(t, r.Restore(t.Context()))
			assert.Equal(t, before, present(t))
			hold()
			began := time.Now()
			err = r.Restore(t.Context())
			require.ErrorContains(t, err, "another session may hold locks, such as one whose transaction was left open")
			assert.Less(t, time.Since(began), 12*time.Second)
			release()
			require.NoError(t, r.Restore(t.Context()))
			assert.Equal(t, before, present(t))
		})
	}
}

// TestConnectionsInUse: a program that takes the only connection and does not give it back is told so.
func TestConnectionsInUse(t *testing.T) {
	r := kept(t, "SQLite", "", rows.Options{})
	lockers.Database().SetMaxOpenConns(1)
	tx, err := lockers.Database().BeginTx(t.Context(), nil)
	require.NoError(t, err)
	require.ErrorContains(t, r.Restore(t.Context()), "all connections of the database are in use (1): ")
	require.NoError(t, tx.Rollback())
	require.NoError(t, r.Restore(t.Context()))
}

// TestDiskFull: rows come back into a database that has no room left, since those that were inserted go first.
func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	written := func() ([]string, bool) { return []string{"rentals"}, true }
	t.Setenv(lockers.Variable, "file:"+path)
	lockers.New()
	for i := range 200 {
		execute(t, fmt.Sprintf("INSERT INTO lockers (id, state) VALUES (%d, 'ready')", i+10))
		execute(t, fmt.Sprintf("INSERT INTO rentals (locker, name) VALUES (%d, '%s')", i+10, strings.Repeat("x", 500)))
	}
	require.NoError(t, lockers.Database().Close())
	info, err := os.Stat(path)
	require.NoError(t, err)
	r := kept(t, "SQLite", fmt.Sprintf("file:%s?_pragma=max_page_count(%d)", path, info.Size()/4096+1),
		rows.Options{Written: written})
	before := present(t)
	for range 20 { // then the first tests are over, in which all tables are read
		require.NoError(t, r.Restore(t.Context()))
	}
	execute(t, "DELETE FROM rentals")
	full := func() error {
		_, err := lockers.Database().ExecContext(t.Context(), "INSERT INTO lockers (id, state) "+
			"SELECT max(id) + 1, '"+strings.Repeat("x", 3000)+"' FROM lockers")
		return err
	}
	require.Eventually(t, func() bool { return full() != nil }, 10*time.Second, time.Microsecond)
	require.ErrorContains(t, full(), "full")
	require.NoError(t, r.Restore(t.Context()))
	assert.Equal(t, before, present(t))
}

// TestRefused: a trigger of MariaDB, which cannot be switched off, may refuse that rows go. PostgreSQL and SQLite heed
// none meanwhile.
func TestRefused(t *testing.T) {
	for name, trigger := range map[string][]string{
		"SQLite": {"CREATE TRIGGER history BEFORE DELETE ON rentals BEGIN SELECT RAISE(ABORT, 'it is history'); END"},
		"PostgreSQL": {"CREATE FUNCTION history() RETURNS trigger AS $$ BEGIN RAISE 'it is history'; END $$ " +
			"LANGUAGE plpgsql", "CREATE TRIGGER history BEFORE DELETE ON rentals " +
			"FOR EACH ROW EXECUTE FUNCTION history()"},
		"MariaDB": {"CREATE TRIGGER history BEFORE DELETE ON rentals FOR EACH ROW " +
			"SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'it is history'"},
	} {
		t.Run(name, func(t *testing.T) {
			dsn, _ := dsns(t, name)
			t.Setenv(lockers.Variable, dsn)
			lockers.New()
			for _, s := range trigger {
				execute(t, s)
			}
			r := kept(t, name, dsn, rows.Options{})
			before := present(t)
			execute(t, "INSERT INTO rentals (locker, name) VALUES (1, 'a')")
			err := r.Restore(t.Context())
			if name != "MariaDB" {
				require.NoError(t, err)
				assert.Equal(t, before, present(t))
				return
			}
			require.ErrorContains(t, err, "it is history")
			execute(t, "DROP TRIGGER history")
			require.NoError(t, r.Restore(t.Context()))
			assert.Equal(t, before, present(t))
		})
	}
}

// TestDeath: a process that dies leaves its first rows in the file, from which the next one puts them back; at the end
// the file goes. A file that does not fit is named.
func TestDeath(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows")
	died := kept(t, "SQLite", "", rows.Options{File: file})
	before := present(t)
	execute(t, "INSERT INTO rentals (locker, name) VALUES (1, 'a')")
	next := rows.New(rows.Options{Database: lockers.Database, File: file})
	require.NoError(t, next.Keep(t.Context()))
	assert.Equal(t, before, present(t))
	execute(t, "INSERT INTO rentals (locker, name) VALUES (1, 'a')")
	require.NoError(t, next.Close(t.Context()))
	assert.Equal(t, before, present(t))
	assert.NoFileExists(t, file)
	require.NoError(t, died.Save(file))
	execute(t, "ALTER TABLE rentals ADD COLUMN until TEXT")
	require.ErrorContains(t, rows.New(rows.Options{Database: lockers.Database, File: file}).Keep(t.Context()),
		"kept in "+file+" do not fit (remove the file")
}

// TestMoved: rows come back into the database of another handler, whatever is in there.
func TestMoved(t *testing.T) {
	r := kept(t, "SQLite", "", rows.Options{})
	before := present(t)
	first := lockers.Database()
	other, _ := dsns(t, "SQLite")
	t.Setenv(lockers.Variable, other)
	lockers.New()
	require.NotSame(t, first, lockers.Database())
	require.NoError(t, first.Close())
	execute(t, "INSERT INTO rentals (locker, name) VALUES (1, 'a')")
	require.NoError(t, r.Restore(t.Context()))
	assert.Equal(t, before, present(t))
}

// TestUntold: a table that the statements do not tell is seen in the first tests, and all tables are read from then on.
func TestUntold(t *testing.T) {
	r := kept(t, "SQLite", "", rows.Options{Written: func() ([]string, bool) { return nil, true }})
	before := present(t)
	for range 40 {
		execute(t, "INSERT INTO rentals (locker, name) VALUES (1, 'a')")
		require.NoError(t, r.Restore(t.Context()))
		require.Equal(t, before, present(t))
	}
}
