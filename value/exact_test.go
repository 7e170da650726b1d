package value_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/value"
)

// exactValue draws plain values of all kinds, and often values that JSON cannot represent.
func exactValue(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Just(value.Absent), rapid.Bool().AsAny(), rapid.Int64().AsAny(),
		rapid.Float64().AsAny(),
		rapid.SampledFrom([]any{1.0, math.Copysign(0, -1), 0.0, math.Inf(1), math.MaxFloat64, 5e-324, 1e21}),
		rapid.SampledFrom([]any{json.Number("1.0"), json.Number("12345678901234567890"), json.Number("1"),
			json.Number("no number"), json.Number("1e400")}),
		rapid.String().AsAny(), rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 8), func(b []byte) any { return string(b) }),
		rapid.SampledFrom([]any{"", "$bytes", "\ufffd", "\x00"}),
	}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	name := rapid.OneOf(rapid.SampledFrom([]string{"a", "b", "$absent", "$bytes", "$x", "", "\xff"}), rapid.String())
	list := rapid.Map(rapid.SliceOfN(exactValue(depth-1), 0, 4), func(l []any) any { return l })
	member := rapid.Custom(func(t *rapid.T) value.Member {
		return value.Member{Name: name.Draw(t, "name"), Value: exactValue(depth-1).Draw(t, "value")}
	})
	members := rapid.Map(rapid.SliceOfN(member, 0, 4), func(l []value.Member) any { return value.Object(l) })
	return rapid.OneOf(append(leaves, list, members)...)
}

func TestExactValuesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := exactValue(3).Draw(t, "value")
		data := value.AppendExact(nil, v)
		require.True(t, json.Valid(data), "%s", data)
		back, err := value.ParseExact(data)
		require.NoError(t, err)
		require.Equal(t, v, back)
		if f, ok := v.(float64); ok {
			require.Equal(t, math.Float64bits(f), math.Float64bits(back.(float64)))
		}
	})
}

func TestParseExactRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON": `{`, "unknown mark": `{"$what":1}`, "no base 64": `{"$bytes":"%"}`, "no text": `[{"$number":1}]`,
		"no float": `{"$float":"xyz"}`, "half a member": `{"$members":["a"]}`,
		"name that is none": `{"$members":[1,2]}`,
		"bad name":          `{"$members":[{"$bytes":"%"},2]}`, "bad member": `{"$members":["a",{"$what":1}]}`,
		"nested": `{"a":[{"$absent":false}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := value.ParseExact([]byte(text))
			assert.Error(t, err)
		})
	}
}

func FuzzParseExact(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"$float":"8000000000000000"},{"$members":["x",{"$absent":true},"x",2]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := value.ParseExact(data)
		if err != nil {
			return
		}
		again, err := value.ParseExact(value.AppendExact(nil, v))
		require.NoError(t, err)
		if string(value.AppendExact(nil, again)) != string(value.AppendExact(nil, v)) {
			t.Fatalf("%#v comes back as %#v", v, again)
		}
	})
}
