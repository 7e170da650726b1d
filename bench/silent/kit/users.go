package kit

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/bench/web"
	"github.com/evoke-go/evoke/rest/auth"
)

// LogIn returns a user who logs in by POST /login, with a name in some member and a password, and gets a token.
func LogIn(member, name, password string) auth.User {
	return auth.BearerLogin(name, "/login", fmt.Sprintf(`{%q: %q, "password": %q}`, member, name, password), "/token")
}

// Caller returns the one of all users whose token a request has. Others are refused with 401 and some words.
func Caller[U any](r *http.Request, all []U, token func(U) string, words string) (by U, err error) {
	sent := Token(r)
	i := slices.IndexFunc(all, func(u U) bool { return token(u) == sent })
	if i < 0 {
		return by, Refuse(http.StatusUnauthorized, "%s", words)
	}
	return all[i], nil
}

// Exact answers a request by a router. What the router would redirect is not found.
func Exact(w http.ResponseWriter, r *http.Request, router http.Handler) {
	if !web.Clean(r) {
		Fail(w, Refuse(http.StatusNotFound, "there is no such page"))
		return
	}
	router.ServeHTTP(w, r)
}
