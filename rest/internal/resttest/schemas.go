// Package resttest holds what tests of several packages of the REST problem share.
package resttest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

// SchemaCases are schemas that leave something to get wrong. It is read-only.
var SchemaCases = []struct{ Name, Schemas string }{
	{"scalars", `{"Root":{"type":"object","additionalProperties":false,"required":["a","b","c"],"properties":{
		"a":{"type":"integer","minimum":-3,"exclusiveMaximum":12,"multipleOf":3},"b":{"type":"number","minimum":0.5,"maximum":0.75},
		"c":{"type":"string","minLength":2,"maxLength":5},"d":{"type":"boolean"},"e":{"type":"number","multipleOf":0.01,"minimum":1,"maximum":2},
		"f":{"type":"integer","format":"int32","minimum":2147483640}}}}`},
	{"formats", `{"Root":{"type":"object","required":["a","b","c","d","e","f","g","h","i","j","k"],"properties":{
		"a":{"type":"string","format":"date"},"b":{"type":"string","format":"date-time"},"c":{"type":"string","format":"uuid"},
		"d":{"type":"string","format":"email"},"e":{"type":"string","format":"uri"},"f":{"type":"string","format":"ipv4"},
		"g":{"type":"string","format":"ipv6"},"h":{"type":"string","format":"hostname"},"i":{"type":"string","format":"duration"},
		"j":{"type":"string","format":"json-pointer"},"k":{"type":"string","format":"email","maxLength":5}}}}`},
	{"patterns", `{"Root":{"type":"object","required":["a","b","c"],"properties":{
		"a":{"type":"string","pattern":"^[A-Z]{3}-\\d+$"},"b":{"type":"string","pattern":"^(foo|bar)?x$"},
		"c":{"type":"string","pattern":"^[a-z]+$","minLength":3,"maxLength":6},
		"d":{"type":"string","format":"uuid","pattern":"^[0-9a-f-]{36}$"},"e":{"type":"string","format":"code","pattern":"^x+$","minLength":2}}}}`},
	{"enum, const, default and examples", `{"Root":{"type":"object","required":["a","b","c","d"],"properties":{
		"a":{"enum":["x",1,null,{"y":[1]}]},"b":{"const":"k"},"c":{"type":"string","default":"dd","examples":["ee"],"maxLength":3},
		"d":{"type":["integer","null"],"enum":[1,2,null]}}}}`},
	{"null and several types", `{"Root":{"type":"object","required":["a","b"],"properties":{
		"a":{"type":["string","null"],"maxLength":2},"b":{"type":["integer","boolean"]},"c":{"oneOf":[{"type":"null"},{"type":"integer"}]}}}}`},
	{"arrays", `{"Root":{"type":"object","required":["a","b","c"],"properties":{
		"a":{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":3},
		"b":{"type":"array","items":{"enum":["x","y","z"]},"uniqueItems":true,"minItems":1},
		"c":{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"minItems":2}}}}`},
	{"dictionaries", `{"Root":{"type":"object","required":["a","b","c"],"properties":{
		"a":{"type":"object","additionalProperties":{"type":"integer"},"minProperties":1,"maxProperties":2},
		"b":{"type":"object","properties":{"x":{"type":"string"}},"additionalProperties":{"type":"string"}},
		"c":{"type":"object","propertyNames":{"pattern":"^k[0-9]$"},"additionalProperties":{"type":"boolean"}},
		"d":{"type":"object","patternProperties":{"^p[0-9]$":{"type":"integer"}},"additionalProperties":false},
		"e":{"type":"object","properties":{"p":{"type":"integer"},"q":{"type":"integer"}},"minProperties":1,"maxProperties":1}}}}`},
	{"allOf", `{"Root":{"allOf":[{"$ref":"#/components/schemas/Base"},{"type":"object","required":["b"],"properties":{
		"a":{"type":"integer","maximum":9},"b":{"type":"string","maxLength":4}}}],"required":["a"]},
		"Base":{"type":"object","required":["z"],"properties":{"a":{"type":"number","minimum":5},"z":{"allOf":[{"type":"string"},{"minLength":3}]}}}}`},
	{"oneOf beside properties",
		`{"Root":{"type":"object","required":["k"],"properties":{"k":{"type":"string","minLength":1}},
		"oneOf":[{"required":["a"],"properties":{"a":{"type":"integer"}},"not":{"required":["b"]}},{"required":["b"],"properties":{"b":{"type":"integer"}},"not":{"required":["a"]}}]}}`},
	{
		"anyOf",
		`{"Root":{"anyOf":[{"type":"string","minLength":1},{"type":"array","items":{"type":"integer"},"minItems":1}]}}`,
	},
	{"recursion", `{"Root":{"type":"object","required":["v"],"properties":{"v":{"type":"integer"},"next":{"$ref":"#/components/schemas/Root"},
		"list":{"type":"array","items":{"$ref":"#/components/schemas/Root"}},"any":{"anyOf":[{"$ref":"#/components/schemas/Root"},{"type":"null"}]}}}}`},
	{"recursion that a choice ends",
		`{"Root":{"oneOf":[{"$ref":"#/components/schemas/Leaf"},{"$ref":"#/components/schemas/Pair"}]},
		"Leaf":{"type":"integer"},"Pair":{"type":"object","required":["l","r"],"properties":{"l":{"$ref":"#/components/schemas/Root"},"r":{"$ref":"#/components/schemas/Root"}}}}`},
	{"required but not described", `{"Root":{"type":"object","required":["a"]}}`},
	{"exponential references", exponential(12)},
}

// BodyDocument is a document with one operation whose JSON body is the schema
// Root among the given schemas, in the notation of JSON Schema.
func BodyDocument(schemas string) string {
	return `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/things":{"post":{
		"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Root"}}}},
		"responses":{"200":{"description":"ok"}}}}},"components":{"schemas":` + schemas + `}}`
}

// Read reads a document that has operations.
func Read(t testing.TB, document string) *openapi.Document {
	doc, err := openapi.Read([]byte(document), openapi.Options{})
	require.NoError(t, err)
	require.NotEmpty(t, doc.Operations, "%v", doc.Warnings)
	return doc
}

// exponential is a chain of schemas, each with two members of the next.
func exponential(n int) string {
	var b strings.Builder
	b.WriteString(`{"Root":{"$ref":"#/components/schemas/S0"}`)
	for i := range n {
		fmt.Fprintf(&b, `,"S%d":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/S%d"},"b":{"$ref":"#/components/schemas/S%d"}}}`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `,"S%d":{"type":"integer"}}`, n)
	return b.String()
}
