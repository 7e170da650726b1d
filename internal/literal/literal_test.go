package literal_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/literal"
)

// TestLiterals: values that a short expression makes again have one.
func TestLiterals(t *testing.T) {
	for raw, want := range map[string]string{
		"": "undefined", `"it's"`: `"it's"`, "1.5": "1.5", "null": "null", `{"$type":"number","value":"NaN"}`: "NaN",
		`[1,{"b":"x","a-b":[],"$$c":true}]`: "[1, { $c: true, 'a-b': [], b: 'x' }]",
		`{"$type":"undefined"}`:             "undefined",
		`{"$type":"bigint","value":"12"}`:   "12n", `{"$type":"Set","values":[1]}`: "new Set([1])",
		`{"$type":"Map","entries":[["a",1]]}`:                            "new Map([['a', 1]])",
		`{"$type":"RegExp","source":"a","flags":"g"}`:                    "/a/g",
		`{"$type":"host","$class":"HTMLElement","value":{"element":""}}`: "",
		`{"$type":"host","$class":"HTMLElement","value":{"element":"body > p"}}`: "document.querySelector(" +
			"'#qunit-fixture > p')",
		`{"$type":"function","name":"f"}`: "", `{"$ref":"$.this"}`: "",
		`[{"$more":3}]`: "", `{"$type":"object","$class":"A"}`: "",
	} {
		got, ok := literal.Of(json.RawMessage(raw))
		assert.Equal(t, want != "", ok, raw)
		if ok {
			assert.Equal(t, want, got)
		}
	}
	cart := json.RawMessage(`{"$type":"object","$class":"Cart","n":1}`)
	made, ok := literal.Instance(cart, "Cart", "new Cart()", literal.Most)
	assert.True(t, ok)
	assert.Equal(t, "Object.assign(new Cart(), { n: 1 })", made)
}
