// Package tables notes which tables of a database the statements of a program read and write. A search learns
// from it that one operation reads what another operation wrote.
//
// In programs that Evoke builds, database/sql gives this package each connection that it opens. In other builds the
// driver of the program has to be wrapped, which takes one line:
//
//	sql.Register("watched", tables.Driver(&sqlite.Driver{})) // then sql.Open("watched", name)
//	db := sql.OpenDB(tables.Connector(connector))
//
// Everything else is as without the wrapper: statements, arguments, results and errors pass unchanged, and optional
// methods that the driver lacks behave as database/sql makes up for them. Rows, results and transactions are those of
// the driver. Only where the line was added, the type of a connection, as [database/sql.Conn.Raw] gives it, is one of
// this package.
//
// Before [Watch] nothing is noted, and no statement is parsed. All functions are safe for concurrent use.
//
// The package reads SQL token by token and has no grammar: the known parsers understand one dialect each and have
// megabytes. A statement that the package does not understand counts as one that uses no table.
package tables
