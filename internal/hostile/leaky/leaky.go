// Package leaky is a service that shows the credentials of its callers wherever it
// can: in answers, headers, panics, and in what it prints when it dies.
package leaky

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// The credentials of the users.
const (
	Token    = "t0k3n-0f-ann/+&x"
	Password = "p4ssw0rd of bob&co"
	Key      = "k3y%of:carol"
	Secret   = "s3cr3t=of dora"
)

// Schema describes the service, and none of its credentials.
const Schema = `
openapi: 3.0.3
info: {title: Leaky, version: "1"}
paths:
  /me: {get: {responses: {"200": {description: you}, "401": {description: nobody}}}}
  /login: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [user, pin], properties: {user: {type: string}, pin: {type: string}}}}}}, responses: {"200": {description: in}}}}
  /compare: {get: {parameters: [{name: with, in: query, required: true, schema: {type: string}}], responses: {"200": {description: same}}}}
  /fault/{n}: {get: {parameters: [{name: n, in: path, required: true, schema: {type: integer}}], responses: {"200": {description: fine}}}}
  /panic/{n}: {get: {parameters: [{name: n, in: path, required: true, schema: {type: integer}}], responses: {"200": {description: fine}}}}
  /die/{n}: {get: {parameters: [{name: n, in: path, required: true, schema: {type: integer}}], responses: {"200": {description: fine}}}}
`

// New returns the service.
func New() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /login", login)
	mux.HandleFunc("GET /me", known(func(w http.ResponseWriter, r *http.Request, shown string) {
		w.Header().Set("X-Shown", url.QueryEscape(shown))
		answer(w, map[string]any{"you": shown, "plain": plain(shown),
			"code": base64.StdEncoding.EncodeToString([]byte("x:" + plain(shown)))})
	}))
	mux.HandleFunc("GET /compare", known(func(w http.ResponseWriter, r *http.Request, shown string) {
		switch r.FormValue("with") {
		case Token, Password, Key, Secret:
			answer(w, map[string]any{"same": true})
		default:
			http.Error(w, "not "+shown, http.StatusBadRequest)
		}
	}))
	mux.HandleFunc("GET /fault/{n}", known(func(w http.ResponseWriter, r *http.Request, shown string) {
		if r.PathValue("n") > "5" {
			http.Error(w, "it fails for "+plain(shown), http.StatusInternalServerError)
		}
	}))
	mux.HandleFunc("GET /panic/{n}", known(func(w http.ResponseWriter, r *http.Request, shown string) {
		if r.PathValue("n") > "5" {
			panic(fmt.Sprintf("no %q, %s", plain(shown), url.QueryEscape(plain(shown))))
		}
	}))
	mux.HandleFunc("GET /die/{n}", known(func(w http.ResponseWriter, r *http.Request, shown string) {
		// who logs in has a secret of its own, which is not shown here
		if r.PathValue("n") > "5" && plain(shown) != "issued" {
			done := make(chan bool)
			go func() {
				defer close(done)
				fmt.Fprintln(os.Stderr, "dying for", shown)
				panic("dead: " + shown + " " + plain(shown) + " " + r.URL.String())
			}()
			<-done
		}
	}))
	return mux
}

func login(w http.ResponseWriter, r *http.Request) {
	var in struct{ User, Pin string }
	_ = json.NewDecoder(r.Body).Decode(&in)
	if in.User != "dora" || in.Pin != Secret {
		http.Error(w, "not "+in.Pin, http.StatusUnauthorized)
		return
	}
	answer(w, map[string]any{"token": "issued"})
}

// known lets those in who show a credential, and shows it.
func known(do func(w http.ResponseWriter, r *http.Request, shown string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		switch authorization := r.Header.Get("Authorization"); {
		case authorization == "Bearer "+Token, password == Password, authorization == "Bearer issued":
			_, shown, _ := strings.Cut(authorization, " ")
			do(w, r, shown)
		case r.FormValue("key") == Key:
			do(w, r, Key)
		default:
			http.Error(w, "not "+authorization, http.StatusUnauthorized)
		}
	}
}

// plain is a password of HTTP basic as it is.
func plain(shown string) string {
	if decoded, err := base64.StdEncoding.DecodeString(shown); err == nil {
		return string(decoded)
	}
	return shown
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}
