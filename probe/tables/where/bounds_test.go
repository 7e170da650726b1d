package where_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// TestBounds shows what conditions of CHECK demand.
func TestBounds(t *testing.T) {
	for _, tt := range []struct{ check, want string }{
		{"level >= 0", `{"level":{"Min":0}}`},
		{"CHECK ((level > 0) AND (level < 10))", `{"level":{"Min":1,"Max":9}}`},
		{"(`level` between 1 and 5)", `{"level":{"Min":1,"Max":5}}`},
		{"price > 0.5 AND price <= 99.5", `{"price":{"Min":0.5000000000000001,"Max":99.5}}`},
		{"0 < level", `{"level":{"Min":1}}`},
		{"NOT (level < 3 OR level >= 8)", `{"level":{"Min":3,"Max":7}}`},
		{"level IS NULL OR level >= 3", `{"level":{"Min":3}}`},
		{"level IS NOT NULL", `{"level":{"NotNull":true}}`},
		{"level = 1 OR level = 2 OR level IN (3)", `{"level":{"Enum":[1,2,3]}}`},
		{"level < 0 OR level > 10", `null`},
		{"level >= '-5'::integer", `{"level":{"Min":-5}}`},
		{"level >= (- 5)", `{"level":{"Min":-5}}`},
		{"((price)::numeric >= (0)::numeric)", `{"price":{"Min":0}}`},
		{"kind IN ('a','b') AND kind <> 'c'", `{"kind":{"Enum":["a","b"]}}`},
		{"(kind = ANY (ARRAY['a'::text, 'b'::text]))", `{"kind":{"Enum":["a","b"]}}`},
		{"((k)::text = ANY ((ARRAY['a'::character varying])::text[]))", `{"k":{"Enum":["a"]}}`},
		{"(`kind` in (_utf8mb4\\'a\\',_utf8mb4\\'b\\'))", `{"kind":{"Enum":["a","b"]}}`},
		{"(`kind` in (_utf8mb4'a',_utf8mb4'b'))", `{"kind":{"Enum":["a","b"]}}`},
		{"length(n) <= 20 AND length(trim(n)) > 0", `{"n":{"MinLength":1,"MaxLength":20}}`},
		{"name <> ''", `{"name":{"MinLength":1}}`},
		{"char_length(name) BETWEEN 2 AND 4", `{"name":{"MinLength":2,"MaxLength":4}}`},
		{"low <= high", `null`},
		{"low >= 0 AND high >= low", `{"low":{"Min":0}}`},
		{"email LIKE '%@%' AND level >= 1", `{"email":{"Pattern":"^.*@.*$"},"level":{"Min":1}}`},
		{"code LIKE '__-%'", `{"code":{"Pattern":"^..-.*$"}}`},
		{"code NOT LIKE '__-%'", `null`},
		{"code LIKE 'a' OR code LIKE 'b'", `null`},
		{"month GLOB '[0-9][0-9]-?*'", `{"month":{"Pattern":"^[0-9][0-9]-..*$"}}`},
		{"((code)::text ~ '^[A-Z]{4}$'::text)", `{"code":{"Pattern":"^[A-Z]{4}$"}}`},
		{"regexp_like(code, 'x') AND NOT code ~ 'y'", `null`},
		{"code REGEXP '^a+$' AND code <> ''", `{"code":{"MinLength":1,"Pattern":"^a+$"}}`},
		{"host = lower(host)", `{"host":{"Pattern":"^[^A-Z]*$"}}`},
		{"lower(host) = host", `{"host":{"Pattern":"^[^A-Z]*$"}}`},
		{"json_valid(`data`)", `null`},
		{"\"Level\" >= 1", `{"level":{"Min":1}}`},
		{"kind = 'a' OR level > 3", `null`},
		{"(level >= 0) IS TRUE", `null`},
		{"", `null`},
		{"((((", `null`},
	} {
		got := where.Bounds(tt.check)
		text, err := json.Marshal(got)
		assert.NoError(t, err)
		assert.JSONEq(t, tt.want, compact(t, text), tt.check)
	}
}

// compact leaves out what is not demanded.
func compact(t *testing.T, text []byte) string {
	var all map[string]map[string]any
	assert.NoError(t, json.Unmarshal(text, &all))
	for _, b := range all {
		for key, v := range b {
			if v == nil || v == false || v == "" {
				delete(b, key)
			}
		}
	}
	out, err := json.Marshal(all)
	assert.NoError(t, err)
	return string(out)
}
