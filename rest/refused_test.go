package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// strict has a schema that says nothing of what its service wants.
const strict = `
openapi: 3.0.3
info: {title: Strict, version: "1"}
paths:
  /fields:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                code: {type: string}
                size: {type: integer}
                tint: {type: string}
                owner: {type: object, properties: {mail: {type: string}, motto: {type: string}}}
                tags: {type: array, items: {type: object, properties: {label: {type: string}}}}
      responses: {"201": {description: made}, "422": {description: refused}}
  /sentences:
    get:
      parameters:
        - {name: page_size, in: query, schema: {type: integer}}
        - {name: kind, in: query, schema: {type: string}}
        - {name: since, in: query, schema: {type: string}}
      responses: {"200": {description: some}, "400": {description: refused}}
  /stays:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {from: {type: string}, till: {type: string}, legacy: {type: string, example: old}}}}}}
      responses: {"201": {description: made}, "400": {description: refused}}
`

// newStrict says what is wrong: all fields at once in one operation, one after the other
// in the others.
func newStrict() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("POST /fields", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Code  string
			Size  int
			Tint  string
			Owner *struct{ Mail, Motto string }
			Tags  []struct{ Label string }
		}
		if json.NewDecoder(r.Body).Decode(&in) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		type complaint struct{ Location, Message string }
		var wrong []complaint
		check := func(ok bool, location, message string) {
			if !ok {
				wrong = append(wrong, complaint{location, message})
			}
		}
		check(regexp.MustCompile(`^[A-Z]{2}-\d{4}$`).MatchString(in.Code), "body.code",
			"expected string to match pattern '^[A-Z]{2}-\\d{4}$'")
		check(in.Size >= 7340 && in.Size <= 7360, "body.size", "must be between 7340 and 7360")
		check(slices.Contains([]string{"umber", "sienna"}, in.Tint), "body.tint",
			`expected value to be one of "umber, sienna"`)
		if check(in.Owner != nil, "body", "expected required property owner to be present"); in.Owner != nil {
			_, err := mail.ParseAddress(in.Owner.Mail)
			check(err == nil, "body.owner.mail", "must be a well-formed email address")
			check(utf8.RuneCountInString(in.Owner.Motto) >= 30, "body.owner.motto", "expected length >= 30")
		}
		check(len(in.Tags) >= 2, "body.tags", "must have at least 2 items")
		for i := range in.Tags {
			check(len(in.Tags[i].Label) == 3, fmt.Sprintf("body.tags[%d].label", i), "must be exactly 3 characters")
		}
		if wrong == nil {
			w.WriteHeader(http.StatusCreated)
			return
		}
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		_ = json.NewEncoder(w).Encode(map[string]any{"title": "refused", "errors": wrong})
	})
	refuse := func(w http.ResponseWriter, text string) { http.Error(w, text, http.StatusBadRequest) }
	m.HandleFunc("GET /sentences", func(w http.ResponseWriter, r *http.Request) {
		var size int
		_, err := fmt.Sscan(r.FormValue("page_size"), &size)
		_, bad := time.Parse(time.DateOnly, r.FormValue("since"))
		switch {
		case r.FormValue("page_size") == "":
			refuse(w, "page_size is required")
		case err != nil || size < 451 || size > 460:
			refuse(w, "page_size: must be no less than 451; must be no greater than 460.")
		case r.FormValue("kind") == "":
			refuse(w, "missing parameter: kind")
		case r.FormValue("kind") != "retrograde":
			refuse(w, "kind must be one of [retrograde]")
		case r.FormValue("since") == "":
			refuse(w, `{"errors": {"since": ["can't be blank"]}}`)
		case bad != nil:
			refuse(w, bad.Error())
		}
	})
	m.HandleFunc("POST /stays", func(w http.ResponseWriter, r *http.Request) {
		var in struct{ From, Till string }
		d := json.NewDecoder(r.Body)
		d.DisallowUnknownFields()
		if err := d.Decode(&in); err != nil {
			refuse(w, err.Error())
			return
		}
		from, first := time.Parse(time.DateOnly, in.From)
		till, second := time.Parse(time.DateOnly, in.Till)
		switch {
		case first != nil:
			refuse(w, `{"field": "from", "message": "must be a valid date"}`)
		case second != nil:
			refuse(w, `{"field": "till", "message": "must be a valid date"}`)
		case till.Sub(from) < time.Hour || till.Sub(from) > 200*time.Hour:
			refuse(w, `{"field": "till", "message": "must be after from"}`)
		default:
			w.WriteHeader(http.StatusCreated)
		}
	})
	return m
}

// searched runs a black-box search of a service.
func searched(t *testing.T, schema string, o Options, service func() http.Handler, calls int, seed uint64) *Problem {
	t.Helper()
	return searchedUntil(t, schema, o, service, calls, seed, func(*Problem) bool { return false })
}

// searchedUntil ends such a search as soon as it has found what the test asks for.
func searchedUntil(
	t *testing.T, schema string, o Options, service func() http.Handler, calls int,
	seed uint64, done func(*Problem) bool,
) *Problem {
	t.Helper()
	system := sut.NewHandler(service, sut.HandlerOptions{})
	_, err := system.Start(context.Background())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := New(resttest.Read(t, schema), system, registry, o)
	require.NoError(t, err)
	most := search.Cost(calls)
	s := search.NewSession(p.Search(), registry, search.Options{Seed: seed, Budget: func(s search.Stats) float64 {
		if done(p) {
			return 1
		}
		return most(s)
	}})
	for p.Opening() && s.Progress() < 1 {
		_, err := s.Evaluate(context.Background(), s.Sample())
		require.NoError(t, err)
	}
	require.NoError(t, s.Run(context.Background(), &mio.MIO[*testcase.Case]{Pr: mio.Ramp{Start: 0.9, End: 0.5}}))
	return p
}

// TestRefusalsGuide: what refusals say is done, field by field and all at once, and done
// again in new calls; without that, it is not found in ten times the calls.
func TestRefusalsGuide(t *testing.T) {
	for seed := range uint64(5) {
		p := searched(t, strict, Options{}, newStrict, 600, seed)
		assert.Len(t, succeeded(p), 3, "seed %d: %v", seed, strings.Join(succeeded(p), ", "))
		often := 0
		for i := range p.executor.Tally {
			often += p.executor.Tally[i].Statuses[200] + p.executor.Tally[i].Statuses[201]
		}
		assert.Greater(t, often, 30, "new calls meet what helped, seed %d", seed)
	}
	p := searched(t, strict, Options{NoMemory: true}, newStrict, 6000, 0)
	assert.Empty(t, succeeded(p))
}

// TestTalliesQuoteRefusals: of an operation that never succeeded, the tally has what the system
// says most often, and what makes the things that it is about. Another process hears of it.
func TestTalliesQuoteRefusals(t *testing.T) {
	const schema = `
openapi: 3.0.3
info: {title: Shut, version: "1"}
paths:
  /boats:
    post: {responses: {"201": {description: made}}}
  /boats/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {"200": {description: one}}
  /wharves:
    put:
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {depth: {type: integer}}}}}}
      responses: {"200": {description: changed}}
`
	served := func() http.Handler {
		m := http.NewServeMux()
		m.HandleFunc("POST /boats", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusCreated) })
		m.HandleFunc("PUT /wharves", func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"errors": [{"field": "depth", "message": "must be at least 3"}]}`, http.StatusBadRequest)
		})
		return m
	}
	p := searched(t, schema, Options{}, served, 100, 1)
	tallies := p.Tallies()
	assert.Equal(t, "POST /boats", tallies[1].Maker)
	assert.Empty(t, tallies[0].Refusal)
	assert.Contains(t, tallies[2].Refusal, "must be at least 3")
	assert.Equal(t, "depth", tallies[2].Refused)

	other, err := New(resttest.Read(t, schema), sut.NewHandler(served, sut.HandlerOptions{}),
		&fitness.Registry{}, Options{})
	require.NoError(t, err)
	other.Resume(tallies)
	assert.Equal(t, tallies, other.Tallies())
}

// TestRefusalsWithoutAPart: what names a format and no part of the call is tried in the parts that may be meant.
func TestRefusalsWithoutAPart(t *testing.T) {
	const schema = `
openapi: 3.0.3
info: {title: Shelf, version: "1"}
paths:
  /finds:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name, goal, contact, opened]
              properties: {name: {type: string}, goal: {type: string}, contact: {type: string}, opened: {type: string}, remark: {type: string}}
      responses: {"201": {description: made}}
`
	served := func() http.Handler {
		m := http.NewServeMux()
		m.HandleFunc("POST /finds", func(w http.ResponseWriter, r *http.Request) {
			var in struct{ Goal, Contact, Opened string }
			_ = json.NewDecoder(r.Body).Decode(&in)
			_, day := time.Parse(time.DateOnly, in.Opened)
			_, contact := mail.ParseAddress(in.Contact)
			switch {
			case !strings.HasPrefix(in.Goal, "http"):
				http.Error(w, `{"error": "URL is not valid."}`, http.StatusBadRequest)
			case contact != nil:
				http.Error(w, `{"error": "must be a valid email"}`, http.StatusBadRequest)
			case day != nil:
				http.Error(w, `{"error": "Invalid date"}`, http.StatusBadRequest)
			default:
				w.WriteHeader(http.StatusCreated)
			}
		})
		return m
	}
	for seed := range uint64(3) {
		assert.Len(t, succeeded(searched(t, schema, Options{}, served, 150, seed)), 1, "seed %d", seed)
	}
	assert.Empty(t, succeeded(searched(t, schema, Options{NoMemory: true}, served, 150, 0)))
}
