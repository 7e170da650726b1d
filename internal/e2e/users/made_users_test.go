package users_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
)

const wardSchema = `
openapi: 3.0.3
info: {title: Ward, version: "1"}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}, word: {type: http, scheme: basic}}
security: [{key: []}, {word: []}]
paths:
  /users: {post: {requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name, pass], properties: {name: {type: string}, pass: {type: string}}}}}}, responses: {"201": {description: made}, "403": {description: no}}}}
  /reports: {get: {responses: {"200": {description: all}, "403": {description: no}}}}
  /me/pass: {put: {requestBody: {required: true, content: {application/json: {schema: {type: object, required: [pass], properties: {pass: {type: string, minLength: 3}}}}}}, responses: {"204": {description: changed}}}}
`

// newWard returns a service whose users are made by those with a key alone.
func newWard() http.Handler {
	users := map[string]string{}
	mux := http.NewServeMux()
	handle := func(pattern string, rights bool, h func(name string, in map[string]string) int) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			name, pass, basic := r.BasicAuth()
			var in map[string]string
			_ = json.NewDecoder(r.Body).Decode(&in)
			key := r.Header.Get("X-Key") == "the-key-of-the-ward"
			switch known := basic && pass != "" && users[name] == pass; {
			case !key && !known:
				w.WriteHeader(http.StatusUnauthorized)
			case rights && !key:
				w.WriteHeader(http.StatusForbidden)
			default:
				w.WriteHeader(h(name, in))
			}
		})
	}
	handle("POST /users", true, func(_ string, in map[string]string) int {
		if in["name"] == "" || in["pass"] == "" {
			return http.StatusBadRequest
		}
		users[in["name"]] = in["pass"]
		return http.StatusCreated
	})
	handle("GET /reports", true, func(string, map[string]string) int { return http.StatusOK })
	handle("PUT /me/pass", false, func(name string, in map[string]string) int {
		if users[name] == "" || len(in["pass"]) < 3 {
			return http.StatusConflict
		}
		users[name] = in["pass"]
		return http.StatusNoContent
	})
	return mux
}

// TestUsersAreMadeInTests: where only somebody with rights makes users, tests have that one
// make a user, who has no rights and can change its password.
func TestUsersAreMadeInTests(t *testing.T) {
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: wardSchema, Handler: newWard, Budget: evoke.Budget{Calls: 1500},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		REST:     rest.Options{Users: []auth.User{auth.APIKey("chief", auth.InHeader, "X-Key", "the-key-of-the-ward")}},
	})
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, test := range result.Suite.Tests {
		signedUp := false
		for _, step := range test.Steps {
			if step.Note == "sign up ann by chief" {
				signedUp = true
				assert.Equal(t, http.StatusCreated, step.Call.Expect.Status)
				assert.True(t, slices.ContainsFunc(step.Call.Request.Vars(), func(name string) bool {
					return strings.Contains(name, "CHIEF")
				}), "the key is a secret")
			}
			if step.User == "ann" {
				assert.True(t, signedUp, "somebody made the user before")
				seen[step.Operation+" "+http.StatusText(step.Call.Expect.Status)] = true
			}
		}
	}
	assert.True(t, seen["GET /reports Forbidden"], "%v", seen)
	assert.True(t, seen["PUT /me/pass No Content"], "%v", seen)
}
