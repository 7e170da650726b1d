package rules_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// TestListsThatParametersWiden: a list that hides elements unless a parameter asks for them shows these elements with
// the parameter, also to a user who sees them nowhere else.
func TestListsThatParametersWiden(t *testing.T) {
	calls := []oracletest.Call{
		ann("POST", "/notes", "{}"), ann("GET", "/notes", ""),
		call("bob", "GET", "/notes", ""), call("bob", "GET", "/notes?status=void", ""),
	}
	script := []string{`201 {"id": 1}`, `200 [{"id": 1, "status": "void"}]`, "200 []",
		`200 [{"id": 1, "status": "void"}]`}
	for description, found := range map[string]bool{
		"Void notes are left out unless status asks for them.": false,
		"Void notes are left out unless state asks for them.":  true,
		"All notes.": true,
	} {
		schema := `{openapi: 3.0.3, info: {title: Notes, version: "1"}, paths: {/notes: {
			post: {responses: {"201": {description: made}}},
			get: {description: ` + description + `, parameters: [{name: status, in: query, schema: {type: string}}],
				responses: {"200": {description: all}}}}}}`
		all := oracletest.Findings(t, ruleOf(t, rules.CodeMissedCheck), schema, scripted(script)(), calls)
		assert.Equal(t, found, len(slices.Concat(all...)) > 0, description)
	}
}

// TestRoomOfAnotherNoun: a number that is used up and a maximum whose names have different nouns have nothing to do
// with each other.
func TestRoomOfAnotherNoun(t *testing.T) {
	shown := ann("GET", "/trips/1", "")
	for noun, found := range map[string]bool{"usedGuests": true, "usedWatts": false} {
		script := []string{`200 {"maxGuests": 1, "` + noun + `": 1}`, "201", `200 {"maxGuests": 1, "` + noun + `": 2}`}
		all := oracletest.Findings(t, ruleOf(t, rules.CodeOverfull), tripsSchema, scripted(script)(),
			[]oracletest.Call{shown, ann("POST", "/trips/1/tickets", ""), shown})
		assert.Equal(t, found, len(slices.Concat(all...)) > 0, noun)
	}
}
