package openapi_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

func TestReadErrors(t *testing.T) {
	tests := []struct {
		name, data, want string
	}{
		{"empty", " \n", "the document is empty"},
		{"html", "<!DOCTYPE html><html><body>docs</body></html>", "HTML page"},
		{"html after a comment", "<!-- x -->\n<HTML><body>docs</body></html>", "HTML page"},
		{"truncated JSON", `{"openapi": "3.0.0", "paths": {`, "line 1, column 32: it ends too early"},
		{"broken JSON", "{\"openapi\": \"3.0.0\",\n \"paths\": [}", "line 2"},
		{"two JSON documents", `{"openapi": "3.0.0"} {}`, "text after the end"},
		{"broken YAML", "openapi: 3.0.0\n  paths: [", "not valid YAML"},
		{"plain text", "hello there", "not an object"},
		{"list", "[1, 2]", "not an object"},
		{"no version", `{"paths": {}}`, `neither "openapi" nor "swagger"`},
		{"old Swagger", `{"swagger": "1.2"}`, `unknown Swagger version "1.2"`},
		{"OpenAPI 4", `{"openapi": "4.0.0"}`, `unknown OpenAPI version "4.0.0"`},
		{"OpenAPI 3.9", `{"openapi": "3.9.0"}`, `unknown OpenAPI version "3.9.0"`},
		{"version of a wrong type", `{"openapi": ["3.0.0"]}`, `"openapi" is a list, not a version`},
		{"Swagger version of a wrong type", `{"swagger": {"a": 1}}`, `"swagger" is an object, not a version`},
		{"NUL bytes", "openapi: \x00\x00", "not valid YAML"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := openapi.Read([]byte(tt.data), openapi.Options{})
			require.ErrorContains(t, err, tt.want)
			require.NotContains(t, err.Error(), "\n")
			require.Nil(t, doc)
		})
	}
}

func ExampleRead() {
	doc, err := openapi.Read([]byte(`
openapi: 3.1.0
info: {title: Books, version: "1"}
servers: [{url: https://example.com/v1}]
paths:
  /books/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {"200": {description: the book}}
`), openapi.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, op := range doc.Operations {
		fmt.Println(op.Name(), op.Parameters[0].Schema.Types)
	}
	fmt.Println(doc.BasePath)
	// Output:
	// GET /books/{id} [integer]
	// /v1
}

// A warning about an empty path shows it as "".
func TestEmptyPath(t *testing.T) {
	doc, err := openapi.Read([]byte(`{"openapi": "3.0.0", "paths": {"": {"get": {"responses": {}}}}}`),
		openapi.Options{})
	require.NoError(t, err)
	require.Equal(t, `paths: "": the path does not start with a slash; one is added`, doc.Warnings[0].String())
}

func TestOddPathsAndStatuses(t *testing.T) {
	doc, err := openapi.Read([]byte(`{"openapi": "3.0.0", "paths": {"/a\nb": {"get": {}}, "/a": {"get": {"responses":
		{"2xx": {}, "404": {}, "DEFAULT": {}, "2a0": {}, "20a": {}, "600": {}, "099": {}, "20": {}, "x-note": {}}}}}}`),
		openapi.Options{})
	require.NoError(t, err)
	require.Len(t, doc.Operations, 1)
	var statuses []string
	for _, r := range doc.Operations[0].Responses {
		statuses = append(statuses, r.Status)
	}
	require.Equal(t, []string{"2XX", "404", "default"}, statuses)
	require.Len(t, doc.Warnings, 1+5, "the path, and each key that is no status")
	require.Contains(t, doc.Warnings[0].Reason, "control characters")
}

func TestQuestionsToASchema(t *testing.T) {
	s := openapi.NewSchema()
	s.Types, s.Required = []string{"object", "string"}, []string{"a", "b"}
	for name, want := range map[string]bool{"object": true, "string": true, "array": false} {
		require.Equal(t, want, s.Is(name), name)
	}
	for name, want := range map[string]bool{"a": true, "b": true, "c": false} {
		require.Equal(t, want, s.IsRequired(name), name)
	}
}
