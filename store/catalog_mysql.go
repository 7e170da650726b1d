package store

import (
	"context"
	"regexp"
	"strings"
)

// The tables of MySQL and MariaDB are those of the current database, without views.
const (
	mysqlTables = `SELECT table_name FROM information_schema.tables WHERE table_schema = database()
AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') ORDER BY table_name`
	mysqlColumns = `SELECT table_name, column_name, column_type, is_nullable, COALESCE(column_default, 'NULL'), extra
FROM information_schema.columns WHERE table_schema = database() ORDER BY table_name, ordinal_position`
	mysqlKeys = `SELECT table_name, index_name,
GROUP_CONCAT(COALESCE(column_name, '') ORDER BY seq_in_index SEPARATOR '` + separator + `'), MAX(column_name IS NULL) FROM information_schema.statistics
WHERE table_schema = database() AND non_unique = 0 GROUP BY table_name, index_name
ORDER BY table_name, index_name <> 'PRIMARY', index_name`
	mysqlReferences = `SELECT k.table_name, k.constraint_name, k.column_name, k.referenced_table_name,
k.referenced_column_name, c.delete_rule IN ('CASCADE', 'SET NULL') OR c.update_rule IN ('CASCADE', 'SET NULL')
FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints c
ON c.constraint_schema = k.constraint_schema AND c.constraint_name = k.constraint_name AND c.table_name = k.table_name
WHERE k.table_schema = database() AND k.referenced_table_schema = database()
ORDER BY k.table_name, k.constraint_name, k.ordinal_position`
	mariaChecks = `SELECT table_name, constraint_name, check_clause FROM information_schema.check_constraints
WHERE constraint_schema = database() ORDER BY table_name, constraint_name`
	mysqlChecks = `SELECT t.table_name, c.constraint_name, c.check_clause FROM information_schema.check_constraints c
JOIN information_schema.table_constraints t ON t.constraint_schema = c.constraint_schema
AND t.constraint_name = c.constraint_name WHERE c.constraint_schema = database() AND t.constraint_type = 'CHECK'
ORDER BY t.table_name, c.constraint_name`
)

// isJSON matches the condition of a column of MariaDB whose type was written as JSON.
var isJSON = regexp.MustCompile("(?i)^json_valid\\(`((?:[^`]|``)+)`\\)$")

func readMySQL(ctx context.Context, db asker, maria bool) ([]Table, error) {
	rows, err := read(ctx, db, mysqlTables)
	if err != nil {
		return nil, err
	}
	r := reading{}
	for _, row := range rows {
		r.tables = append(r.tables, Table{Name: row[0]})
	}
	r.each(ctx, db, mysqlColumns, func(t *Table, row []string) {
		extra := strings.ToUpper(row[5])
		c := Column{Name: row[1], Type: row[2], Nullable: row[3] == "YES",
			numbered:  strings.Contains(extra, "AUTO_INCREMENT"),
			Generated: strings.Contains(extra, "GENERATED") && !strings.Contains(extra, "DEFAULT_GENERATED")}
		c.HasDefault = c.numbered || !c.Generated && (isDefault(row[4]) || strings.Contains(extra, "DEFAULT_GENERATED"))
		c.Enum, c.several = labels(row[2])
		t.Columns = append(t.Columns, c)
	})
	r.each(ctx, db, mysqlKeys, func(t *Table, row []string) {
		if columns := names(row[2]); row[3] == "0" {
			t.unique(row[1], row[1] == "PRIMARY", columns)
		}
	})
	r.each(ctx, db, mysqlReferences, func(t *Table, row []string) { t.refer(row[1:]) })
	checks := mysqlChecks
	if maria {
		checks = mariaChecks
	}
	if has, err := single(ctx, db, `SELECT COUNT(*) FROM information_schema.tables
WHERE table_schema = 'information_schema' AND table_name = 'CHECK_CONSTRAINTS'`); err != nil || has == "0" {
		return r.tables, r.err // MySQL before 8.0.16 reads CHECK and forgets it
	}
	r.each(ctx, db, checks, func(t *Table, row []string) {
		if m := isJSON.FindStringSubmatch(row[2]); m != nil && t.Column(bare("`"+m[1]+"`")) != nil {
			t.Column(bare("`" + m[1] + "`")).document = true
			return
		}
		t.check(row[1], row[2])
	})
	return r.tables, r.err
}

// labels returns the texts in the type of a column: enum('a','b'). A set takes several of them.
func labels(columnType string) (out []string, several bool) {
	lower := strings.ToLower(columnType)
	several = strings.HasPrefix(lower, "set(")
	if !several && !strings.HasPrefix(lower, "enum(") {
		return nil, false
	}
	for rest := columnType; rest != ""; {
		var word string
		if word, rest = token(rest); word[0] == '\'' {
			out = append(out, bare(word))
		}
	}
	return out, several
}
