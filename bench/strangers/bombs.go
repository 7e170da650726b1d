package strangers

import (
	"fmt"
	"strings"
)

// A Bomb is a small text, or a large one, that asks for more than anybody has.
type Bomb struct {
	Name string
	// Text makes the text, which may be large.
	Text func() string
	// Warning is part of a warning that says what was cut, "" if all fits. Rejected
	// is part of the error of a schema that is not read at all.
	Warning, Rejected string
}

// Bombs returns texts that each have to end in time and in little memory.
func Bombs() []Bomb {
	out := append(lists(), sizes()...)
	return append(append(out, depths()...), graphs()...)
}

// document is a document with paths and what stands beside them.
func document(paths, rest string) string {
	return `{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {` + paths + `}` + rest + `}`
}

// body is a document of one operation that takes a body.
func body(schema, rest string) string {
	return document(`"/x": {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema": `+
		schema+`}}}, "responses": {"200": {"description": "ok"}}}}`, rest)
}

// each joins the texts of many numbers. The format has %[1]d for the number.
func each(n int, format string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// nested puts a text into another one, many times.
func nested(n int, before, inner, after string) string {
	return strings.Repeat(before, n) + inner + strings.Repeat(after, n)
}

func lists() []Bomb {
	operation := `{"get": {"parameters": [%s], "responses": {"200": {"description": "ok"}}}}`
	strings3 := each(100_000, `"p%[1]d": {"type": "string", "minLength": 3}`)
	return []Bomb{
		{"an enum of 200,000 values", func() string {
			return body(`{"enum": [`+each(200_000, `"value%[1]d"`)+`]}`, "")
		}, "of its 200000 parts the first 2000 are read", ""},
		{"an enum of objects", func() string { return body(`{"enum": [`+each(200_000, `{"a": %[1]d}`)+`]}`, "") },
			"of its 200000 parts", ""},
		{"20,000 parameters", func() string {
			return document(`"/x": `+fmt.Sprintf(operation,
				each(20_000, `{"name": "p%[1]d", "in": "query", "required": true, "schema": {"type": "string"}}`)), "")
		}, "parameters: of its 20000 parts the first 500 are read", ""},
		{"20,000 parameters of a path", func() string {
			return document(`"/a": {"get": {}}, "/x`+strings.ReplaceAll(each(20_000, `/{p%[1]d}`), ",", "")+`": `+
				fmt.Sprintf(operation, each(20_000, `{"name": "p%[1]d", "in": "path", "required": true}`)), "")
		}, "or has more than 100 parameters; it is left out", ""},
		{"60,000 operations", func() string {
			return document(each(60_000, `"/x%[1]d/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}], "responses": {"200": {"description": "ok"}}}}`), "")
		}, "of its 60000 operations the first 3000 are called", ""},
		{"operations that make each other", func() string {
			return document(
				each(4000, `"/x/{id}/y%[1]d": {"post": {"responses": {"201": {"description": "ok"}}}, "get": {}}`), "",
			)
		}, "of its 8000 operations", ""},
		{"100,000 properties", func() string {
			return body(`{"type": "object", "properties": {`+strings3+`}, "required": [`+each(100_000, `"p%[1]d"`)+`]}`,
				"")
		}, "of its 100000 parts the first 2000 are read", ""},
		{"20,000 parts of allOf", func() string {
			return body(`{"allOf": [`+each(20_000, `{"properties": {"p%[1]d": {"type": "string"}}}`)+`]}`, "")
		}, "of its 20000 parts the first 1000 are read", ""},
		{"50,000 alternatives", func() string {
			return body(`{"oneOf": [`+each(50_000, `{"properties": {"k": {"const": %[1]d}}}`)+`]}`, "")
		}, "of its 50000 parts the first 1000 are read", ""},
		{"50,000 media types", func() string {
			return document(
				`"/x": {"post": {"requestBody": {"content": {`+each(50_000, `"application/x%[1]d+json": {}`)+
					`}}, "responses": {"200": {"description": "ok", "content": {`+
					each(50_000, `"application/x%[1]d+json": {}`)+`}}}}}`, "",
			)
		}, "of its 50000 parts the first 100 are read", ""},
		{"50,000 security schemes", func() string {
			return document(`"/x": {"get": {}}`, `, "components": {"securitySchemes": {`+
				each(50_000, `"s%[1]d": {"type": "apiKey", "in": "header", "name": "X-%[1]d"}`)+`}}, "security": [`+
				each(50_000, `{"s%[1]d": []}`)+`]`)
		}, "security schemes: of its 50000 parts the first 500 are read", ""},
		{"50,000 servers", func() string {
			return document(`"/x": {"get": {}}`, `, "servers": [`+each(50_000, `{"url": "/v%[1]d"}`)+`]`)
		}, "servers: of its 50000 parts the first 100 are read", ""},
		{"100,000 links", func() string {
			return document(`"/x": {"post": {"operationId": "x", "responses": {"200": {"description": "ok", "links": {`+
				each(100_000, `"l%[1]d": {"operationId": "x"}`)+`}}}}}`, "")
		}, "links: of its 100000 parts the first 500 are read", ""},
	}
}

func sizes() []Bomb {
	array, object := `{"type": "array", "minItems": 100, "items": `,
		`{"type": "object", "minProperties": 100, "additionalProperties": `
	pattern := func(p string) string { return body(fmt.Sprintf(`{"type": "string", "pattern": %q}`, p), "") }
	return []Bomb{
		{"minProperties 1e9", func() string { return body(`{"type": "object", "minProperties": 1000000000}`, "") },
			"minProperties 1000000000 is taken for 100", ""},
		{"minProperties in minProperties", func() string {
			return body(`{"type": "object", "minProperties": 1e9, "additionalProperties": {"type": "object", "minProperties": 1e9}}`, "")
		}, "is taken for", ""},
		{"eight nested minItems 100", func() string { return body(nested(8, array, `{"type": "string"}`, "}"), "") },
			"minItems 100 is taken for 1, as a call has at most 300 values", ""},
		{"eight nested minProperties 100", func() string {
			return body(nested(8, object, `{"type": "string"}`, "}"), "")
		}, "minProperties 100 is taken for", ""},
		{"minLength 1e9", func() string { return body(`{"type": "string", "minLength": 1000000000}`, "") },
			"minLength 1000000000 is taken for 10000", ""},
		{"minLength 1e9 in minItems 1e9", func() string {
			return body(`{"type": "array", "minItems": 1e9, "items": {"type": "string", "minLength": 1e9}}`, "")
		}, "is taken for", ""},
		{"minLength 1e9 of many", func() string {
			return body(`{"type": "object", "properties": {`+each(1500,
				`"p%[1]d": {"type": "string", "minLength": 1e9}`)+`}, "required": [`+each(1500, `"p%[1]d"`)+`]}`, "")
		}, "as a call has at most 300 values", ""},
		{"maxLength 1e18", func() string {
			return body(`{"type": "string", "minLength": 1e18, "maxLength": 1e18}`, "")
		}, "is taken for 10000", ""},
		{"unique items that there are not", func() string {
			return body(`{"type": "array", "uniqueItems": true, "minItems": 100000, "items": {"type": "boolean"}}`, "")
		}, "minItems 100000 is taken for 100", ""},
		{"numbers of 1e400", func() string {
			return body(`{"type": "integer", "minimum": 1e400, "maximum": 1e401, "multipleOf": 1e-400, "enum": [1e400, -1e999999999, 1e-999999999], "default": 1e99999}`, "")
		}, "", ""},
		{"a number of a million digits", func() string {
			return body(`{"type": "number", "minimum": `+strings.Repeat("9", 1_000_000)+`}`, "")
		}, "minimum is a number", ""},
		{"a pattern of 100,000 characters", func() string { return pattern(strings.Repeat("[a-z]", 20_000)) },
			"it has more than 10000 characters", ""},
		{"a pattern of many states", func() string { return pattern("^" + strings.Repeat("[a-z]{0,900}", 700) + "$") },
			"", ""},
		{"(a{1000}){1000}", func() string { return pattern("(a{1000}){1000}") }, "", ""},
		{"(a*)* in itself", func() string { return pattern("^" + nested(400, "(", "a*", ")*") + "$") }, "", ""},
		{"deep groups", func() string { return pattern(nested(4000, "(", "a", ")")) }, "", ""},
		{"a pattern of names", func() string {
			return body(`{"type": "object", "minProperties": 5, "patternProperties": {"^((([a-z]{1000}){1000}){1000})$": {"type": "string"}}}`, "")
		}, "", ""},
		{"100 MB", func() string { return `{"openapi": "3.1.0", "x": "` + strings.Repeat("a", 100<<20) + `"}` }, "",
			"is larger than the limit of 67108864 bytes"},
		{"60 MB of values", func() string {
			return `{"openapi": "3.1.0", "x": [` + strings.Repeat("0,", 30<<20) + `0]}`
		}, "", "it has more than 2000000 values"},
		{"30 MB of YAML values", func() string { return "openapi: 3.1.0\nx:\n" + strings.Repeat("- a\n", 30<<18) }, "",
			"it may hold more than 1000000 values"},
		{"30 MB of YAML text", func() string {
			return "openapi: 3.1.0\npaths: {/x: {get: {}}}\nx: \"" + strings.Repeat("a", 30<<20) + "\"\n"
		}, "", ""},
	}
}

func depths() []Bomb {
	const n = 100_000
	return []Bomb{
		{"deep arrays", func() string {
			return body(nested(n, `{"type": "array", "minItems": 1, "items": `, "{}", "}"), "")
		}, "nests deeper than 500 schemas", ""},
		{"deep objects", func() string {
			return body(nested(n, `{"required": ["a"], "properties": {"a": `, "{}", "}}"), "")
		}, "nests deeper than 500 schemas", ""},
		{"deep allOf", func() string { return body(nested(n, `{"allOf": [`, "{}", "]}"), "") },
			"nests deeper than 500 schemas", ""},
		{"deep oneOf", func() string { return body(nested(30_000, `{"oneOf": [{"type": "string"}, `, "{}", "]}"), "") },
			"nests deeper than 500 schemas", ""},
		{"deep not", func() string { return body(nested(n, `{"not": `, "{}", "}"), "") },
			"nests deeper than 500 schemas", ""},
		{"deep values", func() string {
			return body(`{"default": `+nested(n, "[", "", "]")+`, "example": `+nested(n, `{"a":`, "1", "}")+
				`, "enum": [`+nested(n, "[", "", "]")+`]}`, "")
		}, "", ""},
		{"deep YAML", func() string {
			return "openapi: 3.1.0\npaths: {/x: {get: {x-a: " + nested(n, "[", "", "]") + "}}}\n"
		}, "", "exceeded max depth"},
		{"deep chain of references", func() string {
			return body(
				`{"$ref": "#/components/schemas/S9999"}`, `, "components": {"schemas": {"S0": {}, `+strings.TrimPrefix(
					each(10_000,
						`"S%[1]d": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/T%[1]d"}}`),
					"",
				)+`}}`,
			)
		}, "cannot be resolved", ""},
	}
}

func graphs() []Bomb {
	ref := `{"$ref": "#/components/schemas/%s"}`
	a, b := fmt.Sprintf(ref, "A"), fmt.Sprintf(ref, "B")
	aliases, schemas, merges := "x: &a0 [1, 2, 3, 4, 5, 6, 7, 8]\n", "x: &a0 {a: {type: string}}\n", "x: &a0 {a: 1}\n"
	for i := range 24 {
		all := strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 8), ", ")
		aliases += fmt.Sprintf("x%d: &a%d [%s]\n", i, i+1, all)
		schemas += fmt.Sprintf("x%d: &a%d {type: object, properties: {p: *a%d, q: *a%d, r: *a%d}}\n", i, i+1, i, i, i)
		merges += fmt.Sprintf("x%d: &a%d {<<: [%s], k%d: 1}\n", i, i+1, all, i)
	}
	yaml := func(defs, schema string) string {
		return "openapi: 3.1.0\n" + defs + "paths: {/x: {post: {requestBody: {content: {application/json: {schema: " +
			schema + "}}}, responses: {'200': {description: ok}}}}}\n"
	}
	return []Bomb{
		{"a schema in itself", func() string {
			return body(a, `, "components": {"schemas": {"A": {"allOf": [`+a+`, `+b+`], "properties": {"x": `+a+
				`}}, "B": {"oneOf": [`+a+`, `+b+`], "not": `+a+`, "items": `+b+`}}}`)
		}, "", ""},
		{"forty schemas that lead to each other", func() string {
			return body(
				fmt.Sprintf(ref, "A0"),
				`, "components": {"schemas": {`+each(40, `"A%[1]d": {"type": "object", "properties": {`+
					each(40, `"p%[1]d": {"$ref": "#/components/schemas/A%[1]d"}`)+`}}`)+`}}`,
			)
		}, "", ""},
		{"sixty doublings", func() string {
			return body(fmt.Sprintf(ref, "A0"), `, "components": {"schemas": {`+doublings(60)+`}}`)
		}, "", ""},
		{"aliases", func() string { return yaml(aliases, "{default: *a24, enum: *a24, example: *a24}") },
			"has more than 20000 values", ""},
		{"aliases of schemas", func() string { return yaml(schemas, "*a24") }, "", ""},
		{"merged aliases", func() string { return yaml(merges, "*a24") }, "expands to too much", ""},
		{"an alias of itself", func() string {
			return "openapi: 3.1.0\npaths: &p {/x: *p, get: *p, post: {requestBody: *p, responses: *p, " +
				"parameters: [*p]}, <<: *p}\n"
		}, "", ""},
	}
}

// doublings are schemas that each hold the next one twice.
func doublings(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"A%d": {"type": "object", "required": ["a", "b"], "properties": {"a": {"$ref": "#/components/schemas/A%d"}, "b": {"$ref": "#/components/schemas/A%d"}}},`, i, i+1, i+1)
	}
	return b.String() + fmt.Sprintf(`"A%d": {"type": "string"}`, n)
}
