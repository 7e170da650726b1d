package where_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// keysOf knows the table items.
func keysOf(table string) where.Keys {
	if table != "items" {
		return where.Keys{}
	}
	return where.Keys{Columns: []string{"id", "level", "name"}, Unique: [][]string{{"id"}, {"name", "level"}}}
}

// TestMeeting: a row with one of the keys is there, or is wanted, and a NULL meets none.
func TestMeeting(t *testing.T) {
	const text = "INSERT INTO items (id, level, name) VALUES (?, ?, ?)"
	q := where.Met(where.Any, text, keysOf)
	require.NotNil(t, q)
	for _, tt := range []struct {
		args []any
		want bool
	}{
		{[]any{1, 5, "hoe"}, true}, {[]any{5, 3, "spade"}, true}, {[]any{5, 3, "rake"}, false},
		{[]any{nil, 3, nil}, false},
	} {
		got := q.Evaluate(args(tt.args...), items)
		assert.Equal(t, tt.want, got.Any == 1, tt.args)
		assert.Equal(t, tt.want, got.None < 1, tt.args)
	}
	near, far := q.Evaluate(args(3, 3, "hoe"), items), q.Evaluate(args(900, 700, "zzzzzz"), items)
	assert.Greater(t, near.Any, far.Any)
	got := q.Evaluate(args(900, 700, "zzz"), where.Rows{})
	id := []where.Assigned{{Column: "id", Value: int64(900)}}
	assert.Equal(t, []where.Wanted{{Table: "items", Values: id}}, got.Wanted)
	assert.Empty(t, q.Conditions())
	assert.Equal(t, []string{"items"}, q.Tables())
	assert.Nil(t, where.Met(where.Any, "SELECT * FROM items", keysOf))
}
