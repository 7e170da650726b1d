// Package body is a service of the paper on testability transformations
// (Arcuri and Galeotti, Fig. 9): it reads a JSON body that the schema does not
// declare.
package body

import (
	_ "embed"
	"encoding/json"
	"net/http"

	"github.com/evoke-go/evoke/bench/web"
)

//go:embed swagger.json
var schema []byte

// Schema returns the Swagger document. It knows no body.
func Schema() []byte { return schema }

// New returns the service. It has no state.
func New() http.Handler {
	s := web.NewStateless()
	s.HandleFunc("POST /api/body", func(w http.ResponseWriter, r *http.Request) { post(r).Write(w) })
	return s
}

func post(r *http.Request) web.Answer {
	var dto struct {
		X *int32 `json:"x"`
	}
	if err := json.NewDecoder(r.Body).Decode(&dto); err != nil {
		return web.Answer{Status: http.StatusInternalServerError}
	}
	if dto.X == nil { // null in the original, which fails to look into it
		return web.Answer{Status: http.StatusInternalServerError}
	}
	if *dto.X > 0 {
		return web.Text("OK")
	}
	return web.Text("")
}
