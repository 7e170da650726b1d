package rules_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// TestRulesOfBoats shows rules a service with roles, keys and versions, with a defect and without one.
func TestRulesOfBoats(t *testing.T) {
	skiff, raft := ann("POST", "/boats", `{"name": "skiff"}`), ann("POST", "/boats", `{"name": "raft", "seats": 2}`)
	first, all, remove := ann("GET", "/boats/1", ""), ann("GET", "/boats", ""), ann("DELETE", "/boats/1", "")
	keyed := skiff
	keyed.Header = map[string]string{"Idempotency-Key": "k"}
	old := ann("PUT", "/boats/1", `{"name": "skiff", "version": 1}`)
	report := ann("PUT", "/boats/1/check", `{"report": "a leak"}`)
	for _, tt := range []struct {
		defect string
		code   int
		calls  []oracletest.Call
	}{
		{"key is ignored", rules.CodeDoneAgain, []oracletest.Call{keyed, keyed}},
		{"id by count", rules.CodeSameID,
			[]oracletest.Call{skiff, raft, remove, ann("POST", "/boats", `{"name": "canoe"}`)}},
		{"five seats", rules.CodeDefault, []oracletest.Call{skiff}},
		{"version is ignored", rules.CodeCondition, []oracletest.Call{skiff, old, old}},
		{"all of the owner", rules.CodeDeletesMore, []oracletest.Call{skiff, raft, all, remove, all}},
		{"reports come back", rules.CodeLeftBehind, []oracletest.Call{skiff, report, remove, skiff}},
		{"berth is a number", rules.CodeNotStored,
			[]oracletest.Call{ann("POST", "/boats", `{"name": "skiff", "berth": "007"}`), first}},
		{"empty is nothing", rules.CodeNotStored, []oracletest.Call{skiff, ann("PATCH", "/boats/1", `{"berth": "b"}`),
			first, ann("PATCH", "/boats/1", `{"berth": ""}`), first}},
	} {
		t.Run(tt.defect, func(t *testing.T) {
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: resttest.BoatsSchema,
				Faulty: resttest.Boats(tt.defect), Healthy: resttest.Boats(""), Calls: tt.calls})
		})
	}
}

// TestNextIDs: the second of two elements has the id 2 whether a client sends it or not.
func TestNextIDs(t *testing.T) {
	second := ann("POST", "/notes", `{"title": "b", "id": 2}`)
	found := oracletest.Findings(t, ruleOf(t, rules.CodeMassAssignment), resttest.NotesSchema, resttest.Notes("")(),
		[]oracletest.Call{makes, second})
	assert.Empty(t, found[1])
}

// TestStepsThatGoOn: a step that is made again and changes something else again is none that is made twice.
func TestStepsThatGoOn(t *testing.T) {
	steps := 0
	stock := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == "POST" {
			steps++
		}
		_, _ = io.WriteString(w, fmt.Sprintf(`{"id": 1, "low": %t, "size": %d}`, steps == 0, steps))
	})
	step := ann("POST", "/notes/1/archive", "")
	for i, found := range oracletest.Findings(t, ruleOf(t, rules.CodeStepTwice), resttest.NotesSchema, stock,
		[]oracletest.Call{reads, step, reads, step, reads}) {
		assert.Emptyf(t, found, "call %d", i)
	}
}

// TestOthersOfTheSameName: what a call below something else makes or names is not what has the id of that.
func TestOthersOfTheSameName(t *testing.T) {
	answer := `{"id": 2, "deskId": 1, "text": "b"}`
	tickets := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == "POST" {
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, answer)
			return
		}
		_, _ = io.WriteString(w, `{"id": 1, "deskId": 1, "text": "a"}`)
	})
	rule, shown := ruleOf(t, rules.CodeNotStored), ann("GET", "/tickets/1", "")
	for _, body := range []string{`{"text": "b", "urgent": true}`, `{"ticketId": 1, "text": "b"}`} {
		assert.Empty(t, oracletest.Findings(t, rule, resttest.DesksSchema, tickets,
			[]oracletest.Call{ann("POST", "/desks/1/tickets", body), shown})[1], body)
		answer = `{"id": 1, "text": "the desk"}`
	}
}

// pens is a service with names that no two pens have, and PUT that may change them.
const pens = `{"openapi": "3.0.3", "info": {"title": "Pens", "version": "1"}, "paths": {
	"/pens": {"post": {"description": "No two pens have one name.", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pen"}}}},
		"responses": {"201": {"description": "made"}, "409": {"description": "it cannot be"}}}},
	"/pens/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"put": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pen"}}}}, "responses": {"200": {"description": "changed"}, "409": {"description": "it cannot be"}}}}},
	"components": {"schemas": {"Pen": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}}}}`

// newPens constructs such a service with a defect, or with none: "".
func newPens(defect string) func() http.Handler {
	return func() http.Handler {
		var names []string
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var pen struct{ Name string }
			_ = json.NewDecoder(r.Body).Decode(&pen)
			id, _ := strconv.Atoi(path.Base(r.URL.Path))
			other := slices.Index(names, pen.Name) + 1
			w.Header().Set("Content-Type", "application/json")
			switch {
			case other > 0 && (other != id && defect != "a name by PUT" || defect == "the own name is taken"):
				w.WriteHeader(http.StatusConflict)
				_, _ = io.WriteString(w, `{"error": "another pen has this name"}`)
				return
			case r.Method == "POST":
				names = append(names, pen.Name)
				id = len(names)
				w.WriteHeader(http.StatusCreated)
			default:
				names[id-1] = pen.Name
			}
			_, _ = io.WriteString(w, fmt.Sprintf(`{"id": %d, "name": %q}`, id, pen.Name))
		})
	}
}

// TestRulesOfPens shows rules a service in which names are unique, with a defect and without one.
func TestRulesOfPens(t *testing.T) {
	red, blue := ann("POST", "/pens", `{"name": "red"}`), ann("POST", "/pens", `{"name": "blue"}`)
	green := ann("PUT", "/pens/1", `{"name": "green"}`)
	for defect, tt := range map[string]struct {
		code  int
		calls []oracletest.Call
	}{
		"a name by PUT": {rules.CodeTwice,
			[]oracletest.Call{red, blue, ann("PUT", "/pens/2", `{"name": "red"}`)}},
		"the own name is taken": {rules.CodeRepeatPut, []oracletest.Call{red, green, green}},
	} {
		t.Run(defect, func(t *testing.T) {
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: pens, Faulty: newPens(defect),
				Healthy: newPens(""), Calls: tt.calls})
		})
	}
}
