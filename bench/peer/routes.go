package main

import (
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/openapi"
)

// routes names the operations of requests by the paths of a schema.
type routes struct {
	mux *chi.Mux
	all int // operations
}

// routesOf reads a schema.
func routesOf(schema []byte) (r *routes, err error) {
	doc, err := openapi.Read(schema, openapi.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { // the router does not take every path
		if p := recover(); p != nil {
			err = fmt.Errorf("routes: %v", p)
		}
	}()
	r = &routes{mux: chi.NewRouter(), all: len(doc.Operations)}
	for _, o := range doc.Operations {
		r.mux.MethodFunc(o.Method, o.Below(doc.BasePath)+o.Path, func(http.ResponseWriter, *http.Request) {})
	}
	return r, nil
}

// name is the method and the path of the operation that a request fits, "" for none.
func (r *routes) name(request *http.Request) string {
	pattern := r.mux.Find(chi.NewRouteContext(), request.Method, request.URL.EscapedPath())
	if pattern == "" {
		return ""
	}
	return request.Method + " " + pattern
}
