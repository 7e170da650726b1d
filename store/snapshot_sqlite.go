package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

// sqlitePutter puts rows of SQLite back. Foreign keys are off meanwhile, which only a connection outside of a
// transaction can do, and triggers are gone: SQLite cannot switch them off, and has them back in the same transaction.
type sqlitePutter struct {
	*knowledge
	db       *sql.DB
	triggers map[string][][2]string // by table: the statements that drop and make them
	fires    bool                   // triggers stay
}

func (p *sqlitePutter) session(_ context.Context, f func(db link) error) error { return f(p.db) }

func (p *sqlitePutter) parts(ctx context.Context) (out []part, err error) {
	triggered, err := p.readTriggers(ctx)
	if err != nil {
		return nil, err
	}
	for i := range p.tables {
		out = append(out, p.part(&p.tables[i]))
		out[i].triggered = triggered[p.tables[i].Name]
	}
	counted, err := read(ctx, p.db, "SELECT name FROM sqlite_master WHERE name = 'sqlite_sequence'")
	if err != nil {
		return nil, err
	}
	if len(counted) > 0 {
		out = append(out, part{
			query: "SELECT 0 AS id, '(' || quote(name) || ', ' || quote(seq) || ')' AS line " +
				"FROM sqlite_sequence ORDER BY rowid",
			clear: "DELETE FROM sqlite_sequence", insert: "INSERT INTO sqlite_sequence (name, seq) VALUES"})
	}
	return out, nil
}

// part returns the part of a table. A row without a number of its own keeps its hidden one.
func (p *sqlitePutter) part(t *Table) part {
	var columns, cells []string
	hidden := t.rowid != ""
	for _, c := range t.Columns {
		hidden = hidden && !c.numbered
		if !c.Generated {
			columns = append(columns, p.name(c.Name))
			cells = append(cells, p.exact(&c))
		}
	}
	if hidden {
		columns, cells = append([]string{t.rowid}, columns...), append([]string{"quote(" + t.rowid + ")"}, cells...)
	}
	name, id, order := p.table(t.Name), "0", p.names(t.Key)
	out := part{table: t.Name, clear: "DELETE FROM " + name,
		insert: "INSERT INTO " + name + " (" + strings.Join(columns, ", ") + ") VALUES"}
	if t.rowid != "" {
		id, order = t.rowid, t.rowid
		out.remove, out.placed = "DELETE FROM "+name+" WHERE "+t.rowid+" IN", true
	}
	out.query = "SELECT " + id + " AS id, '(' || " + strings.Join(cells, " || ', ' || ") +
		" || ')' AS line FROM " + name + " ORDER BY " + order
	return out
}

// exact writes the literal of a cell. The function quote ends a text at a zero byte; a column of numbers has none.
func (p *sqlitePutter) exact(c *Column) string {
	name := p.name(c.Name)
	switch c.form(sqlite).kind {
	case integer, number, boolean:
		return "quote(" + name + ")"
	}
	return "CASE WHEN instr(" + name + ", char(0)) AND typeof(" + name + ") = 'text' THEN 'CAST(X''' || hex(" + name +
		") || ''' AS TEXT)' ELSE quote(" + name + ") END"
}

// readTriggers reads the triggers, and returns the tables that have some. With virtual tables they stay: an index of
// texts is filled by them.
func (p *sqlitePutter) readTriggers(ctx context.Context) (triggered map[string]bool, err error) {
	rows, err := read(ctx, p.db, "SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid")
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	virtual, err := read(ctx, p.db, sqliteVirtual)
	p.fires, p.triggers, triggered = len(virtual) > 0, map[string][][2]string{}, map[string]bool{}
	for _, row := range rows {
		if triggered[row[0]] = true; !p.fires {
			p.triggers[row[0]] = append(p.triggers[row[0]], [2]string{"DROP TRIGGER " + p.name(row[1]), row[2]})
		}
	}
	return triggered, err
}

func (p *sqlitePutter) put(ctx context.Context, _ link, changes []change) (again bool, err error) {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	before, err := p.pragmas(ctx, conn)
	if err != nil {
		return false, err
	}
	back := strings.Join(before, ";\n")
	// Rows that are put back need not outlive a loss of power. Who writes meanwhile is waited for.
	script := "PRAGMA foreign_keys = OFF;\nPRAGMA synchronous = OFF;\nPRAGMA busy_timeout = 2000;\nBEGIN IMMEDIATE;\n" +
		strings.Join(p.statements(changes), ";\n") + ";\nCOMMIT"
	if _, err = conn.ExecContext(ctx, script+";\n"+back); err != nil {
		ctx = context.WithoutCancel(ctx)
		_, _ = conn.ExecContext(ctx, "ROLLBACK") // there may be no transaction
		_, set := conn.ExecContext(ctx, back)
		err = errors.Join(err, set)
	}
	return p.fires, err
}

// pragmas returns the statements that bring the settings of a connection back.
func (p *sqlitePutter) pragmas(ctx context.Context, conn *sql.Conn) (out []string, err error) {
	for _, name := range []string{"foreign_keys", "synchronous", "busy_timeout"} {
		v, err := single(ctx, conn, "PRAGMA "+name)
		if err != nil {
			return nil, err
		}
		out = append(out, "PRAGMA "+name+" = "+v)
	}
	return out, nil
}

// statements returns the statements of the transaction.
func (p *sqlitePutter) statements(changes []change) (all []string) {
	for _, c := range changes {
		for _, trigger := range p.triggers[c.table] {
			all = append(all, trigger[0])
		}
	}
	for _, c := range changes {
		all = append(append(all, c.removals()...), c.insertions()...)
	}
	for _, c := range changes {
		for _, trigger := range p.triggers[c.table] {
			all = append(all, trigger[1])
		}
	}
	return all
}
