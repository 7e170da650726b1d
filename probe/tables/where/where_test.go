package where_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

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
		{"SELECT * FROM items WHERE id = (SELECT id FROM items ORDER BY made DESC LIMIT 1) AND level = 9", nil, true},
		{"SELECT * FROM items WHERE 7 = (SELECT owner_id FROM items ORDER BY owner_id, id DESC LIMIT 1)", nil, false},
		{"SELECT * FROM items WHERE 7 = (SELECT owner_id FROM items ORDER BY owner_id DESC LIMIT 1)", nil, true},
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

// TestNotParsed: what reads no table is no query.
func TestNotParsed(t *testing.T) {
	for _, text := range []string{"INSERT INTO items VALUES (1)", "SELECT 1 WHERE 1 = 1", "SELECT 1", ""} {
		assert.Nil(t, where.Parse(text), text)
	}
}

// TestWithoutConditions: a query that has no condition is judged by the rows that there are, and one that asks for
// another is judged as that.
func TestWithoutConditions(t *testing.T) {
	for _, text := range []string{
		"SELECT * FROM items", "SELECT min(level) FROM items", "SELECT name FROM items ORDER BY level LIMIT 1",
		"SELECT * FROM items WHERE a @@ b", "SELECT * FROM items WHERE 1 = 1",
		"SELECT EXISTS (SELECT * FROM items)", "SELECT (SELECT max(level) FROM items)",
	} {
		q := parsed(t, text)
		none := q.Evaluate(nil, nil)
		assert.Less(t, none.Any, 1.0, text)
		assert.Equal(t, 1.0, none.None, text)
		assert.Equal(t, "items()", shown(none.Wanted), text)
		assert.Equal(t, 1.0, q.Evaluate(nil, items).Any, text)
	}
	q := parsed(t, "SELECT EXISTS (SELECT * FROM items WHERE level = ?)")
	assert.Equal(t, []string{"level = ?"}, q.Conditions())
	assert.Equal(t, "items(level=77)", shown(q.Evaluate(args(77), items).Wanted))
}

// TestColumnsAreKnown: what the caller knows of tables decides whose column a name is, and of which kind values are.
func TestColumnsAreKnown(t *testing.T) {
	text := "SELECT * FROM a JOIN b ON a_id = a.id WHERE kind = 'x' AND size IS NOT NULL"
	assert.Equal(t, "a(id=1) b()", shown(parsed(t, text).Evaluate(nil, nil).Wanted), "whose other columns they are?")
	q := parsed(t, text).With(map[string][]where.Column{
		"a": {{Name: "id", Type: "INTEGER"}, {Name: "kind", Type: "TEXT"}},
		"b": {{Name: "a_id", Type: "INTEGER"}, {Name: "Size", Type: "VARCHAR(20)"}},
	})
	assert.Equal(t, `a(id=1 kind="x") b(Size="a" a_id=1)`, shown(q.Evaluate(nil, nil).Wanted))
	one := where.Rows{"a": {{"id": int64(3), "kind": "x"}}}
	assert.Equal(t, `b(Size="a" a_id=3)`, shown(q.Evaluate(nil, one).Wanted))
}

// TestNumbersInTexts: some drivers return numbers as texts.
func TestNumbersInTexts(t *testing.T) {
	q := parsed(t, `SELECT * FROM shop."Prices" WHERE price > '9.5' AND id > $1`)
	assert.Equal(t, []string{"prices"}, q.Tables())
	assert.Equal(t, `shop."Prices"`, q.Written("prices"))
	rows := where.Rows{"prices": {{"id": []byte("10"), "price": "10.00"}}}
	assert.Less(t, q.Evaluate(args("9"), rows).Any, 1.0, "as texts, 10 is less than 9")
	q = q.With(map[string][]where.Column{"prices": {{Name: "id", Type: "INT8"}, {Name: "price", Type: "NUMERIC"}}})
	assert.Equal(t, 1.0, q.Evaluate(args("9"), rows).Any)
}

// TestTimeIsKnown: conditions on the time are judged if the caller knows it.
func TestTimeIsKnown(t *testing.T) {
	q := parsed(t, "SELECT * FROM items WHERE made > now() - interval '60 days'")
	assert.Equal(t, 1.0, q.Evaluate(nil, items).Any, "what nobody knows is not in the way")
	assert.Less(t, q.Evaluate(nil, items).Conditions[0].True, 0.1)
	at := func(month time.Month) where.Result {
		return q.At(time.Date(2024, month, 1, 0, 0, 0, 0, time.UTC)).Evaluate(nil, items)
	}
	assert.Equal(t, 1.0, at(4).Any)
	assert.Less(t, at(6).Any, 1.0)
	assert.Equal(t, `items(made="2024-04-03")`, shown(at(6).Wanted))
}

// TestArguments are found by their names and by their numbers.
func TestArguments(t *testing.T) {
	for text, given := range map[string][]where.Arg{
		"SELECT * FROM items WHERE id = :id AND level = :level": {
			{Name: "level", Ordinal: 1, Value: 3}, {Name: "id", Ordinal: 2, Value: int64(1)},
		},
		"SELECT * FROM items WHERE id = @id AND level = $level": {{Ordinal: 1, Value: 1}, {Ordinal: 2, Value: 3}},
		"SELECT * FROM items WHERE id = ?2 AND level = ?1":      {{Ordinal: 1, Value: 3}, {Ordinal: 2, Value: 1}},
		"SELECT ? FROM items WHERE id = ? AND level = 3":        {{Ordinal: 1, Value: 9}, {Ordinal: 2, Value: true}},
		"UPDATE items SET name = ? WHERE id = ?": {
			{Ordinal: 1, Value: "x"}, {Ordinal: 2, Value: []byte("1")},
		},
	} {
		assert.Equal(t, 1.0, parsed(t, text).Evaluate(given, items).Any, text)
	}
	unknown := parsed(t, "SELECT * FROM items WHERE id = ? AND level = 3").Evaluate(nil, items)
	assert.Equal(t, 1.0, unknown.Any, "an argument that is not given is not in the way")
}

// TestDialects: the same text means other things in other dialects.
func TestDialects(t *testing.T) {
	lite, post, maria := where.SQLite, where.Postgres, where.MySQL
	for _, tt := range []struct {
		text string
		want map[where.Dialect]bool
	}{
		{"SELECT * FROM items WHERE name LIKE 'SP%'", map[where.Dialect]bool{post: false, maria: true}},
		{"SELECT * FROM items WHERE name = 'SPADE'", map[where.Dialect]bool{lite: false, maria: true}},
		{"SELECT * FROM items WHERE level / 2 = 1.5", map[where.Dialect]bool{lite: false, maria: true}},
		{"SELECT * FROM items WHERE id = 9 || level = 3", map[where.Dialect]bool{lite: false, maria: true}},
		{`SELECT * FROM items WHERE name LIKE 'sp\_de'`, map[where.Dialect]bool{lite: false, post: false}},
		{"SELECT * FROM items WHERE name < 5", map[where.Dialect]bool{lite: false, maria: true}},
	} {
		for d, want := range tt.want {
			q := where.ParseIn(d, tt.text)
			require.NotNil(t, q)
			assert.Equal(t, want, q.Evaluate(nil, items).Any == 1, "%s in %d", tt.text, d)
		}
	}
}

// TestQueriesAreShared: goroutines evaluate one query.
func TestQueriesAreShared(t *testing.T) {
	q := parsed(t, benched["three"])
	rows := many(10)
	want := q.Evaluate(args(4), rows)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 5 {
				assert.Equal(t, want, q.Evaluate(args(4), rows))
			}
		})
	}
	all.Wait()
	assert.Len(t, rows["a"], 10, "the rows are left alone")
}

func ExampleQuery_Evaluate() {
	q := where.Parse("SELECT name FROM members WHERE level > ? AND kind IN ('gold', 'silver')")
	rows := where.Rows{"members": {{"id": int64(1), "level": int64(998), "kind": "gold"}}}
	got := q.Evaluate([]where.Arg{{Ordinal: 1, Value: int64(1000)}}, rows)
	for i, text := range q.Conditions() {
		c := got.Conditions[i]
		fmt.Printf("%s: true %.2f, false %.2f, operands %v\n", text, c.True, c.False, c.Operands)
	}
	fmt.Printf("answers %.2f, none %.2f, wanted %v\n", got.Any, got.None, got.Wanted)
	// Output:
	// level > ?: true 0.33, false 1.00, operands [998 1000]
	// kind IN ('gold', 'silver'): true 1.00, false 0.78, operands [gold gold]
	// answers 0.66, none 1.00, wanted [{members [{kind gold} {level 1001}]}]
}

func ExampleBounds() {
	b := where.Bounds("((level >= 0) AND (kind = ANY (ARRAY['a'::text, 'b'::text])))")
	fmt.Println(*b["level"].Min, b["kind"].Enum)
	// Output: 0 [a b]
}
