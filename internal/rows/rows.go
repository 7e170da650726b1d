// Package rows has each test begin with the rows that a database had first: it keeps them before the first test, and
// puts them back before each test and at the end.
//
// The first rows are also in a file while tests may have changed the database. A process that dies leaves the file, and
// the next process takes the first rows from there rather than from the database. The file goes when they are back.
//
// Only tables that were written are read again, where the statements of the program tell which these are. They do not
// tell what a function of the database or another process writes, so all tables are looked at in the first tests and
// now and then later. If they ever did not tell, all tables are read from then on.
//
// A database that is away is waited for: somebody may start it again. What it refuses, and rows that somebody else
// holds, are tried a second time.
package rows

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/store"
)

const (
	// defaultAway is as long as a search waits for a service that somebody may start again.
	defaultAway = 20 * time.Second
	// keeping and attempt bound the work of a database that answers, before the first test and later; waiting does
	// where all connections are in use.
	keeping = 2 * time.Minute
	attempt = 10 * time.Second
	waiting = 3 * time.Second
	// beginning is how long a database that is away before the first test is waited for: its name may be wrong.
	beginning = 3 * time.Second
	// attempts is how often a database that answers is asked.
	attempts = 2
	// checked is in how many first tests all tables are looked at, and after how many tests that is done again.
	checked = 16
)

// Options are the options of [Rows]. The zero value has no database.
type Options struct {
	// Database returns the database. It may return another one later, with the same tables.
	Database func() *sql.DB
	// Written returns the tables that were written since it was called last, and whether these are all. Default: nil,
	// and all tables are read.
	Written func() (tables []string, all bool)
	// File keeps the first rows for the next process. Default: none.
	File string
	// Away is how long a database that is away is waited for. Default: 20 seconds.
	Away time.Duration
	// Aside returns the context of statements. Default: the context as it is.
	Aside func(context.Context) context.Context
}

// Rows keeps the rows of a database. It is not safe for concurrent use.
type Rows struct {
	o        Options
	db       *sql.DB
	snapshot *store.Snapshot
	tests    int
	doubted  bool // statements did not tell all tables that were written
	harmed   bool // rows may not be those of the start, whatever was written
}

// New returns rows that are not kept yet.
func New(o Options) *Rows {
	if o.Away == 0 {
		o.Away = defaultAway
	}
	if o.Aside == nil {
		o.Aside = func(ctx context.Context) context.Context { return ctx }
	}
	return &Rows{o: o}
}

// Keep keeps the rows of the database, or puts those back that an earlier process left in the file.
func (r *Rows) Keep(ctx context.Context) error {
	err := r.patiently(ctx, patience{min(r.o.Away, beginning), keeping}, r.keep)
	if err != nil {
		return fmt.Errorf("keep the rows: %w", err)
	}
	return nil
}

func (r *Rows) keep(ctx context.Context) error {
	if r.db = r.o.Database(); r.db == nil {
		return errors.New("there is no database: the function for it returns nil")
	}
	left, err := r.left()
	if err != nil {
		return err
	}
	if left != nil {
		if r.snapshot, err = store.Load(ctx, r.db, bytes.NewReader(left)); err != nil {
			return fmt.Errorf("the rows that a search kept in %s do not fit (remove the file to keep those that are "+
				"there): %w", r.o.File, err)
		}
		return r.snapshot.Restore(ctx)
	}
	if r.snapshot, err = store.Keep(ctx, r.db); err != nil {
		return err
	}
	if r.o.File == "" {
		return nil
	}
	return r.Save(r.o.File)
}

// left returns the rows in the file, nil for none.
func (r *Rows) left() ([]byte, error) {
	if r.o.File == "" {
		return nil, nil
	}
	data, err := os.ReadFile(r.o.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// Save writes the first rows to a file, for its owner alone: as a whole or not at all.
func (r *Rows) Save(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	if err = errors.Join(r.snapshot.Save(f), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// Restore puts the first rows back.
func (r *Rows) Restore(ctx context.Context) error {
	if r.snapshot == nil {
		return errors.New("put the rows back: none are kept")
	}
	written, all := r.written()
	err := r.patiently(ctx, patience{r.o.Away, attempt}, func(ctx context.Context) error {
		defer func() { all = false }() // another table may have been in the way
		return r.restore(ctx, written, all)
	})
	r.written() // what was done for that is none of the program's
	if r.harmed = err != nil; err != nil {
		return fmt.Errorf("put the rows back: %w", err)
	}
	r.tests++
	return nil
}

// written returns which tables were written; all is false if these may not be all.
func (r *Rows) written() (tables []string, all bool) {
	if r.o.Written == nil {
		return nil, false
	}
	return r.o.Written()
}

func (r *Rows) restore(ctx context.Context, written []string, all bool) error {
	db := r.o.Database()
	if db == nil {
		return errors.New("there is no database: the function for it returns nil")
	}
	if db != r.db {
		if err := r.move(ctx, db); err != nil {
			return err
		}
		all = false
	}
	if !all || r.doubted || r.harmed {
		return r.snapshot.Restore(ctx)
	}
	if err := r.snapshot.RestoreTables(ctx, written...); err != nil || r.tests >= checked && r.tests%checked > 0 {
		return err
	}
	others, err := r.snapshot.Changed(ctx)
	if err != nil || len(others) == 0 {
		return err
	}
	r.doubted = true
	return r.snapshot.Restore(ctx)
}

// move takes another database with the same tables.
func (r *Rows) move(ctx context.Context, db *sql.DB) error {
	var b bytes.Buffer
	if err := r.snapshot.Save(&b); err != nil {
		return err
	}
	moved, err := store.Load(ctx, db, &b)
	if err != nil {
		return err
	}
	_ = r.snapshot.Close() // the database of its statements may be closed
	r.db, r.snapshot = db, moved
	return nil
}

// Close puts the first rows back and forgets them.
func (r *Rows) Close(ctx context.Context) error {
	if r.snapshot == nil {
		return nil
	}
	r.harmed = true
	err := r.Restore(ctx)
	if err == nil && r.o.File != "" {
		if err = os.Remove(r.o.File); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	err = errors.Join(err, r.snapshot.Close())
	r.snapshot = nil
	return err
}

// patience is how long a database that is away is waited for, and how long one that answers may work.
type patience struct{ away, work time.Duration }

// patiently does something with the database, again if the database was away or refused it.
func (r *Rows) patiently(ctx context.Context, p patience, f func(context.Context) error) error {
	ctx = r.o.Aside(ctx)
	began, refused := time.Now(), 0
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		limit := p.work
		if r.used() > 0 {
			limit = min(limit, waiting)
		}
		err := within(ctx, limit, f)
		if err == nil || ctx.Err() != nil {
			return err
		}
		answers := r.answers(ctx)
		if answers {
			refused++
		}
		switch {
		case refused == attempts:
			return r.explained(err)
		case !answers && time.Since(began) > p.away:
			return fmt.Errorf("the database is away for %s: %w", p.away, err)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		}
	}
}

// within gives a function some time.
func within(ctx context.Context, limit time.Duration, f func(context.Context) error) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := f(limited)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("it took longer than %s: %w", limit, err)
	}
	return err
}

// answers reports whether the database answers.
func (r *Rows) answers(ctx context.Context) bool {
	if r.db == nil || r.used() > 0 {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var one int
	return r.db.QueryRowContext(ctx, "SELECT 1").Scan(&one) == nil
}

// used returns how many connections there are if all of them are in use, else 0.
func (r *Rows) used() int {
	if r.db == nil {
		return 0
	}
	if s := r.db.Stats(); s.MaxOpenConnections > 0 && s.InUse >= s.MaxOpenConnections {
		return s.InUse
	}
	return 0
}

// explained says of an error what may be its reason.
func (r *Rows) explained(err error) error {
	if n := r.used(); n > 0 {
		return fmt.Errorf("all connections of the database are in use (%d): a transaction or rows may be left open: %w",
			n, err)
	}
	text := strings.ToLower(err.Error())
	locks := slices.ContainsFunc([]string{"lock", "busy", "took longer"}, func(part string) bool {
		return strings.Contains(text, part)
	})
	if locks {
		return fmt.Errorf("another session may hold locks, such as one whose transaction was left open: %w", err)
	}
	return err
}
