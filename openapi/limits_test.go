package openapi_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

// TestLimits: a part that is too large is an error of one line, or is left out with a warning.
func TestLimits(t *testing.T) {
	body := func(schema string) string {
		return `{"openapi": "3.0.3", "paths": {"/x": {"post": {"requestBody": {"content": {` +
			`"application/json": {"schema": ` + schema + `}}}}}}}`
	}
	tests := []struct{ name, text, err, warning string }{
		{"values", "[" + strings.Repeat("0,", 2_000_001) + "0]",
			"openapi: the document is too large: it has more than 2000000 values", ""},
		{"values of YAML", "openapi: 3.0.3\nx:\n" + strings.Repeat("- a\n", 600_000),
			"openapi: the document is too large for YAML: it may hold more than 1000000 values", ""},
		{"bytes of YAML", "openapi: 3.0.3\nx: " + strings.Repeat("a", 33<<20),
			"openapi: the document is too large for YAML, which may have 33554432 bytes", ""},
		{"depth of YAML", "openapi: 3.0.3\nx: " + strings.Repeat("[", 20_000), "exceeded max depth", ""},
		{"depth of schemas", body(strings.Repeat(`{"items": `, 100_000) + "{}" + strings.Repeat("}", 100_000)), "",
			"schema the request body nests deeper than 500 schemas; what is below is left out"},
		{"depth of objects", body(strings.Repeat(`{"required": ["a"], "properties": {"a": `, 100_000) + "{}" +
			strings.Repeat("}}", 100_000)), "", "nests deeper than 500 schemas"},
		{"depth of allOf", body(strings.Repeat(`{"allOf": [`, 100_000) + "{}" + strings.Repeat("]}", 100_000)), "",
			"nests deeper than 500 schemas"},
		{"parameters of a path", `{"openapi": "3.0.3", "paths": {"/a": {"get": {}}, "/x` + strings.Repeat("/{a}", 101) +
			`": {"get": {}}}}`, "", "the path /x/{a}/{a}/{a}/{a}/{a}/{a}/{a}/{a}/{a}/{... is longer than 8192 " +
			"characters or has more than 100 parameters"},
		{"characters of a path", `{"openapi": "3.0.3", "paths": {"/a": {"get": {}}, "/` + strings.Repeat("x", 9000) +
			`": {"get": {}}}}`, "", "is longer than 8192 characters"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.name == "values" && testing.Short() {
				t.Skip("it takes seconds under the race detector")
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			doc, err := openapi.ReadContext(ctx, []byte(tt.text), openapi.Options{})
			if tt.err != "" {
				require.ErrorContains(t, err, tt.err)
				assert.NotContains(t, err.Error(), "\n")
				return
			}
			require.NoError(t, err)
			assert.Len(t, doc.Operations, 1)
			assert.Contains(t, fmt.Sprint(doc.Warnings), tt.warning)
		})
	}
}

// many returns n texts made of a format and numbers, joined.
func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(separator(i))
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestLongLists: of a list that is too long for a real API, the first elements are read, before the context ends.
func TestLongLists(t *testing.T) {
	const n = 20_000
	tests := map[string]string{
		"parameters": `"paths": {"/x": {"get": {"parameters": [` + many(n, `{"name": "p%d", "in": "query"}`) + `]}}}`,
		"shared": `"paths": {"/x": {"parameters": [` + many(n, `{"name": "p%d", "in": "query"}`) +
			`], "get": {"parameters": [` + many(n, `{"name": "p%d", "in": "header"}`) + `]}}}`,
		"required": `"paths": {"/x": {"get": {"parameters": [{"name": "p", "in": "query", "schema": {"required": [` +
			many(n, `"p%d"`) + `]}}]}}}`,
		"servers": `"paths": {"/x": {"get": {}}}, "servers": [` + many(n, `{"url": "/v%d"}`) + `]`,
		"security": `"paths": {"/x": {"get": {}}}, "components": {"securitySchemes": {` +
			many(n, `"s%d": {"type": "http", "scheme": "basic"}`) + `}}, "security": [{"s0": []}` +
			strings.Repeat(`, {"s0": []}`, n-1) + `]`,
		"alternatives": `"paths": {"/x": {"get": {"parameters": [{"name": "p", "in": "query", "schema": {"discriminator": {"propertyName": "k"}, "oneOf": [` +
			many(n, `{"$ref": "#/components/schemas/S%d"}`) + `]}}]}}}, "components": {"schemas": {` +
			many(n, `"S%d": {"type": "object"}`) + `}}`,
		"enum": `"paths": {"/x": {"get": {"parameters": [{"name": "p", "in": "query", "schema": {"enum": [` +
			many(n, `"v%d"`) + `]}}]}}}`,
		"operations": `"paths": {` + many(n, `"/x%d": {"get": {}}`) + `}`,
	}
	// The lists that are cut, with the number of warnings. All others are read as a whole.
	cut := map[string]int{"parameters": 1, "shared": 1, "required": 1, "servers": 1, "security": 2,
		"alternatives": 1, "enum": 1}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			doc, err := openapi.ReadContext(ctx, []byte(`{"openapi": "3.0.3", `+text+`}`), openapi.Options{})
			require.NoError(t, err)
			assert.NotEmpty(t, doc.Operations)
			require.Len(t, doc.Warnings, cut[name])
			for _, w := range doc.Warnings {
				assert.Regexp(t, `: of its 20000 parts the first \d+ are read$`, w.String())
			}
		})
	}
}
