package syntax_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// keysOf knows the table items.
func keysOf(table string) syntax.Keys {
	if table != "items" {
		return syntax.Keys{}
	}
	return syntax.Keys{Columns: []string{"id", "level", "name"}, Unique: [][]string{{"id"}, {"name", "level"}}}
}

// TestMet: an INSERT is the query for the rows that have a key whose values it says.
func TestMet(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{
			"INSERT INTO items VALUES (?, ?, ?)",
			"(or (= items.id ?1) (and (= items.name ?3) (= items.level ?2)))",
		},
		{
			"insert into main.Items as i values (?, ?, ?) on conflict do nothing",
			"(or (= items.id ?1) (and (= items.name ?3) (= items.level ?2)))",
		},
		{
			"INSERT INTO items (name, id, level) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
			"(or (= items.id ?2) (and (= items.name ?1) (= items.level ?3)))",
		},
		{
			"INSERT IGNORE `items` (`ID`, name, level) VALUE (?, ?, ?)",
			"(or (= items.id ?1) (and (= items.name ?2) (= items.level ?3)))",
		},
		{
			"INSERT OR REPLACE INTO items SET level = ?, id = ?, name = ?",
			"(or (= items.id ?2) (and (= items.name ?3) (= items.level ?1)))",
		},
		{
			"REPLACE items (id) VALUES (lower(?))",
			"(= items.id (lower ?1))",
		},
		{
			"INSERT INTO items (id, name) VALUES (?, 'x')",
			"(= items.id ?1)",
		},
		{
			"INSERT items (name, level) VALUES (?, 4) ON DUPLICATE KEY UPDATE id = 1",
			"(and (= items.name ?1) (= items.level 4))",
		},
		{
			"INSERT INTO items (id) VALUES ($1), (7) RETURNING id",
			"(or (= items.id ?1) (= items.id 7))",
		},
		{
			"INSERT INTO items (id) OVERRIDING SYSTEM VALUE VALUES ($1)",
			"(= items.id ?1)",
		},
	} {
		q := syntax.Met(tt.text, syntax.Unknown, keysOf)
		require.NotNil(t, q, tt.text)
		assert.Equal(t, "items where "+tt.want, query(q.Select), tt.text)
	}
}

// TestMetsNothing: without the values of a key, nothing is asked.
func TestMetsNothing(t *testing.T) {
	for _, text := range []string{
		"INSERT INTO owners VALUES (?)", "INSERT INTO items (name) VALUES (?)", "INSERT INTO items DEFAULT VALUES",
		"INSERT INTO items (id) VALUES (DEFAULT)", "INSERT INTO items VALUES", "INSERT INTO items (id", "INSERT",
		"INSERT INTO items (id) SELECT level FROM items", "UPDATE items SET id = 1",
		"INSERT INTO items (id) VALUES (id)", "",
	} {
		assert.Nil(t, syntax.Met(text, syntax.Unknown, keysOf), text)
	}
}
