// Package guard is a library that stops panics and answers later.
package guard

import "net/http"

// Handler answers 500 if a handler panics.
func Handler(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if panics(h, w, r) {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}
}

func panics(h http.HandlerFunc, w http.ResponseWriter, r *http.Request) (yes bool) {
	defer func() { yes = recover() != nil }()
	h(w, r)
	return false
}
