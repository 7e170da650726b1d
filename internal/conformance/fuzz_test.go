package conformance_test

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/openapi"
)

// FuzzResponse shows that no schema and no body make the checker panic, and
// that a verdict does not depend on what was asked before.
func FuzzResponse(f *testing.F) {
	f.Add("{type: object, required: [a], properties: {a: {$ref: '#'}}}", "application/json", `{"a": 1}`)
	f.Add("{oneOf: [{minimum: 1e400}, {nullable: true, enum: [1, null]}], not: {type: string}}",
		"application/json", `1e999`)
	f.Add("{pattern: '^(a|b)*$', format: date-time, multipleOf: 1e-300}", "text/plain", `"2024"`)
	f.Add("{additionalProperties: false, patternProperties: {'[': {}}, propertyNames: {maxLength: 1}}",
		"application/problem+json", `{"é": []}`)
	f.Fuzz(func(t *testing.T, schema, contentType, body string) {
		text := "openapi: 3.1.0\npaths: {/x: {get: {responses: {'200': {content: {'*/*': {schema: " + schema + "}}}}}}}"
		doc, err := openapi.Read([]byte(text), openapi.Options{})
		if err != nil || len(doc.Operations) == 0 {
			return
		}
		checker, _ := conformance.Compile(doc)
		first := checker.Judge(doc.Operations[0], conformance.Answer{Status: 200, ContentType: contentType,
			Body: []byte(body)})
		again, _ := conformance.Compile(doc)
		require.Equal(t, first, again.Judge(doc.Operations[0], conformance.Answer{Status: 200, ContentType: contentType,
			Body: []byte(body)}))
		for _, v := range first {
			for _, c := range v.Message {
				require.False(t, unicode.IsControl(c), "%q", v.Message)
			}
		}
	})
}
