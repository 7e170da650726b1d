package gotify

import (
	"database/sql"
	"fmt"
	"strings"

	"github.com/gotify/server/v2/database"
)

// snapshot is the SQL that restores what the tables held when it was taken.
// The rows are kept in the database itself, in temporary tables.
type snapshot struct{ statements string }

func takeSnapshot(db *database.GormDatabase) (snapshot, error) {
	conn, err := db.DB.DB()
	if err != nil {
		return snapshot{}, err
	}
	names, err := tableNames(conn)
	if err != nil {
		return snapshot{}, fmt.Errorf("list the tables: %w", err)
	}
	var b strings.Builder
	b.WriteString("BEGIN;")
	for _, name := range names {
		if _, err := conn.Exec(fmt.Sprintf("CREATE TEMP TABLE kept_%[1]s AS SELECT * FROM main.%[1]s",
			name)); err != nil {
			return snapshot{}, fmt.Errorf("keep the table %s: %w", name, err)
		}
		fmt.Fprintf(&b, "DELETE FROM main.%[1]s;INSERT INTO main.%[1]s SELECT * FROM temp.kept_%[1]s;", name)
	}
	b.WriteString("COMMIT")
	return snapshot{b.String()}, nil
}

// tableNames lists the tables, that of the running numbers included.
func tableNames(conn *sql.DB) ([]string, error) {
	rows, err := conn.Query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

func (s snapshot) restore(db *database.GormDatabase) error {
	conn, err := db.DB.DB()
	if err != nil {
		return err
	}
	_, err = conn.Exec(s.statements)
	return err
}
