package openapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

// linked is a document whose first operation has one link, which replaces %s.
const linked = `
openapi: 3.0.3
paths:
  /a/{own}:
    post:
      parameters: [{name: own, in: path, required: true, schema: {type: string}}]
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses:
        "201": {description: made, links: %s}
  /b/{id}:
    put:
      operationId: change
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: id, in: query, schema: {type: string}}
        - {name: X-Trace, in: header, schema: {type: string}}
        - {name: path.dot, in: query, schema: {type: string}}
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {"200": {description: ok}}
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}
  /shelf: {$ref: 'shared/paths.yaml#/shelf'}
components:
  links:
    shared: {operationId: change, parameters: {id: $response.body#/x}}
`

func TestLinks(t *testing.T) {
	tests := []struct{ name, links, want, warning string }{
		{"by id", "{l: {operationId: change, parameters: {id: $response.body#/x}}}",
			"l PUT /b/{id} path.id=$response.body#/x", ""},
		{"by reference", "{l: {operationRef: '#/paths/~1b~1{id}/get', parameters: {id: $url}}}",
			"l GET /b/{id} path.id=$url", ""},
		{"by escaped reference", "{l: {operationRef: '#/paths/~1b~1%7Bid%7D/get'}}", "l GET /b/{id}", ""},
		{"by an address", "{l: {operationRef: 'https://other.example/#/paths/~1b~1{id}/get'}}", "l GET /b/{id}", ""},
		{"in a file", "{l: {operationRef: 'shared/paths.yaml#/shelf/get', parameters: {key: a}}}",
			"l GET /shelf query.key=a", ""},
		{"through a shared path", "{l: {operationRef: '#/paths/~1shelf/get'}}", "l GET /shelf", ""},
		{"shared", "{l: {$ref: '#/components/links/shared'}}", "l PUT /b/{id} path.id=$response.body#/x", ""},
		{"in its place", "{l: {operationId: change, parameters: {query.id: $method}}}",
			"l PUT /b/{id} query.id=$method", ""},
		{"name with a dot", "{l: {operationId: change, parameters: {path.dot: $statusCode}}}",
			"l PUT /b/{id} query.path.dot=$statusCode", ""},
		{"header", "{l: {operationId: change, parameters: {x-trace: $response.header.X-Id}}}",
			"l PUT /b/{id} header.X-Trace=$response.header.X-Id", ""},
		{"constants", "{l: {operationId: change, parameters: {id: 7, query.id: a}}}",
			"l PUT /b/{id} path.id=7 query.id=a", ""},
		{"embedded", "{l: {operationId: change, parameters: {id: 'a-{$request.path.own}'}}}",
			"l PUT /b/{id} path.id=a-{$request.path.own}", ""},
		{"body", "{l: {operationId: change, requestBody: $request.body#/x}}",
			"l PUT /b/{id} body=$request.body#/x", ""},
		{"members of the body", "{l: {operationId: change, requestBody: {a: $response.body#/x, b: [1, $url]}}}",
			"l PUT /b/{id} body=[{a $response.body#/x} {b [1 $url]}]", ""},
		{"order", "{l: {operationId: change, parameters: {query.id: 1, path.id: 2}}, k: {operationRef: " +
			"'#/paths/~1shelf/get'}}", "l PUT /b/{id} query.id=1 path.id=2; k GET /shelf", ""},
		{"unknown operation", "{l: {operationId: nobody}}", "l nowhere",
			`the link l leads to the unknown operation "nobody"`},
		{"unknown reference", "{l: {operationRef: '#/paths/~1c/get'}}", "l nowhere",
			`unknown operation "#/paths/~1c/get"`},
		{"no operation", "{l: {}}", "l nowhere", `unknown operation ""`},
		{"unknown parameter", "{l: {operationId: change, parameters: {no: $url}}}", "l PUT /b/{id}",
			"fills the parameter no, which PUT /b/{id} does not have"},
		{"no body", "{l: {operationRef: '#/paths/~1shelf/get', requestBody: 1}}", "l GET /shelf",
			"fills the body, which GET /shelf does not have"},
		{"wrong expression", "{l: {operationId: change, parameters: {id: $response.query.x}}}", "l PUT /b/{id}",
			"the parameter id of the link l cannot be filled"},
		{"wrong expression in a body", "{l: {operationId: change, requestBody: {a: [$urls]}}}", "l PUT /b/{id}",
			"the body of the link l cannot be filled"},
		{"unknown path parameter", "{l: {operationId: change, parameters: {id: $request.path.id}}}", "l PUT /b/{id}",
			"POST /a/{own} has no path parameter id"},
		{"server", "{l: {operationId: change, server: {url: /x}}}", "l PUT /b/{id}", "a server of its own"},
		{"a list", "[]", "", "the links of the response 201 are a list"},
		{"extension", "{x-note: {a: b}}", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := openapi.Read(fmt.Appendf(nil, linked, tt.links), openapi.Options{BaseDir: "testdata"})
			require.NoError(t, err)
			require.Equal(t, tt.want, writeLinks(doc.Operations[0].Responses[0].Links))
			if tt.warning == "" {
				require.Empty(t, doc.Warnings)
				return
			}
			require.Len(t, doc.Warnings, 1)
			require.Equal(t, "POST /a/{own}", doc.Warnings[0].Where)
			require.Contains(t, doc.Warnings[0].Reason, tt.warning)
		})
	}
}

// A link from an operation without a request body cannot read that body.
func TestLinkReadsNoBodyOfACallWithoutOne(t *testing.T) {
	doc, err :=
		openapi.Read([]byte(`{"openapi": "3.0.0", "paths": {"/a": {"get": {"operationId": "a", "parameters": [{"name": "p", "in": "query"}],
		"responses": {"200": {"links": {"l": {"operationId": "a", "parameters": {"p": "$request.body#/x"}}}}}}}}}`),
			openapi.Options{})
	require.NoError(t, err)
	require.Empty(t, doc.Operations[0].Responses[0].Links[0].Parameters)
	require.Contains(t, doc.Warnings[0].Reason, "GET /a has no body")
}

func writeLinks(links []*openapi.Link) string {
	var all []string
	for _, l := range links {
		parts := []string{l.Name, "nowhere"}
		if l.Operation != nil {
			parts[1] = l.Operation.Name()
		}
		for _, p := range l.Parameters {
			parts = append(parts, fmt.Sprintf("%s.%s=%v", p.Parameter.In, p.Parameter.Name, p.Value))
		}
		if l.HasBody {
			parts = append(parts, fmt.Sprintf("body=%v", l.Body))
		}
		all = append(all, strings.Join(parts, " "))
	}
	return strings.Join(all, "; ")
}
