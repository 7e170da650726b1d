// Package store reads the schema of a database, puts rows into it, and brings its rows back to what they were. A search
// learns from the schema which rows there can be, a test arranges the rows that it needs, and each test begins with the
// rows of the start.
//
// The database is the user's own, by the user's own [database/sql.DB]: its driver, its settings, its transactions. The
// package asks the connection which dialect it speaks, so it imports no driver: SQLite, PostgreSQL, and MySQL with
// MariaDB. It reads what the database knows of its tables, not what the database was made of.
//
// A row is inserted by exactly the line of SQL that [Database.Statement] returns for a reader. So a written test that
// executes the line does what the search did, and no driver has a say in what a value becomes. Texts are escaped for
// the dialect and its settings, and names are quoted where the database says that they are reserved.
//
// A [Snapshot] keeps rows as lines of SQL in the memory of this process. The database gets no table, trigger or schema
// of Evoke's, so nothing is left in it whatever becomes of the process, the program under test sees nothing of it, and
// no right is needed but to read and write the rows.
package store
