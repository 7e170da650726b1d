package value_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/value"
)

func TestAt(t *testing.T) {
	doc, err := value.ParseJSON([]byte(`{"a":[1,{"b/c":true,"~":null}],"":{"":2},"0":"zero"}`))
	require.NoError(t, err)
	var decoded any
	require.NoError(t, json.Unmarshal([]byte(`{"a":[1,{"b/c":true,"~":null}],"":{"":2},"0":"zero"}`), &decoded))
	for pointer, want := range map[string]any{
		"/a/0": int64(1), "/a/1/b~1c": true, "/a/1/~0": nil, "//": int64(2), "/0": "zero",
		"/a": []any{int64(1), value.Object{{Name: "b/c", Value: true}, {Name: "~"}}},
	} {
		got, err := value.At(doc, pointer)
		require.NoError(t, err, pointer)
		assert.Equal(t, want, got, pointer)
		got, err = value.At(decoded, pointer)
		require.NoError(t, err, pointer)
		assert.True(t, value.Equal(want, value.Of(got)), pointer)
	}
	whole, err := value.At(doc, "")
	require.NoError(t, err)
	assert.Equal(t, doc, whole)
	for _, pointer := range []string{"a", "/b", "/a/2", "/a/-1", "/a/x", "/0/0", "/a/1/~0/x"} {
		_, err := value.At(doc, pointer)
		assert.ErrorContains(t, err, fmt.Sprintf("follow %q: ", pointer))
		_, err = value.At(decoded, pointer)
		assert.Error(t, err, pointer)
	}
	_, err = value.At(value.Object{{Name: "a", Value: value.Absent}}, "/a")
	assert.Error(t, err, "what is absent is not there")
}

func TestIsPointer(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "/": true, "/a/0": true, "/~0~1": true, "//": true, "a": false, "a/b": false, "/~": false,
		"/~2": false, "/a~": false,
	} {
		assert.Equal(t, want, value.IsPointer(text), "%q", text)
	}
}

func TestPointersTakeApartWhatTheyAreMadeOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "~", "/", "~1", "a/b~0"})),
			0, 4).Draw(t, "names")
		pointer, doc := "", any("found")
		for _, name := range names {
			next := value.Below(pointer, name)
			above, last := value.Above(next)
			require.Equal(t, [2]string{pointer, name}, [2]string{above, last})
			pointer = next
		}
		for i := len(names) - 1; i >= 0; i-- {
			doc = value.Object{{Name: names[i], Value: doc}}
		}
		require.True(t, value.IsPointer(pointer))
		require.Equal(t, names, append([]string{}, value.Steps(pointer)...))
		got, err := value.At(doc, pointer)
		require.NoError(t, err)
		require.Equal(t, "found", got)
	})
}

func ExampleAt() {
	book, _ := value.ParseJSON([]byte(`{"title": "Dune", "tags": ["desert", "spice"]}`))
	tag, err := value.At(book, value.Below("/tags", "1"))
	fmt.Println(tag, err)
	_, err = value.At(book, "/author")
	fmt.Println(err)
	// Output:
	// spice <nil>
	// follow "/author": there is no member "author"
}
