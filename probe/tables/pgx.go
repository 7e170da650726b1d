package tables

import (
	"context"
	"database/sql/driver"
	"encoding/hex"
	"reflect"
	"strings"
	_ "unsafe" // for go:linkname

	"github.com/evoke-go/evoke/probe/aside"
	"github.com/evoke-go/evoke/probe/tables/where"
)

// onConnect is the value of a variable of package pgx of github.com/jackc/pgx/v5, as onOpen is that of one of
// database/sql. It gets each connection of pgx, and returns what the connection calls before and after a statement.
//
//go:linkname onConnect github.com/jackc/pgx/v5.evokeWatch
var onConnect = connected

// connected watches a connection of pgx. free says that the connection can execute another statement first, and changed
// is how many rows a statement changed or returned.
func connected(read read, closed func() bool) (
	before func(ctx context.Context, text string, args []any, free bool),
	after func(text string, changed int64, err error),
) {
	w := &watch{read: read, closed: closed}
	return w.before, w.after
}

// before notes a statement, and judges it over the rows that are there.
func (w *watch) before(ctx context.Context, text string, args []any, free bool) {
	if judged.on.Load() && free && !isAside(ctx) {
		dialect := func() where.Dialect { return where.Postgres }
		if q, risky := judged.question(text, dialect, w.tx != nil); q.Query != nil {
			of := func(table string) ([]where.Row, []where.Column, bool) { return w.rowsOf(ctx, table) }
			if risky {
				judged.askWithin(q, argsOf(args), of, func(text string) bool {
					_, _, _, err := w.read(ctx, text)
					return err == nil
				})
			} else {
				judged.ask(q, argsOf(args), of)
			}
		}
	}
	if noted.on.Load() && !isAside(ctx) {
		noted.note(w.parsed(text))
	}
}

// argsOf returns the arguments of a statement. Those of a map have names.
func argsOf(args []any) (out []where.Arg) {
	for _, a := range args {
		v := reflect.ValueOf(a)
		switch own := v.IsValid() && strings.HasSuffix(v.Type().PkgPath(), pgxPackage); {
		case own && v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String:
			for _, name := range v.MapKeys() {
				out = append(out, where.Arg{Name: name.String(), Value: valueOf(v.MapIndex(name).Interface())})
			}
		case !own:
			out = append(out, where.Arg{Ordinal: len(out) + 1, Value: valueOf(a)})
		}
	}
	return out
}

// rowsOf reads the first rows of a table. ok is false if they cannot be read.
func (w *watch) rowsOf(ctx context.Context, table string) (out []where.Row, columns []where.Column, ok bool) {
	names, types, rows, err := w.read(ctx, reading(table))
	if err != nil {
		return nil, nil, false
	}
	for i, name := range names {
		columns = append(columns, where.Column{Name: strings.ToLower(name), Type: strings.ToUpper(types[i])})
	}
	for _, values := range rows {
		row := where.Row{}
		for i, v := range values[:min(len(values), len(columns))] {
			row[columns[i].Name] = valueOf(v)
		}
		out = append(out, row)
	}
	return out, columns, true
}

// valueOf returns a value of pgx as drivers of database/sql return it. An array of 16 bytes is a UUID.
func valueOf(v any) any {
	if id, ok := v.([16]byte); ok {
		text := hex.EncodeToString(id[:])
		return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
	}
	if same, err := driver.DefaultParameterConverter.ConvertValue(v); err == nil {
		return same
	}
	return v
}

// after notes what a statement did.
func (w *watch) after(text string, changed int64, err error) {
	if !noted.on.Load() || err != nil {
		return
	}
	s := w.parsed(text)
	aside.Ignore()
	if changed > s.rows.Load() && s.turn.Load() == noted.turn.Load() {
		s.rows.Store(changed)
	}
	aside.Heed()
	if s.acts && (len(s.changes) == 0 || changed > 0) {
		w.did(s)
	}
}
