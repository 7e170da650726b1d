// Package e2etest is for the tests of whole runs, from a configuration to written tests. The tests lie beside it, in
// packages that have no other code:
//
//   - suite: the tests that a run writes, the same each time, that pass, and that later runs keep
//   - url: searches of services that run already, which nobody can reset
//   - users: log-ins, sign-ups and credentials
//   - crash: runs in which systems or processes of a search misbehave, die, are killed or are interrupted
//   - extend: parts of a run that are the user's: genes, tracers, replacements, oracles, writers
//
// Tests of the root that need no such run stay there.
package e2etest

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
)

// ShopConfig is a search of the bookshop with its two users.
func ShopConfig(calls int) evoke.Config {
	return evoke.Config{
		Schema:  string(shop.Schema),
		Handler: shop.New,
		Budget:  evoke.Budget{Calls: calls},
		REST: rest.Options{Users: auth.Public(
			auth.BearerLogin("ann", "/login", `{"name": "ann", "password": "ann-secret"}`, "/token"),
			auth.BearerLogin("bob", "/login", `{"name": "bob", "password": "bob-secret"}`, "/token"),
		)},
	}
}

// Seeds is how many seeds the same test searches with.
func Seeds() uint64 {
	if testing.Short() {
		return 1
	}
	return 2
}

// Reply answers a call with a body as JSON, or with none.
func Reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if body != nil {
		_ = json.NewEncoder(w).Encode(body)
	}
}
