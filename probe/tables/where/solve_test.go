package where_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// shown writes wanted rows.
func shown(wanted []where.Wanted) string {
	var rows []string
	for _, w := range wanted {
		var values []string
		for _, v := range w.Values {
			values = append(values, fmt.Sprintf("%s=%#v", v.Column, v.Value))
		}
		rows = append(rows, w.Table+"("+strings.Join(values, " ")+")")
	}
	return strings.Join(rows, " ")
}

// TestWanted shows the rows that statements want beside those of items.
func TestWanted(t *testing.T) {
	for _, tt := range []struct {
		text string
		args []any
		want string
	}{
		{"SELECT * FROM items WHERE id = ?", []any{int64(5)}, `items(id=5)`},
		{"SELECT * FROM items WHERE id = $1", []any{"5"}, `items(id=5)`},
		{"SELECT * FROM items WHERE name = 'hoe' AND made <= datetime('now')", nil,
			`items(made="2000-01-01 00:00:00" name="hoe")`},
		{"SELECT * FROM items WHERE level = 8 AND made > date('now', '+7 days')", nil,
			`items(level=8 made="2100-01-09")`},
		{"SELECT * FROM items WHERE made > date('now') AND made < date('now', '+7 days')", nil, ``},
		{"SELECT * FROM items WHERE level > ? AND level < 12", []any{10}, `items(level=11)`},
		{"SELECT * FROM items WHERE level BETWEEN 20 AND 30", nil, `items(level=20)`},
		{"SELECT * FROM items WHERE name LIKE '%ho_%' AND name LIKE 'x%'", nil, `items(name="xhoax")`},
		{"SELECT * FROM items WHERE lower(name) = 'hoe' AND length(name) = 3", nil, `items(name="hoe")`},
		{"SELECT * FROM items WHERE made >= '2025-01-01' AND made < '2025-01-02'", nil, `items(made="2025-01-01")`},
		{"SELECT * FROM items WHERE made > $1", []any{"2025-01-01"}, `items(made="2025-01-02")`},
		{"SELECT * FROM items WHERE name = ANY($1) AND level = 4", []any{[]string{"a", "b"}},
			`items(level=4 name="a")`},
		{"SELECT * FROM items WHERE level IN (100, 101) AND level <> 100", nil, `items(level=101)`},
		{"SELECT * FROM owners WHERE active <> ? AND id = 9", []any{true}, `owners(active=0 id=9)`},
		{"SELECT * FROM owners WHERE active <> ? AND id = 9", []any{false}, `owners(active=1 id=9)`},
		{"SELECT * FROM items WHERE json_extract(name, '$.a') = 'b'", nil, `items(name="{\"a\":\"b\"}")`},
		{"SELECT * FROM items WHERE name ->> 'a' = 'b' AND (name -> 'c' ->> 'd')::int > 4 AND name#>>'{c,on}' = 'true'",
			nil, `items(name="{\"a\":\"b\",\"c\":{\"d\":5,\"on\":true}}")`},
		{"SELECT * FROM items WHERE name @> '{\"a\": [2]}' AND name ->> 'c' <> 'd'", nil,
			`items(name="{\"a\":[2],\"c\":\"da\"}")`},
		{"SELECT * FROM items WHERE JSON_UNQUOTE(JSON_EXTRACT(name, '$.a[1].b')) = 'x'", nil,
			`items(name="{\"a\":[null,{\"b\":\"x\"}]}")`},
		{"SELECT * FROM items WHERE owner_id IS NULL AND level = 4", nil, `items(level=4 owner_id=<nil>)`},
		{"SELECT * FROM items WHERE (level = 1 AND level = 2) OR name = 'hoe'", nil, `items(name="hoe")`},
		{"SELECT * FROM items WHERE level + 1 = 50 AND name || '!' = 'hoe!'", nil, `items(level=49 name="hoe")`},
		{"SELECT * FROM items i JOIN owners o ON o.id = i.owner_id WHERE i.level = 50", nil,
			`items(level=50 owner_id=7)`},
		{"SELECT * FROM items i JOIN owners o ON o.id = i.owner_id WHERE i.level = 50 AND o.name = 'bob'", nil,
			`items(level=50 owner_id=8) owners(id=8 name="bob")`},
		{"SELECT * FROM items WHERE level = 3 AND owner_id IN (SELECT id FROM owners WHERE NOT active)", nil,
			`items(level=3 owner_id=8) owners(active=0 id=8)`},
		{"SELECT * FROM items i LEFT JOIN owners o ON o.id = i.owner_id WHERE i.level = 50 AND o.id IS NULL", nil,
			`items(level=50)`},
		{"SELECT * FROM items i WHERE i.level = 50 AND EXISTS (SELECT 1 FROM empty e WHERE e.item_id = i.id)", nil,
			`items(id=3 level=50) empty(item_id=3)`},
		{"SELECT * FROM owners o WHERE NOT EXISTS (SELECT 1 FROM items i WHERE i.owner_id = o.id)", nil,
			`owners(id=8)`},
		{"SELECT owner_id FROM items WHERE owner_id IS NOT NULL GROUP BY owner_id HAVING count(*) >= 3", nil,
			`items(owner_id=8) items(owner_id=8) items(owner_id=8)`},
		{"SELECT o.id FROM owners o JOIN items i ON i.owner_id = o.id GROUP BY o.id HAVING count(*) > 2", nil,
			`items(owner_id=7) items(owner_id=7)`},
		{"SELECT name FROM items GROUP BY name HAVING max(level) > 100", nil, `items(level=101)`},
		{"SELECT * FROM owners o WHERE (SELECT count(*) FROM items i WHERE i.owner_id = o.id) >= 2", nil,
			`items(owner_id=7)`},
		{"UPDATE items SET level = 1 WHERE id = ? AND name <> 'spade'", []any{1}, `items(id=1 name="spadea")`},
		{"SELECT * FROM items WHERE level > (SELECT max(level) FROM items)", nil, ``},
		{"WITH q AS (SELECT * FROM items WHERE level > 50) SELECT * FROM q WHERE q.name = 'hoe'", nil,
			`items(level=51 name="hoe")`},
		{"SELECT n FROM (SELECT name AS n FROM items WHERE level > 50) q WHERE n = 'hoe'", nil,
			`items(level=51 name="hoe")`},
		{"SELECT * FROM items WHERE level = 1 AND level = 2", nil, ``},
		{"SELECT * FROM items WHERE id = 1", nil, ``},
		{"SELECT * FROM empty WHERE kind = 'x' AND made > ? AND done", []any{"2024-05-05"},
			`empty(done=1 kind="x" made="2024-05-06")`},
	} {
		got := parsed(t, tt.text).Evaluate(args(tt.args...), items)
		assert.Equal(t, tt.want, shown(got.Wanted), tt.text)
	}
}
