package rules_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// TestRulesOfWells shows rules a service whose ids clients choose, with a defect and without one.
func TestRulesOfWells(t *testing.T) {
	well := ann("POST", "/wells", `{"code": "a", "kind": "deep", "dug": "2020-02-02", "depth": 3}`)
	second := ann("POST", "/wells", `{"code": "b", "kind": "deeper", "dug": "2020-03-03", "open": false, "depth": 5}`)
	third := ann("POST", "/wells", `{"code": "c", "kind": "deep", "dug": "2020-01-01", "depth": 9}`)
	all, shown, remove := ann("GET", "/wells", ""), ann("GET", "/wells/a", ""), ann("DELETE", "/wells/a", "")
	sample, samples := ann("POST", "/wells/a/samples", `{"at": "2020-02-02T10:00:00Z", "level": 2.75}`),
		ann("GET", "/wells/a/samples", "")
	permit, permits := ann("POST", "/permits", `{"well": "a"}`), ann("GET", "/permits", "")
	bob := func(method, target, body string) oracletest.Call { return call("bob", method, target, body) }
	known := shown
	known.Header = map[string]string{"If-None-Match": `"another"`}
	for _, tt := range []struct {
		defect string
		code   int
		calls  []oracletest.Call
	}{
		{"half a kind", rules.CodeFilter, []oracletest.Call{well, second, ann("GET", "/wells?kind=deep", "")}},
		{"day is outside", rules.CodeFilter, []oracletest.Call{well, all, ann("GET", "/wells?dugTo=2020-02-02", "")}},
		{"location by kind", rules.CodeLocation, []oracletest.Call{well}},
		{"false is missing", rules.CodeNotStored, []oracletest.Call{second, ann("GET", "/wells/b", "")}},
		{"zero is missing", rules.CodeValidRefused,
			[]oracletest.Call{well, ann("POST", "/wells", `{"code": "b", "kind": "deep", "depth": 0}`)}},
		{"keeps tag", rules.CodeStaleTag,
			[]oracletest.Call{well, shown, ann("PUT", "/wells/a", `{"code": "a", "kind": "deep", "depth": 7}`), shown}},
		{"knows all", rules.CodeStaleTag, []oracletest.Call{well, shown, known}},
		{"mean is cut", rules.CodeFigures, []oracletest.Call{well, sample, ann("GET", "/wells/a/summary", "")}},
		{"total of all", rules.CodeTotal, []oracletest.Call{well, second, all, ann("GET", "/wells?kind=deep", "")}},
		{"last of the first", rules.CodePages, []oracletest.Call{well, second, ann("GET", "/wells?order=desc", ""),
			ann("GET", "/wells?order=desc&limit=1", "")}},
		{"next skips", rules.CodePages, []oracletest.Call{well, second, third, all, ann("GET", "/wells?limit=1", ""),
			ann("GET", "/wells?after=b", "")}},
		{"feet in place", rules.CodeUnsafe, []oracletest.Call{well, all, ann("GET", "/wells?unit=foot", ""), all}},
		{"foreign samples", rules.CodeMissedCheck, []oracletest.Call{well, sample, shown, bob("GET", "/wells/a", ""),
			bob("GET", "/wells/a/samples", "")}},
		{"foreign permits", rules.CodeMissedCheck, []oracletest.Call{well, permit, permits, bob("GET", "/permits", ""),
			bob("GET", "/permits?well=a", "")}},
		{"anybody seals", rules.CodeMissedCheck,
			[]oracletest.Call{ann("GET", "/me", ""), well, ann("PUT", "/wells/a/seal", "")}},
		{"permits for none", rules.CodeUsedDeleted, []oracletest.Call{well, permit, remove, permit}},
		{"samples stay", rules.CodeLeftBehind, []oracletest.Call{well, sample, remove, well, samples}},
		{"codes by case", rules.CodeTwice, []oracletest.Call{well, well,
			ann("POST", "/wells", `{"code": "A", "kind": "deep", "dug": "2020-02-02", "depth": 3}`)}},
		{"times by text", rules.CodeTwice, []oracletest.Call{well, sample, sample,
			ann("POST", "/wells/a/samples", `{"at": "2020-02-02T12:00:00+02:00", "level": 2.75}`)}},
	} {
		t.Run(tt.defect, func(t *testing.T) {
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: resttest.WellsSchema,
				Faulty: resttest.Wells(tt.defect), Healthy: resttest.Wells(""), Calls: tt.calls})
		})
	}
}

// TestNumbersMayBeBounds: rooms with more seats than were asked for are what was asked for, unless there are some with
// fewer as well.
func TestNumbersMayBeBounds(t *testing.T) {
	const schema = `{"openapi": "3.0.3", "info": {"title": "Rooms", "version": "1"}, "paths": {"/rooms": {"get": {
		"parameters": [{"name": "seats", "in": "query", "schema": {"type": "integer"}}], "responses": {"200": {"description": "some"}}}}}}`
	for answer, findings := range map[string]int{
		`[{"id": 1, "seats": 8}, {"id": 2, "seats": 6}]`: 0, `[{"id": 1, "seats": 8}, {"id": 2, "seats": 4}]`: 1,
		`[{"id": 1, "seats": 6}]`: 0, `[{"id": 1, "seats": 2}]`: 0,
	} {
		rooms := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, answer)
		})
		found := oracletest.Findings(t, ruleOf(t, rules.CodeFilter), schema, rooms,
			[]oracletest.Call{ann("GET", "/rooms?seats=6", "")})
		assert.Len(t, found[0], findings, answer)
	}
}

// TestFiltersOfAnotherKind: a parameter that names who something is true for says nothing of whether it is.
func TestFiltersOfAnotherKind(t *testing.T) {
	const schema = `{"openapi": "3.0.3", "info": {"title": "Maps", "version": "1"}, "paths": {"/maps": {"get": {
		"parameters": [{"name": "liked", "in": "query", "schema": {"type": "string"}}],
		"responses": {"200": {"description": "some"}}}}}}`
	maps := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `[{"id": 1, "liked": false}, {"id": 2, "liked": false}]`)
	})
	for wanted, findings := range map[string]int{"bob": 0, "1": 0, "false": 0, "true": 1} {
		calls := []oracletest.Call{ann("GET", "/maps?liked="+wanted, "")}
		found := oracletest.Findings(t, ruleOf(t, rules.CodeFilter), schema, maps, calls)
		assert.Len(t, found[0], findings, wanted)
	}
}

// TestListsByAnotherMember: where a list goes by a member that its parameter names, another member that identifies its
// elements says nothing of what comes after it.
func TestListsByAnotherMember(t *testing.T) {
	schema := func(what string) string {
		return `{"openapi": "3.0.3", "info": {"title": "Huts", "version": "1"}, "paths": {"/huts": {"get": {
			"parameters": [{"name": "after", "in": "query", "description": "` + what +
			`", "schema": {"type": "string"}}],
			"responses": {"200": {"description": "all"}}}}}}`
	}
	huts := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `[{"code": "ZA", "name": "Quay"}, {"code": "ZB", "name": "Rock"}]`)
	})
	for what, findings := range map[string]int{"from this code on": 0, "from this name on": 1, "the next ones": 0} {
		calls := []oracletest.Call{ann("GET", "/huts", ""), ann("GET", "/huts?after=Quay", "")}
		found := oracletest.Findings(t, ruleOf(t, rules.CodePages), schema(what), huts, calls)
		assert.Len(t, found[1], findings, what)
	}
}
