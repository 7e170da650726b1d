package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// postgresPutter puts rows of PostgreSQL back. A session in the role of a replica heeds no keys and no triggers. Where
// the user of the database may not have that role, the tables that refer to changed ones are put back with them: all
// rows of these tables go in one statement and come in another, and keys are heeded at the end of a statement.
type postgresPutter struct {
	*knowledge
	db       *sql.DB
	schema   string
	replica  bool
	triggers map[string][][2]string // by table: the statements that switch them off and on
	known    map[string]*part       // by table
}

func (p *postgresPutter) session(_ context.Context, f func(db link) error) error { return f(p.db) }

const (
	replicaRole = "SET LOCAL session_replication_role = replica"
	// postgresSequences are the sequences of the current schema with the tables that own them.
	postgresSequences = `SELECT format('%I.%I', n.nspname, c.relname), coalesce(t.relname::text, '')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
 AND d.refclassid = 'pg_class'::regclass
LEFT JOIN pg_class t ON t.oid = d.refobjid
WHERE c.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname`
	// postgresTriggers are those that are on. Those of keys are the database's own.
	postgresTriggers = `SELECT c.relname::text, t.tgname::text,
CASE t.tgenabled WHEN 'A' THEN ' ENABLE ALWAYS' ELSE ' ENABLE' END
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')
ORDER BY c.relname, t.tgname`
)

func (p *postgresPutter) parts(ctx context.Context) (out []part, err error) {
	if p.schema, err = single(ctx, p.db, "SELECT quote_ident(current_schema())"); err != nil {
		return nil, err
	}
	p.replica = p.execute(ctx, []string{replicaRole}) == nil
	if err := p.readTriggers(ctx); err != nil {
		return nil, err
	}
	for i := range p.tables {
		out = append(out, p.part(&p.tables[i]))
		out[i].triggered = len(p.triggers[p.tables[i].Name]) > 0
	}
	sequences, err := read(ctx, p.db, postgresSequences)
	for _, row := range sequences {
		out = append(out, part{table: row[1], query: "SELECT '' AS id, format('SELECT setval(%L, %s, %L)', " +
			p.text(row[0]) + ", last_value, is_called) AS line FROM " + row[0]})
	}
	p.known = map[string]*part{}
	for i := range out {
		if out[i].clear != "" {
			p.known[out[i].table] = &out[i]
		}
	}
	return out, err
}

func (p *postgresPutter) readTriggers(ctx context.Context) error {
	rows, err := read(ctx, p.db, postgresTriggers)
	p.triggers = map[string][][2]string{}
	for _, row := range rows {
		alter := "ALTER TABLE " + p.schema + "." + p.name(row[0])
		p.triggers[row[0]] = append(p.triggers[row[0]],
			[2]string{alter + " DISABLE TRIGGER " + p.name(row[1]), alter + row[2] + " TRIGGER " + p.name(row[1])})
	}
	return err
}

// part returns the part of a table: the texts of its cells, which the database reads as the types of the columns.
func (p *postgresPutter) part(t *Table) part {
	var columns, cells []string
	for _, c := range t.Columns {
		if !c.Generated {
			columns = append(columns, p.name(c.Name))
			cells = append(cells, "quote_nullable("+p.name(c.Name)+"::text)")
		}
	}
	name, from, order := p.schema+"."+p.name(t.Name), "", "ctid"
	if from = "ONLY " + name; t.parted {
		from, order = name, "tableoid, ctid"
	}
	line := "''"
	if len(cells) > 0 {
		line = strings.Join(cells, " || ', ' || ")
	}
	out := part{table: t.Name, clear: "DELETE FROM " + from,
		insert: "INSERT INTO " + name + " (" + strings.Join(columns, ", ") + ") OVERRIDING SYSTEM VALUE VALUES",
		query: "SELECT quote_literal(ctid) AS id, '(' || " + line + " || ')' AS line FROM " + from +
			" ORDER BY " + order}
	if !t.parted {
		out.remove = "DELETE FROM " + from + " WHERE ctid IN"
	}
	return out
}

func (p *postgresPutter) put(ctx context.Context, _ link, changes []change) (again bool, err error) {
	var all []string
	if p.replica {
		all = append(all, replicaRole)
		for _, c := range changes {
			if c.clear != "" {
				all = append(append(all, c.removals()...), c.insertions()...)
			}
		}
	} else {
		all = append(all, p.together(changes)...)
	}
	for _, c := range changes {
		if c.clear == "" {
			all = append(all, c.insertions()...)
		}
	}
	return false, p.execute(ctx, all)
}

// execute executes statements in a transaction, in one message.
func (p *postgresPutter) execute(ctx context.Context, statements []string) (err error) {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	_, err = conn.ExecContext(ctx, "BEGIN;\nSET LOCAL lock_timeout = '"+lockTime+"s';\n"+
		strings.Join(statements, ";\n")+";\nCOMMIT")
	if err != nil {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // there may be no transaction
	}
	return err
}

// together returns the statements that put tables back without a breach of keys.
func (p *postgresPutter) together(changes []change) (all []string) {
	var names []string
	for _, c := range changes {
		if c.clear != "" {
			names = append(names, c.table)
		}
	}
	for at := 0; at < len(names); at++ {
		for _, t := range p.tables {
			refers := slices.ContainsFunc(t.References, func(r Reference) bool { return r.Table == names[at] })
			if refers && !has(names, t.Name) {
				names = append(names, t.Name)
			}
		}
	}
	var on, clear, fill []string
	for _, name := range names {
		for _, trigger := range p.triggers[name] {
			all, on = append(all, trigger[0]), append(on, trigger[1])
		}
		c := p.known[name]
		clear = append(clear, c.clear)
		fill = append(fill, inserting(c.insert, c.lines)...)
	}
	for _, list := range [][]string{clear, fill} {
		for i, statement := range list {
			list[i] = fmt.Sprintf("s%d AS (%s)", i, statement)
		}
		if len(list) > 0 {
			all = append(all, "WITH "+strings.Join(list, ", ")+" SELECT")
		}
	}
	return append(all, on...)
}
