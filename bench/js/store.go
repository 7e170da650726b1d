package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/evoke-go/evoke/bench/stores/server"
)

// store is a server with the data of an application, on a port of its own.
type store struct {
	variables []string // tell the application where the server is
	port      string
	// reset brings the data back to what it was at first; nil: nothing changes it.
	reset func(ctx context.Context, baseURL string) error
	stop  func() error
}

// end stops a store that may be none.
func (s *store) end() error {
	if s == nil || s.stop == nil {
		return nil
	}
	return s.stop()
}

// starter starts a store of an application, with a folder for what it writes.
type starter = func(ctx context.Context, app, temp string) (*store, error)

// both starts two stores of an application, of which the second one brings nothing back.
func both(one, other starter) starter {
	return func(ctx context.Context, app, temp string) (*store, error) {
		s, err := one(ctx, app, temp)
		if err != nil {
			return nil, err
		}
		second, err := other(ctx, app, temp)
		if err != nil {
			return nil, errors.Join(err, s.end())
		}
		out := &store{variables: append(s.variables, second.variables...), port: s.port, reset: s.reset}
		out.stop = func() error { return errors.Join(s.end(), second.end()) }
		return out, nil
	}
}

// listening is the variable with the port of a server, for the process that the search of a
// black box is in: the server is that of the first process.
func listening(name string) string { return "EVOKE_BENCH_JS_" + filepath.Base(name) }

// serve starts a server on a free port with arguments that are made of that, and waits
// until it is ready. A process that the first one started finds its server instead.
func serve(
	ctx context.Context, name, log string, arguments func(port string) []string, ready func(port string) error,
) (s store, err error) {
	if s.port = os.Getenv(listening(name)); s.port != "" {
		return s, nil
	}
	if s.port, err = server.Free(); err != nil {
		return s, err
	}
	out, err := os.Create(log)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	cmd := exec.Command(name, arguments(s.port)...)
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		return s, err
	}
	s.stop = func() error {
		defer func() { _ = os.Unsetenv(listening(name)) }()
		return errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Wait())
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if err = ready(s.port); err == nil {
			return s, os.Setenv(listening(name), s.port)
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return s, errors.Join(fmt.Errorf("%s is not ready: %w", name, err), s.stop())
		}
	}
}

// redis is the beginning of the variable that tells an application where its Redis is.
type redis string

// start starts Redis with the data that the application brings along, if any. Nothing changes them.
func (r redis) start(ctx context.Context, app, temp string) (*store, error) {
	dir := filepath.Join(temp, "redis")
	err := os.MkdirAll(dir, 0o755)
	if brought := filepath.Join(app, "em", "db"); err == nil && os.Getenv(listening("redis-server")) == "" {
		if _, missing := os.Stat(brought); missing == nil {
			err = os.CopyFS(dir, os.DirFS(brought))
		}
	}
	if err != nil {
		return nil, err
	}
	s, err := serve(ctx, "redis-server", filepath.Join(temp, "redis.log"), func(port string) []string {
		return []string{"--bind", "127.0.0.1", "--port", port, "--dir", dir, "--save", ""}
	}, func(port string) error {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err != nil {
			return err
		}
		answer := make([]byte, 5)
		_, err = c.Write([]byte("PING\r\n"))
		if err == nil {
			_, err = c.Read(answer)
		}
		if err == nil && string(answer) != "+PONG" {
			err = fmt.Errorf("redis answers %q", answer) // it loads its data
		}
		return errors.Join(err, c.Close())
	})
	s.variables = []string{string(r) + s.port}
	return &s, err
}

// mariadb starts MariaDB with an empty database, where the application makes its tables.
func mariadb(ctx context.Context, _, _ string) (*store, error) {
	const name = "mariadbd"
	s := &store{port: os.Getenv(listening(name))}
	if s.port == "" {
		started, err := server.StartMariaDB(ctx)
		if err != nil {
			return nil, err
		}
		s.port = started.Port
		s.stop = func() error { return errors.Join(os.Unsetenv(listening(name)), started.Stop()) }
		if err := os.Setenv(listening(name), s.port); err != nil {
			return nil, errors.Join(err, s.end())
		}
	}
	db, err := sql.Open("mysql", server.MariaDSN(s.port)+"?multiStatements=true")
	if err != nil {
		return nil, errors.Join(err, s.end())
	}
	s.variables = []string{"DB_PORT=" + s.port}
	s.reset = func(ctx context.Context, baseURL string) error { return emptied(ctx, db, baseURL) }
	if stop := s.stop; stop != nil {
		s.stop = func() error { return errors.Join(db.Close(), stop()) }
		if _, err := db.ExecContext(ctx, prepared); err != nil {
			return nil, errors.Join(err, s.end())
		}
	}
	return s, nil
}

// prepared makes the database and the user that the application asks for, and a database for
// the user of the tests, who signs up once.
const prepared = `CREATE DATABASE IF NOT EXISTS test; CREATE DATABASE IF NOT EXISTS kept;
CREATE USER IF NOT EXISTS test@'%' IDENTIFIED BY 'test'; CREATE USER IF NOT EXISTS test@localhost IDENTIFIED BY 'test';
GRANT ALL ON test.* TO test@'%'; GRANT ALL ON test.* TO test@localhost`

// emptied does what the study does before each test: it empties all tables and signs the
// user of the tests up. From the second time on, the user is put back, since hashing a
// password takes as long as many calls.
func emptied(ctx context.Context, db *sql.DB, baseURL string) error {
	tables, err := names(ctx, db, "test")
	if err != nil {
		return err
	}
	all := "SET foreign_key_checks = 0;"
	for _, name := range tables {
		all += "TRUNCATE TABLE test.`" + name + "`;"
	}
	kept, err := names(ctx, db, "kept")
	if err == nil && len(kept) > 0 {
		all += "INSERT INTO test.user SELECT * FROM kept.user;"
	}
	if err == nil {
		_, err = db.ExecContext(ctx, all+"SET foreign_key_checks = 1")
	}
	if err != nil || len(kept) > 0 {
		return err
	}
	if err := signUp(ctx, baseURL); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "CREATE TABLE kept.user AS SELECT * FROM test.user")
	return err
}

// names are those of the tables of a database.
func names(ctx context.Context, db *sql.DB, database string) (out []string, err error) {
	rows, err := db.QueryContext(ctx,
		"SELECT table_name FROM information_schema.tables WHERE table_schema = ? ORDER BY table_name", database)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		out = append(out, name)
	}
	return out, rows.Err()
}

func signUp(ctx context.Context, baseURL string) (err error) {
	body := strings.NewReader(`{"user":{"username":"foo","email":"foo@foo.foo","password":"foofoo"}}`)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, baseURL+"/api/users", body)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	if answer.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("the sign-up answered %s", answer.Status)
	}
	return errors.Join(err, answer.Body.Close())
}
