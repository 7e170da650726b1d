package conformance_test

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/openapi"
)

// bodiesDoc declares one response of a media type.
func bodiesDoc(t *testing.T, kind, schema string) *openapi.Document {
	t.Helper()
	doc, err := openapi.Read(fmt.Appendf(nil, `
openapi: 3.0.3
info: {title: t, version: "1"}
paths: {/x: {get: {responses: {"200": {description: d, content: {%q: {schema: %s}}}}}}}
`, kind, schema), openapi.Options{})
	require.NoError(t, err)
	return doc
}

func judged(t *testing.T, doc *openapi.Document, a conformance.Answer) (found, notes []string) {
	t.Helper()
	checker, _ := conformance.Compile(doc)
	checker.XML = func(_ *openapi.Schema, document []byte) (any, error) {
		var v struct {
			A string `xml:"a"`
		}
		return map[string]any{"a": v.A}, xml.Unmarshal(document, &v)
	}
	a.Status = 200
	for range 2 { // the second time from the cache
		found, notes = nil, nil
		for _, v := range checker.Judge(doc.Operations[0], a) {
			found = append(found, v.String())
		}
		for _, w := range checker.Unjudged() {
			notes = append(notes, w.String())
		}
	}
	return found, notes
}

func zipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return b.String()
}

// TestBodies shows for each kind of body a violation, or the note that it is not checked.
func TestBodies(t *testing.T) {
	const a = "{type: object, required: [a], properties: {a: {type: integer}}}"
	const text = "/a is a string, not an integer"
	for name, tt := range map[string]struct {
		kind, schema, sent, coding, body string
		partial                          bool
		want, note                       string
	}{
		"gzip":       {kind: "application/json", coding: "gzip", body: zipped(`{"a":"x"}`), want: "schema: " + text},
		"gzip twice": {kind: "application/json", coding: "gzip, gzip", body: zipped(zipped(`{"a":1}`))},
		"cut gzip": {kind: "application/json", coding: "gzip", body: zipped(`{"a":1}`)[:12],
			want: "malformed body: the body ends in the middle of its content coding gzip"},
		"unknown coding": {kind: "application/json", coding: "exi", body: "x",
			note: `a body that cannot be read: nobody knows its content coding "exi"`},
		"latin 1": {kind: "application/json", schema: "{type: string, maxLength: 2}",
			sent: "application/json; charset=ISO-8859-1", body: "\"\xf6\xf6\xf6\"", want: "schema: is longer than 2"},
		"latin 1 that fits": {kind: "application/json", schema: "{type: string, pattern: ^ö+$}",
			sent: "application/json; charset=ISO-8859-1", body: "\"\xf6\xf6\xf6\""},
		"unknown charset": {kind: "text/plain", schema: "{type: string}",
			sent: "text/plain; charset=klingon", body: "x",
			note: `a body that cannot be read: nobody knows its charset "klingon"`},
		"beginning of JSON": {kind: "application/json", body: `{"a`, partial: true,
			note: "bodies of which only the beginning is read"},
		"beginning of bytes": {kind: "image/png", schema: "{}", body: "x", partial: true},

		"events": {kind: "text/event-stream",
			body: ": hello\nevent: a\ndata: {\"a\":\ndata: 1}\n\nid: 2\n\ndata:{\"a\":\"x\"}\n\ndata: {\"a",
			want: "schema: /*" + text},
		"events of CR": {kind: "text/event-stream", body: "data: {\"a\":\"x\"}\r\rdata: {\"a\":1}\r\r",
			want: "schema: /*" + text},
		"events, the first": {kind: "text/event-stream", body: "data: {\"a\":\"x\"}\n\n", partial: true,
			want: "schema: /*" + text},
		"no event yet":    {kind: "text/event-stream", partial: true},
		"word at the end": {kind: "text/event-stream", body: "data: {\"a\":1}\n\ndata: [DONE]\n\n"},
		"word before": {kind: "text/event-stream", body: "data: hello\n\ndata: {\"a\":1}\n\n",
			want: "malformed body: the data of an event is not valid JSON"},
		"events as a text": {kind: "text/event-stream", schema: "{type: string}", body: "data: hello\n\n"},
		"whole events": {kind: "text/event-stream",
			schema: "{type: object, required: [event], properties: {event: {type: string}, data: " + a + "}}",
			body:   "event: e\ndata: {\"a\":1}\n\ndata: {\"a\":\"x\"}\n\n",
			want:   `schema: /* lacks "event"; schema: /*/data` + text},
		"events in place": {kind: "application/json", sent: "text/event-stream", body: "data: {}\n\n",
			want: `undeclared content type: the content type "text/event-stream" is not declared`},
		"events at once": {kind: "application/json", sent: "text/event-stream", body: "", partial: true},

		"lines": {kind: "application/x-ndjson", body: "{\"a\":1}\n\n{\"a\":\"x\"}\n{\"a\":\"y\"}",
			want: "schema: /*" + text},
		"lines of lists": {kind: "application/x-ndjson", schema: "{type: array, items: " + a + "}",
			body: "{\"a\":1}\n{\"a\":\"x\"}\n", want: "schema: /*" + text},
		"broken line": {kind: "application/jsonl", body: "{\"a\":1}\n{",
			want: "malformed body: an element of application/jsonl is not valid JSON"},
		"cut line":     {kind: "application/jsonl", body: "{\"a\":1}\n{", partial: true},
		"marked lines": {kind: "application/json-seq", body: "\x1e{\"a\":\"x\"}\n", want: "schema: /*" + text},

		"XML":           {kind: "application/xml", body: "<x><a>1</a></x>", want: "schema: " + text},
		"broken XML":    {kind: "text/xml", body: "<x><a>", want: "malformed body: the body is not valid XML"},
		"XML as a text": {kind: "image/svg+xml", schema: "{type: string}", body: "<svg/>"},
		"list without": {kind: "application/xml",
			schema: "{type: object, required: [l], properties: {l: {type: array}}}",
			body:   "<x/>"},
		"text": {kind: "text/plain", schema: "{type: string, enum: [up, down]}", body: "left",
			want: `schema: is none of "up", "down"`},
		"text and a line": {kind: "text/plain", schema: "{type: string, enum: [up, down]}", body: "up\r\n"},
		"number as text":  {kind: "text/plain", schema: "{type: integer}", body: "12\n"},
		"word as number": {kind: "text/plain", schema: "{type: integer}", body: "twelve",
			want: "schema: is a string, not an integer"},
		"table": {kind: "text/csv", schema: "{type: array, items: " + a + "}", body: "a\n1\n",
			note: "bodies of the type text/csv"},
		"file":  {kind: "application/pdf", schema: "{type: string, format: binary}", body: "%PDF"},
		"other": {kind: "application/cbor", body: "\xa0", note: "bodies of the type application/cbor"},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.schema == "" {
				tt.schema = a
			}
			if tt.sent == "" {
				tt.sent = tt.kind
			}
			var want, notes []string
			if tt.want != "" {
				want = append(want, tt.want)
			}
			if tt.note != "" {
				notes = append(notes, "GET /x: not judged by the schema: "+tt.note)
			}
			found, noted := judged(t, bodiesDoc(t, tt.kind, tt.schema), conformance.Answer{ContentType: tt.sent,
				Coding: tt.coding, Body: []byte(tt.body), Partial: tt.partial})
			if len(found) > 1 {
				found = []string{found[0] + "; " + found[1]}
			}
			require.Equal(t, want, found)
			require.Equal(t, notes, noted)
		})
	}
}

// TestDiscriminators: the value of a discriminator names the schema, on the base, on a union and within other schemas.
func TestDiscriminators(t *testing.T) {
	const parts = `
  Node: {type: object, required: [op], properties: {op: {type: string}}, discriminator: {propertyName: op,
	mapping: {field: '#/components/schemas/Field', and: '#/components/schemas/And'}}}
  And: {allOf: [{$ref: '#/components/schemas/Node'}, {type: object, required: [children],
	properties: {children: {type: array, items: {$ref: '#/components/schemas/Node'}}}}]}
  Field: {allOf: [{$ref: '#/components/schemas/Node'}, {type: object, required: [name],
	properties: {name: {type: string}}}]}
  Same: {allOf: [{$ref: '#/components/schemas/Node'}]}
  Circle: {type: object, required: [kind, radius], properties: {kind: {type: string}, radius: {type: integer}}}
  Box: {type: object, required: [kind, width], properties: {kind: {type: string}, width: {type: integer}}}
  Shape: {nullable: true, oneOf: [{$ref: '#/components/schemas/Circle'}, {$ref: '#/components/schemas/Box'}],
	discriminator: {propertyName: kind, mapping: {round: '#/components/schemas/Circle', boxy: Box}}}
  Cube: {type: object, required: [kind, side], properties: {kind: {enum: [x, y]}, side: {type: integer}}}
  Listed: {oneOf: [{$ref: '#/components/schemas/Circle'}, {$ref: '#/components/schemas/Cube'}],
	discriminator: {propertyName: kind}}
  Inline: {oneOf: [{$ref: '#/components/schemas/Circle'}, {type: object}], discriminator: {propertyName: kind}}
  Default: {oneOf: [{$ref: '#/components/schemas/Circle'}, {$ref: '#/components/schemas/Box'}],
	discriminator: {propertyName: kind, defaultMapping: Circle}}`
	for name, tt := range map[string]struct{ schema, body, want string }{
		"base":           {"Node", `{"op": "field"}`, `schema: lacks "name"`},
		"base that fits": {"Node", `{"op": "field", "name": "a"}`, ""},
		"unknown":        {"Node", `{"op": "or"}`, `schema: /op is none of "field", "and", "Same"`},
		"a name":         {"Node", `{"op": "Node"}`, ""},
		"without":        {"Node", `{}`, `schema: lacks "op"`},
		"within": {"Node", `{"op": "and", "children": [{"op": "field"}]}`,
			`schema: /children/* lacks "name"`},
		"part":             {"And", `{"op": "field", "children": []}`, ""},
		"wrapped":          {"Same", `{"op": "Same"}`, ""},
		"union":            {"Shape", `{"kind": "boxy", "radius": 1}`, `schema: lacks "width"`},
		"union, fits":      {"Shape", `{"kind": "round", "radius": 1}`, ""},
		"union, null":      {"Shape", `null`, ""},
		"union, unheard":   {"Shape", `{"kind": "x", "radius": 1}`, `schema: /kind is none of "round", "boxy"`},
		"union, listed":    {"Listed", `{"kind": "x", "side": 1}`, ""},
		"union, inline":    {"Inline", `{"kind": "x"}`, ""},
		"default":          {"Default", `{"kind": "x", "radius": 1}`, ""},
		"union, fits none": {"Shape", `{"kind": "Box"}`, "schema: matches none of the alternatives"},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := openapi.Read([]byte(`
openapi: 3.0.3
info: {title: t, version: "1"}
paths: {/x: {get: {responses: {"200": {description: d,
	content: {application/json: {schema: {$ref: '#/components/schemas/`+tt.schema+`'}}}}}}}}
components:
 schemas:`+parts), openapi.Options{})
			require.NoError(t, err)
			var want []string
			if tt.want != "" {
				want = append(want, tt.want)
			}
			require.Equal(t, want, check(t, doc, tt.body))
		})
	}
}
