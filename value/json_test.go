package value_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/value"
)

func TestParseJSON(t *testing.T) {
	tests := []struct {
		text string
		want any
	}{
		{`null`, nil},
		{` true `, true},
		{`12`, int64(12)},
		{`-0`, int64(0)},
		{`9223372036854775807`, int64(math.MaxInt64)},
		{`9223372036854775808`, json.Number("9223372036854775808")},
		{`1.50`, 1.5},
		{`1e3`, 1000.0},
		{`0.1000000000000000055511151231257827`, json.Number("0.1000000000000000055511151231257827")},
		{`1e400`, json.Number("1e400")},
		{`1e-400`, json.Number("1e-400")},
		{`"a\n\u00e9\ud83d\ude00\/"`, "a\né😀/"},
		{`"\ud83d"`, "\uFFFD"},
		{`[]`, []any{}},
		{`{"b":1,"a":[{}]}`, value.Object{{Name: "b", Value: int64(1)}, {Name: "a", Value: []any{value.Object{}}}}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := value.ParseJSON([]byte(tt.text))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestParseJSONSaysWhere(t *testing.T) {
	tests := []struct{ text, want string }{
		{``, "byte 0: unexpected end"},
		{`[1,]`, "byte 3: expected a value"},
		{`{"a" 1}`, "byte 5: expected ':'"},
		{`{a:1}`, "byte 1: expected the name"},
		{`[1 2]`, `byte 3: expected ',' or ']'`},
		{`1 2`, "byte 2: unexpected text"},
		{`"abc`, "byte 4: unexpected end"},
		{`"\x"`, "byte 1: unknown escape"},
		{`"\u12"`, `byte 1: malformed \u`},
		{"\"\n\"", "control character"},
		{`-`, "malformed number"},
		{`01`, "unexpected text"},
		{`nul`, "expected a value"},
		{strings.Repeat("[", 20000), "too deeply"},
	}
	for _, tt := range tests {
		_, err := value.ParseJSON([]byte(tt.text))
		assert.ErrorContains(t, err, tt.want, "%.20s", tt.text)
	}
}

func TestAppendJSON(t *testing.T) {
	tests := []struct {
		want  string
		value any
	}{
		{`null`, nil},
		{`null`, value.Absent},
		{`null`, math.NaN()},
		{`0`, math.Copysign(0, -1)},
		{`1e+21`, 1e21},
		{`0.000001`, 1e-6},
		{`123456789012345680000`, 123456789012345680000.0},
		{`"no number"`, json.Number("no number")},
		{`"\u0000\"\\\n\r\té😀<"`, "\x00\"\\\n\r\té😀<"},
		{"\"a\uFFFDb\"", "a\xffb"},
		{`[1]`, []any{value.Absent, int64(1), value.Absent}},
		{`{"b":1}`, value.Object{{Name: "a", Value: value.Absent}, {Name: "b", Value: int64(1)}}},
		{`[1,{"a":2,"b":3}]`, []any{1, map[string]uint8{"b": 3, "a": 2}}},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, string(value.AppendJSON(nil, tt.value)))
	}
}

func TestEqual(t *testing.T) {
	same := [][2]any{
		{int64(1), 1.0}, {int64(1), json.Number("1.0")}, {0.1, json.Number("0.1")},
		{json.Number("1e2"), json.Number("100")}, {json.Number("1e999999999"), json.Number("1e999999999")},
		{0.0, math.Copysign(0, -1)},
		{value.Object{{Name: "a", Value: nil}, {Name: "b", Value: true}},
			value.Object{{Name: "b", Value: true}, {Name: "a", Value: nil}}},
		{value.Absent, value.Absent}, {[]any{}, []any(nil)},
	}
	for _, p := range same {
		assert.True(t, value.Equal(p[0], p[1]) && value.Equal(p[1], p[0]), "%v", p)
	}
	different := [][2]any{
		{int64(1), true}, {int64(1), "1"}, {nil, value.Absent}, {nil, []any{}}, {[]any{}, value.Object{}},
		{json.Number("1e999999999"), json.Number("1e999999998")}, {int64(math.MaxInt64), float64(math.MaxInt64)},
		{value.Object{{Name: "a", Value: nil}}, value.Object{{Name: "b", Value: nil}}},
		{[]any{int64(1)}, []any{int64(1), int64(2)}}, {"a", struct{}{}},
	}
	for _, p := range different {
		assert.False(t, value.Equal(p[0], p[1]) || value.Equal(p[1], p[0]), "%v", p)
	}
}

func TestPlain(t *testing.T) {
	tests := []struct{ in, want any }{
		{7, int64(7)}, {uint64(math.MaxUint64), json.Number("18446744073709551615")}, {float32(0.5), 0.5},
		{math.Inf(1), nil}, {json.Number("x"), "x"}, {[]string{"a"}, []any{"a"}},
		{map[string]int{"b": 1, "a": 2}, value.Object{{Name: "a", Value: int64(2)}, {Name: "b", Value: int64(1)}}},
		{struct{ A int }{1}, value.Object{{Name: "A", Value: int64(1)}}}, {value.Absent, value.Absent},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, value.Of(tt.in))
	}
	assert.IsType(t, "", value.Of(make(chan int)))
}

// FuzzParseJSON compares ParseJSON with encoding/json: which texts it accepts, the value that it reads, and the value
// that it reads after writing it again.
func FuzzParseJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e3,"\ud83d\ude00\\"],"b":null}`, `"\u12"`, `[-0.0, 1e999]`, `tru`,
		`{"a":1,"a":2}`, "\"\xff\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.Count(data, []byte("[")) > 5000 || bytes.Count(data, []byte("{")) > 5000 {
			return // the limits of nesting differ
		}
		got, err := value.ParseJSON(data)
		require.Equal(t, json.Valid(data), err == nil, "error: %v", err)
		if err != nil {
			return
		}
		again, err := value.ParseJSON(value.AppendJSON(nil, got))
		require.NoError(t, err)
		require.True(t, value.Equal(got, again), "%v and %v", got, again)
		require.Equal(t, decode(t, data), decode(t, value.AppendJSON(nil, got)))
	})
}

// decode parses JSON with encoding/json, with numbers as float64 if that is exact.
func decode(t *testing.T, data []byte) any {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	return floats(v)
}

func floats(v any) any {
	switch v := v.(type) {
	case json.Number:
		if f, err := v.Float64(); err == nil {
			return f + 0
		}
	case []any:
		for i := range v {
			v[i] = floats(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = floats(v[k])
		}
	}
	return v
}
