package conformance_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/openapi"
)

// schemaDoc declares one response with the given schema in flow style.
func schemaDoc(t testing.TB, version, schema, components string) *openapi.Document {
	t.Helper()
	text := "openapi: " + version + `
info: {title: t, version: "1"}
paths:
  /x:
    get:
      responses:
        "200": {description: d, content: {application/json: {schema: ` + schema + `}}}
components: {schemas: {` + components + `}}
`
	doc, err := openapi.Read([]byte(text), openapi.Options{})
	require.NoError(t, err)
	require.Len(t, doc.Operations, 1)
	return doc
}

func check(t testing.TB, doc *openapi.Document, body string) []string {
	t.Helper()
	checker, _ := conformance.Compile(doc)
	var all []string
	for _, v := range checker.Judge(doc.Operations[0], conformance.Answer{Status: 200, ContentType: "application/json",
		Body: []byte(body)}) {
		all = append(all, v.String())
	}
	return all
}

func TestSchema(t *testing.T) {
	const tree = "Tree: {type: object, required: [name], properties: {name: {type: string}, kids: {type: array, " +
		"items: {$ref: '#/components/schemas/Tree'}}}}"
	tests := []struct {
		name, version, schema, components, body string
		want                                    []string
	}{
		{name: "fits", schema: "{type: object, properties: {a: {type: integer}}}", body: `{"a": 1, "b": 2}`},
		{name: "wrong type", schema: "{type: object, properties: {a: {type: integer}}}", body: `{"a": "1"}`,
			want: []string{"schema: /a is a string, not an integer"}},
		{name: "wrong whole", schema: "{type: object}", body: `[]`,
			want: []string{"schema: is an array, not an object"}},
		{name: "whole float is an integer", schema: "{type: integer}", body: `1.0`},
		{name: "fraction is none", schema: "{type: integer}", body: `1.5`,
			want: []string{"schema: is a number, not an integer"}},
		{name: "several", schema: "{type: object, required: [b, a], properties: {c: {maxLength: 2}}}",
			body: `{"c": "abc"}`,
			want: []string{`schema: lacks "a", "b"`, "schema: /c is longer than 2"}},
		{name: "nullable of 3.0", schema: "{type: string, nullable: true, enum: [a]}", body: `null`},
		{name: "enum with null but not nullable", schema: "{type: string, enum: [a, null]}", body: `null`},
		{name: "null where it is not allowed", schema: "{type: string}", body: `null`,
			want: []string{"schema: is null, not a string"}},
		{name: "nullable beside a reference", schema: "{type: object, properties: {t: {nullable: true, $ref: " +
			"'#/components/schemas/Tree'}}}", components: tree, body: `{"t": null}`},
		{name: "nullable around allOf", schema: "{nullable: true, allOf: [{$ref: '#/components/schemas/Tree'}]}",
			components: tree, body: `null`},
		{name: "complaints behind nullable", schema: "{nullable: true, allOf: [{$ref: '#/components/schemas/Tree'}]}",
			components: tree, body: `{}`, want: []string{`schema: lacks "name"`}},
		{name: "null by type list", version: "3.1.0", schema: "{type: [string, 'null']}", body: `null`},
		{name: "null by anyOf", version: "3.1.0", schema: "{anyOf: [{type: string}, {type: 'null'}]}", body: `null`},
		{name: "only null", version: "3.1.0", schema: "{type: 'null'}", body: `1`,
			want: []string{"schema: is not null"}},
		{name: "exclusive flag", schema: "{type: integer, minimum: 1, exclusiveMinimum: true}", body: `1`,
			want: []string{"schema: is not above 1"}},
		{name: "exclusive number", version: "3.1.0", schema: "{type: number, exclusiveMaximum: 1.5}", body: `1.5`,
			want: []string{"schema: is not below 1.5"}},
		{name: "decimal multiple", schema: "{type: number, multipleOf: 0.01}", body: `19.99`},
		{name: "recursion", schema: "{$ref: '#/components/schemas/Tree'}", components: tree,
			body: `{"name": "a", "kids": [{"name": "b", "kids": [{}, {}]}]}`,
			want: []string{`schema: /kids/*/kids/* lacks "name"`}},
		{name: "undeclared names are starred", schema: "{type: object, additionalProperties: {type: integer}}",
			body: `{"id-123": "x", "id-456": "x"}`, want: []string{"schema: /* is a string, not an integer"}},
		{name: "additional properties", schema: "{type: object, additionalProperties: false, properties: {a: {}}}",
			body: `{"a": 1, "z": 2}`, want: []string{"schema: has undeclared properties"}},
		{name: "closed parts of allOf", schema: "{allOf: [{type: object, additionalProperties: false, properties: " +
			"{a: {type: integer}}}, {properties: {b: {type: integer}}}]}", body: `{"a": 1, "b": 2}`},
		{name: "closed shared part of allOf",
			schema:     "{allOf: [{$ref: '#/components/schemas/A'}, {properties: {b: {type: integer}}}]}",
			components: "A: {type: object, additionalProperties: false, properties: {a: {type: integer}}}",
			body:       `{"a": "1", "b": 2}`, want: []string{"schema: /a is a string, not an integer"}},
		{name: "wrapped closed schema stays closed", schema: "{allOf: [{$ref: '#/components/schemas/A'}]}",
			components: "A: {type: object, additionalProperties: false, properties: {a: {type: integer}}}",
			body:       `{"b": 2}`, want: []string{"schema: has undeclared properties"}},
		{name: "overlapping oneOf", schema: "{oneOf: [{type: object}, {type: object, properties: {a: {}}}]}",
			body: `{"a": 1}`},
		{name: "no alternative", schema: "{oneOf: [{type: object, required: [a]}, {type: object, required: [b]}]}",
			body: `{}`, want: []string{"schema: matches none of the alternatives"}},
		{name: "the only alternative of that type", schema: "{oneOf: [{type: object, required: [a]}, {type: string}]}",
			body: `{}`, want: []string{`schema: lacks "a"`}},
		{
			name:       "discriminator without a mapping",
			schema:     "{discriminator: {propertyName: kind}, oneOf: [{$ref: '#/components/schemas/A'}]}",
			components: "A: {type: object}", body: `{"kind": "unheard"}`, want: []string{`schema: /* is none of "A"`},
		},
		{name: "writeOnly need not come back", schema: "{type: object, required: [id, secret], properties: {id: " +
			"{type: integer}, secret: {type: string, writeOnly: true}}}", body: `{"id": 1}`},
		{name: "writeOnly in another part",
			schema: "{required: [secret], allOf: [{properties: {secret: {writeOnly: true}}}]}", body: `{}`},
		{name: "enum", schema: "{type: string, enum: [a, b]}", body: `"c"`,
			want: []string{`schema: is none of "a", "b"`}},
		{name: "enum of unquoted numbers", schema: "{type: string, enum: [1, 2]}", body: `"1"`},
		{name: "enum of quoted numbers", schema: "{type: integer, enum: ['1', '2']}", body: `1`},
		{name: "const", version: "3.1.0", schema: "{const: {a: 1}}", body: `{"a": 2}`,
			want: []string{`schema: is not {"a":1}`}},
		{name: "tuple", version: "3.1.0", schema: "{type: array, prefixItems: [{type: string}], items: false}",
			body: `["a", 1]`, want: []string{"schema: /* is not allowed"}},
		{name: "not", schema: "{not: {type: string}}", body: `"a"`, want: []string{"schema: matches what it must not"}},
		{name: "not of what is not understood", version: "3.1.0", schema: "{not: {type: string, if: {maxLength: 3}}}",
			body: `"a"`},
		{name: "contains", version: "3.1.0", schema: "{contains: {type: integer}}", body: `["a"]`,
			want: []string{"schema: has no item of the kind it must contain"}},
		{name: "contains none of them", version: "3.1.0", schema: "{contains: {type: integer}, minContains: 0}",
			body: `["a"]`},
		{name: "pattern", schema: `{type: string, pattern: '^\d+$'}`, body: `"a"`,
			want: []string{`schema: does not match the pattern "^\\d+$"`}},
		{name: "pattern of JavaScript", schema: `{type: string, pattern: '^\u00e9\/(?<x>a)$'}`, body: `"é/a"`},
		{name: "pattern beyond Go", schema: `{type: string, pattern: '^(?=a)b'}`, body: `"ab"`,
			want: []string{`schema: does not match the pattern "^(?=a)b"`}},
		{name: "lookahead", schema: `{type: string, pattern: '^(?!.*--)[a-z-]+$'}`, body: `"a-b"`},
		{name: "lookahead that fails", schema: `{type: string, pattern: '/^(?!.*--)[a-z-]+$/i'}`, body: `"A--b"`,
			want: []string{`schema: does not match the pattern "/^(?!.*--)[a-z-]+$/i"`}},
		{name: "back reference", schema: `{type: string, pattern: '^(a|b)\1$'}`, body: `"ab"`,
			want: []string{`schema: does not match the pattern "^(a|b)\\1$"`}},
		{name: "pattern that takes for ever", schema: `{type: string, pattern: '^(?=a)(a+)+$'}`, body: `"aaaa"`},
		{name: "unknown pattern", schema: `{type: string, pattern: '^(?=a)b++'}`, body: `"zzz"`},
		{name: "patternProperties", version: "3.1.0",
			schema: "{patternProperties: {^x: {type: string}}, additionalProperties: false}", body: `{"x1": 1, "y": 1}`,
			want: []string{"schema: has undeclared properties", "schema: /* is a number, not a string"}},
		{name: "unknown type", schema: "{type: int}", body: `"a"`},
		{name: "circle", schema: "{$ref: '#/components/schemas/A'}",
			components: "A: {allOf: [{$ref: '#/components/schemas/A'}], type: object}", body: `{}`},
		{name: "broken reference", schema: "{$ref: '#/components/schemas/Gone'}", body: `{}`},
		{name: "huge exponent", schema: "{type: integer, minimum: 1}", body: `1e999999999`},
		{name: "tiny exponent", schema: "{type: number, minimum: 1, multipleOf: 0.1}", body: `1e-999999999`,
			want: []string{"schema: is below 1"}},
		{name: "uint64", schema: "{type: integer, format: int64}", body: `18446744073709551615`,
			want: []string{"schema: is not in the format int64"}},
		{name: "malformed", schema: "{}", body: `{"a"`, want: []string{"malformed body: the body is not valid JSON"}},
		{name: "two values", schema: "{}", body: `{} {}`, want: []string{"malformed body: the body is not valid JSON"}},
		{name: "byte order mark and space", schema: "{type: object}", body: "\xef\xbb\xbf {}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			version := tt.version
			if version == "" {
				version = "3.0.3"
			}
			require.Equal(t, tt.want, check(t, schemaDoc(t, version, tt.schema, tt.components), tt.body))
		})
	}
}

func TestFormats(t *testing.T) {
	tests := []struct {
		format, value string
		valid         bool
	}{
		{"date", "2024-02-29", true}, {"date", "2023-02-29", false}, {"date", "", false},
		{"date-time", "2024-01-02T03:04:05Z", true}, {"date-time", "2024-01-02t03:04:05.123456789z", true},
		{"date-time", "2024-01-02 03:04:05+01:00", true}, {"date-time", "1990-12-31T23:59:60Z", true},
		{"date-time", "2024-01-02", false}, {"date-time", "2024-01-02T03:04:05", false},
		{"date-time", "0001-01-01T00:00:00Z", true}, {"uuid", "123e4567-e89b-12d3-a456-426614174000", true},
		{"uuid", "x", false}, {"ipv4", "127.0.0.1", true}, {"ipv4", "::1", false}, {"ipv6", "::1", true},
		{"ipv6", "127.0.0.1", false}, {"email", "a@example.com", true}, {"email", "nobody", false},
		{"ipv6", "fe80::1%eth0", false},
		{"uri", "https://example.com/a?b#c", true}, {"uri", "urn:isbn:1", true}, {"uri", "/relative", false},
		{"uri", "not a uri", false}, {"uri", "", false},
		{"hostname", "a-1.example", true}, {"hostname", "localhost", true}, {"hostname", "-", false},
		{"hostname", "a_b.example", false}, {"hostname", "a..b", false},
		{"time", "12:30:00Z", true}, {"time", "12:30:00.5+02:00", true}, {"time", "12:30:00", false},
		{"time", "25:00:00Z", false},
		{"duration", "P1Y2M3DT4H5M6.5S", true}, {"duration", "PT0S", true}, {"duration", "P2W", true},
		{"duration", "-PT1M", true}, {"duration", "1h30m", false}, {"duration", "P", false},
		{"duration", "P1DT", false}, {"duration", "PT1S1H", false}, {"duration", "00:10:00", false},
		{"byte", "aGk=", true}, {"byte", "aGk", true}, {"byte", "", true},
		{"byte", "a_-b", false}, {"byte", "?", false},
		{"password", "x", true}, {"made-up", "x", true},
	}
	for _, tt := range tests {
		t.Run(tt.format+" "+tt.value, func(t *testing.T) {
			got := check(t, schemaDoc(t, "3.0.3", "{type: string, format: "+tt.format+"}", ""),
				fmt.Sprintf("%q", tt.value))
			require.Equal(t, tt.valid, got == nil, "%v", got)
		})
	}
}

const shop = `
openapi: 3.0.3
info: {title: t, version: "1"}
paths:
  /x:
    get:
      responses:
        "200": {description: d, content: {application/json: {schema: {type: object}}, text/csv: {schema: {type: string}}}}
        "201": {description: d, content: {application/json; charset=utf-8: {schema: {type: object}}}}
        "202": {description: d, content: {application/*: {schema: {type: object}}, application/json: {schema: {type: array}}}}
        "203": {description: d, content: {"*/*": {schema: {type: object}}}}
        "204": {description: d, content: {application/json: {schema: {type: object}}}}
        "206": {description: nothing}
        "301": {description: d, content: {application/json: {schema: {type: object}}}}
        "404": {description: d, content: {application/problem+json: {schema: {type: object}}}}
        "4XX": {description: d, content: {application/json: {schema: {type: object}}}}
        default: {description: d, content: {application/json: {schema: {type: array}}}}
    head: {responses: {"200": {description: d, content: {application/json: {schema: {type: object}}}}}}
    put: {responses: {"200": {description: d}}}
    post: {}
`

func TestResponse(t *testing.T) {
	tests := []struct {
		name        string
		op          int
		status      int
		contentType string
		body        string
		want        string
	}{
		{name: "exact status", status: 200, contentType: "application/json", body: `{}`},
		{name: "parameters do not matter", status: 200, contentType: "Application/JSON; charset=UTF-8", body: `[]`,
			want: "schema: is an array, not an object"},
		{name: "declared parameters do not matter", status: 201, contentType: "application/json", body: `{}`},
		{name: "other declared type", status: 200, contentType: "text/csv", body: "a,b"},
		{name: "undeclared type", status: 200, contentType: "text/plain; charset=utf-8", body: "oops",
			want: `undeclared content type: the content type "text/plain" is not declared`},
		{name: "broken type", status: 200, contentType: ";;", body: "oops",
			want: `undeclared content type: the content type "" is not declared`},
		{name: "no type, several declared", status: 200, body: "a,b"},
		{name: "no type, one declared", status: 404, body: "[]", want: "schema: is an array, not an object"},
		{name: "exact type before a range", status: 202, contentType: "application/json", body: `[]`},
		{name: "range of types", status: 202, contentType: "application/vnd.x+json", body: `[]`,
			want: "schema: is an array, not an object"},
		{name: "range of types, not JSON", status: 202, contentType: "application/pdf", body: `%PDF`},
		{name: "any type", status: 203, contentType: "image/png", body: "x"},
		{name: "any type, JSON", status: 203, contentType: "application/json", body: "[]",
			want: "schema: is an array, not an object"},
		{name: "no body allowed", status: 204},
		{name: "nothing declared about the body", status: 206, contentType: "text/html", body: "<p>"},
		{name: "empty JSON", status: 200, contentType: "application/json"},
		{name: "empty JSON where only that is declared", status: 404,
			want: "malformed body: the body is empty, but application/problem+json is declared"},
		{name: "empty redirect", status: 301},
		{name: "empty default", status: 500},
		{name: "range of status", status: 418, contentType: "application/json", body: `[]`,
			want: "schema: is an array, not an object"},
		{name: "default", status: 500, contentType: "application/json", body: `[]`},
		{name: "answer to HEAD", op: 1, status: 200, contentType: "application/json"},
		{name: "undeclared status", op: 2, status: 418, want: "undeclared status: status 418 is not declared"},
		{name: "nothing declared at all", op: 3, status: 418},
		{name: "status out of range", op: 2, status: 7, want: "undeclared status: status 7 is not declared"},
	}
	doc, err := openapi.Read([]byte(shop), openapi.Options{})
	require.NoError(t, err)
	checker, warnings := conformance.Compile(doc)
	require.Empty(t, warnings)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 2 { // the second time from the cache
				got := checker.Judge(doc.Operations[tt.op],
					conformance.Answer{Status: tt.status, ContentType: tt.contentType,
						Body: []byte(tt.body)})
				if tt.want == "" {
					require.Empty(t, got)
					continue
				}
				require.Len(t, got, 1)
				require.Equal(t, tt.want, got[0].String())
			}
		})
	}
}

// TestPlaces: a violation tells the value of this answer, or the first one that is missing or undeclared.
func TestPlaces(t *testing.T) {
	doc := bodiesDoc(t, "application/json", `{type: array, items: {type: object, additionalProperties: false,
  required: [a, b], properties: {a: {type: integer}, b: {type: object, additionalProperties: {type: integer}}}}}`)
	checker, _ := conformance.Compile(doc)
	places := map[string]string{}
	for _, v := range checker.Judge(doc.Operations[0], conformance.Answer{Status: 200, ContentType: "application/json",
		Body: []byte(`[{"a":1,"b":{}},{"a":"x","b":{"p/q":"y"}},{},{"a":1,"b":{},"z":1,"y":2}]`)}) {
		places[v.String()] = v.At
	}
	require.Equal(t, map[string]string{
		"schema: /*/a is a string, not an integer":   "/1/a",
		"schema: /*/b/* is a string, not an integer": "/1/b/p~1q",
		`schema: /* lacks "a", "b"`:                  "/2/a",
		"schema: /* has undeclared properties":       "/3/y",
	}, places)
}

func TestCompileWarnsOfPatterns(t *testing.T) {
	_, warnings := conformance.Compile(schemaDoc(t, "3.0.3",
		`{pattern: '^(?=a)b++', format: iban, not: {format: iban}}`,
		""))
	require.Len(t, warnings, 2)
	require.Equal(t, "GET /x: the pattern \"^(?=a)b++\" is not checked: lookahead is not supported",
		fmt.Sprint(warnings[0]))
	require.Equal(t, `GET /x: the format "iban" is not checked`, fmt.Sprint(warnings[1]))
}

func TestSharedAliasesDoNotExplode(t *testing.T) {
	text := "x-a: &a0 {type: object}\n"
	for i := range 40 {
		text += fmt.Sprintf("x-%d: &a%d {properties: {l: *a%d, r: *a%d}}\n", i, i+1, i, i)
	}
	text += "openapi: 3.1.0\npaths: {/x: {get: {responses: {'200': {description: d, content: " +
		"{application/json: {schema: *a40}}}}}}}\n"
	doc, err := openapi.Read([]byte(text), openapi.Options{})
	require.NoError(t, err)
	require.Nil(t, check(t, doc, `{"l": {"r": {}}}`))
}

func ExampleCompile() {
	doc, err := openapi.Read([]byte(shop), openapi.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	checker, _ := conformance.Compile(doc)
	for _, v := range checker.Judge(doc.Operations[0], conformance.Answer{Status: 200, ContentType: "application/json",
		Body: []byte(`["a book"]`)}) {
		fmt.Println(v)
	}
	// Output: schema: is an array, not an object
}
