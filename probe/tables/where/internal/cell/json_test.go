package cell_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
)

// TestJSON: functions and operators read parts of JSON documents. A text that is no JSON has no parts.
func TestJSON(t *testing.T) {
	const doc = `{"a": {"b": [1, "two", true, null]}, "n": 2.5, "t": "x"}`
	for _, tt := range []struct {
		name string
		args []any
		want any
	}{
		{"json_extract", []any{doc, "$.a.b[0]"}, int64(1)},
		{"json_extract", []any{doc, `$."a".b[1]`}, "two"},
		{"json_extract", []any{doc, "$.a.b[2]"}, int64(1)},
		{"json_extract", []any{doc, "$.a.b[3]"}, nil},
		{"json_extract", []any{doc, "$.a.b[9].c"}, nil},
		{"json_extract", []any{doc, "$"}, `{"a":{"b":[1,"two",true,null]},"n":2.5,"t":"x"}`},
		{"json_extract", []any{"no JSON", "$.a"}, nil},
		{"json_extract", []any{doc, "$x"}, cell.Unknown{}},
		{"json_value", []any{doc, "$.n"}, 2.5},
		{"->", []any{doc, "t"}, `"x"`},
		{"->>", []any{doc, "t"}, "x"},
		{"#>", []any{doc, "{a,b}"}, `[1,"two",true,null]`},
		{"#>>", []any{doc, "{a,b,2}"}, "true"},
		{"#>", []any{`{"a":1}`, "{}"}, `{"a":1}`},
		{"->>", []any{"[5, 6]", int64(1)}, int64(6)},
		{"->>", []any{nil, "t"}, nil},
		{"json_unquote", []any{`"x"`}, "x"},
		{"json_unquote", []any{"x"}, "x"},
		{"@>", []any{doc, `{"a": {"b": ["two"]}}`}, int64(1)},
		{"@>", []any{doc, `{"a": {"b": [3]}}`}, int64(0)},
		{"@>", []any{doc, "no JSON"}, cell.Unknown{}},
		{"@>", []any{cell.List{"a", "b"}, "{b}"}, int64(1)},
		{"@>", []any{cell.List{"a", "b"}, "{b,c}"}, int64(0)},
		{"->>", []any{doc}, cell.Unknown{}},
	} {
		assert.Equal(t, tt.want, posgr.Call(tt.name, tt.args), "%s %v", tt.name, tt.args)
	}
}

// TestDocuments: a value at the end of a path is a document, and documents are merged.
func TestDocuments(t *testing.T) {
	assert.Equal(t, `{"a":[null,{"b":5}]}`, cell.Document([]string{"a", "1", "b"}, int64(5)))
	assert.Equal(t, `{"on":true}`, cell.Document([]string{"on"}, "true"))
	assert.Equal(t, `{"a":{"b":1}}`, cell.Document([]string{"a"}, `{"b": 1}`))
	assert.Equal(t, `{"a":"5"}`, cell.Document([]string{"a"}, "5"))
	assert.Equal(t, cell.Unknown{}, cell.Document([]string{"a"}, nil))
	both, ok := cell.Merged(`{"a": {"x": 1, "y": 2}, "b": 1}`, `{"a": {"y": 3}, "c": 4}`)
	assert.True(t, ok)
	assert.Equal(t, `{"a":{"x":1,"y":3},"b":1,"c":4}`, both)
	_, ok = cell.Merged(`[1]`, `{"c": 4}`)
	assert.False(t, ok)
	assert.Equal(t, `{"a":"<b>"}`, cell.Plain(map[string]any{"a": "<b>"}), "as drivers read it")
}
