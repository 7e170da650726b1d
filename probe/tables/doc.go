// Package tables notes which tables of a database the statements of a program read and
// write. It stands around the driver that the program uses with database/sql, which takes
// one line:
//
//	sql.Register("watched", tables.Driver(&sqlite.Driver{})) // then sql.Open("watched", name)
//	db := sql.OpenDB(tables.Connector(connector))
//
// A search that runs in the same process learns from it that one operation reads what
// another one wrote. All else is as without it: statements, arguments, results and errors
// pass unchanged, and what a driver leaves to database/sql is done as database/sql does it.
// Rows, results and transactions are those of the driver. Only who looks at a connection
// by its type, in [database/sql.Conn.Raw], finds one of this package.
//
// Nothing is noted, and no statement read, before [Watch]. All functions are safe for
// concurrent use.
//
// A small reader of tokens reads the statements, since the known parsers of SQL understand one dialect each and
// weigh megabytes. A statement that it does not understand uses no table.
package tables
