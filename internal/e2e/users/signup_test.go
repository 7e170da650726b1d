package users_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
)

const clubSchema = `
openapi: 3.0.3
info: {title: Club, version: "1"}
components:
  securitySchemes: {token: {type: http, scheme: bearer}}
  schemas: {Who: {type: object, required: [name, password], properties: {name: {type: string}, password: {type: string}}}}
security: [{token: []}]
paths:
  /sign-up: {post: {security: [], requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Who"}}}}, responses: {"201": {description: made}, "400": {description: no}, "409": {description: taken}}}}
  /login: {post: {security: [], requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Who"}}}}, responses: {"200": {description: in, content: {application/json: {schema: {type: object, properties: {token: {type: string}}}}}}, "401": {description: no}}}}
  /me: {get: {responses: {"200": {description: myself}}}, delete: {responses: {"204": {description: gone}}}}
  /me/password: {put: {requestBody: {required: true, content: {application/json: {schema: {type: object, required: [newPassword], properties: {newPassword: {type: string, minLength: 3}}}}}}, responses: {"204": {description: changed}}}}
`

// newClub returns a service whose members sign up, change their passwords and leave, and
// nobody resets it.
func newClub() http.Handler {
	type who struct{ Name, Password, NewPassword, token string }
	var mu sync.Mutex
	all, logins := map[string]*who{}, 0
	mux := http.NewServeMux()
	handle := func(pattern string, h func(in who, by *who) (int, any)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			var in who
			_ = json.NewDecoder(r.Body).Decode(&in)
			token, by := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), (*who)(nil)
			for _, m := range all {
				if token != "" && m.token == token {
					by = m
				}
			}
			if by == nil && strings.Contains(pattern, "/me") {
				e2etest.Reply(w, http.StatusUnauthorized, nil)
				return
			}
			status, body := h(in, by)
			e2etest.Reply(w, status, body)
		})
	}
	handle("POST /sign-up", func(in who, _ *who) (int, any) {
		switch {
		case in.Name == "" || in.Password == "":
			return http.StatusBadRequest, nil
		case all[in.Name] != nil:
			return http.StatusConflict, nil
		}
		all[in.Name] = &in
		return http.StatusCreated, nil
	})
	handle("POST /login", func(in who, _ *who) (int, any) {
		m := all[in.Name]
		if m == nil || m.Password != in.Password {
			return http.StatusUnauthorized, nil
		}
		logins++
		m.token = fmt.Sprint("token-", logins)
		return http.StatusOK, map[string]string{"token": m.token}
	})
	handle("GET /me", func(_ who, by *who) (int, any) { return http.StatusOK, map[string]string{"name": by.Name} })
	handle("DELETE /me", func(_ who, by *who) (int, any) { delete(all, by.Name); return http.StatusNoContent, nil })
	handle("PUT /me/password", func(in who, by *who) (int, any) {
		by.Password, by.token = in.NewPassword, ""
		return http.StatusNoContent, nil
	})
	return mux
}

// TestSignUpsOfARunningService: calls that lock out whoever makes them are made by a user of
// their own, and tests need no sign-up to be the first or the second one.
func TestSignUpsOfARunningService(t *testing.T) {
	server := httptest.NewServer(newClub())
	defer server.Close()
	result, err := evoke.Run(context.Background(),
		evoke.Config{Schema: clubSchema, System: evoke.System{URL: server.URL}, Budget: evoke.Budget{Calls: 800}})
	require.NoError(t, err)
	for i := range result.Report.Operations {
		op := &result.Report.Operations[i]
		assert.True(t, op.Succeeded(), op.String())
	}
	signUps, eve := 0, 0
	for _, test := range result.Suite.Tests {
		for i, step := range test.Steps {
			if strings.HasPrefix(step.Note, "sign up ") {
				signUps++
				assert.Zero(t, step.Call.Expect.Status)
			}
			if step.Operation == "DELETE /me" && step.Call.Expect.Status == http.StatusNoContent {
				eve++
				assert.Equal(t, "eve", step.User)
			}
			if step.Operation == "POST /login" && step.Note == "" && step.Call.Expect.Status == http.StatusOK {
				assert.NotZero(t, i, "somebody signed up before")
			}
		}
	}
	assert.NotZero(t, signUps)
	assert.NotZero(t, eve)
	assert.Contains(t, strings.Join(result.Report.Warnings, "\n"), "calls that were made by a user of their own")
}
