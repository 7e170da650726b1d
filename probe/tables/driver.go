package tables

import (
	"context"
	"database/sql/driver"
	"io"
	_ "unsafe" // for go:linkname
)

// Driver returns a driver that does what d does, and notes which tables its statements use. Register it under a new
// name.
func Driver(d driver.Driver) driver.Driver { return &watched{d} }

// Connector returns a connector that does what c does, and notes which tables the
// statements of its connections use. Its Driver is that of c.
func Connector(c driver.Connector) driver.Connector { return &connector{c} }

// onOpen is the value of a variable of package database/sql, to which Evoke adds it where it builds a program: it gets
// each connection that a driver opens. Package database/sql of other builds has no such variable. The value is there
// before any package is initialised, so it is known to those that open databases in their initialisation.
//
//go:linkname onOpen database/sql.evokeWatch
var onOpen = connection

// watched is a driver that wraps another one.
type watched struct{ driver.Driver }

// Open implements driver.Driver.
func (w *watched) Open(name string) (driver.Conn, error) { return connection(w.Driver.Open(name)) }

// OpenConnector implements driver.DriverContext. For a driver without it, it returns a plain connector, as database/sql
// does.
func (w *watched) OpenConnector(name string) (driver.Connector, error) {
	d, ok := w.Driver.(driver.DriverContext)
	if !ok {
		return &connector{&plain{w.Driver, name}}, nil
	}
	c, err := d.OpenConnector(name)
	if err != nil {
		return nil, err
	}
	return &connector{c}, nil
}

// plain is a connector for a driver that has no connectors.
type plain struct {
	of   driver.Driver
	name string
}

func (p *plain) Connect(context.Context) (driver.Conn, error) { return p.of.Open(p.name) }
func (p *plain) Driver() driver.Driver                        { return p.of }

// connector makes connections that are wrapped.
type connector struct{ driver.Connector }

// Connect implements driver.Connector.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	return connection(c.Connector.Connect(ctx))
}

// Close implements io.Closer, for which database/sql asks when it is closed.
func (c *connector) Close() error {
	if closer, ok := c.Connector.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}
