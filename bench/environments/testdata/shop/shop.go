// Package shop is a small service that the environments change.
package shop

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// New returns the service.
func New() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /prices/{amount}", price)
	return mux
}

func price(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("amount"))
	if err != nil || n < 0 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]int{"price": rebate(n)})
}

func rebate(n int) int {
	if n == 4711 {
		return n / 2
	}
	return n
}
