package tables

import (
	"context"
	"database/sql/driver"
	"errors"
)

// BeginTx implements driver.ConnBeginTx.
func (c *conn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	out, err := c.beginTx(ctx, o)
	if err != nil || out == nil {
		return out, err
	}
	c.begin(ctx.Done() != nil)
	return &ending{out, &c.watch, c.tx}, nil
}

// beginTx begins a transaction of the driver.
func (c *conn) beginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if b, ok := c.Conn.(driver.ConnBeginTx); ok {
		return b.BeginTx(ctx, o)
	}
	switch {
	case o.Isolation != 0:
		return nil, errors.New("sql: driver does not support non-default isolation level")
	case o.ReadOnly:
		return nil, errors.New("sql: driver does not support read-only transactions")
	}
	//lint:ignore SA1019 drivers without contexts have it
	tx, err := c.Conn.Begin()
	if err == nil && hasEnded(ctx) {
		tx.Rollback()
		return nil, ctx.Err()
	}
	return tx, err
}

// Close implements driver.Conn.
func (c *conn) Close() error {
	c.end(c.tx, false)
	c.mute(false) // it may be one of a pool
	return c.Conn.Close()
}

// ending is a transaction of the driver that notes how it ends.
type ending struct {
	driver.Tx
	on *watch
	of *transaction
}

// Commit implements driver.Tx.
func (t *ending) Commit() error {
	err := t.Tx.Commit()
	t.on.end(t.of, err == nil)
	return err
}

// Rollback implements driver.Tx.
func (t *ending) Rollback() error {
	err := t.Tx.Rollback()
	t.on.end(t.of, false)
	return err
}
