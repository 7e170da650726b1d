package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

const cratesSchema = `
openapi: 3.0.3
info: {title: crates, version: "1"}
paths:
  /crates:
    post: &makes {requestBody: &body {content: {application/json: {schema: {type: object}}}}, responses: {
      "201": &one {description: one, content: {application/json: {schema: {type: object}}}}}}
  /crates/{code}:
    parameters: &at [{name: code, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": *one}}
    patch: {requestBody: *body, responses: {"200": *one}}
    delete: {responses: {"204": {description: gone}}}
  /crates/{code}/moves:
    parameters: *at
    get: {responses: {"200": *one}}
    post: {requestBody: *body, responses: {"200": *one, "409": {description: not now}}}
  /stacks: {post: *makes}
`

// TestRulesOfCounts: a refusal moves no number of things, unless reads or refusals may be counted. A member that is
// called like another one's key is no key.
func TestRulesOfCounts(t *testing.T) {
	read, move := ann("GET", "/crates/a", ""), ann("POST", "/crates/a/moves", `{"to": "b"}`)
	makes := func(body string) oracletest.Call { return ann("POST", "/crates", body) }
	for name, tt := range map[string]struct {
		code    int
		calls   []oracletest.Call
		answers []string
		found   bool
	}{
		"a refusal takes an item": {rules.CodeRefusedChange, []oracletest.Call{read, move, read},
			[]string{`200 {"item_count": 2}`, `409 {}`, `200 {"item_count": 1}`}, true},
		"a refusal adds an item": {rules.CodeRefusedChange, []oracletest.Call{read, read, move, read},
			[]string{`200 {"itemCount": 2}`, `200 {"itemCount": 2}`, `409 {}`, `200 {"itemCount": 3}`}, true},
		"reads are counted": {rules.CodeRefusedChange, []oracletest.Call{read, read, move, read},
			[]string{`200 {"item_count": 2}`, `200 {"item_count": 3}`, `409 {}`, `200 {"item_count": 4}`}, false},
		"refusals are counted": {rules.CodeRefusedChange, []oracletest.Call{read, read, move, read},
			[]string{`200 {"failed_count": 2}`, `200 {"failed_count": 2}`, `409 {}`, `200 {"failed_count": 3}`}, false},
		"the name of one is the key of another": {rules.CodeNotStored,
			[]oracletest.Call{makes(`{"code": "a", "name": "x"}`), makes(`{"code": "c", "name": "a"}`), read},
			[]string{`201 {"code": "a", "name": "x"}`, `201 {"code": "c", "name": "a"}`,
				`200 {"code": "a", "name": "x"}`}, false},
		"a deleted one is named": {rules.CodeUsedDeleted, []oracletest.Call{makes(`{"code": "a", "owner": "o"}`),
			ann("DELETE", "/crates/a", ""), ann("POST", "/stacks", `{"id": 1, "crate": "a"}`)},
			[]string{`201 {"code": "a", "owner": "o"}`, `204`, `201 {"id": 1, "crate": "a"}`}, true},
		"another path with a slash in it": {rules.CodeMissedCheck, []oracletest.Call{
			call("ben", "POST", "/crates", `{"code": "a"}`), ann("GET", "/crates/a%2F", ""),
			ann("POST", "/crates/a/moves", `{"to": "b"}`)},
			[]string{`201 {"code": "a"}`, `404 {}`, `200 {"code": "a"}`}, false},
		"an element of another user": {rules.CodeMissedCheck, []oracletest.Call{
			call("ben", "POST", "/crates", `{"code": "a"}`), ann("GET", "/crates/a", ""),
			ann("POST", "/crates/a/moves", `{"to": "b"}`)},
			[]string{`201 {"code": "a"}`, `404 {}`, `200 {"code": "a"}`}, true},
		"a total of parts": {rules.CodeTotal, []oracletest.Call{ann("GET", "/crates/a/moves", "")},
			[]string{`200 {"moves": [{"weight": 3}, {"weight": 4}], "total": 7}`}, false},
		"a total of too many": {rules.CodeTotal, []oracletest.Call{ann("GET", "/crates/a/moves", "")},
			[]string{`200 {"moves": [{"weight": 3}, {"weight": 4}], "total": 3}`}, true},
		"a change to what a new one is refused for": {rules.CodeTwice, []oracletest.Call{
			makes(`{"code": "a", "weight": 0}`), makes(`{"code": "a", "weight": 3}`),
			ann("PATCH", "/crates/a", `{"weight": 0}`)},
			[]string{`422 {}`, `201 {"code": "a", "weight": 3}`, `200 {"code": "a", "weight": 0}`}, true},
		"a change to the state that no new one has": {rules.CodeTwice, []oracletest.Call{
			makes(`{"code": "a", "status": "sold"}`), makes(`{"code": "a", "status": "new"}`),
			ann("PATCH", "/crates/a", `{"status": "sold"}`)},
			[]string{`422 {}`, `201 {"code": "a", "status": "new"}`, `200 {"code": "a", "status": "sold"}`}, false},
		"the owner is called like the deleted one": {rules.CodeUsedDeleted, []oracletest.Call{
			makes(`{"code": "a", "crate": "a"}`), ann("DELETE", "/crates/a", ""),
			ann("POST", "/stacks", `{"id": 1, "crate": "a"}`)},
			[]string{`201 {"code": "a", "crate": "a"}`, `204`, `201 {"id": 1, "crate": "a"}`}, false},
	} {
		t.Run(name, func(t *testing.T) {
			found := oracletest.Findings(t, ruleOf(t, tt.code), cratesSchema, scripted(tt.answers)(), tt.calls)
			assert.Equal(t, tt.found, len(found[len(found)-1]) > 0, "%v", found)
		})
	}
}
