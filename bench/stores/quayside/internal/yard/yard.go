// Package yard decides what may happen to containers.
package yard

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/evoke-go/evoke/bench/stores/quayside/internal/db"
)

// Yard is the yard of the terminal.
type Yard struct {
	pool *pgxpool.Pool
	*db.Queries
}

// New returns a yard over a database.
func New(pool *pgxpool.Pool) *Yard { return &Yard{pool, db.New(pool)} }

// within runs a function in a transaction.
func (y *Yard) within(ctx context.Context, do func(*Yard) error) error {
	return pgx.BeginFunc(ctx, y.pool, func(tx pgx.Tx) error { return do(&Yard{y.pool, y.WithTx(tx)}) })
}

// Refusal says why the terminal does not do something.
type Refusal struct {
	Status int    `json:"-"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
}

func (r *Refusal) Error() string { return r.Reason + ": " + r.Detail }

func refuse(status int, reason, detail string) error { return &Refusal{status, reason, detail} }

func conflict(reason, detail string) error { return refuse(http.StatusConflict, reason, detail) }

func invalid(field, detail string) error {
	return refuse(http.StatusUnprocessableEntity, field, detail)
}

// found turns a row that is missing into a refusal.
func found(err error, thing string) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return refuse(http.StatusNotFound, "unknown", "there is no such "+thing)
	}
	return err
}

// unique turns a key that is there already into a refusal.
func unique(err error, thing string) error {
	var problem *pgconn.PgError
	if errors.As(err, &problem) && problem.Code == "23505" {
		return conflict("taken", "there is such a "+thing+" already")
	}
	return err
}

var (
	codePattern   = regexp.MustCompile(`^[A-Z]{4}$`)
	numberPattern = regexp.MustCompile(`^[A-Z]{4}[0-9]{7}$`)
	platePattern  = regexp.MustCompile(`^[A-Za-z0-9-]{3,10}$`)
)

// readable reports whether the database can hold a text: PostgreSQL has no NUL.
func readable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// day returns the day of a time.
func day(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

// past reports whether a time is there and over.
func past(t *time.Time) bool { return t != nil && t.Before(time.Now()) }
