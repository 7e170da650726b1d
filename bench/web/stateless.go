package web

import (
	"net/http"
	"path"
)

// Stateless is a handler without state, so a reset has nothing to do.
type Stateless struct{ *http.ServeMux }

// NewStateless returns a handler without routes.
func NewStateless() Stateless { return Stateless{http.NewServeMux()} }

// Reset does nothing.
func (Stateless) Reset() error { return nil }

// ServeHTTP answers a request. Where a part of the path is empty it answers
// 404 as the originals' framework did; http.ServeMux would answer with a
// redirection, a status that no schema declares.
func (s Stateless) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !Clean(r) {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	s.ServeMux.ServeHTTP(w, r)
}

// Clean says whether the path of a request has no empty part and none that is
// . or .., which http.ServeMux answers with a redirection.
func Clean(r *http.Request) bool {
	p := r.URL.RawPath // "%2F%2F" is a value with slashes, not an empty part
	if p == "" {
		p = r.URL.Path
	}
	return path.Clean(p) == p
}
