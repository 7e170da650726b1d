package rest_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// petsMux answers below a base path, and other paths with what is given.
func petsMux(base string, other http.HandlerFunc) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+base+"/pets", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `[]`) })
	mux.HandleFunc("POST "+base+"/pets", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusCreated)
	})
	mux.HandleFunc("/", other)
	return mux
}

func TestFindBasePath(t *testing.T) {
	n := 0
	for name, c := range map[string]struct {
		handler http.Handler
		want    string
	}{
		"that of the schema": {petsMux("/api/v1", http.NotFound), "/api/v1"},
		"none":               {petsMux("", http.NotFound), ""},
		"of another server":  {petsMux("/v2", http.NotFound), "/v2"},
		"of no server":       {petsMux("/v3", http.NotFound), "/api/v1"},
		"refused by a validator": {petsMux("", func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "no matching operation was found", http.StatusBadRequest)
		}), ""},
		"the answer names the path": {petsMux("", func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "nothing at "+r.URL.Path, http.StatusNotFound)
		}), ""},
		"each answer is another": {petsMux("", func(w http.ResponseWriter, _ *http.Request) {
			n++
			http.Error(w, fmt.Sprint("request ", n), http.StatusNotFound)
		}), ""},
		"a page for everything": {petsMux("/v3", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, "<html>")
		}), "/api/v1"},
		"a log-in for everything": {http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnauthorized)
		}), "/api/v1"},
		"it panics below that of the schema": {petsMux("", func(_ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/v1/pets" {
				panic("at the pets")
			}
		}), "/api/v1"},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := openapi.Read([]byte(`
openapi: 3.0.3
info: {title: Pets, version: "1"}
servers: [{url: "https://pets.example.com/api/v1"}, {url: /v2}]
paths:
  /pets:
    post: {responses: {"201": {description: made}}}
    get: {responses: {"200": {description: all}}}
`), openapi.Options{})
			require.NoError(t, err)
			h := sut.NewHandler(func() http.Handler { return c.handler }, sut.HandlerOptions{})
			_, err = h.Start(context.Background())
			require.NoError(t, err)
			p, err := rest.New(doc, h, &fitness.Registry{}, rest.Options{})
			require.NoError(t, err)
			require.NoError(t, p.FindBasePath(context.Background(), []string{"/v2", ""}, func(string) bool {
				return false
			}))
			assert.Equal(t, c.want, p.BasePath())
			assert.Equal(t, c.want != "/api/v1", len(p.Warnings()) == 1, "a warning says so: %v", p.Warnings())
		})
	}
}
