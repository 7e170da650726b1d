package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// part is a part of a database that is put back: the rows of a table, or the numbers of a sequence.
type part struct {
	table string // "" for a part that any statement may change
	// query answers an id and a line for each row. The line is the row as a list of literals.
	query string
	lines []string
	clear string // the statement that removes all rows, "" for none
	// remove is the statement that removes rows, up to a list of their ids; "" if their ids are not known.
	remove string
	// insert is the statement that inserts lines, up to them. If it is empty, the lines are the statements that bring
	// the part back.
	insert string
	// placed says that a line tells the place of its row: queries without an order answer rows in the same order as
	// before, however the row came back.
	placed bool
	// unordered says that the database may answer equal rows in another order.
	unordered bool
	// triggered says that a change of the table sets triggers off, which may change any other.
	triggered bool
}

// change is what has to be done for a part to be as it was.
type change struct {
	*part
	whole   bool
	extra   []string // the ids of rows that have to go
	missing []string // the lines of rows that have to come
}

// row is a row that was read.
type row struct{ id, line string }

// mostExtra is how many rows may have to go one by one.
const mostExtra = 1000

// compare returns what has to be done with a part whose rows are these, and whether there is something.
func (p *part) compare(rows []row) (change, bool) {
	if slices.EqualFunc(rows, p.lines, func(r row, line string) bool { return r.line == line }) {
		return change{}, false
	}
	c := change{part: p}
	switch {
	case p.remove == "":
		c.whole = !p.unordered || !equalSorted(rows, p.lines)
		return c, c.whole
	case p.placed:
		c.extra, c.missing = p.difference(rows)
	default:
		c.extra, c.whole = p.additions(rows)
	}
	c.whole = c.whole || len(c.extra) > mostExtra
	return c, c.whole || len(c.extra)+len(c.missing) > 0
}

func equalSorted(rows []row, lines []string) bool {
	now := make([]string, len(rows))
	for i, r := range rows {
		now[i] = r.line
	}
	slices.Sort(now)
	return slices.Equal(now, slices.Sorted(slices.Values(lines)))
}

// difference returns the ids of the rows that were not there, and the lines that are not there.
func (p *part) difference(rows []row) (extra, missing []string) {
	kept := make(map[string]bool, len(p.lines)) // whether the line is there
	for _, line := range p.lines {
		kept[line] = false
	}
	for _, r := range rows {
		if _, ok := kept[r.line]; ok {
			kept[r.line] = true
		} else {
			extra = append(extra, r.id)
		}
	}
	for _, line := range p.lines {
		if !kept[line] {
			missing = append(missing, line)
		}
	}
	return extra, missing
}

// additions returns the ids of rows that came between the others. It reports whether other rows have changed.
func (p *part) additions(rows []row) (extra []string, others bool) {
	at := 0
	for _, r := range rows {
		if at < len(p.lines) && r.line == p.lines[at] {
			at++
		} else {
			extra = append(extra, r.id)
		}
	}
	return extra, at < len(p.lines)
}

// removals returns the statements that remove rows.
func (c *change) removals() []string {
	switch {
	case c.clear == "":
		return nil
	case c.whole:
		return []string{c.clear}
	case len(c.extra) == 0:
		return nil
	}
	return []string{c.remove + " (" + strings.Join(c.extra, ", ") + ")"}
}

// insertions returns the statements that bring rows back.
func (c *change) insertions() []string {
	switch {
	case c.insert == "":
		return c.lines
	case c.whole:
		return inserting(c.insert, c.lines)
	}
	return inserting(c.insert, c.missing)
}

// inserting returns the statements that insert lines.
func inserting(before string, lines []string) (out []string) {
	const most = 256 << 10 // bytes of lines in a statement
	for len(lines) > 0 {
		n, size := 0, 0
		for n < len(lines) && (n == 0 || size < most) {
			size += len(lines[n])
			n++
		}
		out = append(out, before+" "+strings.Join(lines[:n], ", "))
		lines = lines[n:]
	}
	return out
}

// reader reads the rows of parts.
type reader struct {
	// prepared has the statements be prepared: SQLite takes longer to understand them than to execute them. Nil: they
	// are not prepared.
	prepared   *sql.DB
	statements map[string]*sql.Stmt
}

// mostPrepared bounds how many statements are prepared: one for each set of tables that is put back.
const mostPrepared = 64

// keep reads the lines of parts.
func (r *reader) keep(ctx context.Context, db link, parts []part) error {
	all, err := r.rows(ctx, db, parts, allOf(parts))
	if err != nil {
		return err
	}
	size := 0
	for i, rows := range all {
		for _, row := range rows {
			parts[i].lines = append(parts[i].lines, row.line)
			size += len(row.line)
		}
	}
	if size > mostKept {
		return tooLarge(size)
	}
	return nil
}

func tooLarge(size int) error {
	return fmt.Errorf("the rows have %d MB, and at most %d are kept", size>>20, mostKept>>20)
}

// changes returns what has to be done with the chosen parts.
func (r *reader) changes(ctx context.Context, db link, parts []part, chosen []int) (out []change, err error) {
	all, err := r.rows(ctx, db, parts, chosen)
	if err != nil {
		return nil, err
	}
	for i, at := range chosen {
		if c, ok := parts[at].compare(all[i]); ok {
			out = append(out, c)
		}
	}
	return out, nil
}

// rows reads the rows of the chosen parts, with one query for many parts.
func (r *reader) rows(ctx context.Context, db link, parts []part, chosen []int) ([][]row, error) {
	const most = 100 // a query may have no more than so many parts
	out := make([][]row, 0, len(chosen))
	for some := range slices.Chunk(chosen, most) {
		var query strings.Builder
		for i, at := range some {
			if i > 0 {
				query.WriteString(" UNION ALL ")
			}
			fmt.Fprintf(&query, "SELECT %d AS part, id, line FROM (%s) AS p%d", i, parts[at].query, i)
		}
		rows, err := r.answers(ctx, db, query.String(), len(some))
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	return out, nil
}

// answers returns the rows that a query answers, by their parts.
func (r *reader) answers(ctx context.Context, db link, query string, parts int) (out [][]row, err error) {
	var rows *sql.Rows
	if r.prepared == nil {
		rows, err = db.QueryContext(ctx, query)
	} else {
		var s *sql.Stmt
		if s, err = r.statement(ctx, query); err == nil {
			rows, err = s.QueryContext(ctx)
		}
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	out = make([][]row, parts)
	for rows.Next() {
		var i int
		var read row
		if err := rows.Scan(&i, &read.id, &read.line); err != nil {
			return nil, err
		}
		out[i] = append(out[i], read)
	}
	return out, rows.Err()
}

// statement returns the prepared statement of a query.
func (r *reader) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := r.statements[query]; s != nil {
		return s, nil
	}
	if len(r.statements) == mostPrepared {
		if err := r.close(); err != nil {
			return nil, err
		}
	}
	s, err := r.prepared.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if r.statements == nil {
		r.statements = map[string]*sql.Stmt{}
	}
	r.statements[query] = s
	return s, nil
}

// close closes the prepared statements.
func (r *reader) close() (err error) {
	for _, s := range r.statements {
		err = errors.Join(err, s.Close())
	}
	r.statements = nil
	return err
}
