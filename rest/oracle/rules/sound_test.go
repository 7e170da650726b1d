package rules_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

const valvesSchema = `
openapi: 3.0.3
info: {title: valves, version: "1"}
paths:
  /valves:
    get: {responses: {"200": &valves {description: all, content: {application/json: {schema: {type: array,
      items: &valve {type: object, properties: {id: {type: integer}, name: {type: string}, version: {type: integer},
        open: {type: boolean}, flow: {type: integer, minimum: 0, maximum: 10}}}}}}}}}
    post: {requestBody: &body {content: {application/json: {schema: *valve}}}, responses: {
      "201": &one {description: one, content: {application/json: {schema: *valve}}}}}
  /valves/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {"200": *one}}
    put:
      parameters: [{name: If-Match, in: header, schema: {type: string}}]
      requestBody: *body
      responses: {"200": *one, "400": {description: bad}, "412": {description: changed}}
`

// valves answers with one valve. It refuses a PUT with the given text, and lists no valve to a body that asks for
// other names.
func valves(refusal string, empty bool) http.Handler {
	one := func(w http.ResponseWriter, status int) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("ETag", `"7"`)
		w.WriteHeader(status)
		fmt.Fprint(w, `{"id": 1, "name": "a", "version": 3}`)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /valves", func(w http.ResponseWriter, r *http.Request) { one(w, 201) })
	mux.HandleFunc("GET /valves/1", func(w http.ResponseWriter, r *http.Request) { one(w, 200) })
	mux.HandleFunc("GET /valves", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		if empty || strings.Contains(string(body), "name") {
			fmt.Fprint(w, `[]`)
			return
		}
		fmt.Fprint(w, `[{"id": 1, "name": "a", "version": 3}]`)
	})
	mux.HandleFunc("PUT /valves/1", func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); refusal != "" && !strings.Contains(string(body), "true") {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(400)
			fmt.Fprintf(w, `{"error": %q}`, refusal)
			return
		}
		one(w, 200)
	})
	return mux
}

// TestRulesAreSound shows pairs of calls that differ in the one thing which makes a defect of it.
func TestRulesAreSound(t *testing.T) {
	makes, reads := ann("POST", "/valves", `{"name": "a"}`), ann("GET", "/valves/1", "")
	match := func(tag, body string) oracletest.Call {
		c := ann("PUT", "/valves/1", body)
		c.Header = map[string]string{"If-Match": tag}
		return c
	}
	opens := ann("PUT", "/valves/1", `{"open": true, "flow": 5}`)
	for name, tt := range map[string]struct {
		code    int
		refusal string
		empty   bool
		calls   []oracletest.Call
		found   bool
	}{
		"list without": {rules.CodeNotListed, "", true,
			[]oracletest.Call{makes, reads, ann("GET", "/valves", "")}, true},
		"list that a body filters": {rules.CodeNotListed, "", false,
			[]oracletest.Call{makes, reads, ann("GET", "/valves", `{"name": "b"}`)}, false},
		"body that filters behind a refusal": {rules.CodeRefusedChange, "no", false, []oracletest.Call{makes,
			ann("GET", "/valves", ""), ann("PUT", "/valves/1", `{"name": "c"}`),
			ann("GET", "/valves", `{"name": "b"}`)}, false},
		"body that filters behind a read": {rules.CodeUnsafe, "", false, []oracletest.Call{makes,
			ann("GET", "/valves", ""), reads, ann("GET", "/valves", `{"name": "b"}`)}, false},
		"another version": {rules.CodeCondition, "", false,
			[]oracletest.Call{makes, reads, match(`"8"`, `{"name": "b"}`)}, true},
		"tag without marks": {rules.CodeCondition, "", false,
			[]oracletest.Call{makes, reads, match(`7`, `{"name": "b"}`)}, false},
		"weak tag": {rules.CodeCondition, "", false,
			[]oracletest.Call{makes, reads, match(`W/"7"`, `{"name": "b"}`)}, false},
		"tag is the version": {rules.CodeCondition, "", false,
			[]oracletest.Call{makes, reads, match(`3`, `{"name": "b"}`)}, false},
		"version in the body": {rules.CodeCondition, "", false,
			[]oracletest.Call{makes, reads, match(`"8"`, `{"version": 3}`)}, false},
		"old version in the body": {rules.CodeCondition, "", false,
			[]oracletest.Call{makes, reads, match(`"8"`, `{"version": 2}`)}, true},
		"false is missing": {rules.CodeValidRefused, "open is required", false,
			[]oracletest.Call{makes, opens, ann("PUT", "/valves/1", `{"open": false}`)}, true},
		"false for the matter": {rules.CodeValidRefused, "open: the pump needs it", false,
			[]oracletest.Call{makes, opens, ann("PUT", "/valves/1", `{"open": false}`)}, false},
		"limit of the program": {rules.CodeValidRefused, "flow must be at least 1", false,
			[]oracletest.Call{makes, opens, ann("PUT", "/valves/1", `{"flow": 0}`)}, true},
		"limit that does not apply": {rules.CodeValidRefused, "flow must be at least 0", false,
			[]oracletest.Call{makes, opens, ann("PUT", "/valves/1", `{"flow": 0}`)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			found := oracletest.Findings(t, ruleOf(t, tt.code), valvesSchema, valves(tt.refusal, tt.empty), tt.calls)
			assert.Equal(t, tt.found, len(found[len(found)-1]) > 0, "%v", found)
		})
	}
}
