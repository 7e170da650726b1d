//lint:file-ignore SA1019 drivers have what is deprecated, and database/sql calls it.

package tables

import (
	"context"
	"database/sql/driver"
	"errors"
)

// conn is a connection that notes the statements that it executes. If the driver's connection lacks a method that
// database/sql then makes up for, the method here does the same: see ctxutil.go of database/sql.
type conn struct {
	driver.Conn
	exec  driver.ExecerContext // nil: the connection is none, as below
	query driver.QueryerContext
	check driver.NamedValueChecker
	// silent says that the connection does not tell by itself. It is nil for a connection that cannot.
	silent *bool
	watch
}

// wrapped is a connection of this package.
type wrapped interface{ Unwatched() driver.Conn }

// Unwatched returns the connection of the driver. Evoke's builds call it in sql.Conn.Raw, so that a program finds there
// the type that it expects.
func (c *conn) Unwatched() driver.Conn { return c.Conn }

// Prepare implements driver.Conn.
func (c *conn) Prepare(query string) (driver.Stmt, error) {
	s, err := c.Conn.Prepare(query)
	return prepared(c, query, s, err)
}

// PrepareContext implements driver.ConnPrepareContext.
func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if p, ok := c.Conn.(driver.ConnPrepareContext); ok {
		s, err := p.PrepareContext(ctx, query)
		return prepared(c, query, s, err)
	}
	s, err := c.Conn.Prepare(query)
	if err == nil && hasEnded(ctx) {
		s.Close()
		return nil, ctx.Err()
	}
	return prepared(c, query, s, err)
}

// Ping implements driver.Pinger.
func (c *conn) Ping(ctx context.Context) error {
	if p, ok := c.Conn.(driver.Pinger); ok {
		return p.Ping(ctx)
	}
	return nil
}

// CheckNamedValue implements driver.NamedValueChecker.
func (c *conn) CheckNamedValue(v *driver.NamedValue) error {
	if c.check != nil {
		return c.check.CheckNamedValue(v)
	}
	return driver.ErrSkip
}

// ExecContext implements driver.ExecerContext.
func (e execs) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	aside := e.on.judge(ctx, query, args)
	if e.on.exec != nil {
		out, err := e.on.exec.ExecContext(ctx, query, args)
		e.on.executed(query, out, err, aside)
		return out, err
	}
	values, err := plainValues(ctx, args)
	if err != nil {
		return nil, err
	}
	out, err := e.on.Conn.(driver.Execer).Exec(query, values)
	e.on.executed(query, out, err, aside)
	return out, err
}

// QueryContext implements driver.QueryerContext.
func (q queries) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	aside := q.on.judge(ctx, query, args)
	if q.on.query != nil {
		out, err := q.on.query.QueryContext(ctx, query, args)
		return q.on.queried(query, out, err, aside)
	}
	values, err := plainValues(ctx, args)
	if err != nil {
		return nil, err
	}
	out, err := q.on.Conn.(driver.Queryer).Query(query, values)
	return q.on.queried(query, out, err, aside)
}

// hasEnded reports whether a context has ended.
func hasEnded(ctx context.Context) bool { return ctx.Err() != nil }

// plainValues converts arguments for methods that take no names and no context.
func plainValues(ctx context.Context, args []driver.NamedValue) ([]driver.Value, error) {
	out := make([]driver.Value, len(args))
	for i, a := range args {
		if a.Name != "" {
			return nil, errors.New("sql: driver does not support the use of Named Parameters")
		}
		out[i] = a.Value
	}
	return out, ctx.Err()
}
