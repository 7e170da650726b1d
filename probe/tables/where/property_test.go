package where_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// scores judges a statement over rows of the table t with a column x.
func scores(t testing.TB, text string, arg any, values ...any) where.Result {
	rows := where.Rows{"t": nil}
	for _, v := range values {
		rows["t"] = append(rows["t"], where.Row{"x": v})
	}
	return parsed(t, text).Evaluate(args(arg, arg), rows)
}

// closer holds the scores of two rows against each other: that of x <= y <= z which is nearer to an outcome has no
// lower score for it.
func closer[T any](draw *rapid.Generator[T], compare func(a, b T) int) func(*testing.T) {
	return func(t *testing.T) {
		rapid.Check(t, func(r *rapid.T) {
			three := []T{draw.Draw(r, "x"), draw.Draw(r, "y"), draw.Draw(r, "z")}
			slices.SortFunc(three, compare)
			x, y, z := three[0], three[1], three[2]
			for _, op := range []string{"<", "<=", "=", "IS"} { // towards a smaller value
				text := "SELECT * FROM t WHERE x " + op + " $1"
				noLower(r, text, scores(t, text, x, y), scores(t, text, x, z))
			}
			for _, op := range []string{">", ">=", "="} {
				text := "SELECT * FROM t WHERE x " + op + " $1"
				noLower(r, text, scores(t, text, z, y), scores(t, text, z, x))
			}
			for _, text := range []string{
				"SELECT * FROM t WHERE x IN ($1)", "SELECT * FROM t WHERE x BETWEEN $1 AND $2",
				"SELECT * FROM t WHERE x = $1 AND x IS NOT NULL", "SELECT * FROM t WHERE NOT (x <> $1 OR x > $2)",
				"SELECT * FROM t WHERE EXISTS (SELECT 1 FROM t s WHERE s.x = $1)",
				"SELECT max(x) FROM t HAVING max(x) = $1",
			} {
				noLower(r, text, scores(t, text, x, y), scores(t, text, x, z))
			}
		})
	}
}

func noLower(r *rapid.T, text string, near, far where.Result) {
	if !(near.Any >= far.Any) {
		r.Fatalf("%s: %v is lower than %v", text, near.Any, far.Any)
	}
}

func TestCloserRowScoresNoLower(t *testing.T) {
	day := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	dates := rapid.Custom(func(r *rapid.T) time.Time {
		return day.Add(time.Duration(rapid.Int64Range(-1e6, 1e6).Draw(r, "minutes")) * time.Minute)
	})
	texts := rapid.Custom(func(r *rapid.T) string {
		return day.AddDate(0, 0, rapid.IntRange(-5000, 5000).Draw(r, "days")).Format("2006-01-02")
	})
	t.Run("ints", closer(rapid.Int64(), cmp.Compare))
	t.Run("floats", closer(rapid.Float64(), cmp.Compare))
	t.Run("times", closer(dates, time.Time.Compare))
	t.Run("dates in text", closer(texts, strings.Compare))
	t.Run("letters", closer(rapid.StringMatching(`[a-z]`), strings.Compare))
}

// TestCloserTextScoresNoLower: a character that is nearer to that of a text or pattern scores no lower.
func TestCloserTextScoresNoLower(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		want := rapid.StringMatching(`[a-z]{1,8}`).Draw(r, "text")
		at := rapid.IntRange(0, len(want)-1).Draw(r, "position")
		near := rapid.IntRange(0, 20).Draw(r, "near")
		far := rapid.IntRange(near, 20).Draw(r, "far")
		change := func(by int) string { return want[:at] + string(want[at]+byte(by)) + want[at+1:] }
		for _, op := range []string{
			"x = $1", "x LIKE $1", "x LIKE '%' || $1 || '%'", "x LIKE $1 || '%'", "lower(x) = $1",
		} {
			text := "SELECT * FROM t WHERE " + op
			noLower(r, text, scores(t, text, want, change(near)), scores(t, text, want, change(far)))
			noLower(r, text, scores(t, text, want, want[:at]), scores(t, text, want, ""))
		}
	})
}

// TestMoreRowsScoreNoLower: without NOT EXISTS and the like, a further row never takes the statement away from
// answering, and never brings it nearer to answering none.
func TestMoreRowsScoreNoLower(t *testing.T) {
	texts := []string{
		"SELECT * FROM t WHERE x > $1 AND x < 10", "SELECT * FROM t a JOIN t b ON a.x = b.x + 1 WHERE a.x > $1",
		"SELECT * FROM t WHERE x = $1 OR x IN (SELECT x FROM t s WHERE s.x = 3)",
		"SELECT x FROM t GROUP BY x HAVING count(*) > 2",
	}
	rapid.Check(t, func(r *rapid.T) {
		var values []any
		for _, n := range rapid.SliceOfN(rapid.Int64Range(-5, 5), 1, 8).Draw(r, "rows") {
			values = append(values, n)
		}
		text := rapid.SampledFrom(texts).Draw(r, "statement")
		arg := rapid.Int64Range(-5, 5).Draw(r, "arg")
		noLower(r, text, scores(t, text, arg, values...), scores(t, text, arg, values[1:]...))
	})
}

// FuzzEvaluate: no statement makes an evaluation fail, scores are in (0,1], and exactly one of the outcomes is the
// case.
func FuzzEvaluate(f *testing.F) {
	for _, text := range benched {
		f.Add(text, "x", int64(3))
	}
	for _, text := range []string{
		"SELECT a AS b, b AS a FROM c WHERE d = 1 OR e",
		"SELECT n x FROM a q WHERE x > 1 AND x + x * 9223372036854775807 / 0 = 1",
		"WITH a AS (SELECT * FROM a) SELECT * FROM a JOIN a b USING (id) WHERE name LIKE '%' || ? || '_' ESCAPE 'x'",
		"SELECT * FROM (SELECT * FROM (SELECT * FROM a) b UNION SELECT level, id FROM a) q WHERE id > ALL (SELECT 1)",
		"SELECT level, count(DISTINCT name) k FROM a LEFT JOIN b ON a.id = b.a_id" +
			" GROUP BY 1 HAVING k > 3 OR min(made) < ?",
		"DELETE FROM a WHERE (id, level) IN ((1,2)) AND substr(name, ?, -3) = name AND date(made, '+5 month') > ?",
		"SELECT * FROM a WHERE CASE id WHEN 1 THEN level ELSE kind END = ? AND name GLOB '[^a-c]*[' AND length(n) > 5",
		"SELECT * FROM a WHERE (SELECT sum(id) FROM b WHERE b.a_id = a.id) > 5 AND" +
			" NOT EXISTS (SELECT 1 FROM c WHERE c.id = a.id)",
	} {
		f.Add(text, "2024-01-01", int64(-1))
	}
	f.Fuzz(func(t *testing.T, text, s string, n int64) {
		q := where.Parse(text)
		if q == nil {
			return
		}
		rows := many(4)
		rows["a"] = append(rows["a"], where.Row{"id": n, "level": nil, "name": s, "made": time.Unix(n%1e9, 0)})
		for _, rows := range []where.Rows{rows, nil} {
			got := q.Evaluate(args(n, s, []string{s}, 0.5, nil), rows)
			all := []float64{got.Any, got.None}
			for _, c := range got.Conditions {
				all = append(all, c.True, c.False)
			}
			for _, score := range all {
				assert.True(t, score > 0 && score <= 1, "%v: %v", text, score)
			}
			assert.NotEqual(t, got.Any == 1, got.None == 1, text)
			assert.Len(t, got.Conditions, len(q.Conditions()))
		}
		assert.NotPanics(t, func() { where.Bounds(text) })
	})
}

// TestLargeStatementsEnd: what is long or nested is judged in a short time.
func TestLargeStatementsEnd(t *testing.T) {
	rows := many(300)
	for _, text := range []string{
		"SELECT * FROM a WHERE " + strings.Repeat("id = 1000 OR ", 4000) + "id = 2000",
		"SELECT * FROM a WHERE id IN (" + strings.Repeat("1000, ", 8000) + "2000)",
		"SELECT * FROM a, b, c, a d, b e WHERE a.id = b.id + c.id + d.id + e.id + 1000000",
		"SELECT * FROM a WHERE EXISTS (SELECT 1 FROM b WHERE EXISTS (SELECT 1 FROM c WHERE c.id + b.id + a.id > 9000))",
		"SELECT * FROM a WHERE name LIKE '" + strings.Repeat("%a", 2000) + "'",
		"SELECT * FROM a WHERE " + strings.Repeat("(id > 1 OR (id = 2 AND ", 30) + "id = 1" + strings.Repeat("))", 30),
		"SELECT * FROM a GROUP BY id HAVING count(*) > 1000000",
	} {
		began := time.Now()
		got := parsed(t, text).Evaluate(nil, rows)
		assert.Less(t, got.Any, 1.1)
		assert.Less(t, time.Since(began), 20*time.Second, fmt.Sprintf("%.80s", text))
		t.Logf("%.60s: %v", text, time.Since(began))
	}
}
