package store_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/store"
)

// TestPut: a row in JSON is inserted, and another text is an error.
func TestPut(t *testing.T) {
	for row, want := range map[string]string{
		`{"name": "a", "on": true}`: "",
		`{"name": `:                 "store: a row of flags: ",
		`["a"]`:                     `store: a row of flags is an object, not ["a"]`,
	} {
		f := &flags{on: map[string]bool{}}
		err := store.Put(context.Background(), f, "flags", row)
		if want == "" {
			assert.NoError(t, err)
			assert.True(t, f.on["a"])
		} else {
			assert.ErrorContains(t, err, want)
			assert.Empty(t, f.on)
		}
	}
}

// TestSchemaOfColumns: a column has the schema that it says, and is left out if that is no JSON.
func TestSchemaOfColumns(t *testing.T) {
	table := store.Table{Columns: []store.Column{
		{Name: "a", Schema: `{"type": "array", "items": {"type": "integer"}}`},
		{Name: "b", Schema: "{", Nullable: true},
		{Name: "c", Schema: `true`, Nullable: true},
	}}
	assert.JSONEq(t, `{"type": "object", "properties": {"a": {"type": "array", "items": {"type": "integer"}},
		"c": true},
		"required": ["a"], "additionalProperties": false}`, table.Schema())
}
