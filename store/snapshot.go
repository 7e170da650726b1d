package store

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// mostKept bounds the memory of a Snapshot, in bytes.
const mostKept = 256 << 20

// Snapshot has the rows of all tables as they were once, and where the numbers were that the database counts up. It is
// safe for concurrent use.
type Snapshot struct {
	mutex  sync.Mutex
	putter putter
	reader reader
	parts  []part // nil after Close
	// affected has the parts that a change of a table may change, by the name of the table in small letters.
	affected map[string][]int
}

// link is a database or a connection.
type link interface {
	asker
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// putter puts back in a dialect.
type putter interface {
	// parts returns the parts of a database without their lines.
	parts(ctx context.Context) ([]part, error)
	// session calls a function with a link that reads parts.
	session(ctx context.Context, f func(db link) error) error
	// put puts changed parts back. It reports whether triggers may have changed others meanwhile.
	put(ctx context.Context, db link, changes []change) (again bool, err error)
}

var errClosed = errors.New("store: the snapshot is closed")

// Keep keeps the rows of a database, until Close. The tables of the current schema are those that [Database.Tables]
// returns at that time. Tables that come later, other schemas and other databases are left alone.
func Keep(ctx context.Context, db *sql.DB) (*Snapshot, error) {
	s, err := blank(ctx, db)
	if err == nil {
		err = s.putter.session(ctx, func(db link) error { return s.reader.keep(ctx, db, s.parts) })
		if err != nil {
			err = errors.Join(err, s.reader.close())
		}
	}
	if err != nil {
		return nil, fmt.Errorf("store: keep the rows: %w", err)
	}
	return s, nil
}

// blank returns the snapshot of a database without rows.
func blank(ctx context.Context, db *sql.DB) (*Snapshot, error) {
	k, err := SQL(db).learn(ctx, true)
	if err != nil {
		return nil, err
	}
	s := &Snapshot{}
	switch k.dialect {
	case sqlite:
		s.putter, s.reader.prepared = &sqlitePutter{knowledge: k, db: db}, db
	case postgres:
		s.putter = &postgresPutter{knowledge: k, db: db}
	default:
		s.putter = &mysqlPutter{knowledge: k, db: db}
	}
	parts, err := s.putter.parts(ctx)
	if err != nil {
		return nil, err
	}
	s.parts, s.affected = parts, affected(k.tables, parts)
	if s.parts == nil {
		s.parts = []part{} // nil is a snapshot that is closed
	}
	return s, nil
}

// affected returns which parts a change of each table may change: its own, and those of the tables that refer to it by
// keys that act.
func affected(tables []Table, parts []part) map[string][]int {
	out := map[string][]int{}
	for _, t := range tables {
		names := []string{t.Name}
		for at := 0; at < len(names); at++ {
			for _, other := range tables {
				refers := slices.ContainsFunc(other.References, func(r Reference) bool {
					return r.Acts && strings.EqualFold(r.Table, names[at])
				})
				if refers && !has(names, other.Name) {
					names = append(names, other.Name)
				}
			}
		}
		list, triggered := []int{}, false
		for i, p := range parts {
			if p.table == "" || has(names, p.table) {
				list, triggered = append(list, i), triggered || p.triggered
			}
		}
		if triggered {
			list = allOf(parts)
		}
		out[strings.ToLower(t.Name)] = list
	}
	return out
}

// Restore brings all rows back, and writes only rows that have changed. It reads all tables to find them.
func (s *Snapshot) Restore(ctx context.Context) error { return s.restore(ctx, nil, true) }

// RestoreTables is Restore for callers that know which tables were written: it reads those only, and tables that the
// database changes with them by keys. A table with a trigger has it read all, and so has a name that is no table, such
// as that of a view.
func (s *Snapshot) RestoreTables(ctx context.Context, tables ...string) error {
	chosen := []int{}
	for _, name := range tables {
		list, ok := s.affected[strings.ToLower(name)]
		if !ok {
			return s.Restore(ctx)
		}
		chosen = append(chosen, list...)
	}
	if len(chosen) == 0 {
		return nil
	}
	slices.Sort(chosen)
	return s.restore(ctx, slices.Compact(chosen), false)
}

// Close forgets the rows. Nothing of a Snapshot is in the database.
func (s *Snapshot) Close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.parts = nil
	return s.reader.close()
}

// lockTime is how many seconds servers wait for rows that another session holds.
const lockTime = "3"

// rounds bounds how often rows are put back that triggers change while others are put back.
const rounds = 3

func (s *Snapshot) restore(ctx context.Context, chosen []int, all bool) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.parts == nil {
		return errClosed
	}
	if all {
		chosen = allOf(s.parts)
	}
	err := s.putter.session(ctx, func(db link) error {
		for range rounds {
			changes, err := s.reader.changes(ctx, db, s.parts, chosen)
			if err != nil || len(changes) == 0 {
				return err
			}
			if again, err := s.putter.put(ctx, db, changes); err != nil || !again {
				return err
			}
			chosen = allOf(s.parts)
		}
		changes, err := s.reader.changes(ctx, db, s.parts, chosen)
		if err == nil && len(changes) > 0 {
			var tables []string
			for _, c := range changes {
				tables = append(tables, c.table)
			}
			err = fmt.Errorf("triggers change rows of %s while others are put back",
				strings.Join(slices.Compact(tables), ", "))
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("store: put the rows back: %w", err)
	}
	return nil
}

// allOf returns the indexes of all parts.
func allOf(parts []part) []int {
	out := make([]int, len(parts))
	for i := range out {
		out[i] = i
	}
	return out
}

// savedPart is a part in a file: a line of JSON, so that two files can be compared.
type savedPart struct {
	Table string   `json:"table"`
	As    string   `json:"as"` // how its rows come back, which changes with the columns
	Rows  []string `json:"rows"`
}

// as says how the rows of a part come back.
func (p *part) as() string {
	if p.insert == "" {
		return p.query
	}
	return p.insert
}

// Save writes the rows, for [Load]. They are those of the database in the clear, whoever reads them.
func (s *Snapshot) Save(w io.Writer) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.parts == nil {
		return errClosed
	}
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	for i := range s.parts {
		p := &s.parts[i]
		if err := e.Encode(savedPart{p.table, p.as(), slices.Concat([]string{}, p.lines)}); err != nil {
			return fmt.Errorf("store: save the rows: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("store: save the rows: %w", err)
	}
	return nil
}

// Load returns the snapshot of a database with the rows that [Snapshot.Save] wrote, in place of those that are there:
// the next [Snapshot.Restore] brings them. The tables have to be the same. Rows are statements of SQL, so load only
// what you trust.
func Load(ctx context.Context, db *sql.DB, r io.Reader) (*Snapshot, error) {
	s, err := blank(ctx, db)
	if err == nil {
		err = s.load(r)
	}
	if err != nil {
		return nil, fmt.Errorf("store: load the rows: %w", err)
	}
	return s, nil
}

// load takes the lines of the parts.
func (s *Snapshot) load(r io.Reader) error {
	known := map[string]*part{}
	for i := range s.parts {
		known[s.parts[i].as()] = &s.parts[i]
	}
	d := json.NewDecoder(bufio.NewReader(r))
	for size := 0; ; {
		var saved savedPart
		err := d.Decode(&saved)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		p := known[saved.As]
		if p == nil || p.table != saved.Table {
			return fmt.Errorf("the database has no table %s as it was when the rows were saved", saved.Table)
		}
		delete(known, saved.As)
		p.lines = saved.Rows
		for _, line := range p.lines {
			size += len(line)
		}
		if size > mostKept {
			return tooLarge(size)
		}
	}
	for _, p := range known {
		if p.table != "" {
			return fmt.Errorf("the database has a table %s as it was not there when the rows were saved", p.table)
		}
	}
	return nil
}

// Changed returns the tables whose rows are not as they were, sorted. It reads all tables and writes nothing.
func (s *Snapshot) Changed(ctx context.Context) (tables []string, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.parts == nil {
		return nil, errClosed
	}
	err = s.putter.session(ctx, func(db link) error {
		changes, err := s.reader.changes(ctx, db, s.parts, allOf(s.parts))
		for _, c := range changes {
			if c.table != "" {
				tables = append(tables, c.table)
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store: find the rows that have changed: %w", err)
	}
	slices.Sort(tables)
	return slices.Compact(tables), nil
}
