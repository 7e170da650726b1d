package users_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/suite"
)

// diarySchema describes a diary that its users sign up for.
const diarySchema = `
openapi: 3.0.3
info: {title: Diary, version: "1"}
components:
  securitySchemes: {bearer: {type: http, scheme: bearer}}
  schemas: {Who: {type: object, required: [user, password], properties: {user: {type: string}, password: {type: string}}}}
paths:
  /signup: {post: {requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Who"}}}}, responses: {"201": {description: made}, "400": {description: no}}}}
  /login: {post: {requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Who"}}}}, responses: {"200": {description: in}, "401": {description: no}}}}
  /days: {get: {security: [{bearer: []}], responses: {"200": {description: all}, "401": {description: no}}}}
  /days/{day}: {put: {security: [{bearer: []}], parameters: [{name: day, in: path, required: true, schema: {type: integer}}], responses: {"204": {description: kept}, "401": {description: no}}}}
  /moods: {get: {security: [{bearer: []}], responses: {"200": {description: all}, "401": {description: no}}}}
`

// diary lets those in who log in, if it takes sign-ups at all.
func diary(open bool) func() http.Handler {
	return func() http.Handler {
		users := map[string]string{}
		who := func(r *http.Request) (user, password string) {
			var in struct{ User, Password string }
			_ = json.NewDecoder(r.Body).Decode(&in)
			return in.User, in.Password
		}
		mux := http.NewServeMux()
		mux.HandleFunc("POST /signup", func(w http.ResponseWriter, r *http.Request) {
			if user, password := who(r); open && user != "" {
				users[user] = password
				w.WriteHeader(http.StatusCreated)
			} else {
				w.WriteHeader(http.StatusBadRequest)
			}
		})
		mux.HandleFunc("POST /login", func(w http.ResponseWriter, r *http.Request) {
			if user, password := who(r); users[user] == "" || users[user] != password {
				w.WriteHeader(http.StatusUnauthorized)
			} else {
				_ = json.NewEncoder(w).Encode(map[string]string{"jwt": user})
			}
		})
		only := func(status int) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				if users[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")] == "" {
					status = http.StatusUnauthorized
				}
				w.WriteHeader(status)
			}
		}
		mux.HandleFunc("GET /days", only(http.StatusOK))
		mux.HandleFunc("GET /moods", only(http.StatusOK))
		mux.HandleFunc("PUT /days/{day}", only(http.StatusNoContent))
		return mux
	}
}

// TestSearchLogsIn: a configuration without users gets tests behind the log-in.
func TestSearchLogsIn(t *testing.T) {
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: diarySchema, Handler: diary(true), Budget: evoke.Budget{Calls: 300},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
	})
	require.NoError(t, err)
	assert.Empty(t, result.Report.Overall())
	assert.Contains(t, strings.Join(result.Report.Warnings, "\n"),
		`To make that explicit, set REST: rest.Options{Users: auth.Public(auth.BearerLogin("ann", "/login", `)
	notes := map[string]int{}
	for _, test := range result.Suite.Tests {
		for _, s := range test.Steps {
			notes[s.Note]++
		}
		if test.Kind == suite.Success && strings.Contains(test.Last().Operation, "/days") {
			notes["behind the log-in"]++
		}
	}
	assert.Positive(t, notes["sign up ann"])
	assert.Positive(t, notes["log in as ann"])
	assert.Positive(t, notes["behind the log-in"])
}

// TestShutSystemsAreFailures: where no log-in works, the run says what is missing.
func TestShutSystemsAreFailures(t *testing.T) {
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: diarySchema, Handler: diary(false), Budget: evoke.Budget{Calls: 200},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
	})
	require.NoError(t, err)
	overall := result.Report.Overall()
	assert.Contains(t, overall, "the calls are not authenticated")
	assert.Contains(t, overall, `set REST: rest.Options{Users: []auth.User{auth.BearerLogin("ann", "/login", `)
	assert.Contains(t, overall, "your-password")
	assert.Contains(t, overall,
		"the search tried in vain: POST /signup takes user and password, and POST /login logs in: it answered 401")
}
