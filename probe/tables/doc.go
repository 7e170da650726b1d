// Package tables notes which tables of a database the statements of a program read and write. A search learns
// from it that one operation reads what another operation wrote.
//
// Programs that Evoke builds need no change: their copy of database/sql wraps each new connection with this package,
// and their copy of github.com/jackc/pgx/v5 tells the package of each statement that does not come from database/sql.
// Programs that Evoke does not build wrap their driver, in one line:
//
//	sql.Register("watched", tables.Driver(&sqlite.Driver{})) // then sql.Open("watched", name)
//	db := sql.OpenDB(tables.Connector(connector))
//
// Statements, arguments, results and errors pass unchanged, and optional methods that the driver lacks behave as
// database/sql makes up for them. Results are those of the driver; rows and transactions are wrapped. If the program
// wraps its driver itself, [database/sql.Conn.Raw] shows the wrapped connection, else the connection of the driver.
//
// Some things that a call does are noted as incidents ([Incidents]): what it changed for good, an attack in the text of
// a statement, the same statement for each row of another one. A transaction that it leaves open is one of package
// opened. Transactions are those of database/sql and those of the statements BEGIN and COMMIT.
//
// Before [Watch] nothing is noted, and no statement is parsed. All functions are safe for concurrent use.
//
// The package reads SQL token by token and has no grammar: the known parsers understand one dialect each and have
// megabytes. A statement that the package does not understand counts as one that uses no table.
package tables
