// Package shop is a tiny service that takes vouchers.
package shop

import (
	_ "embed" // the schema
	"net/http"

	"example.com/voucher"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema string

// New returns the service.
func New() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /vouchers/{code}", redeem)
	return mux
}

func redeem(w http.ResponseWriter, r *http.Request) {
	if !voucher.Valid(r.PathValue("code")) {
		http.Error(w, "no such voucher", http.StatusNotFound)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
