package url_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/jstest"
	"github.com/evoke-go/evoke/report"
)

const serversSchema = `openapi: 3.0.3
info: {title: Servers, version: "1"}
servers: [{url: https://books.example/v1}]
paths:
  /books:
    get: {responses: {"200": {description: ok}}}
  /covers:
    servers: [{url: https://books.example/media}]
    get: {responses: {"200": {description: ok}}}
    post: {servers: [{url: https://elsewhere.example}], responses: {"200": {description: ok}}}
`

// Operations with a server of their own are called below its path, in the search and in what is written, and those on
// another host are not called.
func TestServersOfOperations(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	mux, called := http.NewServeMux(), sync.Map{}
	for _, path := range []string{"/v1/books", "/media/covers"} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			e2etest.Reply(w, http.StatusOK, []string{path})
		})
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		called.Store(r.Method+" "+r.URL.Path, true)
		mux.ServeHTTP(w, r)
	}))
	defer server.Close()
	dir := folderInModule(t)
	cfg := shelvesConfig(serversSchema, server.URL, dir, 0)
	cfg.Budget.Calls = 60
	cfg.Output.Writers = []output.Writer{&gotest.Writer{Package: "written"}, &jstest.Writer{}}
	result, err := evoke.Run(t.Context(), cfg)
	require.NoError(t, err)
	for i := range result.Report.Operations {
		assert.True(t, result.Report.Operations[i].Succeeded(), result.Report.Operations[i].Name)
	}
	assert.Len(t, result.Report.Operations, 2)
	assert.Empty(t, report.Findings(result.Report), "no answer is one that the schema does not declare")
	for _, path := range []string{"/covers", "/v1/covers", "/media/covers"} {
		_, is := called.Load("POST " + path)
		assert.False(t, is, path)
	}
	assert.Contains(t, strings.Join(result.Report.Warnings, "\n"),
		"POST /covers: it is left out, because its server is another one: elsewhere.example")
	for _, name := range []string{"evoke_success_test.go", "evoke_success.test.mjs"} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Contains(t, string(content), "/media/covers", name)
		assert.NotContains(t, string(content), "/v1/covers", name)
	}
	assert.Empty(t, writtenAt(t, dir, server.URL))
}
