package url_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// shelves is a service that nobody can reset: shelves with books on them, which clients
// name themselves or let the service number.
type shelves struct {
	sync.Mutex
	books   map[string]string // titles, by ids
	next    int
	calls   int
	patient int // calls after which GET /ready answers 200
	out     int // the call from which on reading a book answers 404 for 60 calls, 0 for never
}

func newShelves() http.Handler { return newShelvesOf(0) }

func newShelvesOf(out int) http.Handler {
	s := &shelves{books: map[string]string{"1": "Emma"}, next: 2, patient: 60, out: out}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /books", s.list)
	mux.HandleFunc("POST /books", s.add)
	mux.HandleFunc("GET /books/{id}", s.book(func(id string) (int, any) {
		return http.StatusOK, map[string]any{"id": id, "title": s.books[id]}
	}))
	mux.HandleFunc("DELETE /books/{id}", s.book(func(id string) (int, any) {
		delete(s.books, id)
		return http.StatusNoContent, nil
	}))
	mux.HandleFunc("POST /books/{id}/loan", s.book(func(id string) (int, any) {
		if s.books[id] == "lent" {
			return http.StatusConflict, map[string]any{"error": "it is lent"}
		}
		s.books[id] = "lent"
		return http.StatusOK, map[string]any{"id": id}
	}))
	mux.HandleFunc("PUT /books/{id}", s.put)
	mux.HandleFunc("GET /ready", s.ready)
	return mux
}

func (s *shelves) list(w http.ResponseWriter, _ *http.Request) {
	s.Lock()
	defer s.Unlock()
	s.calls++
	list := []any{}
	for _, id := range slices.Sorted(maps.Keys(s.books)) {
		list = append(list, map[string]any{"id": id, "title": s.books[id]})
	}
	e2etest.Reply(w, http.StatusOK, list)
}

func (s *shelves) add(w http.ResponseWriter, r *http.Request) {
	s.Lock()
	defer s.Unlock()
	s.calls++
	var in struct{ Title string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Title == "" {
		e2etest.Reply(w, http.StatusBadRequest, map[string]any{"error": "no title"})
		return
	}
	id := fmt.Sprint(s.next)
	s.next++
	s.books[id] = in.Title
	e2etest.Reply(w, http.StatusCreated, map[string]any{"id": id, "title": in.Title})
}

func (s *shelves) put(w http.ResponseWriter, r *http.Request) {
	s.Lock()
	defer s.Unlock()
	s.calls++
	_, there := s.books[r.PathValue("id")]
	s.books[r.PathValue("id")] = "put"
	status := map[bool]int{true: http.StatusOK, false: http.StatusCreated}[there]
	e2etest.Reply(w, status, map[string]any{"id": r.PathValue("id")})
}

func (s *shelves) book(f func(id string) (int, any)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.Lock()
		defer s.Unlock()
		s.calls++
		_, there := s.books[r.PathValue("id")]
		if r.Method == http.MethodGet {
			there = there && (s.out == 0 || s.calls < s.out || s.calls > s.out+60)
		}
		if !there {
			e2etest.Reply(w, http.StatusNotFound, map[string]any{"error": "no such book"})
			return
		}
		status, body := f(r.PathValue("id"))
		e2etest.Reply(w, status, body)
	}
}

// ready answers what hangs on nothing but how long the service runs.
func (s *shelves) ready(w http.ResponseWriter, _ *http.Request) {
	s.Lock()
	defer s.Unlock()
	if s.calls < s.patient {
		e2etest.Reply(w, http.StatusTeapot, map[string]any{"error": "not yet"})
		return
	}
	e2etest.Reply(w, http.StatusOK, map[string]any{"ready": true})
}

const shelvesSchema = `openapi: 3.0.3
info: {title: Shelves, version: "1"}
paths:
  /books:
    get: {responses: {"200": {description: ok}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string}}}}}}
      responses: {"201": {description: ok}, "400": {description: no}}
  /books/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: ok}, "404": {description: no}}}
    put: {responses: {"200": {description: ok}, "201": {description: new}}}
    delete: {responses: {"204": {description: ok}, "404": {description: no}}}
  /books/{id}/loan:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post: {responses: {"200": {description: ok}, "404": {description: no}, "409": {description: lent}}}
`

// writtenAt builds written tests and executes them against the services at some URLs, one after
// another.
func writtenAt(t *testing.T, dir string, urls ...string) (failed string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "written.exe")
	out, err := exec.Command("go", "test", "-c", "-ldflags=-s -w", "-o", program, "./"+dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	for i, url := range urls {
		cmd := exec.Command(program)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "EVOKE_BASE_URL="+url)
		if out, err := cmd.CombinedOutput(); err != nil {
			failed += fmt.Sprintf("service %d: %s\n", i, out)
		}
	}
	return failed
}

func shelvesConfig(schema, url, dir string, seed uint64) evoke.Config {
	return evoke.Config{
		Schema: schema, System: evoke.System{URL: url}, Search: evoke.Search{Seed: seed},
		Budget: evoke.Budget{Calls: 800},
		Output: evoke.Output{Dir: dir, Writers: []output.Writer{&gotest.Writer{Package: "written"}}},
	}
}

func folderInModule(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(".", "evoke-alone-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return dir
}

// The suite of a running service needs nothing of what the search left behind, and
// leaves nothing behind that the suite itself cannot stand.
func TestSuitesByURLStandAlone(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	for seed := range e2etest.Seeds() {
		searched := httptest.NewServer(newShelves())
		t.Cleanup(searched.Close)
		fresh := httptest.NewServer(newShelves())
		t.Cleanup(fresh.Close)
		dir := folderInModule(t)
		result, err := evoke.Run(t.Context(), shelvesConfig(shelvesSchema, searched.URL, dir, seed))
		require.NoError(t, err)
		succeeded := map[string]bool{}
		for _, test := range result.Suite.Tests {
			for i := range test.Steps { // a test may go on behind a success
				step := &test.Steps[i]
				succeeded[step.Operation] = succeeded[step.Operation] || step.Succeeds()
			}
		}
		for _, operation := range []string{"GET /books", "POST /books", "GET /books/{id}", "DELETE /books/{id}",
			"POST /books/{id}/loan"} {
			assert.True(t, succeeded[operation], "seed %d: %s", seed, operation)
		}
		assert.Empty(t, writtenAt(t, dir, fresh.URL, fresh.URL, searched.URL), "seed %d", seed)
	}
}

// A success is not missing since the test that was chosen for it fell out late: the tests of it
// are executed while reading fails for a while, and others take their place.
func TestSuccessesAreRegained(t *testing.T) {
	for seed := range e2etest.Seeds() {
		server := httptest.NewServer(newShelvesOf(680))
		result, err := evoke.Run(t.Context(), shelvesConfig(shelvesSchema, server.URL, t.TempDir(), seed))
		server.Close()
		require.NoError(t, err)
		for i := range result.Report.Operations {
			op := &result.Report.Operations[i]
			tested := slices.ContainsFunc(result.Suite.Tests, func(test suite.Test) bool {
				last := test.Last()
				return last.Operation == op.Name && last.Succeeds()
			})
			assert.Equal(t, op.Succeeded(), tested, "seed %d: %s", seed, op.Name)
		}
	}
}

// What no call of the search tells is found on a restarted service, and said.
func TestSuitesAreTriedOnARestartedService(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	schema := shelvesSchema + "  /ready:\n    get: {parameters: [{name: probe, in: query, required: true, schema: " +
		"{type: string, minLength: 4}}], responses: {\"200\": {description: ok}, \"418\": {description: not yet}}}\n"
	var handler atomic.Pointer[http.Handler]
	restarts := 0
	restart := func(context.Context) error {
		restarts++
		h := newShelves()
		handler.Store(&h)
		return nil
	}
	require.NoError(t, restart(t.Context()))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		(*handler.Load()).ServeHTTP(w, r)
	}))
	defer server.Close()
	dir := folderInModule(t)
	cfg := shelvesConfig(schema, server.URL, dir, 0)
	cfg.System.Restart = restart
	result, err := evoke.Run(t.Context(), cfg)
	require.NoError(t, err)
	assert.Greater(t, restarts, 1)
	assert.Contains(t, strings.Join(result.Report.Warnings, "\n"), "fail on a restarted service")
	require.NoError(t, restart(t.Context()))
	assert.Empty(t, writtenAt(t, dir, server.URL))
}

// The suite of a running service that can be reset is green each time, as its tests reset the service, wherever it is
// now; it is red where a reset does nothing.
func TestSuitesByURLReset(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	var inner atomic.Pointer[http.Handler]
	var resets atomic.Int64
	service := func(works bool) *httptest.Server {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/reset" {
				(*inner.Load()).ServeHTTP(w, r)
				return
			}
			if resets.Add(1); works {
				h := newShelves()
				inner.Store(&h)
			}
		}))
		t.Cleanup(server.Close)
		return server
	}
	searched := service(true)
	post := func() error {
		answer, err := http.Post(searched.URL+"/reset", "", nil)
		if err == nil {
			err = answer.Body.Close()
		}
		return err
	}
	dir := folderInModule(t)
	cfg := shelvesConfig(shelvesSchema, searched.URL, dir, 0)
	options := sut.RemoteOptions{Reset: func(context.Context) error { return post() }}
	cfg.System = evoke.System{Controller: sut.NewRemote(searched.URL, options), Reset: post}
	cfg.Output.Writers = []output.Writer{&gotest.Writer{
		Package: "written", Program: &gotest.Program{Running: true, Reset: searched.URL + "/reset"},
	}}
	result, err := evoke.Run(t.Context(), cfg)
	require.NoError(t, err)
	assert.Empty(t, result.Report.Warnings)
	resets.Store(0)
	assert.Empty(t, writtenAt(t, dir, searched.URL, service(true).URL))
	assert.EqualValues(t, 2*len(result.Suite.Tests), resets.Load())
	assert.NotEmpty(t, writtenAt(t, dir, service(false).URL))

	program, url := filepath.Join(t.TempDir(), "written.exe"), service(true).URL // two packages at the same time
	out, err := exec.Command("go", "test", "-c", "-ldflags=-s -w", "-o", program, "./"+dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			cmd := exec.Command(program, "-test.count=5")
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "EVOKE_BASE_URL="+url)
			out, err := cmd.CombinedOutput()
			assert.NoError(t, err, "%s", out)
		})
	}
	both.Wait()
}
