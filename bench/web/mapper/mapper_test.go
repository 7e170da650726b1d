package mapper_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/bench/web"
	"github.com/evoke-go/evoke/bench/web/mapper"
)

type row struct {
	id   int64
	name string
}

func fields(r *row) []any { return []any{&r.id, &r.name} }

const (
	schema = "CREATE TABLE things (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE NOT NULL)"
	insert = "INSERT INTO things (name) VALUES (?)"
	all    = "SELECT id, name FROM things ORDER BY id"
)

func TestStatements(t *testing.T) {
	db := mapper.Open(schema)
	defer func() { assert.NoError(t, db.Close()) }()
	_, ok := mapper.First(db, fields, all)
	assert.False(t, ok)
	assert.Equal(t, int64(1), mapper.Insert(db, insert, "a"))
	assert.Equal(t, int64(2), mapper.Insert(db, insert, "b"))
	mapper.Exec(db, "UPDATE things SET name = 'c' WHERE id = ?", 2)
	assert.Equal(t, []row{{1, "a"}, {2, "c"}}, mapper.All(db, fields, all))
	first, ok := mapper.First(db, fields, all)
	assert.Equal(t, row{1, "a"}, first)
	assert.True(t, ok)
}

// TestFailures: each failure of the database is thrown. A transaction that fails
// changes no row, and the only connection can be used afterwards.
func TestFailures(t *testing.T) {
	db := mapper.Open(schema)
	defer func() { assert.NoError(t, db.Close()) }()
	mapper.Insert(db, insert, "a")
	for name, tc := range map[string]struct {
		do   func()
		want string
	}{
		"query":  {func() { mapper.All(db, fields, "SELECT x") }, "no such column"},
		"scan":   {func() { mapper.All(db, fields, "SELECT 'x', NULL") }, "Scan"},
		"exec":   {func() { mapper.Exec(db, "DELETE FROM others") }, "no such table"},
		"insert": {func() { mapper.Insert(db, insert, "a") }, "UNIQUE"},
		"transaction": {func() {
			mapper.Within(db, func(tx mapper.Runner) {
				mapper.Insert(tx, insert, "b")
				mapper.Insert(tx, insert, "a")
			})
		}, "UNIQUE"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.ErrorContains(t, func() (err error) {
				defer web.Catch(&err)
				tc.do()
				return nil
			}(), tc.want)
			assert.Equal(t, []row{{1, "a"}}, mapper.All(db, fields, all))
		})
	}
	mapper.Within(db, func(tx mapper.Runner) { mapper.Insert(tx, insert, "b") })
	assert.Len(t, mapper.All(db, fields, all), 2)
	assert.Panics(t, func() { mapper.Open("no SQL") })
}
