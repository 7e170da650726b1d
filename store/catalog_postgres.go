package store

import (
	"context"
	"strings"
)

// The tables of PostgreSQL are those of the current schema: tables, and partitioned tables without their partitions.
// Tables of extensions are left out.
const (
	postgresOwn = ` FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
AND NOT c.relispartition AND NOT EXISTS (SELECT FROM pg_depend x WHERE x.classid = 'pg_class'::regclass
AND x.objid = c.oid AND x.deptype = 'e')`
	postgresTables  = `SELECT c.relname::text, (c.relkind = 'p')::int::text` + postgresOwn + ` ORDER BY c.relname`
	postgresColumns = `SELECT c.relname::text, a.attname::text, a.atttypid::text, format_type(a.atttypid, a.atttypmod),
a.attnotnull::int::text, a.atthasdef::int::text, a.attidentity::text, a.attgenerated::text,
pg_get_serial_sequence(quote_ident(current_schema()) || '.' || quote_ident(c.relname), a.attname)::regclass::text,
(SELECT min(s.oid::regclass::text) FROM pg_attrdef d JOIN pg_depend p ON p.classid = 'pg_attrdef'::regclass
 AND p.objid = d.oid AND p.refclassid = 'pg_class'::regclass JOIN pg_class s ON s.oid = p.refobjid AND s.relkind = 'S'
 WHERE d.adrelid = c.oid AND d.adnum = a.attnum)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname, a.attnum`
	postgresKeys = `SELECT c.relname::text, x.relname::text, i.indisprimary::int::text, ` + `(
SELECT string_agg(a.attname::text, chr(31) ORDER BY k.n) FROM unnest(i.indkey::int2[]) WITH ORDINALITY k(num, n)
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.num WHERE k.n <= i.indnkeyatts)
FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
WHERE c.relnamespace = current_schema()::regnamespace AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
ORDER BY c.relname, i.indisprimary DESC, x.relname`
	postgresReferences = `SELECT c.relname::text, n.conname::text, a.attname::text,
CASE WHEN f.relnamespace = c.relnamespace THEN f.relname::text ELSE n.confrelid::regclass::text END, b.attname::text,
(n.confdeltype IN ('c', 'n', 'd') OR n.confupdtype IN ('c', 'n', 'd'))::int::text
FROM pg_constraint n JOIN pg_class c ON c.oid = n.conrelid JOIN pg_class f ON f.oid = n.confrelid
CROSS JOIN unnest(n.conkey, n.confkey) WITH ORDINALITY k(own, theirs, at)
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.own
JOIN pg_attribute b ON b.attrelid = f.oid AND b.attnum = k.theirs
WHERE c.relnamespace = current_schema()::regnamespace AND n.contype = 'f' AND n.conparentid = 0
ORDER BY c.relname, n.conname, k.at`
	postgresChecks = `SELECT c.relname::text, n.conname::text, pg_get_expr(n.conbin, n.conrelid)
FROM pg_constraint n JOIN pg_class c ON c.oid = n.conrelid
WHERE c.relnamespace = current_schema()::regnamespace AND n.contype = 'c' ORDER BY c.relname, n.conname`
	postgresEnums = `SELECT enumtypid::text, string_agg(enumlabel::text, chr(31) ORDER BY enumsortorder)
FROM pg_enum GROUP BY enumtypid`
	postgresDomains = `SELECT t.oid::text, t.typbasetype::text, format_type(t.typbasetype, t.typtypmod),
t.typnotnull::int::text, (t.typdefault IS NOT NULL)::int::text, (SELECT string_agg(pg_get_expr(n.conbin, 0), chr(31)
ORDER BY n.conname) FROM pg_constraint n WHERE n.contypid = t.oid AND n.contype = 'c')
FROM pg_type t WHERE t.typtype = 'd'`
)

// domain is a type of PostgreSQL that another type with conditions stands for.
type domain struct {
	of, as            string // the oid and the text of the type
	required, assured bool
	checks            []string
}

// postgresTypes are the types that a database adds, by oid.
type postgresTypes struct {
	enums   map[string][]string
	domains map[string]domain
}

func readPostgres(ctx context.Context, db asker) ([]Table, error) {
	types, err := readPostgresTypes(ctx, db)
	if err != nil {
		return nil, err
	}
	rows, err := read(ctx, db, postgresTables)
	if err != nil {
		return nil, err
	}
	r := reading{}
	for _, row := range rows {
		r.tables = append(r.tables, Table{Name: row[0], parted: row[1] == "1"})
	}
	r.each(ctx, db, postgresColumns, func(t *Table, row []string) {
		c := Column{Name: row[1], Type: row[3], Nullable: row[4] != "1", Generated: row[7] != "",
			HasDefault: row[5] == "1" && row[7] == "" || row[6] != "", always: row[6] == "a", sequence: row[8]}
		if c.sequence == "" {
			c.sequence = row[9]
		}
		c.numbered = c.sequence != ""
		types.complete(t, &c, row[2])
		t.Columns = append(t.Columns, c)
	})
	r.each(ctx, db, postgresKeys, func(t *Table, row []string) { t.unique(row[1], row[2] == "1", names(row[3])) })
	r.each(ctx, db, postgresReferences, func(t *Table, row []string) { t.refer(row[1:]) })
	r.each(ctx, db, postgresChecks, func(t *Table, row []string) { t.check(row[1], row[2]) })
	return r.tables, r.err
}

func readPostgresTypes(ctx context.Context, db asker) (postgresTypes, error) {
	types := postgresTypes{map[string][]string{}, map[string]domain{}}
	rows, err := read(ctx, db, postgresEnums)
	if err != nil {
		return types, err
	}
	for _, row := range rows {
		types.enums[row[0]] = names(row[1])
	}
	rows, err = read(ctx, db, postgresDomains)
	for _, row := range rows {
		types.domains[row[0]] = domain{of: row[1], as: row[2], required: row[3] == "1", assured: row[4] == "1",
			checks: names(row[5])}
	}
	return types, err
}

// complete gives a column what its type says: the labels of an enum, and what stands behind a domain.
func (types postgresTypes) complete(t *Table, c *Column, oid string) {
	for {
		d, ok := types.domains[oid]
		if !ok {
			break
		}
		oid, c.Type = d.of, d.as
		c.Nullable = c.Nullable && !d.required
		c.HasDefault = c.HasDefault || d.assured && !c.Generated
		for _, condition := range d.checks {
			t.Checks = append(t.Checks, ofColumn(condition, c.Name))
		}
	}
	c.Enum = types.enums[oid]
}

// ofColumn returns the condition of a domain with the name of a column in place of VALUE.
func ofColumn(condition, column string) string {
	var out strings.Builder
	for rest := condition; rest != ""; {
		word, after := token(rest)
		if strings.EqualFold(word, "VALUE") {
			word = `"` + strings.ReplaceAll(column, `"`, `""`) + `"`
		}
		out.WriteString(word)
		rest = after
	}
	return out.String()
}
