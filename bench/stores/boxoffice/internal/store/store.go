// Package store reads and writes the rows of the box office.
package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

// ErrMissing says that a row is not there.
var ErrMissing = sql.ErrNoRows

//go:embed schema.sql
var tables string

// runner is a database or a transaction.
type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Store is the database, or a transaction of it.
type Store struct {
	DB *sql.DB
	q  runner
}

// Open connects to a database, and makes the tables that are not there.
func Open(ctx context.Context, dsn string) (*Store, error) {
	config, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	config.ParseTime, config.Loc, config.MultiStatements = true, time.UTC, true
	if config.Params == nil {
		config.Params = map[string]string{}
	}
	config.Params["time_zone"] = "'+00:00'"
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	if _, err := db.ExecContext(ctx, tables); err != nil {
		return nil, errors.Join(fmt.Errorf("making the tables: %w", err), db.Close())
	}
	return &Store{db, db}, nil
}

// Within runs a function in a transaction, which an error takes back.
func (s *Store) Within(ctx context.Context, do func(*Store) error) error {
	tx, err := s.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(&Store{s.DB, tx}); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// Duplicate reports whether a failure is about a key that is there already.
func Duplicate(err error) bool {
	var problem *mysql.MySQLError
	return errors.As(err, &problem) && problem.Number == 1062
}

// changed runs a statement and returns how many rows it changed.
func (s *Store) changed(ctx context.Context, statement string, args ...any) (int64, error) {
	result, err := s.q.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// inserted runs an insertion and returns the id of the row.
func (s *Store) inserted(ctx context.Context, statement string, args ...any) (int64, error) {
	result, err := s.q.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

// count returns the number that a query finds.
func (s *Store) count(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = s.q.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
}

// collect reads the rows of a query.
func collect[Row any](rows *sql.Rows, err error, fields func(*Row) []any) ([]Row, error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	out := []Row{}
	for rows.Next() {
		var row Row
		if err := rows.Scan(fields(&row)...); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

//go:embed clear.sql
var clearing string

// Clear deletes all rows, and lets ids begin with 1 again.
func (s *Store) Clear(ctx context.Context) error {
	rows, err := s.DB.QueryContext(ctx, `SELECT CONCAT('; ALTER TABLE ', table_name, ' AUTO_INCREMENT = 1')
		FROM information_schema.tables WHERE table_schema = DATABASE() AND auto_increment > 1`)
	counters, err := collect(rows, err, func(alter *string) []any { return []any{alter} })
	if err == nil {
		_, err = s.DB.ExecContext(ctx, clearing+strings.Join(counters, ""))
	}
	return err
}
