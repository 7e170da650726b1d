package syntax_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// TestParse shows what the parser makes of statements. "~" is a part that it does not understand.
func TestParse(t *testing.T) {
	for name, tt := range map[string]struct{ text, want, conditions string }{
		"and before or": {
			"SELECT * FROM t WHERE a = ? AND b > 5 OR NOT c < $name",
			"t where (or (and (= a ?1) (> b 5)) (not (< c ?name2)))",
			"a = ?; b > 5; c < $name",
		},
		"quotes, left join, rows": {
			`SELECT "t"."a", count(*) n FROM "t" AS "q" LEFT JOIN b ON b.id = q.b_id AND b.x IS NULL WHERE ` +
				`(q.a, q.b) = ($1, $2) AND q.c::text ILIKE '%x%' ESCAPE '!'`,
			`t q, left b on (and (= b.id q.b_id) (null b.x)) where (and (and (= q.a ?1) (= q.b ?2)) (like ` +
				`fold (cast q.c text) "%x%" "!"))`,
			"b.id = q.b_id; b.x IS NULL; q.a = $1; q.b = $2; q.c::text ILIKE '%x%' ESCAPE '!'",
		},
		"queries": {
			"SELECT a FROM t WHERE x IN (?, ?, 5) AND y NOT IN (SELECT id FROM u WHERE u.k = t.k) AND NOT " +
				"EXISTS (SELECT 1 FROM v)",
			"t where (and (in x ?1 ?2 5) (not (in y u where (= u.k t.k))) (not (exists v)))",
			"x IN (?, ?, 5); y NOT IN (SELECT id FROM u WHERE u.k = t.k); u.k = t.k; EXISTS (SELECT 1 FROM v)",
		},
		"operators of PostgreSQL": {
			"SELECT a FROM t WHERE a @> '{}' AND b = ANY($1) AND c = 1 AND d ? 'k' AND e ->> 'k' = 'v' AND f " +
				"~ '^a' AND g = 2",
			`t where (and (is (@> a "{}")) (= b ?1) (= c 1) ~ (= (->> e "k") "v") ~ (= g 2))`,
			"a @> '{}'; b = ANY($1); c = 1; e ->> 'k' = 'v'; g = 2",
		},
		"arrays": {
			"SELECT a FROM t WHERE (a @> '{}' OR b = ANY(ARRAY['a'::text,'b']::text[])) AND (c -> 'x') = 1 " +
				"AND d AND e[1] = 2 AND f <> ALL ('{1,2}'::int[])",
			`t where (and (or (is (@> a "{}")) (= b (cast (list (cast "a" text) "b") array))) (= (-> c "x") 1) (is d) ` +
				`~ (<> all f (cast "{1,2}" array)))`,
			"a @> '{}'; b = ANY(ARRAY['a'::text,'b']::text[]); (c -> 'x') = 1; d; f <> ALL ('{1,2}'::int[])",
		},
		"update": {
			"UPDATE `t` SET x = x + 1, y = (SELECT 1) WHERE id = ? AND n BETWEEN 1 AND 3 AND NOT (z IS NOT NULL)",
			"t where (and (= id ?1) (between n 1 3) (not (not (null z))))",
			"id = ?; n BETWEEN 1 AND 3; z IS NOT NULL",
		},
		"update with from": {
			"UPDATE t SET x = u.y FROM u WHERE u.id = t.id AND u.z = 1",
			"t, u where (and (= u.id t.id) (= u.z 1))",
			"u.id = t.id; u.z = 1",
		},
		"update of an alias": {
			"UPDATE q SET x = 1 FROM t q WHERE q.id = 1",
			"t q where (= q.id 1)",
			"q.id = 1",
		},
		"update with a join": {
			"UPDATE t JOIN u ON t.id = u.id SET t.x = u.y WHERE u.z = 1 LIMIT 3",
			"t, u on (= t.id u.id) where (= u.z 1)",
			"t.id = u.id; u.z = 1",
		},
		"delete": {
			"DELETE FROM t WHERE id = :id AND name LIKE 'a%' || ? AND created < CURRENT_TIMESTAMP LIMIT 1",
			`t where (and (= id ?id1) (like name (|| "a%" ?2)) (< created (current_timestamp)))`,
			"id = :id; name LIKE 'a%' || ?; created < CURRENT_TIMESTAMP",
		},
		"delete of several": {
			"DELETE t, u FROM t JOIN u ON t.id = u.id WHERE u.x = 1",
			"t, u on (= t.id u.id) where (= u.x 1)",
			"t.id = u.id; u.x = 1",
		},
		"delete using": {
			"DELETE FROM t USING u WHERE t.id = u.id",
			"t, u where (= t.id u.id)",
			"t.id = u.id",
		},
		"groups": {
			"SELECT k, sum(v) AS total FROM t a, u b WHERE a.id = b.id GROUP BY k HAVING count(*) >= 3 AND " +
				"total > 10 ORDER BY 1 DESC LIMIT ?",
			"t a, u b where (= a.id b.id) group k having (and (>= (count*) 3) (> total 10))",
			"a.id = b.id; count(*) >= 3; total > 10",
		},
		"using, case, functions": {
			"SELECT a FROM t JOIN u USING (id, k) WHERE CASE WHEN a > 1 THEN 1 ELSE 0 END = 1 AND date(x) = " +
				"date '2024-01-01' AND lower(trim(n)) = 'a'",
			`t, u on (and (= t.id u.id) (= t.k u.k)) where (and (= (case (> a 1) 1 0) 1) (= (date x) (cast ` +
				`"2024-01-01" date)) (= (lower (trim n)) "a"))`,
			"t.id = u.id; t.k = u.k; CASE WHEN a > 1 THEN 1 ELSE 0 END = 1; date(x) = date '2024-01-01'; " +
				"lower(trim(n)) = 'a'",
		},
		"with and union": {
			"WITH c(n) AS (SELECT id FROM t WHERE q = 1) SELECT * FROM c WHERE n > 3 UNION SELECT x FROM d " +
				"WHERE e = 'it''s'",
			`{t where (= q 1)} c where (> n 3) union d where (= e "it's")`,
			"q = 1; n > 3; e = 'it''s'",
		},
		"query in from": {
			"SELECT a FROM (SELECT b FROM t WHERE z = 1) q WHERE q.b > 2 AND x IS NOT DISTINCT FROM 5 AND y " +
				"IS TRUE AND n IS NOT 3",
			"{t where (= z 1)} q where (and (> q.b 2) (same x 5) (same (is y) 1) (not (same n 3)))",
			"z = 1; q.b > 2; x IS NOT DISTINCT FROM 5; y IS TRUE; n IS NOT 3",
		},
		"syntax of functions": {
			"SELECT a FROM t WHERE extract(year from z) = 2024 AND substring(a from 1 for 2) = 'ab' AND " +
				"position('a' in b) = 1 AND CAST(c AS varchar(10)) = 'x' AND CONVERT(d, SIGNED) = 1",
			`t where (and (= (extract "year" z) 2024) (= (substring a 1 2) "ab") (= (position "a" b) 1) (= ` +
				`(cast c varchar) "x") (= (cast d signed) 1))`,
			"extract(year from z) = 2024; substring(a from 1 for 2) = 'ab'; position('a' in b) = 1; CAST(c " +
				"AS varchar(10)) = 'x'; CONVERT(d, SIGNED) = 1",
		},
		"backslashes": {
			`SELECT a FROM t WHERE x = 'it\'s' AND y = "str"`,
			`t where (and (= x "it's") (= y str!))`,
			`x = 'it\'s'; y = "str"`,
		},
		"E strings": {
			`SELECT a FROM t WHERE x = E'it\'s' AND y = $tag$it's$tag$ AND z = U&'x'`,
			`t where (and (= x "it's") (= y "it's") (= z (& u "x")))`,
			`x = E'it\'s'; y = $tag$it's$tag$; z = U&'x'`,
		},
		"conditions as values": {
			"SELECT sum(x) OVER (PARTITION BY y) z, a FROM t WHERE ((a = 1) = (b = 2)) AND -x < -5 AND ! y " +
				"AND n & 4 <> 0 AND n >> 2 = 3",
			"t where (and (= (= a 1) (= b 2)) (< (- 0 x) -5) (not (is y)) (<> (& n 4) 0) (= (>> n 2) 3))",
			"(a = 1) = (b = 2); a = 1; b = 2; -x < -5; y; n & 4 <> 0; n >> 2 = 3",
		},
		"rows": {
			"SELECT a FROM t WHERE (a, b) IN ((1,2),(3,4)) AND (a,b) > (1,2) AND (a, b) <> (1, 2)",
			"t where (and (or (and (= a 1) (= b 2)) (and (= a 3) (= b 4))) (or (> a 1) (and (= a 1) (> b " +
				"2))) (not (and (= a 1) (= b 2))))",
			"a = 1; b = 2; a = 3; b = 4; a > 1; a = 1; b > 2; a = 1; b = 2",
		},
		"scalar": {
			"SELECT a FROM t WHERE (SELECT count(*) FROM u WHERE u.t = t.id) > 2",
			"t where (> (scalar u where (= u.t t.id)) 2)",
			"(SELECT count(*) FROM u WHERE u.t = t.id) > 2; u.t = t.id",
		},
		"intervals": {
			"SELECT a FROM t WHERE b > now() - interval '1 day' AND c > date('now', '-1 day') AND d < " +
				"DATE_SUB(NOW(), INTERVAL 1 DAY)",
			`t where (and (> b (- (now) (interval "1 day"))) (> c (date "now" "-1 day")) (< d (date_sub ` +
				`(now) (interval 1 "day"))))`,
			"b > now() - interval '1 day'; c > date('now', '-1 day'); d < DATE_SUB(NOW(), INTERVAL 1 DAY)",
		},
		"insert from a query": {
			"INSERT INTO a (x) SELECT y FROM b WHERE z = 1 ON CONFLICT DO NOTHING",
			"b where (= z 1)",
			"z = 1",
		},
		"sources in parentheses": {
			"SELECT a FROM t INNER JOIN (u JOIN v ON u.a = v.a) ON u.id = t.id WHERE x IN ()",
			"t, u on (= u.id t.id), v on (= u.a v.a) where (in x)",
			"u.id = t.id; u.a = v.a; x IN ()",
		},
		"right join": {
			"SELECT a FROM t RIGHT JOIN u ON u.id = t.id WHERE u.x = 1",
			"u, left t on (= u.id t.id) where (= u.x 1)",
			"u.id = t.id; u.x = 1",
		},
		"no sense": {
			"SELECT a b c d FROM t WHERE x = 1 y z AND b = 2",
			"t where (and ~ (= b 2))",
			"b = 2",
		},
		"unfinished": {
			"SELECT a FROM t WHERE b = 2 AND (c = ",
			"t where (and (= b 2) ~)",
			"b = 2",
		},
		"comments": {
			"SELECT a -- FROM x\nFROM t /* WHERE */ WHERE b /* c */ = 2 -- end",
			"t where (= b 2)",
			"b = 2",
		},
		"brackets": {
			"SELECT [a b] FROM [t] WHERE [a b] = 1 AND COLLATE_ = 'x' COLLATE NOCASE",
			`t where (and (= a b 1) (= collate_ (collate fold "x")))`,
			"[a b] = 1; COLLATE_ = 'x' COLLATE NOCASE",
		},
		"any and all of queries": {
			"SELECT a FROM t WHERE a > ALL (SELECT b FROM u) AND a = ANY (SELECT b FROM u WHERE c = 1)",
			"t where (and (> all a u) (= a u where (= c 1)))",
			"a > ALL (SELECT b FROM u); a = ANY (SELECT b FROM u WHERE c = 1); c = 1",
		},
		"placeholders": {
			"SELECT ?, ?3 FROM t WHERE a = ? AND b = :n AND c = @n AND d = :n",
			"t where (and (= a ?4) (= b ?n5) (= c ?n6) (= d ?n5))",
			"a = ?; b = :n; c = @n; d = :n",
		},
		"json and time zones": {
			"SELECT a FROM t WHERE b AT TIME ZONE 'UTC' > '2024-01-01' AND c = 1",
			`t where (and (> b "2024-01-01") (= c 1))`,
			"b AT TIME ZONE 'UTC' > '2024-01-01'; c = 1",
		},
		"functions in from": {
			"SELECT a FROM t, json_each(t.x) j WHERE j.value = 1 AND t.y = 2",
			"t,  j where (and (= j.value 1) (= t.y 2))",
			"t.y = 2",
		},
		"lateral": {
			"SELECT a FROM t CROSS JOIN LATERAL (SELECT y FROM u WHERE u.x = t.x) q WHERE q.y = 1",
			"t, {u where (= u.x t.x)} q where (= q.y 1)",
			"u.x = t.x; q.y = 1",
		},
		"tables of the system": {
			"SELECT a FROM t, information_schema.tables s WHERE s.x = 1 AND t.y = 2",
			"t,  s where (and (= s.x 1) (= t.y 2))",
			"t.y = 2",
		},
		"schemas": {
			"SELECT a FROM app.t AS q JOIN app.u ON app.u.id = q.u_id WHERE app.u.x = 1",
			"t q, u on (= u.id q.u_id) where (= u.x 1)",
			"app.u.id = q.u_id; app.u.x = 1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := syntax.Parse(tt.text, syntax.Unknown)
			require.NotNil(t, s)
			assert.Equal(t, tt.want, query(s.Select))
			assert.Equal(t, tt.conditions, strings.Join(s.Conditions, "; "))
		})
	}
}

// TestOtherStatements have no rows to find.
func TestOtherStatements(t *testing.T) {
	for _, text := range []string{
		"", ";", "INSERT INTO t VALUES (1)", "CREATE TABLE t (x int)", "PRAGMA x", "BEGIN", "UPDATE", "DELETE t",
		"VALUES (1)",
		"INSERT INTO t (a) VALUES ((SELECT 1)) RETURNING a", "WITH x AS (SELECT 1) INSERT INTO t VALUES (1)",
	} {
		assert.Nil(t, syntax.Parse(text, syntax.Unknown), text)
	}
}

// TestDialects: the text shows the dialect, and the dialect changes what the text means.
func TestDialects(t *testing.T) {
	for text, want := range map[string]syntax.Dialect{
		"SELECT a FROM t WHERE b = $1":           syntax.Postgres,
		"SELECT a FROM t WHERE b::int = 1":       syntax.Postgres,
		"SELECT a FROM t WHERE b ILIKE 'x'":      syntax.Postgres,
		"SELECT a FROM t WHERE b = ?":            syntax.Unknown,
		"SELECT a FROM t WHERE b = $name":        syntax.Unknown,
		`SELECT a FROM t WHERE b = 'it\'s'`:      syntax.MySQL,
		"SELECT a FROM t WHERE b <=> NULL":       syntax.MySQL,
		"SELECT `a` FROM `t` WHERE `b` = ?":      syntax.Unknown,
		`SELECT a FROM t WHERE b = '\' OR c = 2`: syntax.Unknown,
	} {
		s := syntax.Parse(text, syntax.Unknown)
		require.NotNil(t, s, text)
		assert.Equal(t, want, s.Dialect, text)
	}
	text := `SELECT a FROM t WHERE b = 1 || c = 2`
	assert.Equal(t, "t where (= (= b (|| 1 c)) 2)", query(syntax.Parse(text, syntax.SQLite).Select))
	assert.Equal(t, "t where (or (= b 1) (= c 2))", query(syntax.Parse(text, syntax.MySQL).Select))
}

// TestDepthIsBounded: nested text is parsed in a short time.
func TestDepthIsBounded(t *testing.T) {
	for _, part := range []string{
		"(", "NOT ", "-", "CASE WHEN ", "EXISTS (SELECT 1 FROM t WHERE ", "f(", "(SELECT ", "a IN (", "[", "a AND (",
		"a = (b OR ",
		"CAST(", "x BETWEEN ", "! ", "a.",
	} {
		text := "SELECT a FROM t WHERE " + strings.Repeat(part, 30_000)
		assert.NotPanics(t, func() { syntax.Parse(text, syntax.Unknown) }, part)
	}
	for _, part := range []string{"(", "(SELECT 1 FROM ", "t JOIN (", "t,"} {
		text := "SELECT a FROM " + strings.Repeat(part, 30_000)
		assert.NotPanics(t, func() { syntax.Parse(text, syntax.Unknown) }, part)
	}
}

// FuzzParse: no text makes the parser fail, and its conditions are numbered from 1 on.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"SELECT a FROM t WHERE (a, b) IN ((1,2)) AND c LIKE 'x%' ESCAPE '!' OR d BETWEEN ? AND $2",
		"WITH c AS (SELECT 1) UPDATE t SET x = 1 FROM c WHERE EXISTS (SELECT 1 FROM u LEFT JOIN v USING (id))",
		"DELETE FROM t WHERE x::text = ANY(ARRAY['a']) AND CASE WHEN a THEN 1 END = 1 AND y IS NOT TRUE",
		"SELECT count(DISTINCT a) n FROM t GROUP BY b HAVING n > 3" +
			" UNION SELECT -- \n x FROM [y] /* z */ WHERE `q` <> 1",
		"INSERT OR IGNORE INTO t AS u (a, b) VALUES (1, lower(?)), ($1, (SELECT 2)) ON CONFLICT DO NOTHING",
		"INSERT t SET a = 1, b = ?",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for d := range syntax.MySQL + 1 {
			s := syntax.Parse(text, d)
			if s == nil {
				s = syntax.Met(text, d, func(string) syntax.Keys {
					return syntax.Keys{Columns: []string{"a", "b"}, Unique: [][]string{{"b"}, {"a", "b"}}}
				})
			}
			if s == nil {
				continue
			}
			for _, c := range s.Conditions {
				if c == "" {
					t.Error("a condition without a text")
				}
			}
		}
		syntax.Condition(text)
	})
}
