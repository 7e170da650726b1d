package tables_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables"
)

// statements without optional methods, with each one alone, and with all.
var statements = map[string]func(j *journal) driver.Stmt{
	"plain": func(j *journal) driver.Stmt { return &fakeStmt{j} },
	"exec": func(j *journal) driver.Stmt {
		return struct {
			*fakeStmt
			stmtExec
		}{&fakeStmt{j}, stmtExec{j}}
	},
	"query": func(j *journal) driver.Stmt {
		return struct {
			*fakeStmt
			stmtQuery
		}{&fakeStmt{j}, stmtQuery{j}}
	},
	"checker": func(j *journal) driver.Stmt {
		return struct {
			*fakeStmt
			checker
		}{&fakeStmt{j}, checker{j}}
	},
	"converter": func(j *journal) driver.Stmt {
		return struct {
			*fakeStmt
			stmtConverter
		}{&fakeStmt{j}, stmtConverter{j}}
	},
	"all": func(j *journal) driver.Stmt {
		return struct {
			*fakeStmt
			stmtExec
			stmtQuery
			checker
			stmtConverter
		}{&fakeStmt{j}, stmtExec{j}, stmtQuery{j}, checker{j}, stmtConverter{j}}
	},
}

// connections without optional methods, with each one alone, with pairs that database/sql looks at together, and with
// all.
var connections = map[string]func(c *fakeConn) driver.Conn{
	"plain": func(c *fakeConn) driver.Conn { return c },
	"execer": func(c *fakeConn) driver.Conn {
		return struct {
			*fakeConn
			execer
		}{c, execer{c.j}}
	},
	"execer with context": func(c *fakeConn) driver.Conn {
		return struct {
			*fakeConn
			execerCtx
		}{c, execerCtx{c.j}}
	},
	"queryer": func(c *fakeConn) driver.Conn {
		return struct {
			*fakeConn
			queryer
		}{c, queryer{c.j}}
	},
	"queryer with context": func(c *fakeConn) driver.Conn {
		return struct {
			*fakeConn
			queryerCtx
		}{c, queryerCtx{c.j}}
	},
	"preparer": func(c *fakeConn) driver.Conn { return preparer{c} },
	"beginner": func(c *fakeConn) driver.Conn {
		return struct {
			*fakeConn
			beginner
		}{c, beginner{c.j}}
	},
	"pinger": func(c *fakeConn) driver.Conn {
		return struct {
			*fakeConn
			pinger
		}{c, pinger{c.j}}
	},
	"resetter": func(c *fakeConn) driver.Conn {
		return struct {
			*fakeConn
			resetter
			execer
		}{c, resetter{c.j}, execer{c.j}}
	},
	"validator": func(c *fakeConn) driver.Conn {
		return struct {
			*fakeConn
			validator
			queryerCtx
		}{c, validator{c.j}, queryerCtx{c.j}}
	},
	"resetter and validator": func(c *fakeConn) driver.Conn {
		return struct {
			*fakeConn
			resetter
			validator
		}{c, resetter{c.j}, validator{c.j}}
	},
	"checker": func(c *fakeConn) driver.Conn {
		return struct {
			*fakeConn
			checker
			execerCtx
			queryerCtx
		}{c, checker{c.j}, execerCtx{c.j}, queryerCtx{c.j}}
	},
	"all": func(c *fakeConn) driver.Conn {
		return struct {
			preparer
			execerCtx
			execer
			queryerCtx
			queryer
			beginner
			pinger
			resetter
			validator
			checker
		}{preparer{c}, execerCtx{c.j}, execer{c.j}, queryerCtx{c.j}, queryer{c.j}, beginner{c.j}, pinger{c.j},
			resetter{c.j}, validator{c.j}, checker{c.j}}
	},
}

// failures are the errors that methods return, by name.
var failures = map[string]map[string]error{
	"nothing": nil,
	"skip": {"Exec": driver.ErrSkip, "ExecContext": driver.ErrSkip, "Query": driver.ErrSkip,
		"QueryContext": driver.ErrSkip},
	"bad": {"Exec": driver.ErrBadConn, "Stmt.Query": driver.ErrBadConn,
		"Stmt.QueryContext": driver.ErrBadConn, "BeginTx": driver.ErrBadConn},
	"own": {"Exec": errClosed, "ExecContext": errClosed, "Query": errClosed, "QueryContext": errClosed,
		"Stmt.Exec": errClosed, "Begin": errClosed, "Ping": errClosed},
	"not prepared":  {"Prepare": errClosed, "PrepareContext": errClosed},
	"not valid":     {"IsValid": errClosed},
	"not reset":     {"ResetSession": driver.ErrBadConn},
	"not checked":   {"CheckNamedValue": errClosed},
	"removed":       {"CheckNamedValue": driver.ErrRemoveArgument},
	"not connected": {"Open": errClosed},
}

// TestWrappedIsAsWithout: a driver gets the same calls and returns the same results with the wrapper as without it,
// whatever optional methods it has and whatever fails.
func TestWrappedIsAsWithout(t *testing.T) {
	for connName, connOf := range connections {
		for stmtName, stmtOf := range statements {
			for failName, fails := range failures {
				t.Run(fmt.Sprint(connName, "/", stmtName, "/", failName), func(t *testing.T) {
					run := func(wrap func(driver.Driver) driver.Driver) (said, asked []string) {
						j := &journal{fails: fails}
						d := &fakeDriver{j: j, conn: func() driver.Conn {
							return connOf(&fakeConn{j, func(string) driver.Stmt { return stmtOf(j) }})
						}}
						return use(t, wrap(d)), j.lines
					}
					said, asked := run(func(d driver.Driver) driver.Driver { return onlyOpens{d} })
					saidToo, askedToo := run(func(d driver.Driver) driver.Driver { return tables.Driver(onlyOpens{d}) })
					require.Equal(t, said, saidToo)
					require.Equal(t, asked, askedToo)
					require.NotEmpty(t, said)
				})
			}
		}
	}
}

// onlyOpens is a driver without connectors.
type onlyOpens struct{ driver.Driver }

// use calls everything that database/sql can do with a driver, and returns the results as texts.
func use(t *testing.T, d driver.Driver) (said []string) {
	t.Helper()
	say := func(what string, out any, err error) { said = append(said, fmt.Sprint(what, ": ", out, " ", err)) }
	db := open(t, d)
	db.SetMaxOpenConns(1)
	ended, end := context.WithCancel(context.Background())
	end()
	ctx := context.Background()
	say("ping", nil, db.PingContext(ctx))
	for _, args := range [][]any{nil, {1, "a"}, {odd{7}}, {sql.Named("n", 1)}, {make(chan int)}} {
		out, err := db.ExecContext(ctx, "INSERT INTO a VALUES (?)", args...)
		say("exec", affected(out), err)
		say("query", scanned(db.QueryContext(ctx, "SELECT x FROM a", args...)), nil)
		s, err := db.PrepareContext(ctx, "UPDATE a SET x = ?")
		say("prepare", nil, err)
		if err != nil {
			continue
		}
		out, err = s.ExecContext(ctx, args...)
		say("exec prepared", affected(out), err)
		say("query prepared", scanned(s.QueryContext(ctx, args...)), nil)
		say("close prepared", nil, s.Close())
	}
	for _, o := range []*sql.TxOptions{nil, {ReadOnly: true}, {Isolation: sql.LevelSerializable}} {
		tx, err := db.BeginTx(ctx, o)
		say("begin", nil, err)
		if err == nil {
			_, err := tx.Exec("DELETE FROM a")
			say("exec in it", nil, err)
			say("commit", nil, tx.Commit())
		}
	}
	_, err := db.ExecContext(ended, "DELETE FROM b")
	say("exec, too late", nil, err)
	c, err := db.Conn(ctx)
	say("connection", nil, err)
	if err == nil {
		_, err = c.PrepareContext(ended, "DELETE FROM c")
		say("prepare, too late", nil, err)
		_, err = c.BeginTx(ended, nil)
		say("begin, too late", nil, err)
		say("close connection", nil, c.Close())
	}
	say("close", nil, db.Close())
	return said
}

// open opens a database with a driver as sql.Open does.
func open(t *testing.T, d driver.Driver) *sql.DB {
	t.Helper()
	if c, ok := d.(driver.DriverContext); ok {
		connector, err := c.OpenConnector("name")
		require.NoError(t, err)
		return sql.OpenDB(connector)
	}
	return sql.OpenDB(dsn{d})
}

type dsn struct{ of driver.Driver }

func (d dsn) Connect(context.Context) (driver.Conn, error) { return d.of.Open("name") }
func (d dsn) Driver() driver.Driver                        { return d.of }

// affected returns the content of a result.
func affected(r sql.Result) any {
	if r == nil {
		return nil
	}
	n, err := r.RowsAffected()
	return fmt.Sprint(n, err)
}

// scanned reads all rows into a text.
func scanned(rows *sql.Rows, err error) string {
	if err != nil {
		return err.Error()
	}
	defer rows.Close()
	out := ""
	for more := true; more; more = rows.NextResultSet() {
		types, err := rows.ColumnTypes()
		if err != nil {
			return err.Error()
		}
		for rows.Next() {
			var x int
			if err := rows.Scan(&x); err != nil {
				return err.Error()
			}
			out += fmt.Sprint(x, types[0].DatabaseTypeName(), " ")
		}
	}
	return fmt.Sprint(out, rows.Err())
}

// TestConnectorsPass: connectors of a driver are wrapped and closed, and return their driver.
func TestConnectorsPass(t *testing.T) {
	c := &fakeConnector{driver: &fakeDriver{}}
	db := sql.OpenDB(tables.Connector(c))
	assert.Same(t, c.driver, db.Driver())
	require.NoError(t, db.Ping())
	require.ErrorIs(t, db.Close(), errClosed)
	assert.Equal(t, 1, c.closed)

	d := withConnectors{&fakeDriver{}, c, nil}
	opened, err := tables.Driver(d).(driver.DriverContext).OpenConnector("x")
	require.NoError(t, err)
	assert.Same(t, c.driver, opened.Driver())
	d.fails = errors.New("no such name")
	_, err = tables.Driver(d).(driver.DriverContext).OpenConnector("x")
	require.Equal(t, d.fails, err)

	conn, err := tables.Driver(c.driver).Open("x")
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	plain, err := tables.Driver(onlyOpens{c.driver}).(driver.DriverContext).OpenConnector("x")
	require.NoError(t, err)
	assert.Equal(t, onlyOpens{c.driver}, plain.Driver())
	require.NoError(t, sql.OpenDB(plain).Close())
}

type withConnectors struct {
	driver.Driver
	c     driver.Connector
	fails error
}

func (w withConnectors) OpenConnector(string) (driver.Connector, error) { return w.c, w.fails }
