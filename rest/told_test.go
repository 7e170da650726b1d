package rest

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// boats has races between boats whose schema does not say that they are boats; its examples lead nowhere.
const boats = `
openapi: 3.0.3
info: {title: Boats, version: "1"}
paths:
  /boats:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string, example: Lark}, sail: {type: string, enum: [red, tan]}}}}}}
      responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}, "409": {description: there is one of this name}}
  /crews:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [aboard, men], properties: {aboard: {type: string, example: b-17}, men: {type: integer}}}}}}
      responses: {"201": {description: made}, "422": {description: refused}}
  /races:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [upwind, downwind], properties: {upwind: {type: string, example: b-17}, downwind: {type: string, example: b-18}}}}}}
      responses: {"201": {description: made}, "409": {description: no crew}, "422": {description: refused}}
`

// newBoats wants two boats for a race, of which the first has a crew. All ids are random.
func newBoats() http.Handler { return boatsRefusing(http.StatusUnprocessableEntity) }

// boatsRefusing is newBoats with a status for what is not there.
func boatsRefusing(status int) http.Handler {
	names, crews := map[string]bool{}, map[string]int{}
	m := http.NewServeMux()
	refuse := func(w http.ResponseWriter, status int, format string, args ...any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": fmt.Sprintf(format, args...)})
	}
	m.HandleFunc("POST /boats", func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Name string }
		if json.NewDecoder(r.Body).Decode(&in) != nil || names[in.Name] {
			refuse(w, http.StatusConflict, "there is a boat of this name already")
			return
		}
		id := "b-" + strings.ToLower(rand.Text()[:8]) + "7"
		names[in.Name], crews[id] = true, 0
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(map[string]string{"id": id})
	})
	known := func(w http.ResponseWriter, id string) bool {
		if _, ok := crews[id]; !ok {
			refuse(w, status, "there is no boat %s", id)
			return false
		}
		return true
	}
	m.HandleFunc("POST /crews", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Aboard string
			Men    int
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			refuse(w, http.StatusBadRequest, "the body is malformed")
			return
		}
		if !known(w, in.Aboard) {
			return
		}
		crews[in.Aboard] += max(0, in.Men)
		w.WriteHeader(http.StatusCreated)
	})
	m.HandleFunc("POST /races", func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Upwind, Downwind string }
		err := json.NewDecoder(r.Body).Decode(&in)
		switch {
		case err != nil:
			refuse(w, http.StatusBadRequest, "the body is malformed")
		case !known(w, in.Upwind), !known(w, in.Downwind):
		case in.Upwind == in.Downwind:
			refuse(w, http.StatusUnprocessableEntity, "two boats are needed")
		case crews[in.Upwind] == 0:
			refuse(w, http.StatusConflict, "nobody is aboard")
		default:
			w.WriteHeader(http.StatusCreated)
		}
	})
	return m
}

// TestRefusalsTellReferences: an input that a refusal quotes with the noun of a collection takes the ids of its
// elements, two where two are named, and calls that change their state come before. The written test has variables.
func TestRefusalsTellReferences(t *testing.T) {
	for seed := range uint64(3) {
		p := searched(t, boats, Options{}, newBoats, 1500, seed)
		assert.Len(t, succeeded(p), 3, "seed %d: %v", seed, succeeded(p))
		var places []string
		for _, told := range p.api.Named("POST /races").Told {
			places = append(places, told.Place+" "+told.Collection)
		}
		assert.ElementsMatch(t, []string{"-1//upwind /boats", "-1//downwind /boats"}, places, "seed %d", seed)
		assert.Empty(t, p.api.Named("POST /boats").Told)

		data, err := p.Learned()
		require.NoError(t, err)
		other, err := New(resttest.Read(t, boats), sut.NewHandler(newBoats, sut.HandlerOptions{}),
			&fitness.Registry{}, Options{})
		require.NoError(t, err)
		require.NoError(t, other.Learn(data))
		assert.Len(t, other.api.Named("POST /races").Told, 2, "another process knows it")
	}
	p := searched(t, boats, Options{NoMemory: true}, newBoats, 1500, 1)
	assert.Len(t, succeeded(p), 1)
}

// TestFailuresMayBeRefusals: a service that answers 500 to what it refuses tells the same, until the operation
// succeeds.
func TestFailuresMayBeRefusals(t *testing.T) {
	for seed := range uint64(3) {
		p := searched(t, boats, Options{}, func() http.Handler { return boatsRefusing(http.StatusInternalServerError) },
			1500, seed)
		assert.Len(t, succeeded(p), 3, "seed %d: %v", seed, succeeded(p))
		assert.Len(t, p.api.Named("POST /races").Told, 2, "seed %d", seed)
	}
}

// TestReferencesThatAreToldAreWritten: a test says which answer an id is from, in another process too.
func TestReferencesThatAreToldAreWritten(t *testing.T) {
	system := sut.NewHandler(newBoats, sut.HandlerOptions{})
	_, err := system.Start(context.Background())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := New(resttest.Read(t, boats), system, registry, Options{})
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Seed: 1, Budget: search.Cost(1500)})
	require.NoError(t, s.Run(context.Background(), &mio.MIO[*testcase.Case]{}))
	out, flaky, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	assert.Zero(t, flaky)
	for i := range out.Tests {
		test := &out.Tests[i]
		last := test.Last()
		if test.Name != "PostCrewsReturns201" {
			continue
		}
		assert.True(t, slices.ContainsFunc(last.Call.Request.Body.Text, func(p suite.Piece) bool {
			return p.Var != ""
		}), "%v", last.Call.Request.Body.Text)
		kept, err := p.Kept()
		require.NoError(t, err)
		again, err := New(resttest.Read(t, boats), system, &fitness.Registry{}, Options{})
		require.NoError(t, err)
		_, left, err := again.SuiteAgain(context.Background(), kept, time.Now())
		require.NoError(t, err)
		assert.Empty(t, left)
		return
	}
	t.Fatal("no test of an accepted crew")
}
