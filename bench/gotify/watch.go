package gotify

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/gotify/server/v2/database"

	"github.com/evoke-go/evoke/probe/tables"
)

// watch puts around the driver what notes the tables of statements. The service opens its
// database by itself, which is one connection, so that goes to a pool of ours.
func watch(db *database.GormDatabase) error {
	opened, err := db.DB.DB()
	if err != nil {
		return err
	}
	conn, err := opened.Conn(context.Background())
	if err != nil {
		return err
	}
	var one only
	if err := conn.Raw(func(c any) error { one.Conn = c.(driver.Conn); return nil }); err != nil {
		return err
	}
	pool := sql.OpenDB(tables.Connector(one))
	pool.SetMaxOpenConns(1)
	db.DB.ConnPool, db.DB.Statement.ConnPool = pool, pool
	return opened.Close() // it does not close what is in use
}

// only connects to the one connection there is.
type only struct{ driver.Conn }

func (o only) Connect(context.Context) (driver.Conn, error) { return o.Conn, nil }
func (o only) Driver() driver.Driver                        { return nil }
