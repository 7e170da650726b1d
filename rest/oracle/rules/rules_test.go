package rules_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/suite"
)

func call(user, method, target, body string) oracletest.Call {
	return oracletest.Call{User: user, Method: method, Target: target, Body: body}
}

// ann makes calls of one user.
func ann(method, target, body string) oracletest.Call { return call("ann", method, target, body) }

const full = `{"title": "a", "color": "red", "size": 3}`

// invalid says that the size in a call is invalid on purpose.
func invalid(c oracletest.Call) oracletest.Call {
	c.Invalid = &suite.Invalid{In: "body", At: []string{"size"}, What: "is below the minimum"}
	return c
}

// makes and others are calls of many tests.
var (
	makes = ann("POST", "/notes", full)
	reads = ann("GET", "/notes/1", "")
	lists = ann("GET", "/notes", "")
)

func ruleOf(t *testing.T, code int) *oracle.Rule {
	for _, r := range rules.Rules() {
		if r.Code == code {
			return r
		}
	}
	t.Fatalf("there is no rule %d", code)
	return nil
}

// TestRules shows each rule a service with a defect and one without. TestReadsThatAskForOthers: what a read shows that
// asks for something else in its query, such as other units, is not how the resource was before.
func TestReadsThatAskForOthers(t *testing.T) {
	station := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		size := 3
		if r.URL.Query().Get("unit") == "dozen" {
			size = 36
		}
		_, _ = io.WriteString(w, fmt.Sprintf(`{"id": 1, "title": "a", "size": %d}`, size))
	})
	again := ann("PUT", "/notes/1", full)
	for _, first := range []string{"/notes/1?unit=dozen", "/notes/1"} {
		for _, then := range []string{"/notes/1?unit=dozen", "/notes/1"} {
			for i, found := range oracletest.Findings(t, ruleOf(t, rules.CodeRepeatPut), resttest.NotesSchema, station,
				[]oracletest.Call{again, ann("GET", first, ""), again, ann("GET", then, "")}) {
				assert.Emptyf(t, found, "%s, %s: call %d", first, then, i)
			}
		}
	}
}

func TestRules(t *testing.T) {
	for _, tt := range []struct {
		defect string
		code   int
		calls  []oracletest.Call
	}{
		{"stores another size", rules.CodeNotStored, []oracletest.Call{makes, reads}},
		{"title stays", rules.CodeNotStored,
			[]oracletest.Call{makes, ann("PATCH", "/notes/1", `{"title": "b"}`), reads}},
		{"forgets", rules.CodePatchMore, []oracletest.Call{makes, ann("PATCH", "/notes/1", `{"title": "b"}`), reads}},
		{"merges", rules.CodePartialPut,
			[]oracletest.Call{makes, ann("PUT", "/notes/1", `{"title": "b", "size": 1}`), reads}},
		{"adds", rules.CodeRepeatPut, []oracletest.Call{makes, ann("PUT", "/notes/1", full), reads,
			ann("PUT", "/notes/1", full), reads}},
		{"stays", rules.CodeNotDeleted, []oracletest.Call{makes, ann("DELETE", "/notes/1", ""), reads}},
		{"still listed", rules.CodeNotDeleted, []oracletest.Call{makes, ann("DELETE", "/notes/1", ""), lists}},
		{"deleted change", rules.CodeUsedDeleted, []oracletest.Call{
			makes, ann("DELETE", "/notes/1", ""), ann("PATCH", "/notes/1", `{"size": 4}`), reads,
		}},
		{"deleted parts", rules.CodeLeftBehind, []oracletest.Call{makes, ann("POST", "/notes/1/lines",
			`{"price": 2, "quantity": 2}`), ann("DELETE", "/notes/1", ""), ann("GET", "/notes/1/lines", "")}},
		{"deleted parts", rules.CodeUsedDeleted, []oracletest.Call{
			makes, ann("DELETE", "/notes/1", ""), ann("POST", "/notes/1/lines", `{"price": 2}`), reads,
		}},
		{"half a change", rules.CodeRefusedChange,
			[]oracletest.Call{makes, reads, ann("PATCH", "/notes/1", `{"title": "b", "size": -1}`), reads}},
		{"keeps refused", rules.CodeRefusedChange,
			[]oracletest.Call{makes, lists, ann("POST", "/notes", `{"title": "b", "size": -1}`), lists}},
		{"read archives", rules.CodeUnsafe, []oracletest.Call{makes, reads, lists, reads}},
		{"location of another", rules.CodeLocation, []oracletest.Call{makes}},
		{"no limits", rules.CodeInvalidAccepted,
			[]oracletest.Call{makes, invalid(ann("PATCH", "/notes/1", `{"size": -1}`))}},
		{"archived twice", rules.CodeStepTwice, []oracletest.Call{makes, reads, ann("POST", "/notes/1/archive", ""),
			reads, ann("POST", "/notes/1/archive", ""), reads}},
		{"read raises version", rules.CodeUnsafe, []oracletest.Call{makes, reads, reads}},
		{"stale list", rules.CodeStaleList, []oracletest.Call{makes, reads, lists}},
		{"ignores If-Match", rules.CodeCondition, []oracletest.Call{makes, reads, {User: "ann", Method: "PUT",
			Target: "/notes/1", Body: full, Header: map[string]string{"If-Match": `"other"`}}}},
		{"client chooses owner", rules.CodeMassAssignment,
			[]oracletest.Call{makes, ann("POST", "/notes", `{"title": "a", "owner": "bob"}`)}},
		{"client changes owner", rules.CodeMassAssignment,
			[]oracletest.Call{makes, ann("PATCH", "/notes/1", `{"lines": [{"price": 1}]}`), reads}},
	} {
		t.Run(tt.defect, func(t *testing.T) {
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: resttest.NotesSchema,
				Faulty: resttest.Notes(tt.defect), Healthy: resttest.Notes(""), Calls: tt.calls})
		})
	}
}

// TestRefusedBetween: a refused call between two equal PUTs may have changed the element.
func TestRefusedBetween(t *testing.T) {
	put := ann("PUT", "/notes/1", full)
	for i, tt := range []struct {
		between []oracletest.Call
		found   bool
	}{{nil, true}, {[]oracletest.Call{ann("PATCH", "/notes/1", `{"size": -1}`)}, false}} {
		calls := slices.Concat([]oracletest.Call{makes, put, reads}, tt.between, []oracletest.Call{put, reads})
		found := false
		for _, all := range oracletest.Findings(t, ruleOf(t, rules.CodeRepeatPut), resttest.NotesSchema,
			resttest.Notes("adds")(), calls) {
			found = found || len(all) > 0
		}
		assert.Equal(t, tt.found, found, i)
	}
}

// TestRulesOfDesks does the same with a service whose elements stand apart from their collections.
func TestRulesOfDesks(t *testing.T) {
	desk, shown := ann("POST", "/desks", `{"name": "a"}`), ann("GET", "/tickets/2", "")
	ticket := ann("POST", "/desks/1/tickets", `{"text": "a", "urgent": true}`)
	load, all := ann("GET", "/desks/1/load", ""), ann("GET", "/desks", "")
	for _, tt := range []struct {
		defect string
		code   int
		calls  []oracletest.Call
	}{
		{"same name", rules.CodeTwice, []oracletest.Call{desk, all, desk}},
		{"keeps taken", rules.CodeRefusedChange, []oracletest.Call{desk, all, desk, all}},
		{"cuts names", rules.CodeNotStored, []oracletest.Call{ann("POST", "/desks", `{"name": "a name that is long"}`),
			ann("GET", "/desks/1", "")}},
		{"tickets stay", rules.CodeLeftBehind,
			[]oracletest.Call{desk, ticket, shown, ann("DELETE", "/desks/1", ""), shown}},
		{"counts closed", rules.CodeUncounted,
			[]oracletest.Call{desk, load, ticket, load, ann("POST", "/tickets/2/close", ""), load}},
		{"counts deleted", rules.CodeCountsDeleted,
			[]oracletest.Call{desk, load, ticket, load, ann("DELETE", "/tickets/2", ""), load}},
		{"location below", rules.CodeLocation, []oracletest.Call{desk, ticket}},
		{"stays urgent", rules.CodeNotStored,
			[]oracletest.Call{desk, ticket, shown, ann("PUT", "/tickets/2", `{"text": "a", "urgent": false}`), shown}},
	} {
		t.Run(tt.defect, func(t *testing.T) {
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: resttest.DesksSchema,
				Faulty: resttest.Desks(tt.defect), Healthy: resttest.Desks(""), Calls: tt.calls})
		})
	}
}

// TestRulesAreTold: each has a code of its own, a name and an explanation.
func TestRulesAreTold(t *testing.T) {
	codes := map[int]bool{}
	for _, r := range rules.Rules() {
		assert.False(t, codes[r.Code], r.Code)
		codes[r.Code] = true
		assert.NotEmpty(t, r.Name)
		assert.NotEmpty(t, r.Explanation)
	}
}

// TestQuiet: what looks like a defect and may well be none.
func TestQuiet(t *testing.T) {
	n := 0
	answers := func(by map[string]func() string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, ok := by[r.Header.Get("User")+" "+r.Method+" "+r.RequestURI]
			if !ok {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, body())
		})
	}
	text := func(s string) func() string { return func() string { return s } }
	more := func() string { // a log-in of bob made the second one
		if n++; n > 1 {
			return `[{"id": 1, "title": "a"}, {"id": 2, "title": "b"}]`
		}
		return `[{"id": 1, "title": "a"}]`
	}
	remove := ann("DELETE", "/notes/1", "")
	for name, tt := range map[string]struct {
		code  int
		by    map[string]func() string
		calls []oracletest.Call
	}{
		"somebody logs in": {rules.CodeRefusedChange, map[string]func() string{"ann GET /notes": more},
			[]oracletest.Call{lists, call("bob", "PATCH", "/notes/1", `{"size": 4}`), lists}},
		"a refused PUT may have made it": {rules.CodeNotDeleted, map[string]func() string{
			"ann DELETE /notes/1": text(""), "ann GET /notes/1": text(`{"id": 1, "title": "a"}`),
		},
			[]oracletest.Call{remove, ann("PUT", "/notes/1", full), reads}},
		"another unit": {rules.CodeStaleList, map[string]func() string{"ann GET /notes/1": text(`{"id": 1, "size": 1}`),
			"ann GET /notes?unit=inch": text(`[{"id": 1, "size": 0.4}]`)},
			[]oracletest.Call{reads, ann("GET", "/notes?unit=inch", "")}},
	} {
		t.Run(name, func(t *testing.T) {
			n = 0
			for _, found := range oracletest.Findings(t, ruleOf(t, tt.code), resttest.NotesSchema,
				answers(tt.by), tt.calls) {
				assert.Empty(t, found)
			}
		})
	}
}

// TestPutsOfParts: what has to be sent to make something is not taken away by a PUT that may leave it out.
func TestPutsOfParts(t *testing.T) {
	schema := func(required string) string {
		body := func(required string) string {
			return `"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"song": {
				"type": "object", ` + required +
				` "properties": {"name": {"type": "string"}, "text": {"type": "string"}}}}}}}}`
		}
		return `{"openapi": "3.0.3", "info": {"title": "Songs", "version": "1"}, "paths": {
			"/songs": {"post": {` + body(required) + `, "responses": {"201": {"description": "made"}}}},
			"/songs/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
				"put": {` + body("") + `, "responses": {"200": {"description": "kept"}}},
				"get": {"responses": {"200": {"description": "one"}}}}}}`
	}
	for required, findings := range map[string]int{`"required": ["name", "text"],`: 0, `"required": ["name"],`: 1} {
		name := ""
		songs := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			switch r.Method {
			case "POST":
				name = "a"
				w.WriteHeader(http.StatusCreated)
			case "PUT":
				name = "b"
			}
			_, _ = io.WriteString(w, `{"song": {"id": 1, "name": "`+name+`", "text": "la"}}`)
		})
		found := oracletest.Findings(t, ruleOf(t, rules.CodePartialPut), schema(required), songs, []oracletest.Call{
			ann("POST", "/songs", `{"song": {"name": "a", "text": "la"}}`), ann("GET", "/songs/1", ""),
			ann("PUT", "/songs/1", `{"song": {"name": "b"}}`), ann("GET", "/songs/1", ""),
		})
		assert.Len(t, found[3], findings, required)
	}
}
