package store

import (
	"context"
	"regexp"
	"strings"
)

// The tables of SQLite are the tables of the database main. Virtual tables and the tables behind them are no tables of
// the user's: their rows are made by other means than INSERT alone. Tables behind FTS3 to FTS5 and R*Tree are known by
// their names: only SQLite since version 3.37 of 2021 lists them in pragma_table_list, and drivers are often older.
const (
	sqliteVirtual = `SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'`
	sqliteTables  = `SELECT name, sql FROM sqlite_master m WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
AND name NOT IN (` + sqliteVirtual + `) AND name NOT IN (SELECT name FROM sqlite_temp_master)
AND NOT EXISTS (SELECT 1 FROM (` + sqliteVirtual + `) v WHERE m.name IN (v.name || '_content', v.name || '_segments',
v.name || '_segdir', v.name || '_docsize', v.name || '_stat', v.name || '_data', v.name || '_idx', v.name || '_config',
v.name || '_node', v.name || '_rowid', v.name || '_parent')) ORDER BY name`
	sqliteColumns = `SELECT m.name, c.name, c.type, c."notnull", COALESCE(c.dflt_value, 'NULL'), c.pk, c.hidden
FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND c.hidden <> 1
ORDER BY m.name, c.cid`
	sqliteKeys = `SELECT m.name, i.name, i.origin, c.name FROM sqlite_master m JOIN pragma_index_list(m.name) i
JOIN pragma_index_xinfo(i.name) c WHERE m.type = 'table' AND i."unique" AND NOT i.partial AND c.key
ORDER BY m.name, i.seq DESC, c.seqno`
	sqliteReferences = `SELECT m.name, f.id, f."from", f."table", f."to",
f.on_delete IN ('CASCADE', 'SET NULL', 'SET DEFAULT') OR f.on_update IN ('CASCADE', 'SET NULL', 'SET DEFAULT')
FROM sqlite_master m
JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' ORDER BY m.name, f.id DESC, f.seq`
)

func readSQLite(ctx context.Context, db asker) ([]Table, error) {
	rows, err := read(ctx, db, sqliteTables)
	if err != nil {
		return nil, err
	}
	r, defined := reading{}, map[string]string{}
	for _, row := range rows {
		r.tables = append(r.tables, Table{Name: row[0]})
		defined[row[0]] = row[1]
	}
	keys := map[string]int{} // how many columns the primary key has
	r.each(ctx, db, sqliteColumns, func(t *Table, row []string) {
		c := Column{Name: row[1], Type: row[2], Nullable: row[3] == "0", HasDefault: isDefault(row[4]),
			Generated: row[6] != "0"}
		if row[5] != "0" {
			c.Nullable = false
			keys[t.Name]++
			t.place(row[5], row[1])
		}
		t.Columns = append(t.Columns, c)
	})
	for i := range r.tables {
		r.tables[i].number(defined[r.tables[i].Name])
		readDefinition(defined[r.tables[i].Name], r.tables[i].check)
	}
	r.keysOfSQLite(ctx, db)
	r.each(ctx, db, sqliteReferences, func(t *Table, row []string) {
		if parent := find(r.tables, row[3]); row[4] == "" && parent != nil {
			row[4] = t.implied(row[1], parent)
		}
		t.refer(row[1:])
	})
	return r.tables, r.err
}

// place puts a column into the primary key, at its place, which counts from 1.
func (t *Table) place(at, column string) {
	for len(t.Key) < int(at[0]-'0') {
		t.Key = append(t.Key, "")
	}
	t.Key[int(at[0]-'0')-1] = column
}

// implied returns the column to which the next column of a foreign key refers that names none: that of the primary key.
func (t *Table) implied(key string, parent *Table) string {
	at, last := 0, len(t.constraints)-1
	if last >= 0 && t.constraints[last].kind == ForeignKey && t.constraints[last].name == key {
		at = len(t.constraints[last].columns)
	}
	if at < len(parent.Key) {
		return parent.Key[at]
	}
	return ""
}

// isDefault reports whether the text of a default is one.
func isDefault(text string) bool { return !strings.EqualFold(text, "NULL") }

// keysOfSQLite adds unique keys. An index over an expression has a column without a name.
func (r *reading) keysOfSQLite(ctx context.Context, db asker) {
	type key struct {
		table   *Table
		name    string
		primary bool
		columns []string
		bad     bool
	}
	var all []key
	r.each(ctx, db, sqliteKeys, func(t *Table, row []string) {
		if len(all) == 0 || all[len(all)-1].table != t || all[len(all)-1].name != row[1] {
			all = append(all, key{table: t, name: row[1], primary: row[2] == "pk"})
		}
		k := &all[len(all)-1]
		k.columns, k.bad = append(k.columns, row[3]), k.bad || row[3] == ""
	})
	for _, k := range all {
		if !k.bad && !k.primary {
			k.table.unique(k.name, false, k.columns)
		}
	}
}

// withoutRowid matches the end of the definition of a table whose rows have no number.
var withoutRowid = regexp.MustCompile(`(?is)\)[^()]*\bWITHOUT\s+ROWID\b[^()]*$`)

// number finds the number of the rows of a table: a hidden one, or a column that the database counts up.
func (t *Table) number(definition string) {
	if withoutRowid.MatchString(definition) {
		return
	}
	for _, name := range []string{"rowid", "_rowid_", "oid"} {
		if t.Column(name) == nil {
			t.rowid = name
			break
		}
	}
	if len(t.Key) != 1 {
		return
	}
	if c := t.Column(t.Key[0]); strings.EqualFold(c.Type, "INTEGER") {
		c.HasDefault, c.numbered = true, true
	}
}
