// Package vault is a service with a panic behind one number, which only a fuzzer
// that was told of it finds.
package vault

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// New makes a vault without codes.
func New() http.Handler {
	codes := map[int]string{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /codes", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Code  int
			Label string
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		codes[len(codes)+1] = open(in.Code, in.Label)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(map[string]any{"id": len(codes)})
	})
	mux.HandleFunc("GET /codes/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		if codes[id] == "" {
			w.WriteHeader(http.StatusNotFound)
		}
	})
	return mux
}

func open(code int, label string) string {
	if code == 48112733 {
		panic("the vault is open")
	}
	return label
}
