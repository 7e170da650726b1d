package tables_test

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// journal notes the calls of a fake driver, and has the errors that it returns.
type journal struct {
	lines []string
	fails map[string]error // by name of the method
}

// did notes a call and returns the error of the method.
func (j *journal) did(method string, args ...any) error {
	if j == nil {
		return nil
	}
	j.lines = append(j.lines, fmt.Sprint(append([]any{method, " "}, args...)...))
	return j.fails[method]
}

// fakeConn is a connection without optional methods. The types below add one each.
type fakeConn struct {
	j    *journal
	stmt func(query string) driver.Stmt
}

func (c *fakeConn) Prepare(query string) (driver.Stmt, error) {
	if err := c.j.did("Prepare", query); err != nil {
		return nil, err
	}
	if c.stmt != nil {
		return c.stmt(query), nil
	}
	return &fakeStmt{c.j}, nil
}
func (c *fakeConn) Close() error { return c.j.did("Close") }
func (c *fakeConn) Begin() (driver.Tx, error) {
	return &fakeTx{c.j}, c.j.did("Begin")
}

type (
	execer     struct{ j *journal }
	execerCtx  struct{ j *journal }
	queryer    struct{ j *journal }
	queryerCtx struct{ j *journal }
	preparer   struct{ *fakeConn }
	beginner   struct{ j *journal }
	pinger     struct{ j *journal }
	resetter   struct{ j *journal }
	validator  struct{ j *journal }
	checker    struct{ j *journal }
)

func (p execer) Exec(query string, args []driver.Value) (driver.Result, error) {
	return driver.RowsAffected(1), p.j.did("Exec", query, args)
}
func (p execerCtx) ExecContext(_ context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return driver.RowsAffected(2), p.j.did("ExecContext", query, args)
}
func (p queryer) Query(query string, args []driver.Value) (driver.Rows, error) {
	return &fakeRows{j: p.j}, p.j.did("Query", query, args)
}
func (p queryerCtx) QueryContext(_ context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return &fakeRows{j: p.j}, p.j.did("QueryContext", query, args)
}
func (p preparer) PrepareContext(_ context.Context, query string) (driver.Stmt, error) {
	if err := p.j.did("PrepareContext", query); err != nil {
		return nil, err
	}
	return p.stmt(query), nil
}
func (p beginner) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	return &fakeTx{p.j}, cmp.Or(p.j.did("BeginTx", o.Isolation, o.ReadOnly), ctx.Err())
}
func (p pinger) Ping(context.Context) error           { return p.j.did("Ping") }
func (p resetter) ResetSession(context.Context) error { return p.j.did("ResetSession") }
func (p validator) IsValid() bool                     { return p.j.did("IsValid") == nil }

// CheckNamedValue accepts numbers in a type that nothing else accepts, and leaves texts to others.
func (p checker) CheckNamedValue(v *driver.NamedValue) error {
	if err := p.j.did("CheckNamedValue", v.Ordinal, v.Name); err != nil {
		return err
	}
	if n, ok := v.Value.(odd); ok {
		v.Value = int64(n.n)
		return nil
	}
	return driver.ErrSkip
}

// odd is a value that only a checker or a converter accepts.
type odd struct{ n int }

// fakeStmt is a statement without optional methods.
type fakeStmt struct{ j *journal }

func (s *fakeStmt) Close() error  { return s.j.did("Stmt.Close") }
func (s *fakeStmt) NumInput() int { return -1 }
func (s *fakeStmt) Exec(args []driver.Value) (driver.Result, error) {
	return driver.RowsAffected(3), s.j.did("Stmt.Exec", args)
}
func (s *fakeStmt) Query(args []driver.Value) (driver.Rows, error) {
	return &fakeRows{j: s.j}, s.j.did("Stmt.Query", args)
}

type (
	stmtExec      struct{ j *journal }
	stmtQuery     struct{ j *journal }
	stmtConverter struct{ j *journal }
)

func (p stmtExec) ExecContext(_ context.Context, args []driver.NamedValue) (driver.Result, error) {
	return driver.RowsAffected(4), p.j.did("Stmt.ExecContext", args)
}
func (p stmtQuery) QueryContext(_ context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return &fakeRows{j: p.j}, p.j.did("Stmt.QueryContext", args)
}
func (p stmtConverter) ColumnConverter(i int) driver.ValueConverter {
	p.j.did("ColumnConverter", i)
	return takesOdd{}
}

type takesOdd struct{}

func (takesOdd) ConvertValue(v any) (driver.Value, error) {
	if n, ok := v.(odd); ok {
		return int64(n.n) + 100, nil
	}
	return driver.DefaultParameterConverter.ConvertValue(v)
}

// fakeRows are two result sets of one row.
type fakeRows struct {
	j   *journal
	set int
	row int
}

func (r *fakeRows) Columns() []string { return []string{"x"} }
func (r *fakeRows) Close() error      { return r.j.did("Rows.Close") }
func (r *fakeRows) Next(dest []driver.Value) error {
	if r.row++; r.row > 1 {
		return io.EOF
	}
	dest[0] = int64(r.set)
	return nil
}
func (r *fakeRows) HasNextResultSet() bool { return r.set == 0 }
func (r *fakeRows) NextResultSet() error {
	if r.set > 0 {
		return io.EOF
	}
	r.set, r.row = 1, 0
	return nil
}
func (r *fakeRows) ColumnTypeDatabaseTypeName(int) string { return "ODD" }

type fakeTx struct{ j *journal }

func (t *fakeTx) Commit() error   { return t.j.did("Commit") }
func (t *fakeTx) Rollback() error { return t.j.did("Rollback") }

// fakeDriver opens one kind of connections.
type fakeDriver struct {
	conn func() driver.Conn
	j    *journal
}

func (d *fakeDriver) Open(name string) (driver.Conn, error) {
	if err := d.j.did("Open", name); err != nil {
		return nil, err
	}
	if d.conn != nil {
		return d.conn(), nil
	}
	return &fakeConn{j: d.j}, nil
}

// fakeConnector is a connector that can be closed.
type fakeConnector struct {
	driver *fakeDriver
	closed int
}

func (c *fakeConnector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open("") }
func (c *fakeConnector) Driver() driver.Driver                        { return c.driver }
func (c *fakeConnector) Close() error                                 { c.closed++; return errClosed }

var errClosed = errors.New("closed")
