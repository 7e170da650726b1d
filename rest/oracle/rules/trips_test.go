package rules_test

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// tripsSchema is that of a service of trips, their tickets and what guests say of them.
const tripsSchema = `{"openapi": "3.0.3", "info": {"title": "trips", "version": "1"}, "security": [{"key": []}], "paths": {
	"/trips": {"post": {"summary": "Plan a trip", "description": "For the office.", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Trip"}}}},
		"responses": {"201": {"description": "made", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Trip"}}}}, "403": {"description": "no"}, "409": {"description": "There is one on that day"}}}},
	"/trips/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"get": {"responses": {"200": {"description": "one", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Trip"}}}}, "404": {"description": "none"}}},
		"delete": {"description": "For the office.", "responses": {"204": {"description": "gone"}, "403": {"description": "no"}}}},
	"/trips/{id}/start": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"post": {"summary": "Start a planned trip", "responses": {"200": {"description": "started", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Trip"}}}}, "409": {"description": "no"}}}},
	"/trips/{id}/cancel": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"post": {"summary": "Cancel a trip that is planned or started", "responses": {"200": {"description": "cancelled", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Trip"}}}}, "409": {"description": "no"}}}},
	"/trips/{id}/tickets": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"get": {"responses": {"200": {"description": "all"}, "403": {"description": "no"}, "404": {"description": "none"}}},
		"post": {"responses": {"201": {"description": "made"}, "409": {"description": "full"}}}},
	"/trips/{id}/grade": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"put": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"stars": {"type": "integer"}}}}}}, "responses": {"200": {"description": "graded"}}}},
	"/trips/{id}/grades": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"get": {"responses": {"200": {"description": "all"}}}},
	"/tickets/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"delete": {"description": "Who waits gets the seat.", "responses": {"204": {"description": "gone"}}}},
	"/tickets/{id}/undo": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}], "post": {"responses": {"200": {"description": "undone"}}}},
	"/tickets/{id}/release": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}], "post": {"responses": {"200": {"description": "released"}}}},
	"/sums": {"get": {"responses": {"200": {"description": "sums"}}}}},
	"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "User"}}, "schemas": {"Trip": {"type": "object", "properties": {
		"id": {"type": "integer", "readOnly": true}, "day": {"type": "string", "format": "date"}, "status": {"type": "string", "readOnly": true, "enum": ["planned", "started", "cancelled"]}}}}}}`

// scripted returns a constructor of a service that gives the answers of a script, each "201 {...}", one after the
// other.
func scripted(answers []string) func() http.Handler {
	return func() http.Handler {
		n := 0
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			status, body, _ := strings.Cut(answers[n%len(answers)], " ")
			n++
			code, _ := strconv.Atoi(status)
			if body != "" {
				w.Header().Set("Content-Type", "application/json")
			}
			w.WriteHeader(code)
			_, _ = io.WriteString(w, body)
		})
	}
}

// TestRulesOfTrips shows rules the same calls answered by a service with a defect and by one without.
func TestRulesOfTrips(t *testing.T) {
	trip, shown := ann("POST", "/trips", `{"day": "2031-01-01"}`), ann("GET", "/trips/1", "")
	start, cancel := ann("POST", "/trips/1/start", ""), ann("POST", "/trips/1/cancel", "")
	ticket := ann("POST", "/trips/1/tickets", "")
	grade, grades := ann("PUT", "/trips/1/grade", `{"stars": 3}`), ann("GET", "/trips/1/grades", "")
	planned, started, cancelled := `{"id": 1, "status": "planned"}`, `{"id": 1, "status": "started"}`,
		`{"id": 1, "status": "cancelled"}`
	const taken, lone, two = `409 {"error": "taken"}`, `200 [{"id": 2, "stars": 5}]`,
		`200 [{"id": 2, "stars": 5}, {"id": 3, "stars": 2}]`
	for name, tt := range map[string]struct {
		code    int
		calls   []oracletest.Call
		script  []string // with the defect
		healthy []string // its end without
	}{
		"starts again": {rules.CodeMisplaced, []oracletest.Call{trip, start, shown, start},
			[]string{"201 " + planned, "200 " + started, "200 " + started, "200 " + started}, []string{"409"}},
		"starts what is over": {rules.CodeMisplaced, []oracletest.Call{trip, cancel, shown, start},
			[]string{"201 " + planned, "200 " + cancelled, "200 " + cancelled, "200 " + started}, []string{"409"}},
		"cancels twice": {rules.CodeMisplaced, []oracletest.Call{trip, cancel, shown, cancel},
			[]string{"201 " + planned, "200 " + cancelled, "200 " + cancelled, "200 " + cancelled}, []string{"409"}},
		"cancelled in the way": {rules.CodeNotFreed, []oracletest.Call{trip, trip, cancel, trip},
			[]string{"201 " + planned, taken, "200 " + cancelled, taken}, []string{"201 " + planned}},
		"one seat more": {rules.CodeOverfull, []oracletest.Call{shown, ticket, shown},
			[]string{`200 {"seats": 1, "seatsTaken": 1}`, "201",
				`200 {"seats": 1, "seatsTaken": 2}`}, []string{`200 {"seats": 1, "seatsTaken": 1}`}},
		"one of too many": {rules.CodeOverfull, []oracletest.Call{shown, ticket, shown},
			[]string{`200 {"maxGuests": 1, "guestCount": 1}`, "201",
				`200 {"maxGuests": 1, "guestCount": 2}`}, []string{`200 {"maxGuests": 1, "guestCount": 1}`}},
		"above capacity": {rules.CodeOverfull, []oracletest.Call{shown, ticket, shown},
			[]string{`200 {"capacity": 1, "taken": 1}`, "201",
				`200 {"capacity": 1, "taken": 2}`}, []string{`200 {"capacity": 1, "taken": 1}`}},
		"below zero": {rules.CodeOverfull, []oracletest.Call{shown, ticket, shown},
			[]string{`200 {"available": 0}`, "201", `200 {"available": -1}`}, []string{`200 {"available": 0}`}},
		"waits for ever": {rules.CodeOverfull, []oracletest.Call{shown, ann("DELETE", "/tickets/2", ""), shown},
			[]string{`200 {"seats": 1, "seatsTaken": 1, "waiting": 1}`, "204",
				`200 {"seats": 1, "seatsTaken": 0, "waiting": 1}`},
			[]string{`200 {"seats": 1, "seatsTaken": 1, "waiting": 0}`}},
		"grades twice": {rules.CodeRepeatPut, []oracletest.Call{grade, grades, grade, grades},
			[]string{"200", lone, "200", two}, []string{lone}},
	} {
		t.Run(name, func(t *testing.T) {
			healthy := append(append([]string{}, tt.script[:len(tt.script)-len(tt.healthy)]...), tt.healthy...)
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: tripsSchema, Faulty: scripted(tt.script),
				Healthy: scripted(healthy), Calls: tt.calls})
		})
	}
}

// TestStatesOfDescriptions: a description that says what something becomes, or where something is not allowed, does not
// say where alone it is.
func TestStatesOfDescriptions(t *testing.T) {
	for words, found := range map[string]bool{
		"Start a planned trip": true, "Turn it into a planned trip": false, "Start a trip that is not planned": false,
		"Start a trip": false, "Only planned trips can be started": true,
	} {
		schema := strings.Replace(tripsSchema, "Start a planned trip", words, 1)
		over := `200 {"id": 1, "status": "cancelled"}`
		answers := scripted([]string{over, `200 {"id": 1, "status": "started"}`})
		got := oracletest.Findings(t, ruleOf(t, rules.CodeMisplaced), schema, answers(),
			[]oracletest.Call{ann("GET", "/trips/1", ""), ann("POST", "/trips/1/start", "")})
		if len(got[1]) > 0 != found {
			t.Errorf("%s: %v", words, got[1])
		}
	}
}

// TestStatesThatAreSet: to set the state that something is in does nothing, in whichever states it may be changed.
func TestStatesThatAreSet(t *testing.T) {
	schema := strings.Replace(tripsSchema, `"post": {"summary": "Start a planned trip"`,
		`"put": {"summary": "Start a planned trip"`, 1)
	for set, found := range map[string]bool{"cancelled": false, "started": true} {
		answers := scripted([]string{`200 {"id": 1, "status": "cancelled"}`, `200 {"id": 1, "status": "` + set + `"}`})
		calls := []oracletest.Call{ann("GET", "/trips/1", ""), ann("PUT", "/trips/1/start", `{"status": "`+set+`"}`)}
		if got := oracletest.Findings(t, ruleOf(t, rules.CodeMisplaced), schema, answers(),
			calls); len(got[1]) > 0 != found {
			t.Errorf("%s: %v", set, got[1])
		}
	}
}
