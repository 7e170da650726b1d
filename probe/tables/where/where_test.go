package where_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// items are the rows of most tests.
var items = where.Rows{
	"items": {
		{"id": int64(1), "level": int64(3), "name": "spade", "made": "2024-01-01", "owner_id": int64(7)},
		{"id": int64(2), "level": int64(9), "name": "rake", "made": "2024-03-01", "owner_id": nil},
	},
	"owners": {{"id": int64(7), "name": []byte("ann"), "active": true}},
	"empty":  nil,
}

func args(values ...any) (out []where.Arg) {
	for i, v := range values {
		out = append(out, where.Arg{Ordinal: i + 1, Value: v})
	}
	return out
}

func parsed(t testing.TB, text string) *where.Query {
	t.Helper()
	q := where.Parse(text)
	require.NotNil(t, q, text)
	return q
}

// TestAnswers: a statement answers exactly if its score is 1.
func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		text string
		args []any
		want bool
	}{
		{"SELECT * FROM items WHERE id = ?", []any{1}, true},
		{"SELECT * FROM items WHERE id = ?", []any{int64(5)}, false},
		{"SELECT * FROM items WHERE id = $1", []any{"2"}, true},
		{"SELECT * FROM Items WHERE ID = 1 AND items.NAME = 'spade'", nil, true},
		{"SELECT * FROM items i WHERE i.level BETWEEN ? AND ?", []any{4, 8}, false},
		{"SELECT * FROM items WHERE name LIKE ?", []any{"R%"}, true},
		{"SELECT * FROM items WHERE name LIKE $1", []any{"R%"}, false},
		{"SELECT * FROM items WHERE name ILIKE 'R%'", nil, true},
		{"SELECT * FROM items WHERE owner_id IS NULL AND level > 8", nil, true},
		{"SELECT * FROM items WHERE owner_id <> 7", nil, false},
		{"SELECT * FROM items WHERE owner_id IS DISTINCT FROM 7", nil, true},
		{"SELECT * FROM items WHERE name = ANY($1)", []any{[]string{"hoe", "rake"}}, true},
		{"SELECT * FROM items WHERE name = ANY($1)", []any{`{"hoe",rake}`}, true},
		{"SELECT * FROM items WHERE level > ALL('{3,8}')", nil, true},
		{"SELECT * FROM items i JOIN owners o ON o.id = i.owner_id WHERE o.name = 'ann' AND o.active", nil, true},
		{"SELECT * FROM items i, owners o WHERE o.id = i.owner_id AND i.level = 9", nil, false},
		{"SELECT * FROM items i LEFT JOIN owners o ON o.id = i.owner_id WHERE o.id IS NULL", nil, true},
		{"SELECT * FROM items WHERE level = 9 OR nonsense @@ 5", nil, true},
		{"SELECT * FROM items WHERE level = 8 OR nonsense @@ 5", nil, false},
		{"SELECT * FROM items WHERE made < ? AND made >= '2024-01-01'", []any{"2024-02-01"}, true},
		{"SELECT * FROM items WHERE level IN (SELECT id FROM owners)", nil, false},
		{"SELECT * FROM items WHERE owner_id IN (SELECT id FROM owners WHERE active = TRUE)", nil, true},
		{"SELECT count(*) FROM items WHERE level > 100", nil, false},
		{"SELECT owner_id FROM items GROUP BY owner_id HAVING count(*) > 1", nil, false},
		{"SELECT name FROM items GROUP BY 1 HAVING max(level) > 8", nil, true},
		{"UPDATE items SET level = ? WHERE id = ?", []any{1, 2}, true},
		{"DELETE FROM items WHERE id = :id", []any{9}, false},
		{"SELECT * FROM empty WHERE id = 1", nil, false},
		{`SELECT * FROM items WHERE name = "rake"`, nil, true},
	} {
		got := parsed(t, tt.text).Evaluate(args(tt.args...), items)
		assert.Equal(t, tt.want, got.Any == 1, "%s %v: %v", tt.text, tt.args, got.Any)
		assert.Equal(t, tt.want, got.None != 1, "%s %v: %v", tt.text, tt.args, got.None)
		for i, c := range got.Conditions {
			assert.Positive(t, c.True, i)
			assert.Positive(t, c.False, i)
		}
	}
}

// TestOutcomes: each condition has its own nearness and its operands.
func TestOutcomes(t *testing.T) {
	q := parsed(t, "SELECT * FROM items WHERE level > ? AND name = 'hoe'")
	assert.Equal(t, []string{"items"}, q.Tables())
	assert.Equal(t, []string{"level > ?", "name = 'hoe'"}, q.Conditions())
	got := q.Evaluate(args(20), items)
	assert.Equal(t, []any{int64(9), int64(20)}, got.Conditions[0].Operands)
	assert.Equal(t, []any{"rake", "hoe"}, got.Conditions[1].Operands)
	assert.Less(t, got.Conditions[0].True, 1.0)
	assert.Equal(t, 1.0, got.Conditions[0].False)
	nearer := q.Evaluate(args(10), items)
	assert.Greater(t, nearer.Any, got.Any)
	none := q.Evaluate(args(10), where.Rows{})
	assert.Less(t, none.Any, got.Any)
	assert.Empty(t, none.Conditions[0].Operands)
}

// TestNotParsed: what has no condition over rows is no query.
func TestNotParsed(t *testing.T) {
	for _, text := range []string{
		"SELECT * FROM items", "INSERT INTO items VALUES (1)", "SELECT 1 WHERE 1 = 1", "",
		"SELECT * FROM items WHERE a @@ b",
		"SELECT * FROM items WHERE 1 = 1",
	} {
		assert.Nil(t, where.Parse(text), text)
	}
}
