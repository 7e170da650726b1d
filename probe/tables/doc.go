// Package tables notes which tables of a database the statements of a program read and write. A search learns
// from it that one operation reads what another operation wrote.
//
// Programs that Evoke builds need no change: their copy of database/sql wraps each new connection with this package.
// Programs that Evoke does not build wrap their driver, in one line:
//
//	sql.Register("watched", tables.Driver(&sqlite.Driver{})) // then sql.Open("watched", name)
//	db := sql.OpenDB(tables.Connector(connector))
//
// Statements, arguments, results and errors pass unchanged, and optional methods that the driver lacks behave as
// database/sql makes up for them. Rows, results and transactions are those of the driver. If the program wraps its
// driver itself, [database/sql.Conn.Raw] shows the wrapped connection, else the connection of the driver.
//
// Before [Watch] nothing is noted, and no statement is parsed. All functions are safe for concurrent use.
//
// The package reads SQL token by token and has no grammar: the known parsers understand one dialect each and have
// megabytes. A statement that the package does not understand counts as one that uses no table.
package tables
