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
// The package reads SQL token by token and has no grammar: the known parsers understand one dialect each and have
// megabytes. A statement that the package does not understand counts as one that uses no table.
package tables
