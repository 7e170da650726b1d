package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"
)

// mysqlPutter puts rows of MySQL and MariaDB back. Texts are in hexadecimal digits, so that no setting of a session has
// a say in them. Triggers cannot be switched off: what they change is put back in a further round.
type mysqlPutter struct {
	*knowledge
	db    *sql.DB
	fires bool // there are triggers
}

const (
	// mysqlSession has a session heed no keys and take every value that is in a table: 0 as a number that is counted
	// up, and times as they are, whatever the zone.
	mysqlSession = `SET @evoke_keys = @@foreign_key_checks, @evoke_mode = @@sql_mode, @evoke_zone = @@time_zone,
@evoke_wait = @@lock_wait_timeout, @evoke_rows = @@innodb_lock_wait_timeout,
SESSION lock_wait_timeout = ` + lockTime + `, SESSION innodb_lock_wait_timeout = ` + lockTime + `,
SESSION foreign_key_checks = 0, SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO', SESSION time_zone = '+00:00'`
	mysqlSessionBack = `SET SESSION foreign_key_checks = @evoke_keys, SESSION sql_mode = @evoke_mode,
SESSION time_zone = @evoke_zone, SESSION lock_wait_timeout = @evoke_wait,
SESSION innodb_lock_wait_timeout = @evoke_rows, @evoke_keys = NULL, @evoke_mode = NULL, @evoke_zone = NULL,
@evoke_wait = NULL, @evoke_rows = NULL`
)

func (p *mysqlPutter) session(ctx context.Context, f func(db link) error) (err error) {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	set := mysqlSession
	if !p.maria {
		set += ", SESSION information_schema_stats_expiry = 0" // the number to come is a statistic there
	}
	if _, err := conn.ExecContext(ctx, set); err != nil {
		return err
	}
	err = f(conn)
	if _, back := conn.ExecContext(context.WithoutCancel(ctx), mysqlSessionBack); back != nil {
		// The program must not get a connection that heeds no keys.
		err = errors.Join(err, back, discard(conn))
	}
	return err
}

// discard has a connection closed.
func discard(conn *sql.Conn) error {
	err := conn.Raw(func(any) error { return driver.ErrBadConn })
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		return nil
	}
	return err
}

func (p *mysqlPutter) parts(ctx context.Context) (out []part, err error) {
	triggers, err := read(ctx, p.db, "SELECT event_object_table FROM information_schema.triggers "+
		"WHERE trigger_schema = database()")
	if err != nil {
		return nil, err
	}
	p.fires = len(triggers) > 0
	for i := range p.tables {
		t := &p.tables[i]
		rows := p.part(t)
		rows.triggered = slices.ContainsFunc(triggers, func(row []string) bool { return row[0] == t.Name })
		out = append(out, rows)
		for _, c := range t.Columns {
			if c.numbered {
				alter := "ALTER TABLE " + p.table(t.Name) + " AUTO_INCREMENT = "
				out = append(out, part{table: t.Name, query: "SELECT '' AS id, CONCAT(" + p.text(alter) +
					", COALESCE(auto_increment, 1)) AS line FROM information_schema.tables " +
					"WHERE table_schema = database() AND table_name = " + p.text(t.Name)})
			}
		}
	}
	return out, nil
}

func (p *mysqlPutter) part(t *Table) part {
	var columns, cells []string
	for i := range t.Columns {
		if c := &t.Columns[i]; !c.Generated {
			columns = append(columns, p.name(c.Name))
			cells = append(cells, "COALESCE("+p.cell(c)+", 'NULL')")
		}
	}
	name, id := p.table(t.Name), "''"
	out := part{table: t.Name, unordered: true, clear: "DELETE FROM " + name,
		insert: "INSERT INTO " + name + " (" + strings.Join(columns, ", ") + ") VALUES"}
	if len(t.Key) > 0 {
		var key []string
		for _, column := range t.Key {
			key = append(key, p.cell(t.Column(column)))
		}
		id = "CONCAT('(', " + strings.Join(key, ", ', ', ") + ", ')')"
		out.remove, out.placed = "DELETE FROM "+name+" WHERE ("+p.names(t.Key)+") IN", true
	}
	out.query = "SELECT " + id + " AS id, CONCAT('(', " + strings.Join(cells, ", ', ', ") +
		", ')') AS line FROM " + name
	return out
}

// cell writes the expression for the literal of a cell.
func (p *mysqlPutter) cell(c *Column) string {
	name, t := p.name(c.Name), readType(c.Type)
	switch f := c.form(mysql); {
	case t.base == "bit" || f.kind == bytes || f.kind == other && f.pattern == "":
		return "CONCAT('X''', HEX(" + name + "), '''')"
	case t.base == "float":
		return "CONCAT(" + name + " + 0e0)" // as a double, which has all digits
	case f.kind == integer, f.kind == number, f.kind == boolean:
		return "CONCAT(" + name + ")"
	case f.kind == date, f.kind == clock, f.kind == moment, f.kind == uuid, f.kind == other:
		return "CONCAT('''', " + name + ", '''')"
	}
	return "CONCAT('_utf8mb4 X''', HEX(CONVERT(" + name + " USING utf8mb4)), '''')"
}

func (p *mysqlPutter) put(ctx context.Context, db link, changes []change) (again bool, err error) {
	all := []string{"START TRANSACTION"}
	for _, c := range changes {
		if c.clear != "" {
			all = append(append(all, c.removals()...), c.insertions()...)
		}
	}
	all = append(all, "COMMIT")
	for _, c := range changes {
		if c.clear == "" {
			all = append(all, c.insertions()...) // definitions of tables end a transaction
		}
	}
	for _, statement := range all {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			_, undone := db.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
			return false, errors.Join(err, undone)
		}
	}
	return p.fires, nil
}
