package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// dialect is a dialect of SQL.
type dialect uint8

const (
	unknown dialect = iota
	sqlite
	postgres
	mysql // and MariaDB
)

// patience bounds each question to a database.
const patience = 10 * time.Second

// settings are the dialect of a connection, with what its session says of texts.
type settings struct {
	dialect dialect
	// plain says that a backslash in a text is a backslash: NO_BACKSLASH_ESCAPES of MySQL.
	plain bool
	maria bool
}

// ask asks a database which dialect it speaks. The type of the driver decides which question comes first: a question of
// another dialect is an error in the log of a server.
func ask(ctx context.Context, db *sql.DB) (settings, error) {
	questions := []func(context.Context, *sql.DB) (settings, error){askServer, askSQLite}
	if strings.Contains(strings.ToLower(fmt.Sprintf("%T", db.Driver())), "sqlite") {
		questions[0], questions[1] = questions[1], questions[0]
	}
	var errs []error
	for _, q := range questions {
		s, err := q(ctx, db)
		if err == nil && s.dialect != unknown {
			return s, nil
		}
		errs = append(errs, err)
		if ctx.Err() != nil {
			break
		}
	}
	return settings{}, fmt.Errorf("store: the database is neither SQLite nor PostgreSQL, MySQL or MariaDB: %w",
		errors.Join(errs...))
}

func askSQLite(ctx context.Context, db *sql.DB) (settings, error) {
	if _, err := single(ctx, db, "SELECT sqlite_version()"); err != nil {
		return settings{}, err
	}
	return settings{dialect: sqlite}, nil
}

func askServer(ctx context.Context, db *sql.DB) (settings, error) {
	version, err := single(ctx, db, "SELECT version()")
	if err != nil {
		return settings{}, err
	}
	if strings.HasPrefix(version, "PostgreSQL ") {
		return settings{dialect: postgres}, nil
	}
	mode, err := single(ctx, db, "SELECT @@sql_mode")
	if err != nil {
		return settings{}, fmt.Errorf("version %s: %w", version, err)
	}
	return settings{
		dialect: mysql, plain: strings.Contains(mode, "NO_BACKSLASH_ESCAPES"),
		maria: strings.Contains(version, "MariaDB"),
	}, nil
}

// asker is a database, or one of its connections.
type asker interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// single returns the first value of the first row.
func single(ctx context.Context, db asker, query string, args ...any) (string, error) {
	rows, err := read(ctx, db, query, args...)
	if err != nil {
		return "", err
	}
	if len(rows) == 0 || len(rows[0]) == 0 {
		return "", sql.ErrNoRows
	}
	return rows[0][0], nil
}

// read returns all rows that a query answers, as texts. NULL is "".
func read(ctx context.Context, db asker, query string, args ...any) (out [][]string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	cells, into := make([]sql.NullString, len(names)), make([]any, len(names))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		row := make([]string, len(cells))
		for i, c := range cells {
			row[i] = c.String
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

// ofQueries returns the dialect for the conditions of queries.
func (d dialect) ofQueries() where.Dialect {
	switch d {
	case postgres:
		return where.Postgres
	case mysql:
		return where.MySQL
	}
	return where.SQLite
}
