package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// crewsSchema has crews, whose members are added to them, and what can be done with one that is deleted.
const crewsSchema = `
openapi: 3.0.3
info: {title: crews, version: "1"}
security: [{key: []}]
paths:
  /crews:
    get:
      parameters: [{name: q, in: query, description: "First name, last name or number.", schema: {type: string}}]
      responses: {"200": {description: all}}
    post: {requestBody: &body {content: {application/json: {schema: {$ref: '#/components/schemas/Crew'}}}},
		responses: {"201": &crew {
      description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Crew'}}}}}}
  /crews/{id}:
    parameters: &id [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {"200": *crew, "404": &none {description: none}}}
    patch: {requestBody: *body, responses: {"200": *crew}}
    delete: {description: For the harbour., responses: {"204": {description: gone}, "403": {description: no}}}
  /crews/{id}/restore: {parameters: *id, post: {responses: {"200": *crew}}}
  /crews/{id}/land: {parameters: *id, post: {responses: {"200": *crew, "409": {description: all are ashore}}}}
  /crews/{id}/papers: {parameters: *id, get: {description: Shown to officers. Only officers may see them.,
		responses: {"200": {description: all}, "403": {description: no}}},
    put: {responses: {"204": {description: stored}}}}
  /crews/{id}/sailors:
    parameters: *id
    post:
      parameters: [{name: Idempotency-Key, in: header, schema: {type: string}}]
      requestBody: &sailor {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses: {"201": {description: a sailor}}
  /crews/{id}/boats: {parameters: *id, post: {requestBody: *sailor, responses: {"201": *crew}}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: User}}
  schemas: {Crew: {type: object, properties: {id: {type: integer, readOnly: true}, name: {type: string},
		port: {type: string}, stage: {type: string}}}}
`

// TestTwins shows each rule two services whose answers look much the same: one has the
// defect, the other has good reasons.
func TestTwins(t *testing.T) {
	crew, shown, remove := ann("POST", "/crews", `{"name": "a", "port": "x"}`), ann("GET", "/crews/1", ""),
		ann("DELETE", "/crews/1", "")
	patch, port := ann("PATCH", "/crews/1", `{"name": "b"}`), ann("PATCH", "/crews/1", `{"port": "y"}`)
	land, search := ann("POST", "/crews/1/land", ""), ann("GET", "/crews?q=Ann", "")
	sailor := func(key, name string) oracletest.Call {
		return oracletest.Call{User: "ann", Method: "POST", Target: "/crews/1/sailors",
			Body: `{"name": "` + name + `"}`, Header: map[string]string{"Idempotency-Key": key}}
	}
	boat := func(name string) oracletest.Call { return ann("POST", "/crews/main/boats", `{"name": "`+name+`"}`) }
	const first, made, ashore = `200 {"id": 1, "name": "a", "port": "x"}`,
		`201 {"id": 1, "name": "a", "port": "x"}`,
		`200 {"id": 1, "stage": "landing", "sailors": [{"id": 1, "ashore": true}, {"id": 2, "ashore": false}]}`
	for name, tt := range map[string]struct {
		code            int
		calls           []oracletest.Call
		faulty, healthy []string
	}{
		"restores": {rules.CodeUsedDeleted, []oracletest.Call{crew, remove, ann("POST", "/crews/1/restore", ""),
			shown},
			[]string{made, "204", first, "404"}, []string{made, "204", first, first}},
		"undeletes by PATCH": {rules.CodeUsedDeleted, []oracletest.Call{crew, remove, patch, shown},
			[]string{made, "204", first, "404"},
			[]string{made, "204", first, `200 {"id": 1, "name": "b", "port": "x"}`}},
		"resets another member": {rules.CodePatchMore, []oracletest.Call{crew, shown, patch, shown},
			[]string{made, first, first, `200 {"id": 1, "name": "b", "port": ""}`},
			[]string{made, first, `200 {"id": 1, "name": "b"}`, `200 {"id": 1, "name": "a", "port": ""}`}},
		"was never stored": {rules.CodePatchMore, []oracletest.Call{shown, port, shown, patch, shown},
			[]string{first, first, `200 {"id": 1, "name": "a", "port": "y"}`, first, `200 {"id": 1, "name": "b",
					"port": "x"}`},
			[]string{first, `200 {"id": 1, "name": "a", "port": "y"}`, first, `200 {"id": 1, "name": "b", "port": "x"}`,
				`200 {"id": 1, "name": "b", "port": "x"}`}},
		"searches in several members": {rules.CodeFilter, []oracletest.Call{search},
			[]string{`200 [{"id": 1, "first_name": "Bob", "last_name": "Lee", "number": "8"}]`},
			[]string{`200 [{"id": 1, "first_name": "Ann", "last_name": "Lee", "number": "8"}]`}},
		"searches in a member of another name": {rules.CodeFilter, []oracletest.Call{search},
			[]string{`200 [{"id": 1, "remark": "Bob", "number": "8"}]`},
			[]string{`200 [{"id": 1, "remark": "Ann", "number": "8"}]`}},
		"made in parts": {rules.CodeStepTwice, []oracletest.Call{shown, land, shown, land, shown},
			[]string{`200 {"id": 1, "stage": "at sea", "sailors": []}`, ashore, ashore, ashore, ashore},
			[]string{`200 {"id": 1, "stage": "at sea", "sailors": []}`, ashore, ashore, ashore, `200 {"id": 1,
					"stage": "landing", "sailors": [{"id": 1, "ashore": true}, {"id": 2, "ashore": true}]}`}},
		"another key": {rules.CodeSameID, []oracletest.Call{sailor("k", "Ada"), sailor("l", "Bea")},
			[]string{`201 {"id": 7, "name": "Ada"}`, `201 {"id": 7, "name": "Bea"}`},
			[]string{`201 {"id": 7, "name": "Ada"}`, `201 {"id": 8, "name": "Bea"}`}},
		"the same key": {rules.CodeSameID, []oracletest.Call{sailor("k", "Ada"), sailor("k", "Bea")},
			nil, []string{`201 {"id": 7, "name": "Ada"}`, `201 {"id": 7, "name": "Ada"}`}},
		"answers the crew": {rules.CodeSameID, []oracletest.Call{ann("GET", "/crews/main", ""), boat("Cod"),
			boat("Eel"), sailor("", "Ada"), sailor("", "Bea")},
			[]string{`200 {"id": 7, "name": "a", "size": 0}`, `201 {"id": 7, "name": "a", "size": 1}`,
				`201 {"id": 7, "name": "a", "size": 2}`, `201 {"id": 9, "name": "Ada"}`,
				`201 {"id": 9, "name": "Bea"}`},
			[]string{`200 {"id": 7, "name": "a", "size": 0}`, `201 {"id": 7, "name": "a", "size": 1}`,
				`201 {"id": 7, "name": "a", "size": 2}`, `201 {"id": 8, "name": "Ada"}`,
				`201 {"id": 9, "name": "Bea"}`}},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.faulty == nil {
				for _, found := range oracletest.Findings(t, ruleOf(t, tt.code), crewsSchema, scripted(tt.healthy)(),
					tt.calls) {
					assert.Empty(t, found)
				}
				return
			}
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: crewsSchema, Faulty: scripted(tt.faulty),
				Healthy: scripted(tt.healthy), Calls: tt.calls})
		})
	}
}

// TestRolesThatAreNamed: who is refused what the schema says to be for others may well do what it does not say so of.
func TestRolesThatAreNamed(t *testing.T) {
	bob := func(method, target string) oracletest.Call { return call("bob", method, target, `{}`) }
	for name, tt := range map[string]struct {
		calls  []oracletest.Call
		script []string
		found  bool
	}{
		"reads for officers, writes for all": {[]oracletest.Call{ann("GET", "/crews/1/papers", ""),
			call("bob", "GET", "/crews/1/papers", ""), bob("PUT", "/crews/1/papers")},
			[]string{`200 []`, "403", "204"}, false},
		"refused to read, and changes": {[]oracletest.Call{ann("GET", "/crews/1", ""),
			call("bob", "GET", "/crews/1", ""), bob("PATCH", "/crews/1")},
			[]string{`200 {"id": 1}`, "403", `200 {"id": 1}`}, true},
	} {
		t.Run(name, func(t *testing.T) {
			found := oracletest.Findings(t, ruleOf(t, rules.CodeMissedCheck), crewsSchema, scripted(tt.script)(),
				tt.calls)
			if len(found[len(found)-1]) > 0 != tt.found {
				t.Error(found)
			}
		})
	}
}
