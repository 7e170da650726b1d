package rules_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// doors are notes of which ann has the first one. What the service does to others is said by status.
func doors(status func(r *http.Request) int) func() http.Handler {
	return func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status(r))
			_, _ = w.Write([]byte(`{"id": 1, "owner": "ann", "title": "a"}`))
		})
	}
}

// noteOf answers 200 to ann for the first note, and to others as said.
func noteOf(foreign int) func(*http.Request) int {
	return func(r *http.Request) int {
		switch {
		case r.URL.Path != "/notes/1":
			return http.StatusNotFound
		case r.Header.Get("User") != "ann":
			return foreign
		}
		return http.StatusOK
	}
}

// TestEntry shows the rules about who is let in, and what is said to others, a service with a defect and one without.
func TestEntry(t *testing.T) {
	none := call("bob", "GET", "/notes/2", "")
	theirs := call("bob", "GET", "/notes/1", "")
	forged := ann("GET", "/notes/1", "")
	forged.Forged, forged.User = true, "forged"
	open := func(names ...string) func(*http.Request) int {
		return func(r *http.Request) int {
			for _, name := range names {
				if r.Header.Get("User") == name {
					return http.StatusOK
				}
			}
			return http.StatusUnauthorized
		}
	}
	refused := func(status int) func(*http.Request) int {
		return func(r *http.Request) int {
			if strings.HasSuffix(r.URL.Path, "/lines") {
				return status
			}
			return http.StatusOK
		}
	}
	for name, tt := range map[string]struct {
		code         int
		wrong, right func(*http.Request) int
		calls        []oracletest.Call
	}{
		"tells what exists": {rules.CodeExistence, noteOf(403), noteOf(404),
			[]oracletest.Call{reads, none, theirs}},
		"tells what does not": {rules.CodeExistence, noteOf(403), noteOf(404),
			[]oracletest.Call{reads, theirs, none}},
		"takes what is made up": {rules.CodeNobody, open("ann", "forged"), open("ann"),
			[]oracletest.Call{reads, forged}},
		"does not know its user": {rules.CodeShutOut, refused(401), refused(403),
			[]oracletest.Call{reads, ann("GET", "/notes/1/lines", "")}},
	} {
		t.Run(name, func(t *testing.T) {
			kit := oracletest.Kit{Schema: resttest.NotesSchema, Faulty: doors(tt.wrong),
				Healthy: doors(tt.right), Calls: tt.calls}
			oracletest.Test(t, ruleOf(t, tt.code), kit)
		})
	}
}

// TestHalfAnEntry: each of two credentials that are asked for together is not enough, and is where it stands alone.
func TestHalfAnEntry(t *testing.T) {
	const both, either = `[{"key": [], "token": []}]`, `[{"key": [], "token": []}, {"token": []}]`
	half := ann("GET", "/notes/1", "")
	half.Forged, half.Lacks, half.User = true, []string{"key"}, "ann by token alone"
	open := func(names ...string) func() http.Handler {
		return doors(func(r *http.Request) int {
			if slices.Contains(names, r.Header.Get("User")) {
				return http.StatusOK
			}
			return http.StatusUnauthorized
		})
	}
	doc := strings.Replace(resttest.NotesSchema, `"securitySchemes": {`,
		`"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}, `, 1)
	schema := strings.Replace(doc, `[{"key": []}]`, both, 1)
	oracletest.Test(t, ruleOf(t, rules.CodeNobody), oracletest.Kit{Schema: schema, Faulty: open("ann", half.User),
		Healthy: open("ann"), Calls: []oracletest.Call{reads, half}})
	schema = strings.Replace(doc, `[{"key": []}]`, either, 1)
	for _, found := range oracletest.Findings(t, ruleOf(t, rules.CodeNobody), schema, open(half.User)(),
		[]oracletest.Call{half}) {
		assert.Empty(t, found)
	}
}

// TestEntryIsQuiet: 403 for something that nobody was seen to have, and a made-up credential beside one that the search
// took from elsewhere, say nothing.
func TestEntryIsQuiet(t *testing.T) {
	unknown := []oracletest.Call{call("bob", "GET", "/notes/1", ""), call("bob", "GET", "/notes/2", "")}
	for _, found := range oracletest.Findings(t, ruleOf(t, rules.CodeExistence), resttest.NotesSchema,
		doors(noteOf(403))(), unknown) {
		assert.Empty(t, found)
	}
	other := ann("GET", "/notes/1", "")
	other.Forged, other.Header = true, map[string]string{"X-Api-Key": "one", "Authorization": "Bearer two"}
	for _, found := range oracletest.Findings(t, ruleOf(t, rules.CodeNobody), resttest.NotesSchema,
		doors(noteOf(403))(), []oracletest.Call{other}) {
		assert.Empty(t, found)
	}
}
