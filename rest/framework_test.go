package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// sealed has a schema that says nothing of what its service wants, either.
const sealed = `
openapi: 3.0.3
info: {title: Sealed, version: "1"}
components:
  schemas:
    Crate: {type: object, properties: {label: {type: string}, weight: {type: integer}, kind: {type: string}, lines: {type: array, items: {type: object, properties: {count: {type: integer}}}}}}
paths:
  /go-openapi: {post: &post {requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Crate"}}}}, responses: {"201": {description: made}, "422": {description: refused}}}}
  /kin-openapi: {post: *post}
  /fastify: {post: *post}
  /spring: {post: *post}
  /rails: {post: *post}
  /connexion: {post: *post}
`

// seals are what frameworks say of a label of less than 41 characters, a weight below
// 5,501, a kind that is none of two, no lines, and a line that counts less than 881.
var seals = map[string][5]string{
	"go-openapi": {
		`{"code":604,"message":"label in body should be at least 41 chars long"}`,
		`{"code":612,"message":"weight in body should be greater than or equal to 5501"}`,
		`{"code":606,"message":"kind in body should be one of [umber sienna]"}`,
		`{"code":602,"message":"lines in body is required"}`,
		`{"code":612,"message":"lines.0.count in body should be greater than or equal to 881"}`,
	},
	"kin-openapi": {
		"request body has an error: doesn't match schema #/components/schemas/Crate: Error at \"/label\": minimum " +
			"string length is 41\nSchema:\n  {\n    \"minLength\": 41\n  }\n",
		`request body has an error: doesn't match schema: Error at "/weight": number must be at least 5501`,
		`request body has an error: doesn't match schema: Error at "/kind": value is not one of the allowed values ["umber","sienna"]`,
		`request body has an error: doesn't match schema: Error at "/lines": property "lines" is missing`,
		`request body has an error: doesn't match schema: Error at "/lines/0/count": number must be at least 881`,
	},
	"fastify": {
		`{"statusCode":400,"message":"body/label must NOT have fewer than 41 characters"}`,
		`{"statusCode":400,"message":"body/weight must be >= 5501"}`,
		`{"statusCode":400,"message":"body/kind must be equal to one of the allowed values: umber, sienna"}`,
		`{"statusCode":400,"message":"body must have required property 'lines'"}`,
		`{"statusCode":400,"message":"body/lines/0/count must be >= 881"}`,
	},
	"spring": {
		`{"status":400,"path":"/spring","message":"create.crate.label: length must be between 41 and 60"}`,
		`{"status":400,"path":"/spring","message":"create.crate.weight: must be greater than or equal to 5501"}`,
		"{\"status\":400,\"path\":\"/spring\",\"message\":\"JSON parse error: Cannot deserialize value of " +
			"type `a.b.Kind` from String \\\"x\\\": not one of the values accepted for Enum class: [umber, sienna] " +
			"(through reference chain: a.b.Crate[\\\"kind\\\"])\"}",
		`{"status":400,"path":"/spring","message":"create.crate.lines: must not be empty"}`,
		`{"status":400,"path":"/spring","message":"create.crate.lines[0].count: must be greater than or equal to 881"}`,
	},
	"rails": {
		`{"errors":["Label is too short (minimum is 41 characters)"]}`,
		`{"errors":["Weight must be greater than or equal to 5501"]}`,
		`{"errors":{"kind":["must be umber or sienna"]}}`,
		`{"errors":["Lines can't be blank"]}`, `{"errors":{"lines.count":["must be greater than 880"]}}`,
	},
	"connexion": {
		`{"detail":"label: length must be at least 41","status":400}`,
		`{"detail":"7 is less than the minimum of 5501 - 'weight'","status":400}`,
		`{"detail":"'x' is not one of ['umber', 'sienna'] - 'kind'","status":400}`,
		`{"detail":"'lines' is a required property","status":400}`,
		`{"detail":"3 is less than the minimum of 881 - 'lines.0.count'","status":400}`,
	},
}

func newSealed() http.Handler {
	m := http.NewServeMux()
	for name, texts := range seals {
		m.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) {
			var in struct {
				Label, Kind string
				Weight      int
				Lines       []struct{ Count int }
			}
			wrong := -1
			switch err := json.NewDecoder(r.Body).Decode(&in); {
			case err != nil:
				http.Error(w, "unreadable", http.StatusBadRequest)
				return
			case len([]rune(in.Label)) < 41:
				wrong = 0
			case in.Weight < 5501:
				wrong = 1
			case in.Kind != "umber" && in.Kind != "sienna":
				wrong = 2
			case len(in.Lines) == 0:
				wrong = 3
			case in.Lines[0].Count < 881:
				wrong = 4
			}
			if wrong < 0 {
				w.WriteHeader(http.StatusCreated)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprint(w, texts[wrong])
		})
	}
	return m
}

// TestRefusalsOfFrameworksGuide: what refusals of frameworks say is done, one thing after the other.
func TestRefusalsOfFrameworksGuide(t *testing.T) {
	for seed := range uint64(3) {
		p := searched(t, sealed, Options{}, newSealed, 900, seed)
		assert.Len(t, succeeded(p), len(seals), "seed %d: %v", seed, strings.Join(succeeded(p), ", "))
	}
}
