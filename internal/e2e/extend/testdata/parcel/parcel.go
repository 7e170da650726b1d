// Package parcel is a service without a fault, whose search a function that stands in for another one may lead astray.
package parcel

import (
	"fmt"
	"net/http"
	"strings"
)

// New makes the service.
func New() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /parcels/{label}", func(w http.ResponseWriter, r *http.Request) {
		label := r.PathValue("label")
		i := strings.Index(label, "-")
		if i < 0 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, label[:i])
	})
	mux.HandleFunc("GET /stations", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "none") })
	return mux
}
