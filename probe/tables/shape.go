//lint:file-ignore SA1019 drivers have what is deprecated, and database/sql calls it.

package tables

import (
	"database/sql/driver"
	"reflect"
	"strings"
	"unsafe"
)

// Bits for the optional methods of a connection.
const (
	canExec = 1 << iota
	canQuery
	canReset
	canValidate
)

// Optional methods of a connection. The wrapper has one only if the driver's connection has it, since database/sql
// behaves differently without it.
type (
	execs     struct{ on *conn }
	queries   struct{ on *conn }
	resets    struct{ driver.SessionResetter }
	validates struct{ driver.Validator }
)

// connection wraps a connection with the same optional methods, unless it is wrapped.
func connection(c driver.Conn, err error) (driver.Conn, error) {
	if _, ok := c.(wrapped); ok || err != nil || c == nil {
		return c, err
	}
	parts := 0
	switch c.(type) {
	case driver.ExecerContext, driver.Execer:
		parts |= canExec
	}
	switch c.(type) {
	case driver.QueryerContext, driver.Queryer:
		parts |= canQuery
	}
	reset, ok := c.(driver.SessionResetter)
	if ok {
		parts |= canReset
	}
	valid, ok := c.(driver.Validator)
	if ok {
		parts |= canValidate
	}
	on := &conn{Conn: c, silent: muted(c)}
	on.mute(true)
	on.exec, _ = c.(driver.ExecerContext)
	on.query, _ = c.(driver.QueryerContext)
	on.check, _ = c.(driver.NamedValueChecker)
	switch r, v := (resets{reset}), (validates{valid}); parts &^ (canExec | canQuery) {
	case 0:
		return brief(on, parts), nil
	case canReset:
		return resettable(on, parts, r), nil
	case canValidate:
		return validated(on, parts, v), nil
	default:
		return lasting(on, parts, r, v), nil
	}
}

// brief returns a connection that cannot be reset or validated.
func brief(on *conn, parts int) driver.Conn {
	switch parts {
	case canExec:
		return struct {
			*conn
			execs
		}{on, execs{on}}
	case canQuery:
		return struct {
			*conn
			queries
		}{on, queries{on}}
	case canExec | canQuery:
		return struct {
			*conn
			execs
			queries
		}{on, execs{on}, queries{on}}
	}
	return on
}

// resettable returns a connection that can be reset.
func resettable(on *conn, parts int, r resets) driver.Conn {
	switch parts & (canExec | canQuery) {
	case canExec:
		return struct {
			*conn
			resets
			execs
		}{on, r, execs{on}}
	case canQuery:
		return struct {
			*conn
			resets
			queries
		}{on, r, queries{on}}
	case canExec | canQuery:
		return struct {
			*conn
			resets
			execs
			queries
		}{on, r, execs{on}, queries{on}}
	}
	return struct {
		*conn
		resets
	}{on, r}
}

// validated returns a connection that can be validated.
func validated(on *conn, parts int, v validates) driver.Conn {
	switch parts & (canExec | canQuery) {
	case canExec:
		return struct {
			*conn
			validates
			execs
		}{on, v, execs{on}}
	case canQuery:
		return struct {
			*conn
			validates
			queries
		}{on, v, queries{on}}
	case canExec | canQuery:
		return struct {
			*conn
			validates
			execs
			queries
		}{on, v, execs{on}, queries{on}}
	}
	return struct {
		*conn
		validates
	}{on, v}
}

// lasting returns a connection that can be reset and validated.
func lasting(on *conn, parts int, r resets, v validates) driver.Conn {
	switch parts & (canExec | canQuery) {
	case canExec:
		return struct {
			*conn
			resets
			validates
			execs
		}{on, r, v, execs{on}}
	case canQuery:
		return struct {
			*conn
			resets
			validates
			queries
		}{on, r, v, queries{on}}
	case canExec | canQuery:
		return struct {
			*conn
			resets
			validates
			execs
			queries
		}{on, r, v, execs{on}, queries{on}}
	}
	return struct {
		*conn
		resets
		validates
	}{on, r, v}
}

// pgxPackage is the package of values that are no arguments, but say how pgx is to execute a statement.
const pgxPackage = "github.com/jackc/pgx/v5"

// muted returns what says whether a connection of pgx tells of its statements, nil for a connection of another driver:
// if database/sql tells of them, the connection must not. The type of the connection has another name in each program.
func muted(c driver.Conn) *bool {
	v := reflect.ValueOf(c)
	if v.Kind() != reflect.Pointer || !strings.HasSuffix(v.Type().Elem().PkgPath(), pgxPackage+"/stdlib") {
		return nil
	}
	for _, name := range []string{"conn", "queryTracer", "muted"} {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			if v = v.Elem(); !v.IsValid() {
				return nil
			}
		}
		if v.Kind() != reflect.Struct {
			return nil
		}
		if v = v.FieldByName(name); !v.IsValid() {
			return nil
		}
	}
	if v.Kind() != reflect.Bool || !v.CanAddr() {
		return nil
	}
	return (*bool)(unsafe.Pointer(v.UnsafeAddr()))
}

// mute has a connection of pgx be silent, or tell again.
func (c *conn) mute(on bool) {
	if c.silent != nil {
		*c.silent = on
	}
}
