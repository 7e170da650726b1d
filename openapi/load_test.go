package openapi_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

func TestLoadErrors(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/html":
			fmt.Fprint(w, "<html><body>Swagger UI</body></html>")
		case "/broken":
			http.Error(w, "oops", http.StatusInternalServerError)
		case "/cut":
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, `{"openapi"`)
		case "/circle":
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		case "/endless":
			for {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	tests := []struct{ name, location, want string }{
		{"no file", filepath.Join("testdata", "missing.yaml"), "does not exist"},
		{"folder", "testdata", "is a folder"},
		{"not found", server.URL + "/nothing", "not found (404)"},
		{"HTML", server.URL + "/html", "HTML page"},
		{"server error", server.URL + "/broken", "answered 500"},
		{"cut short", server.URL + "/cut", "unexpected EOF"},
		{"endless", server.URL + "/endless", "larger than"},
		{"redirects in circles", server.URL + "/circle", "fetch " + server.URL + "/circle: stopped after 10 redirects"},
		{"unreachable", gone.URL, "fetch " + gone.URL + ": dial tcp"},
		{"another scheme", "ftp://example.com/a.yaml", `the scheme "ftp" is not supported`},
		{"file URL", "file:///a/b.yaml", "a file is named by its path"},
		{"no host", "http://", "not an absolute URL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := openapi.Load(t.Context(), tt.location, openapi.Options{MaxBytes: 1 << 20})
			require.ErrorContains(t, err, tt.want)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

// Load does not wait for ever for a server that does not answer, or stops in the middle of an answer.
func TestLoadTakesALimitedTime(t *testing.T) {
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/half" {
			fmt.Fprint(w, "openapi: 3.0.0\n")
			_ = http.NewResponseController(w).Flush()
		}
		<-done
	}))
	defer server.Close()
	defer close(done)
	for _, path := range []string{"/nothing", "/half"} {
		_, err := openapi.Load(t.Context(), server.URL+path, openapi.Options{Timeout: 50 * time.Millisecond})
		require.ErrorContains(t, err, "fetch "+server.URL+path+": no complete answer within 50ms")
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
}

func TestLoadStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	defer server.Close()
	_, err := openapi.Load(ctx, server.URL, openapi.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestReferencesOverHTTP(t *testing.T) {
	server := httptest.NewServer(http.FileServer(http.Dir("testdata")))
	defer server.Close()
	doc, err := openapi.Load(t.Context(), server.URL+"/openapi31.yaml", openapi.Options{})
	require.NoError(t, err)
	require.Empty(t, doc.Warnings)
	require.Equal(t, server.URL+"/shared/schemas.json#/Money", property(t, doc, "shared").Ref)

	other := fmt.Sprintf("openapi: 3.1.0\npaths: {/x: {get: {responses: {'200': {$ref: "+
		"'%s/shared/responses.yaml#/Problem'}}}}}", server.URL)
	doc, err = openapi.Read([]byte(other), openapi.Options{})
	require.NoError(t, err)
	require.Contains(t, fmt.Sprint(doc.Warnings), "leads to another host, "+server.URL)
	doc, err = openapi.Read([]byte(other), openapi.Options{Refs: []string{server.URL}})
	require.NoError(t, err)
	require.Empty(t, doc.Warnings)
	require.Len(t, doc.Operations[0].Responses[0].Content, 1)
}

func TestBytesNeedAFolderForOtherFiles(t *testing.T) {
	data, err := os.ReadFile("testdata/openapi31.yaml")
	require.NoError(t, err)
	doc, err := openapi.Read(data, openapi.Options{})
	require.NoError(t, err)
	require.Contains(t, fmt.Sprint(doc.Warnings), "no folder to look in")
	doc, err = openapi.Read(data, openapi.Options{BaseDir: "testdata"})
	require.NoError(t, err)
	require.Empty(t, doc.Warnings)
}

// property returns a property of the first response of a document.
func property(t *testing.T, doc *openapi.Document, name string) *openapi.Schema {
	t.Helper()
	for _, p := range doc.Operations[0].Responses[0].Content[0].Schema.Properties {
		if p.Name == name {
			return p.Schema
		}
	}
	require.Fail(t, "no such property", name)
	return nil
}

func TestSharedSchemasAreOnePointer(t *testing.T) {
	doc, err := openapi.ReadFile("testdata/openapi31.yaml", openapi.Options{})
	require.NoError(t, err)
	thing := doc.Operations[0].Responses[0].Content[0].Schema
	require.Same(t, thing, property(t, doc, "other").AnyOf[0])
	require.Same(t, property(t, doc, "plain"), property(t, doc, "anchored"))
	fromElsewhere := doc.Operations[1].Responses[0].Content[0].Schema.Properties
	require.Same(t, property(t, doc, "shared"), fromElsewhere[0].Schema)
	require.Same(t, thing, fromElsewhere[1].Schema)
}

func TestBasePath(t *testing.T) {
	tests := []struct{ servers, want string }{
		{"[]", ""}, {"[{url: /}]", ""}, {"[{url: ''}]", ""}, {"[{url: 'https://a.com'}]", ""},
		{"[{url: 'https://a.com/'}]", ""}, {"[{url: /api/v1/}]", "/api/v1"}, {"[{url: api}]", "/api"},
		{"[{url: ./api}]", "/api"}, {"[{url: //a.com/b}]", "/b"},
		{"[{url: 'http://{h}:{p}/x', variables: {h: {default: a}, p: {default: '80'}}}, {url: /y}]", "/x"},
	}
	for _, tt := range tests {
		t.Run(tt.servers, func(t *testing.T) {
			doc, err := openapi.Read([]byte("openapi: 3.0.0\npaths: {}\nservers: "+tt.servers), openapi.Options{})
			require.NoError(t, err)
			require.Equal(t, tt.want, doc.BasePath)
			if len(doc.BasePaths) > 0 {
				require.Equal(t, tt.want, doc.BasePaths[0])
			}
		})
	}
}

func TestBasePathsOfAllServers(t *testing.T) {
	doc, err := openapi.Read([]byte("openapi: 3.0.0\npaths: {}\nservers: [{url: 'https://a.com/v1'}, {url: "+
		"'http://b.com/v1/'}, {url: /}]"), openapi.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"/v1", ""}, doc.BasePaths)
	require.Empty(t, doc.Local)
}

// TestServersOfOperations: the servers of an operation override those of the document if they are on one of the
// document's hosts.
func TestServersOfOperations(t *testing.T) {
	const root = "servers: [{url: 'https://a.com/v1'}]\n"
	for name, tt := range map[string]struct{ root, path, own, base, want string }{
		"none":              {root, "", "", "/v1", "|,|"},
		"path":              {root, "[{url: /p}]", "", "/v1", "/p|,/p|"},
		"operation":         {root, "[{url: /p}]", "[{url: /o/}]", "/v1", "/o|,/p|"},
		"root":              {root, "", "[{url: /}]", "/v1", "/|,|"},
		"empty":             {root, "[{url: /p}]", "[]", "/v1", "/p|,/p|"},
		"the same":          {root, "[{url: 'http://A.com/v1/'}]", "", "/v1", "|,|"},
		"another host":      {root, "", "[{url: 'https://b.com/o'}]", "/v1", "/o|b.com,|"},
		"one of its hosts":  {root, "", "[{url: 'https://b.com/o'}, {url: 'https://a.com/p'}]", "/v1", "/p|,|"},
		"no server":         {"", "", "[{url: 'https://b.com/o'}]", "", "/o|,|"},
		"stands for it":     {"", "[{url: 'https://b.com/o'}]", "", "/o", "|,|"},
		"some stand for it": {"", "[{url: /o}]", "[{url: /p}]", "/p", "|,/o|"},
	} {
		t.Run(name, func(t *testing.T) {
			list := func(text string) string {
				return map[bool]string{true: "servers: " + text + ","}[text != ""]
			}
			doc, err := openapi.Read([]byte("openapi: 3.0.0\n"+tt.root+"paths: {/x: {"+list(tt.path)+
				" get: {"+list(tt.own)+" responses: {}}, post: {responses: {}}}}"), openapi.Options{})
			require.NoError(t, err)
			get, post := doc.Operations[0], doc.Operations[1]
			require.Equal(t, tt.want, get.Base+"|"+get.Host+","+post.Base+"|"+post.Host)
			require.Equal(t, tt.base, doc.BasePath)
			require.Empty(t, doc.Warnings)
		})
	}
}

// TestServersOnThisMachine: Local is a server on this machine, and never one elsewhere.
func TestServersOnThisMachine(t *testing.T) {
	const servers = "openapi: 3.0.0\npaths: {}\nservers: "
	for text, want := range map[string]string{
		servers + "[{url: 'https://a.com'}, {url: 'http://127.0.0.1:8585/api'}]": "http://127.0.0.1:8585",
		servers + "[{url: 'https://localhost/v1'}]":                              "https://localhost",
		servers + "[{url: 'http://[::1]:80'}]":                                   "http://[::1]:80",
		servers + "[{url: 'ftp://localhost'}, {url: 'http://a@localhost'}]":      "",
		servers + "[{url: /api}]":                                                "",
		"swagger: '2.0'\nhost: localhost:3000\nbasePath: /api\npaths: {}":        "http://localhost:3000",
		"swagger: '2.0'\nhost: api.example.com\npaths: {}":                       "",
	} {
		doc, err := openapi.Read([]byte(text), openapi.Options{})
		require.NoError(t, err)
		require.Equal(t, want, doc.Local, text)
	}
}

// TestBombs reads small documents that expand to more values than fit into memory.
func TestBombs(t *testing.T) {
	aliases := "x: &a0 [1,2,3,4,5,6,7,8]\n"
	for i := range 20 {
		aliases += fmt.Sprintf("x%d: &a%d [%s]\n", i, i+1,
			strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), 8), ","))
	}
	chain := `"S0": {}`
	for i := range 5000 {
		chain += fmt.Sprintf(`, "S%d": {"$ref": "#/components/schemas/S%d"}`, i+1, i)
	}
	use := `{"get": {"parameters": [{"name": "a", "in": "query", "schema": %s}]}}`
	tests := []struct{ name, text, warning string }{
		{"aliases", aliases + "openapi: 3.0.0\npaths: {/x: " + fmt.Sprintf(use, "{default: *a20}") + "}",
			"has more than 20000 values"},
		{"chain of references", `{"openapi": "3.0.0", "paths": {"/x": ` + fmt.Sprintf(use,
			`{"$ref": "#/components/schemas/S5000"}`) + `}, "components": {"schemas": {` + chain + `}}}`, "too long"},
		{"deep JSON", `{"openapi": "3.0.0", "paths": {"/x": ` +
			fmt.Sprintf(use, `{"default": `+strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)+`}`) + `}}`, ""},
		{"deep schemas", `{"openapi": "3.0.0", "paths": {"/x": ` +
			fmt.Sprintf(use, strings.Repeat(`{"items": `, 100_000)+"{}"+strings.Repeat("}", 100_000)) + `}}`, ""},
		{"merge circle", "openapi: 3.0.0\npaths: &p {<<: *p, /x: {get: {}}}", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := openapi.Read([]byte(tt.text), openapi.Options{})
			if err != nil {
				require.NotContains(t, err.Error(), "reading failed")
				return
			}
			require.Len(t, doc.Operations, 1)
			require.Contains(t, fmt.Sprint(doc.Warnings), tt.warning)
		})
	}
}

func ExampleLoad() {
	doc, err := openapi.Load(context.Background(), "testdata/swagger.yaml", openapi.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Title, doc.BasePath)
	for _, op := range doc.Operations {
		fmt.Println(op.Name(), len(op.Bodies))
	}
	// Output:
	// Old shop /api
	// GET /books 0
	// POST /books 1
	// PUT /books/{id}/cover 1
	// POST /books/{id}/cover 1
}
