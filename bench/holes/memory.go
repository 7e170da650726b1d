package holes

import (
	"context"
	"database/sql/driver"
	"time"

	"github.com/mattn/go-sqlite3"
)

// memory opens databases of SQLite in memory, each with the function SLEEP that others come with.
type memory struct{}

// Connect implements [driver.Connector].
func (m memory) Connect(context.Context) (driver.Conn, error) { return m.Driver().Open(":memory:") }

// Driver implements [driver.Connector].
func (memory) Driver() driver.Driver {
	return &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
		return c.RegisterFunc("sleep", asleep, false)
	}}
}

// longest is the longest time that SLEEP takes.
const longest = time.Second

// asleep is SLEEP of MySQL: it takes so many seconds, and is 0.
func asleep(seconds any) int64 {
	switch s := seconds.(type) {
	case float64:
		time.Sleep(min(longest, time.Duration(s*float64(time.Second))))
	case int64:
		time.Sleep(min(longest, time.Duration(s)*time.Second))
	}
	return 0
}
