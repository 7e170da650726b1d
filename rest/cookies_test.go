package rest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
)

const baskets = `
openapi: 3.0.3
info: {title: Baskets, version: "1"}
paths:
  /hello: {get: {responses: {"200": {description: hello}}}}
  /baskets/goods:
    post:
      parameters: [{name: basket, in: cookie, schema: {type: string}}]
      responses: {"201": {description: added}, "404": {description: no basket}}
  /guests: {post: {responses: {"204": {description: a guest}}}}
  /guests/me: {get: {security: [{guest: []}], responses: {"200": {description: the guest},
    "401": {description: nobody}}}}
components: {securitySchemes: {guest: {type: apiKey, in: cookie, name: "guest.id"}}}
`

// newBaskets gives a basket and a guest by cookies that nobody can guess, and takes them in such cookies alone.
func newBaskets() http.Handler {
	known := map[string]bool{}
	gives := func(cookie string, status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			value := fmt.Sprintf("%s%%3D%x", cookie, 7919*(len(known)+3))
			known[value] = true
			http.SetCookie(w, &http.Cookie{Name: cookie, Value: value})
			w.WriteHeader(status)
		}
	}
	takes := func(cookie string, good, bad int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if c, err := r.Cookie(cookie); err != nil || !known[c.Value] {
				good = bad
			}
			w.WriteHeader(good)
		}
	}
	m := http.NewServeMux()
	m.HandleFunc("GET /hello", gives("basket", http.StatusOK))
	m.HandleFunc("POST /guests", gives("guest.id", http.StatusNoContent))
	m.HandleFunc("POST /baskets/goods", func(w http.ResponseWriter, r *http.Request) {
		takes("basket", 201, 404)(w, r)
	})
	m.HandleFunc("GET /guests/me", func(w http.ResponseWriter, r *http.Request) { takes("guest.id", 200, 401)(w, r) })
	return m
}

// TestCookiesThatAnswersSet: what an answer sets is sent where the schema declares a cookie or asks for a key in it,
// and the written tests read it from that answer.
func TestCookiesThatAnswersSet(t *testing.T) {
	for seed := range uint64(3) {
		p := searched(t, baskets, Options{}, newBaskets, 200, seed)
		assert.Subset(t, succeeded(p), []string{"POST /baskets/goods", "GET /guests/me"}, "seed %d", seed)
	}
}
