package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
)

// fake is a driver with one answer for each query that it knows.
type fake struct {
	answers map[string][][]driver.Value
	asked   []string
}

var errUnknown = errors.New("syntax error")

func (f *fake) Connect(context.Context) (driver.Conn, error) { return &fakeConn{f}, nil }
func (f *fake) Driver() driver.Driver                        { return fakeDriver{} }

type fakeDriver struct{}

func (fakeDriver) Open(string) (driver.Conn, error) { return nil, errUnknown }

type fakeConn struct{ *fake }

func (c *fakeConn) Prepare(string) (driver.Stmt, error) { return nil, errUnknown }
func (c *fakeConn) Close() error                        { return nil }
func (c *fakeConn) Begin() (driver.Tx, error)           { return nil, errUnknown }

func (c *fakeConn) QueryContext(_ context.Context, query string, _ []driver.NamedValue) (driver.Rows, error) {
	c.asked = append(c.asked, query)
	rows, ok := c.answers[query]
	if !ok {
		return nil, errUnknown
	}
	return &fakeRows{rows}, nil
}

type fakeRows struct{ left [][]driver.Value }

func (r *fakeRows) Columns() []string {
	if len(r.left) == 0 {
		return nil
	}
	return make([]string, len(r.left[0]))
}
func (r *fakeRows) Close() error { return nil }
func (r *fakeRows) Next(into []driver.Value) error {
	if len(r.left) == 0 {
		return io.EOF
	}
	copy(into, r.left[0])
	r.left = r.left[1:]
	return nil
}

// open opens a database that answers so.
func open(answers map[string][][]driver.Value) (*sql.DB, *fake) {
	f := &fake{answers: answers}
	return sql.OpenDB(f), f
}
