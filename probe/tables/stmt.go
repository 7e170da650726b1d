//lint:file-ignore SA1019 drivers have what is deprecated, and database/sql calls it.

package tables

import (
	"context"
	"database/sql/driver"
)

// stmt is a prepared statement that is noted each time it is executed.
type stmt struct {
	driver.Stmt
	on    *conn
	query string
}

// converting is a statement that converts its arguments by column. Without this, database/sql converts them in another
// way.
type converting struct {
	*stmt
	by driver.ColumnConverter
}

// ColumnConverter implements driver.ColumnConverter.
func (c converting) ColumnConverter(i int) driver.ValueConverter { return c.by.ColumnConverter(i) }

// prepared wraps a statement with the same optional methods.
func prepared(on *conn, query string, s driver.Stmt, err error) (driver.Stmt, error) {
	on.prepares(query)
	if err != nil || s == nil {
		return s, err
	}
	out := &stmt{s, on, query}
	if c, ok := s.(driver.ColumnConverter); ok {
		return converting{out, c}, nil
	}
	return out, nil
}

// ExecContext implements driver.StmtExecContext.
func (s *stmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	aside := s.on.judge(ctx, s.query, args)
	if x, ok := s.Stmt.(driver.StmtExecContext); ok {
		out, err := x.ExecContext(ctx, args)
		s.on.executed(s.query, out, err, aside)
		return out, err
	}
	values, err := plainValues(ctx, args)
	if err != nil {
		return nil, err
	}
	out, err := s.Stmt.Exec(values)
	s.on.executed(s.query, out, err, aside)
	return out, err
}

// QueryContext implements driver.StmtQueryContext.
func (s *stmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	aside := s.on.judge(ctx, s.query, args)
	if x, ok := s.Stmt.(driver.StmtQueryContext); ok {
		out, err := x.QueryContext(ctx, args)
		return s.on.queried(s.query, out, err, aside)
	}
	values, err := plainValues(ctx, args)
	if err != nil {
		return nil, err
	}
	out, err := s.Stmt.Query(values)
	return s.on.queried(s.query, out, err, aside)
}

// CheckNamedValue implements driver.NamedValueChecker. If the statement does not check values, it asks the connection,
// as database/sql does.
func (s *stmt) CheckNamedValue(v *driver.NamedValue) error {
	if n, ok := s.Stmt.(driver.NamedValueChecker); ok {
		return n.CheckNamedValue(v)
	}
	return s.on.CheckNamedValue(v)
}
