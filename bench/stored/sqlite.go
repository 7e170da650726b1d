package stored

import (
	"context"
	"database/sql"
	"fmt"
	"sync/atomic"

	_ "github.com/mattn/go-sqlite3" // the driver
)

// opened counts databases: each has a name of its own.
var opened atomic.Int64

// SQLite returns a database in memory, filled.
func SQLite(ctx context.Context) (Database, error) {
	db, err := sql.Open("sqlite3", fmt.Sprintf("file:shop%d?mode=memory&cache=shared", opened.Add(1)))
	if err != nil {
		return nil, err
	}
	db.SetMaxIdleConns(4) // the database goes with its last connection
	if err := Fill(ctx, bySQL{db}); err != nil {
		return nil, err
	}
	return database{bySQL{db}, db}, nil
}

// executor is what a database and a transaction of database/sql have.
type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// bySQL executes statements by database/sql.
type bySQL struct{ executor }

// Exec implements [Statements].
func (s bySQL) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	result, err := s.ExecContext(ctx, text, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Query implements [Statements].
func (s bySQL) Query(ctx context.Context, text string, args ...any) (out [][]any, err error) {
	rows, err := s.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	for err == nil && rows.Next() {
		row, to := make([]any, len(names)), make([]any, len(names))
		for i := range row {
			to[i] = &row[i]
		}
		err = rows.Scan(to...)
		out = append(out, row)
	}
	if err != nil {
		return nil, err
	}
	return out, rows.Err()
}

// database is one of database/sql.
type database struct {
	bySQL
	db *sql.DB
}

// Begin implements [Database].
func (d database) Begin(ctx context.Context) (Transaction, error) {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	return transaction{bySQL{tx}, tx}, nil
}

// Close implements [Database].
func (d database) Close() error { return d.db.Close() }

type transaction struct {
	bySQL
	tx *sql.Tx
}

// Commit implements [Transaction].
func (t transaction) Commit(context.Context) error { return t.tx.Commit() }

// Rollback implements [Transaction].
func (t transaction) Rollback(context.Context) error { return t.tx.Rollback() }
