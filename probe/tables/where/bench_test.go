package where_test

import (
	"fmt"
	"testing"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// many returns rows of the tables a, b and c.
func many(n int) where.Rows {
	out := where.Rows{}
	for i := range n {
		id := int64(i + 1)
		out["a"] = append(out["a"], where.Row{"id": id, "level": int64(i % 10), "name": fmt.Sprintf("name %d", i),
			"made": "2024-01-01 10:00:00"})
		out["b"] = append(out["b"], where.Row{"id": id, "a_id": int64(i % 20), "kind": "plain"})
		out["c"] = append(out["c"], where.Row{"id": id, "b_id": int64(i % 30), "kind": "plain"})
	}
	return out
}

var benched = map[string]string{
	"one table":  "SELECT * FROM a WHERE level > ? AND name = 'name x' AND made > '2025-01-01'",
	"like":       "SELECT * FROM a WHERE name LIKE '%x 9%'",
	"join":       "SELECT * FROM a JOIN b ON b.a_id = a.id WHERE a.level > ? AND b.kind = 'rare'",
	"three":      "SELECT * FROM a JOIN b ON b.a_id = a.id JOIN c ON c.b_id = b.id WHERE a.level > ? AND c.kind = 'x'",
	"exists":     "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.a_id = a.id AND b.kind = 'rare')",
	"in a query": "SELECT * FROM a WHERE id IN (SELECT a_id FROM b WHERE kind = 'rare')",
	"groups":     "SELECT level FROM a GROUP BY level HAVING count(*) > 100",
}

func BenchmarkEvaluate(b *testing.B) {
	rows := many(100)
	for name, text := range benched {
		b.Run(name, func(b *testing.B) {
			q, args := parsed(b, text), args(12)
			for b.Loop() {
				q.Evaluate(args, rows)
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		where.Parse(benched["three"])
	}
}
