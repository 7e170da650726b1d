// Package quayside is the yard of a container terminal: carriers, containers, appointments of trucks, bills. It keeps
// them in PostgreSQL, natively through pgx and by code that sqlc generates of sql/queries ("sqlc generate" here).
// What may happen depends on rows that other systems write: authorities, the yard planners, berth planning, the
// importer of manifests, billing, security and operations.
//
// # What cannot be reached
//
// Of the 779 statements, rows and calls reach all but 91 (testdata/places.txt has them). 66 are in code that sqlc
// generates: conversions that nothing calls, or for types that no driver gives (30), and returns of a failure of the
// database (36). 25 are in code that people write:
//   - 22 return such a failure: in manifests of the routes, Book, welcome, passes (2), free, Arrive, Bill, rate,
//     Places, Manifests (2), Rename, Announce, fits (2), held, Release (2), Load (2) and Depart; 1 answers status 500
//     then.
//   - 1 says that a container moved between the read and the write of Store, which another call at the same time does.
//   - Refusal.Error is never printed.
package quayside

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/evoke-go/evoke/bench/stores/quayside/internal/web"
	"github.com/evoke-go/evoke/bench/stores/quayside/internal/yard"
)

//go:embed openapi.yaml
var schema []byte

//go:embed sql/schema.sql
var tables string

// Schema returns the OpenAPI document.
func Schema() []byte { return schema }

// Variable names the environment variable with the DSN of the database, which New empties.
const Variable = "QUAYSIDE_DSN"

// latest is the service that Database is about.
var latest = struct {
	sync.Mutex
	*service
}{service: &service{}}

// New returns a handler over empty tables, which it makes if they are not there. It is an io.Closer, and its Reset
// empties the tables again.
func New() http.Handler {
	s, err := open(context.Background(), os.Getenv(Variable))
	if err != nil {
		panic(fmt.Errorf("quayside: the database of $%s: %w", Variable, err))
	}
	latest.Lock()
	defer latest.Unlock()
	latest.service = s
	return s
}

// Database returns the database of the latest handler, nil before the first one.
func Database() *sql.DB {
	latest.Lock()
	defer latest.Unlock()
	return latest.db
}

type service struct {
	http.Handler
	pool *pgxpool.Pool
	db   *sql.DB
}

func open(ctx context.Context, dsn string) (*service, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	pool, err := pgxpool.New(ctx, dsn)
	if err != nil {
		return nil, err
	}
	s := &service{web.Routes(yard.New(pool)), pool, stdlib.OpenDBFromPool(pool)}
	if err := migrate(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return s, s.Reset()
}

// migrate makes the tables unless they are there.
func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var made bool
		err := tx.QueryRow(ctx, "SELECT to_regclass('settings') IS NOT NULL").Scan(&made)
		if err != nil || made {
			return err
		}
		_, err = tx.Exec(ctx, tables)
		return err
	})
}

// Close closes the connections.
func (s *service) Close() error {
	err := s.db.Close()
	s.pool.Close()
	return err
}

// emptying empties the tables. TRUNCATE takes ten times as long on tables that are small.
const emptying = `
	DELETE FROM manifest_lines; DELETE FROM manifests; DELETE FROM charges; DELETE FROM rates; DELETE FROM settings;
	DELETE FROM watchlist; DELETE FROM gate_closures; DELETE FROM appointments; DELETE FROM holds;
	DELETE FROM dangerous_goods; DELETE FROM containers; DELETE FROM blocks; DELETE FROM vessels; DELETE FROM carriers;
	SELECT setval(sequence::regclass, 1, false) FROM unnest(ARRAY['carriers_id_seq', 'containers_id_seq',
		'holds_id_seq', 'appointments_id_seq', 'rates_id_seq', 'charges_id_seq', 'manifests_id_seq']) AS sequence`

// Reset empties the tables.
func (s *service) Reset() error {
	_, err := s.pool.Exec(context.Background(), emptying)
	return err
}
