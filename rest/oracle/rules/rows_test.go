package rules_test

import (
	"io"
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// plotsSchema has plots of users, and what shows them in other forms than JSON.
const plotsSchema = `{"openapi": "3.0.0", "info": {"title": "plots", "version": "1"},
	"security": [{"key": []}], "paths": {
	"/plots": {"get": {"responses": {"200": {"description": "all"}}},
		"post": {"responses": {"201": {"description": "a plot"}}}},
	"/plots/export": {"get": {"responses": {"200": {"description": "all"}}}},
	"/plots/public": {"get": {"responses": {"200": {"description": "all"}}}},
	"/plots.jsonl": {"get": {"responses": {"200": {"description": "all"}}}},
	"/plots/{plot}": {"parameters": [{"name": "plot", "in": "path", "required": true, "schema": {"type": "string"}}],
		"get": {"responses": {"200": {"description": "a plot"}}}, "delete": {"responses": {"204": {"description": "gone"}}}},
	"/plots/{plot}/map": {"parameters": [{"name": "plot", "in": "path", "required": true, "schema": {"type": "string"}}],
		"get": {"responses": {"200": {"description": "a plot"}}}}},
	"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "User"}}}}`

// plots answers users with what is theirs; with the defect with what is anybody's, in all forms but JSON.
func plots(defect bool) func() http.Handler {
	return func() http.Handler {
		owner := ""
		say := func(kind, body, nothing string) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", kind)
				switch {
				case owner == r.Header.Get("User") || defect && kind != "application/json":
					_, _ = io.WriteString(w, body)
				case nothing != "":
					_, _ = io.WriteString(w, nothing)
				case owner == "":
					w.WriteHeader(http.StatusNotFound)
				default:
					w.WriteHeader(http.StatusForbidden)
				}
			}
		}
		mux := http.NewServeMux()
		mux.HandleFunc("POST /plots", func(w http.ResponseWriter, r *http.Request) {
			owner = r.Header.Get("User")
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, `{"id": "p1"}`)
		})
		mux.HandleFunc("DELETE /plots/p1", func(w http.ResponseWriter, _ *http.Request) {
			owner = ""
			w.WriteHeader(http.StatusNoContent)
		})
		mux.HandleFunc("GET /plots", say("application/json", `[{"id": "p1"}]`, `[]`))
		mux.HandleFunc("GET /plots/p1", say("application/json", `{"id": "p1"}`, ""))
		mux.HandleFunc("GET /plots/export", say("text/csv", "\ufeffId;Size\r\np1;\"1,5\"\r\n", "Id;Size\r\n"))
		mux.HandleFunc("GET /plots/public", say("text/csv", "Id\np1\n", "Id\np1\n"))
		mux.HandleFunc("GET /plots.jsonl", say("application/x-ndjson", "{\"id\": \"p1\"}\n", "\n"))
		mux.HandleFunc("GET /plots/p1/map", say("text/plain", "####\n", ""))
		return mux
	}
}

// TestRulesOfOtherForms: what answers show is judged whether it is JSON, a table, JSON in lines or a text.
func TestRulesOfOtherForms(t *testing.T) {
	add, list, whole := ann("POST", "/plots", "{}"), ann("GET", "/plots", ""), ann("GET", "/plots/p1", "")
	bob := func(target string) oracletest.Call { return call("bob", "GET", target, "") }
	for name, tt := range map[string]struct {
		code  int
		calls []oracletest.Call
	}{
		"table of all": {rules.CodeMissedCheck, []oracletest.Call{add, list, bob("/plots"), bob("/plots/export")}},
		"lines of all": {rules.CodeMissedCheck, []oracletest.Call{add, list, bob("/plots"), bob("/plots.jsonl")}},
		"text below":   {rules.CodeMissedCheck, []oracletest.Call{add, whole, bob("/plots/p1"), bob("/plots/p1/map")}},
		"left as text": {rules.CodeLeftBehind, []oracletest.Call{add, ann("DELETE", "/plots/p1", ""), ann("GET",
			"/plots/p1/map", "")}},
	} {
		t.Run(name, func(t *testing.T) {
			oracletest.Test(t, ruleOf(t, tt.code), oracletest.Kit{Schema: plotsSchema, Faulty: plots(true),
				Healthy: plots(false), Calls: tt.calls})
		})
	}
	for _, found := range oracletest.Findings(t, ruleOf(t, rules.CodeMissedCheck), plotsSchema, plots(true)(),
		[]oracletest.Call{add, list, bob("/plots"), bob("/plots/public")}) {
		assert.Empty(t, found, "what is called public")
	}
}

// TestReadsByHeaders: a read with another header or cookie that its operation declares asks for something else.
func TestReadsByHeaders(t *testing.T) {
	const schema = `{"openapi": "3.0.0", "info": {"title": "picks", "version": "1"}, "paths": {"/picks/{pick}": {
		"parameters": [{"name": "pick", "in": "path", "required": true, "schema": {"type": "string"}}],
		"get": {"parameters": [{"name": "unit", "in": "cookie", "schema": {"type": "string"}}, {"name": "X-Unit",
			"in": "header", "schema": {"type": "string"}}],
			"responses": {"200": {"description": "a pick"}}},
		"patch": {"requestBody": {"content": {"application/json": {"schema": {"type": "object",
			"properties": {"size": {"type": "integer"}}}}}}, "responses": {"200": {"description": "a pick"}}}}}}`
	picks := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == "PATCH" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		_, _ = io.WriteString(w,
			`{"id": "p", "size": `+strconv.Itoa(len(r.Header.Get("Cookie")+r.Header.Get("X-Unit")))+`}`)
	})
	for name, header := range map[string]string{"Cookie": "unit=m", "X-Unit": "m", "X-Other": "m"} {
		read, again := ann("GET", "/picks/p", ""), ann("GET", "/picks/p", "")
		again.Header = map[string]string{name: header}
		calls := []oracletest.Call{read, ann("PATCH", "/picks/p", `{"size": -1}`), again}
		for _, found := range oracletest.Findings(t, ruleOf(t, rules.CodeRefusedChange), schema, picks, calls) {
			assert.Empty(t, found, name)
		}
	}
}
