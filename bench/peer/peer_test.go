package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/rest/auth"
)

const shelf = `
openapi: 3.0.3
info: {title: shelf, version: "1"}
servers: [{url: http://localhost/api/}]
paths:
  /books: {get: {responses: {}}, post: {responses: {}}}
  /books/{id}: {get: {responses: {}}}
  /books/new: {get: {responses: {}}}
`

func TestRoutes(t *testing.T) {
	r, err := routesOf([]byte(shelf))
	require.NoError(t, err)
	assert.Equal(t, 4, r.all)
	for call, want := range map[[2]string]string{
		{"GET", "/api/books"}:         "GET /api/books",
		{"GET", "/api/books?a=b"}:     "GET /api/books",
		{"POST", "/api/books"}:        "POST /api/books",
		{"GET", "/api/books/new"}:     "GET /api/books/new",
		{"GET", "/api/books/7"}:       "GET /api/books/{id}",
		{"GET", "/api/books/7%2F8"}:   "GET /api/books/{id}",
		{"DELETE", "/api/books/7"}:    "",
		{"GET", "/books"}:             "",
		{"GET", "/api/books/7/pages"}: "",
	} {
		assert.Equal(t, want, r.name(httptest.NewRequest(call[0], call[1], nil)), call)
	}
	for _, name := range services {
		s, err := bench.Named(name)
		require.NoError(t, err)
		r, err := routesOf(s.Schema)
		require.NoError(t, err, name)
		assert.NotZero(t, r.all, name)
	}
}

// The service sees as many calls as the budget has, however many come at once.
func TestGateHolds(t *testing.T) {
	var mu sync.Mutex
	seen := 0
	g := newGate(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen++
		w.WriteHeader(http.StatusCreated)
	}), 10, func(*http.Request) string { return "POST /books" })
	var all sync.WaitGroup
	refused := 0
	for range 30 {
		all.Go(func() {
			w := httptest.NewRecorder()
			g.ServeHTTP(w, httptest.NewRequest("POST", "/books", nil))
			mu.Lock()
			defer mu.Unlock()
			if w.Code == http.StatusServiceUnavailable {
				refused++
			}
		})
	}
	all.Wait()
	<-g.full
	assert.Equal(t, []int{10, 10, 20}, []int{g.made(), seen, refused})
	assert.Equal(t, 10, g.answered["POST /books"][http.StatusCreated])
}

func TestGateNotesAnswers(t *testing.T) {
	r, err := routesOf([]byte(shelf))
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/books", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /api/books/{id}", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	g := newGate(mux, 4, r.name)
	for _, path := range []string{"/api/books", "/api/books/1", "/else", "/api/books"} {
		select {
		case <-g.full:
			t.Fatal("full before the last call")
		default:
		}
		func() {
			defer func() { _ = recover() }()
			g.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
		}()
	}
	<-g.full
	assert.Equal(t, map[string]map[int]int{"GET /api/books": {200: 2}, "GET /api/books/{id}": {500: 1}, "": {404: 1}},
		g.answered)
	assert.Equal(t, []int{1, 0, 1}, []int{g.operations(2), g.operations(4), g.operations(5)})
}

// The file for the tools says what the users of the services are.
func TestCommons(t *testing.T) {
	for _, name := range services {
		s, err := bench.Named(name)
		require.NoError(t, err)
		if len(s.Users) == 0 {
			continue
		}
		file, err := commons(s.Users)
		require.NoError(t, err, name)
		users, err := auth.LoadUsers(bytes.NewReader(file))
		require.NoError(t, err, name)
		want, err := commons(users)
		require.NoError(t, err)
		assert.JSONEq(t, string(want), string(file))
		assert.Len(t, users, len(s.Users))
	}
	_, err := commons([]auth.User{auth.APIKey("a", auth.InQuery, "key", "1")})
	assert.ErrorContains(t, err, "user a")
}

func TestToolsAreTold(t *testing.T) {
	st := start{url: "http://localhost:1", schema: "s.json", users: "u.json", calls: 5, seed: 7, dir: "d"}
	assert.Equal(t, []string{"run", "--schema", "s.json", "--url", "http://localhost:1", "--calls", "5", "--seed", "7",
		"--out", "d", "--auth", "u.json"}, tools["evoke"].args(st))
	assert.Equal(t, []string{"run", "s.json", "--origin", "http://localhost:1", "--seed", "7", "--auth-wfc", "u.json"},
		tools["schemathesis"].args(st))
}

func TestAppendRow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "peer.csv")
	require.NoError(t, appendRow(file, []string{"a,b", "c"}))
	require.NoError(t, appendRow(file, []string{"d", "e"}))
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, strings.Join(columns, ",")+"\n\"a,b\",c\nd,e\n", string(got))
}
