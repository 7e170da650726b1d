// Package postgres has the database of package stored in PostgreSQL, by pgx without database/sql.
package postgres

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/evoke-go/evoke/bench/stored"
)

// Open returns a database, filled. Other connections to it end: they may be those of transactions that nobody ends.
func Open(ctx context.Context, dsn string) (stored.Database, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	config.MaxConns = 16
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	db := &database{statements: statements{pool}, pool: pool}
	if _, err := db.Query(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "+
		"WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"); err != nil {
		return nil, err
	}
	return db, stored.Fill(ctx, db)
}

// executor is what a pool and a transaction of pgx have.
type executor interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// statements executes statements by pgx.
type statements struct{ by executor }

// Exec implements [stored.Statements].
func (s statements) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	tag, err := s.by.Exec(ctx, text, args...)
	return tag.RowsAffected(), err
}

// Query implements [stored.Statements].
func (s statements) Query(ctx context.Context, text string, args ...any) ([][]any, error) {
	rows, err := s.by.Query(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) ([]any, error) { return row.Values() })
}

// database is a pool of connections.
type database struct {
	statements
	pool *pgxpool.Pool
	once sync.Once
}

// Begin implements [stored.Database].
func (d *database) Begin(ctx context.Context) (stored.Transaction, error) {
	tx, err := d.pool.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return transaction{statements{tx}, tx}, nil
}

// Close implements [stored.Database]. It does not wait for transactions that nobody ends.
func (d *database) Close() error {
	d.once.Do(func() { go d.pool.Close() })
	return nil
}

type transaction struct {
	statements
	tx pgx.Tx
}

// Commit implements [stored.Transaction].
func (t transaction) Commit(ctx context.Context) error { return t.tx.Commit(ctx) }

// Rollback implements [stored.Transaction].
func (t transaction) Rollback(ctx context.Context) error { return t.tx.Rollback(ctx) }
