package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// queue is a service whose entries stand in places. One that stands in a place which is no
// number is accepted, and nobody can stand behind it: the next entry without a place is
// refused with 500.
const queue = `
openapi: 3.0.3
info: {title: Queue, version: "1"}
paths:
  /entries:
    get: {responses: {"200": {description: all}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [label], properties: {label: {type: string, maxLength: 8}, place: {type: string, maxLength: 4}}}}}}
      responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: integer}}}}}}}
  /entries/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {"200": {description: one}}}
    put:
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {label: {type: string}}}}}}
      responses: {"200": {description: changed}}
    delete: {responses: {"204": {description: gone}}}
`

type entry struct {
	ID    int    `json:"id"`
	Label string `json:"label"`
	Place string `json:"place"`
}

// newQueue returns the service, and whether it is spoilt.
func newQueue() (h http.Handler, spoilt func() bool) {
	entries, next := map[int]*entry{}, 1
	last := func() (place int, ok bool) {
		for _, e := range entries {
			n, err := strconv.Atoi(e.Place)
			if err != nil {
				return 0, false
			}
			place = max(place, n)
		}
		return place, true
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /entries", func(w http.ResponseWriter, _ *http.Request) {
		all := []*entry{}
		for id := range next {
			if entries[id] != nil {
				all = append(all, entries[id])
			}
		}
		answer(w, http.StatusOK, all)
	})
	mux.HandleFunc("POST /entries", func(w http.ResponseWriter, r *http.Request) {
		e := &entry{}
		if json.NewDecoder(r.Body).Decode(e) != nil || e.Label == "" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if e.Place == "" {
			place, ok := last()
			if !ok {
				answer(w, http.StatusInternalServerError, "no place")
				return
			}
			e.Place = strconv.Itoa(place + 1)
		}
		e.ID = next
		entries[next] = e
		next++
		answer(w, http.StatusCreated, e)
	})
	mux.HandleFunc("/entries/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		e := entries[id]
		switch {
		case e == nil:
			w.WriteHeader(http.StatusNotFound)
			return
		case r.Method == http.MethodDelete:
			delete(entries, id)
			w.WriteHeader(http.StatusNoContent)
			return
		case r.Method == http.MethodPut:
			_ = json.NewDecoder(r.Body).Decode(&struct{ Label *string }{&e.Label})
		}
		answer(w, http.StatusOK, e)
	})
	return mux, func() bool { _, ok := last(); return !ok }
}

// TestSpoiltStateIsMended: in a service that keeps what tests do, a search notices that an
// accepted call makes later ones fail, names it, and deletes what it left behind, as the
// written tests do in the end.
func TestSpoiltStateIsMended(t *testing.T) {
	ctx := context.Background()
	doc, err := openapi.Read([]byte(queue), openapi.Options{})
	require.NoError(t, err)
	var spoilt func() bool
	c := &census{Handler: sut.NewHandler(func() (h http.Handler) { h, spoilt = newQueue(); return h },
		sut.HandlerOptions{}), keeps: true, statuses: map[int]int{}, refused: map[string]bool{}}
	_, err = c.Start(ctx)
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, c, registry, rest.Options{})
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Seed: 3, Budget: search.Cost(1500)})
	require.NoError(t, s.Run(ctx, &mio.MIO[*testcase.Case]{}))
	assert.Less(t, c.share(500), 0.05)
	assert.Regexp(t, `POST /entries: since an accepted call of those that send place, POST /entries was answered 500 where it had succeeded before, `+
		`until what the call had left behind was deleted. Tests with such calls delete it in the end: \d\d+`,
		strings.Join(p.Warnings(), "\n"))

	out, _, err := p.Suite(ctx, s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	assert.False(t, spoilt())
	tidy := 0
	for i := range out.Tests {
		test := &out.Tests[i]
		last := &test.Steps[len(test.Steps)-1]
		made := 0
		for n := range test.Steps {
			call := test.Steps[n].Call
			if body := call.Request.Body; body != nil && call.Expect.Status == http.StatusCreated &&
				strings.Contains(fmt.Sprint(body.Text), `"place"`) {
				made++
			}
		}
		if made > 0 && !strings.HasPrefix(test.Last().Operation, "DELETE") {
			tidy++
			assert.Equal(t, "DELETE /entries/{id}", last.Operation, test.Name)
			assert.NotEmpty(t, last.Note)
			assert.NotContains(t, test.Name, "DELETE")
		}
	}
	assert.NotZero(t, tidy)
}
