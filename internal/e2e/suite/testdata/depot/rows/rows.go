// Package rows is a driver of databases that count rows.
package rows

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"strings"
	"sync"
)

func init() { sql.Register("rows", &Counter{}) }

// Counter is a driver, and a connector, of a database whose tables are numbers of rows.
type Counter struct {
	mu   sync.Mutex
	rows map[string]int
}

func (c *Counter) Open(string) (driver.Conn, error)             { return &conn{of: c}, nil }
func (c *Counter) Connect(context.Context) (driver.Conn, error) { return &conn{of: c}, nil }
func (c *Counter) Driver() driver.Driver                        { return c }

type conn struct {
	driver.Conn
	of *Counter
}

func (c *conn) Close() error { return nil }

// ExecContext executes "INSERT INTO table ..." and "DELETE FROM table".
func (c *conn) ExecContext(_ context.Context, query string, _ []driver.NamedValue) (driver.Result, error) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	words := strings.Fields(query)
	if words[0] == "DELETE" || c.of.rows == nil {
		c.of.rows = map[string]int{}
	}
	if words[0] == "INSERT" {
		c.of.rows[words[2]]++
	}
	return driver.RowsAffected(1), nil
}

// QueryContext executes "SELECT count(*) FROM table".
func (c *conn) QueryContext(_ context.Context, query string, _ []driver.NamedValue) (driver.Rows, error) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	return &row{n: c.of.rows[strings.Fields(query)[3]]}, nil
}

type row struct {
	n    int
	told bool
}

func (*row) Columns() []string { return []string{"n"} }
func (*row) Close() error      { return nil }
func (r *row) Next(to []driver.Value) error {
	if r.told {
		return io.EOF
	}
	r.told, to[0] = true, int64(r.n)
	return nil
}
