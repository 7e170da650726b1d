package protocol_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/protocol"
)

const posts = `
openapi: 3.0.3
info: {title: posts, version: "1"}
security: [{key: []}]
paths:
  /posts:
    get:
      responses:
        "200":
          description: all
          headers: {X-Count: {required: true, schema: {type: integer}}, X-Order: {schema: {type: string, enum: [up, down]}}}
          content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Post"}}}}
    head: {responses: {"200": {description: all}}}
    options: {responses: {"204": {description: methods}}}
    trace: {responses: {"200": {description: the call}}}
    post:
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Post"}}}}
      responses: {"201": {description: made, content: {application/json: {schema: {$ref: "#/components/schemas/Post"}}}}}
    put: {responses: {"200": {description: replaced}}}
  /posts/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    delete: {responses: {"204": {description: gone}, "404": {description: none}}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: User}}
  schemas: {Post: {type: object, properties: {text: {type: string}, pin: {type: string, writeOnly: true}}}}
`

func ruleOf(t *testing.T, code int) *oracle.Rule {
	for _, r := range protocol.Rules() {
		if r.Code == code {
			return r
		}
	}
	t.Fatalf("there is no rule %d", code)
	return nil
}

// answer is what a service says to a call.
type answer struct {
	status int
	body   string
	header []string // names and values in turn
}

// inTurn says one answer after the other, and none that is wrong after that.
func inTurn(answers ...answer) func() http.Handler {
	return func() http.Handler {
		n := 0
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			a := answers[min(n, len(answers)-1)]
			n++
			for i := 0; i < len(a.header); i += 2 {
				w.Header().Set(a.header[i], a.header[i+1])
			}
			w.WriteHeader(a.status)
			_, _ = io.WriteString(w, a.body)
		})
	}
}

func ann(method, target, body string) oracletest.Call {
	return oracletest.Call{User: "ann", Method: method, Target: target, Body: body}
}

// TestRules shows each rule answers with a breach and without.
func TestRules(t *testing.T) {
	all, json := ann("GET", "/posts", ""), []string{"Content-Type", "application/json"}
	token := ann("TRACE", "/posts", "")
	token.Header = map[string]string{"Authorization": "Bearer one"}
	xml := ann("POST", "/posts", `<post/>`)
	xml.Header = map[string]string{"Content-Type": "application/xml"}
	says := func(status int, body string, header ...string) answer { return answer{status, body, header} }
	options := says(204, "", "Allow", "GET, HEAD, PUT")
	for name, tt := range map[string]struct {
		code         int
		wrong, right []answer
		calls        []oracletest.Call
	}{
		"no challenge": {protocol.CodeChallenge, []answer{says(401, "")},
			[]answer{says(401, "", "WWW-Authenticate", "Bearer")}, []oracletest.Call{all}},
		"no allow": {protocol.CodeAllow, []answer{says(405, "")},
			[]answer{says(405, "", "Allow", "POST, PUT")}, []oracletest.Call{all}},
		"allowed": {protocol.CodeAllow, []answer{says(405, "", "Allow", "POST, get")},
			[]answer{says(405, "", "Allow", "")}, []oracletest.Call{all}},
		"no body": {protocol.CodeNoPayload, []answer{says(415, "")}, []answer{says(400, "")},
			[]oracletest.Call{all}},
		"no upgrade": {protocol.CodeUpgrade, []answer{says(426, "")}, []answer{says(426, "", "Upgrade", "h2c")},
			[]oracletest.Call{all}},
		"made by GET": {protocol.CodeMisleading, []answer{says(201, "")}, []answer{says(200, "")},
			[]oracletest.Call{all}},
		"no head": {protocol.CodeHead, []answer{says(200, ""), says(405, "")}, []answer{says(200, "")},
			[]oracletest.Call{all, ann("HEAD", "/posts", "")}},
		"head of another": {protocol.CodeHead, []answer{says(200, "[]", json...), says(200, "", "Content-Type",
			"text/html")}, []answer{says(200, "", json...)}, []oracletest.Call{all, ann("HEAD", "/posts", "")}},
		"lists too much": {protocol.CodeOptions, []answer{options, says(405, "")}, []answer{options, says(200, "")},
			[]oracletest.Call{ann("OPTIONS", "/posts", ""), ann("PUT", "/posts", "")}},
		"lists too little": {protocol.CodeOptions,
			[]answer{says(201, "{}"), options}, []answer{says(201, "{}"), says(204, "", "Allow", "GET, POST")},
			[]oracletest.Call{ann("POST", "/posts", "{}"), ann("OPTIONS", "/posts", "")}},
		"echoes": {protocol.CodeTrace, []answer{says(200, "TRACE /posts\nAuthorization: Bearer one")},
			[]answer{says(200, "TRACE /posts")}, []oracletest.Call{token}},
		"public": {protocol.CodeShared, []answer{says(200, "[]", "Cache-Control", "public, max-age=60")},
			[]answer{says(200, "[]", "Cache-Control", "private, max-age=60")}, []oracletest.Call{all}},
		"fresh": {protocol.CodeShared, []answer{says(200, "[]", "Cache-Control", "max-age=60")},
			[]answer{says(200, "[]", "Cache-Control", "max-age=60", "Vary", "User")}, []oracletest.Call{all}},
		"not modified": {protocol.CodeUnasked, []answer{says(304, "")}, []answer{says(200, "")},
			[]oracletest.Call{all}},
		"204 with a body": {protocol.CodeContent, []answer{says(204, "{}")}, []answer{says(204, "")},
			[]oracletest.Call{ann("DELETE", "/posts/1", "")}},
		"unsteady": {protocol.CodeUnsteady, []answer{says(200, "[]"), says(200, ""), says(400, "")},
			[]answer{says(200, "[]"), says(200, ""), says(429, "")},
			[]oracletest.Call{all, ann("HEAD", "/posts", ""), all}},
		"deleted twice": {protocol.CodeDeletedAgain, []answer{says(204, "")}, []answer{says(204, ""),
			says(404, "")}, []oracletest.Call{ann("DELETE", "/posts/1", ""), ann("DELETE", "/posts/1", "")}},
		"no count": {protocol.CodeHeaders, []answer{says(200, "[]")},
			[]answer{says(200, "[]", "X-Count", "0")}, []oracletest.Call{all}},
		"no number": {protocol.CodeHeaders, []answer{says(200, "[]", "X-Count", "some")},
			[]answer{says(200, "[]", "X-Count", "12", "X-Order", "up")}, []oracletest.Call{all}},
		"no choice": {protocol.CodeHeaders, []answer{says(200, "[]", "X-Count", "1", "X-Order", "left")},
			[]answer{says(200, "[]", "X-Count", "1")}, []oracletest.Call{all}},
		"shows a pin": {protocol.CodeWriteOnly, []answer{says(201, `{"text": "a", "pin": "1234"}`, json...)},
			[]answer{says(201, `{"text": "a", "pin": "****"}`, json...)},
			[]oracletest.Call{ann("POST", "/posts", `{"pin": "1234"}`)}},
		"shows pins": {protocol.CodeWriteOnly, []answer{says(200, `[{"pin": ""}, {"pin": "1234"}]`, json...)},
			[]answer{says(200, `[{"pin": null}]`, json...)}, []oracletest.Call{all}},
		"refuses its type": {protocol.CodeMediaType, []answer{says(415, "")}, []answer{says(400, "")},
			[]oracletest.Call{ann("POST", "/posts", "{}")}},
		"accepts any type": {protocol.CodeForeignType, []answer{says(201, "")}, []answer{says(415, "")},
			[]oracletest.Call{xml}},
		"refuses its answer": {protocol.CodeMediaType, []answer{says(406, "")}, []answer{says(200, "")},
			[]oracletest.Call{all}},
	} {
		t.Run(name, func(t *testing.T) {
			rule := ruleOf(t, tt.code)
			oracletestOf(t, rule, inTurn(tt.wrong...), inTurn(tt.right...), tt.calls)
		})
	}
}

// oracletestOf is the kit for oracles but for the services that answer nothing of use: what they say may itself be a
// breach.
func oracletestOf(t *testing.T, rule *oracle.Rule, wrong, right func() http.Handler, calls []oracletest.Call) {
	found := oracletest.Findings(t, rule, posts, wrong(), calls)
	for i, f := range found[:len(found)-1] {
		assert.Emptyf(t, f, "call %d", i)
	}
	assert.NotEmpty(t, found[len(found)-1])
	assert.Equal(t, found, oracletest.Findings(t, rule, posts, wrong(), calls))
	for i, f := range oracletest.Findings(t, rule, posts, right(), calls) {
		assert.Emptyf(t, f, "call %d of the healthy service", i)
	}
}

// TestOddAnswers: what answers without sense say is no breach of the rules that are on by default.
func TestOddAnswers(t *testing.T) {
	for _, r := range protocol.Rules() {
		if r.OptIn {
			continue
		}
		for _, a := range []answer{{500, "out of order", nil}, {401, "{}", nil}, {404, "null", nil}, {503, "", nil}} {
			assert.Empty(t, oracletest.Findings(t, r, posts, inTurn(a)(),
				[]oracletest.Call{ann("GET", "/posts", "")})[0], "%d %v", r.Code, a)
		}
	}
}

// TestNotes: a service that keeps to the protocol breaches no rule that is on by default.
func TestNotes(t *testing.T) {
	calls := []oracletest.Call{ann("POST", "/notes", `{"title": "a", "password": "one"}`), ann("GET", "/notes/1", ""),
		ann("HEAD", "/notes/1", ""), ann("GET", "/notes", "")}
	for _, r := range protocol.Rules() {
		for i, found := range oracletest.Findings(t, r, resttest.NotesSchema, resttest.Notes("")(), calls) {
			assert.Empty(t, found, "%d: call %d", r.Code, i)
		}
	}
	found := oracletest.Findings(t, ruleOf(t, protocol.CodeHead), resttest.NotesSchema,
		resttest.Notes("no head")(), calls)
	assert.Len(t, found[2], 1)
}

// TestRulesAreTold: each has a code of its own, a name and an explanation.
func TestRulesAreTold(t *testing.T) {
	codes := map[int]bool{}
	for _, r := range protocol.Rules() {
		assert.False(t, codes[r.Code], r.Code)
		codes[r.Code] = true
		assert.NotEmpty(t, r.Name)
		assert.NotEmpty(t, r.Explanation)
	}
	assert.Len(t, protocol.Codes(), len(codes))
}

// A search with all rules about HTTP itself has their codes in its options.
func Example() {
	for _, r := range protocol.Rules() {
		if !r.OptIn {
			fmt.Println(r.Code, r.Name, "-", r.Severity)
		}
	}
	// Output:
	// 1109 header against the schema - low
	// 1110 write-only member in an answer - medium
}
