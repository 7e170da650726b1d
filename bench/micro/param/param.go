// Package param is a service of the paper on testability transformations
// (Arcuri and Galeotti, Fig. 7): it reads a query parameter that the schema
// does not declare.
package param

import (
	_ "embed"
	"net/http"

	"github.com/evoke-go/evoke/bench/web"
)

//go:embed swagger.json
var schema []byte

// Schema returns the Swagger document. It knows no parameter.
func Schema() []byte { return schema }

// New returns the service. It has no state.
func New() http.Handler {
	s := web.NewStateless()
	s.HandleFunc("GET /api/param", func(w http.ResponseWriter, r *http.Request) { get(r).Write(w) })
	return s
}

func get(r *http.Request) web.Answer {
	query := r.URL.Query()
	if !query.Has("param") { // null in the original, which fails to look into it
		return web.Answer{Status: http.StatusInternalServerError}
	}
	if query.Get("param") == "FOO" {
		return web.Text("OK")
	}
	return web.Text("")
}
