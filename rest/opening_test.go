package rest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/sut"
)

// opened evaluates the first samples with a service. It returns the operations of each.
func opened(t *testing.T, schema string, o Options, service func() http.Handler) (*Problem, [][]string) {
	t.Helper()
	return openedBy(t, schema, o, service, 2)
}

// openedBy is opened with a seed.
func openedBy(t *testing.T, schema string, o Options, service func() http.Handler, seed uint64) (*Problem, [][]string) {
	t.Helper()
	system := sut.NewHandler(service, sut.HandlerOptions{})
	_, err := system.Start(context.Background())
	require.NoError(t, err)
	p, err := New(resttest.Read(t, schema), system, &fitness.Registry{}, o)
	require.NoError(t, err)
	var samples [][]string
	for r := rand.New(rand.NewPCG(1, seed)); p.Opening(); {
		c := p.Sample(r)
		samples = append(samples, operations(c))
		_, err := p.Evaluate(context.Background(), c)
		require.NoError(t, err)
	}
	return p, samples
}

// succeeded names the operations that answered 2xx.
func succeeded(p *Problem) (names []string) {
	for i := range p.executor.Tally {
		if t := &p.executor.Tally[i]; t.Succeeded() {
			names = append(names, t.Operation.Name())
		}
	}
	return names
}

// parcels has an example for each field, two examples of bodies, and a field that it
// takes only where it has its default.
const parcels = `
openapi: 3.0.3
info: {title: Parcels, version: "1"}
paths:
  /parcels:
    post:
      parameters: [{name: depot, in: query, required: true, schema: {type: string}, examples: {a: {value: K-17}, b: {value: M-04}}}]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                from: {type: string, example: "70173"}
                to: {type: string, example: "20095"}
                service: {type: string, example: express-9}
                weight: {type: number, example: 1.25}
                customs: {type: object, properties: {form: {type: string, example: CN22}, lines: {type: array, items: {type: object, properties: {code: {type: string, example: "6109.10"}}}}}}
                locker: {type: string}
                insured: {type: integer}
      responses: {"201": {description: made}, "400": {description: refused}}
  /quotes:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object, required: [kind, size], properties: {kind: {type: string}, size: {type: string}}}
            examples:
              letter: {value: {kind: letter, size: C5}}
              crate: {value: {kind: crate, size: E2}}
      responses: {"200": {description: one}, "400": {description: refused}}
  /codes:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object, properties: {code: {type: string, default: q1}, note: {type: string}}}
      responses: {"200": {description: one}, "400": {description: refused}}
`

// newParcels takes the examples only, and all of them together.
func newParcels() http.Handler {
	m := http.NewServeMux()
	want := func(route string, query string, wanted ...string) {
		m.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			var b bytes.Buffer
			if json.Compact(&b, body) != nil || !slices.Contains(wanted, b.String()) || r.FormValue("depot") != query {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			w.WriteHeader(http.StatusCreated)
		})
	}
	want("POST /parcels", "M-04", `{"from":"70173","to":"20095","service":"express-9","weight":1.25,"customs":{"form":"CN22","lines":[{"code":"6109.10"}]}}`)
	want("POST /quotes", "", `{"kind":"crate","size":"E2"}`)
	want("POST /codes", "", `{"code":"q1"}`)
	return m
}

// TestExamplesTogether: the first samples take the examples of a schema together, each
// of several in turn, and leave out what has none.
func TestExamplesTogether(t *testing.T) {
	p, samples := opened(t, parcels, Options{}, newParcels)
	assert.Equal(t, []string{"POST /parcels", "POST /quotes", "POST /codes"}, succeeded(p))
	assert.LessOrEqual(t, len(samples), 9)

	p, _ = opened(t, parcels, Options{NoMemory: true}, newParcels)
	assert.NotContains(t, succeeded(p), "POST /parcels", "without them it takes far longer")
}

// wants answers by what a body has: nothing beyond the required member, or all members.
const wants = `
openapi: 3.0.3
info: {title: Wants, version: "1"}
paths:
  /least:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [a], properties: {a: {type: string}, b: {type: string, example: never}}, additionalProperties: {type: string}}}}}
      responses: {"201": {description: made}}
  /most:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string}, b: {type: integer}, c: {type: object, properties: {d: {type: boolean}}}, e: {type: string, format: email, nullable: true}}}}}}
      responses: {"201": {description: made}}
`

func newWants() http.Handler {
	m := http.NewServeMux()
	for route, members := range map[string]string{"POST /least": "a", "POST /most": "a b c e"} {
		m.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) {
			var in map[string]any
			if json.NewDecoder(r.Body).Decode(&in) == nil && len(in) == len(strings.Fields(members)) {
				for name := range strings.FieldsSeq(members) {
					if in[name] == nil {
						w.WriteHeader(http.StatusConflict)
						return
					}
				}
				w.WriteHeader(http.StatusCreated)
				return
			}
			w.WriteHeader(http.StatusBadRequest)
		})
	}
	return m
}

// TestPartsOfFirstSamples: with what is required only, and with everything.
func TestPartsOfFirstSamples(t *testing.T) {
	p, _ := opened(t, wants, Options{}, newWants)
	assert.Equal(t, []string{"POST /least", "POST /most"}, succeeded(p))
}

// rooms lets one user in only, and refuses what is not there.
func newRooms() http.Handler {
	m, made := http.NewServeMux(), map[string]bool{}
	allow := func(route string, answer func(r *http.Request) int) {
		m.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) {
			if name, _, _ := r.BasicAuth(); name != "b" {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			status := answer(r)
			w.WriteHeader(status)
			if status == http.StatusCreated {
				_, _ = fmt.Fprintf(w, `{"id": "r%d"}`, len(made))
			}
		})
	}
	allow("POST /rooms", func(*http.Request) int {
		made[fmt.Sprintf("r%d", len(made)+1)] = true
		return http.StatusCreated
	})
	allow("GET /rooms/{id}", func(r *http.Request) int {
		if !made[r.PathValue("id")] {
			return http.StatusNotFound
		}
		return http.StatusOK
	})
	allow("GET /never", func(*http.Request) int { return http.StatusNotImplemented })
	return m
}

const rooms = `
openapi: 3.0.3
info: {title: Rooms, version: "1"}
paths:
  /rooms/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: one}}
  /rooms:
    post:
      responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}
  /never:
    get:
      parameters: [{name: a, in: query, schema: {type: string}}]
      responses: {"200": {description: never}}
`

// TestOrderOfFirstSamples: what creates comes before what needs it; the first user who
// is let in is the last that tries; other values are not tried where they cannot help;
// nobody comes then, and forged credentials come last.
func TestOrderOfFirstSamples(t *testing.T) {
	users := []auth.User{auth.Basic("ann", "a", "a"), auth.Basic("bob", "b", "b"), auth.Basic("eve", "e", "e")}
	p, samples := opened(t, rooms, Options{Users: users}, newRooms)
	assert.Equal(t, []string{"GET /rooms/{id}", "POST /rooms"}, succeeded(p))
	made, get, never := []string{"POST /rooms"}, []string{"GET /rooms/{id}"}, []string{"GET /never"}
	chain := []string{"POST /rooms", "GET /rooms/{id}"}
	assert.Equal(t, [][]string{made, chain, get, never /* bob */, made, chain /* both */, never, never, /* nobody */
		made, get, never /* forged and broken */, made, made, get, get, never, never}, samples)
}

// TestLateFirstSamples: what failed for want of a resource is tried once more when the
// resource can be made.
func TestLateFirstSamples(t *testing.T) {
	schema := strings.Replace(rooms, "  /rooms:\n    post:\n", `  /rooms:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [a], properties: {a: {type: string}, b: {type: string}}}}}}
`, 1)
	strict := func() http.Handler {
		inner := newRooms()
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.SetBasicAuth("b", ""); r.Method == http.MethodPost {
				if body, _ := io.ReadAll(r.Body); !bytes.Contains(body, []byte(`"b"`)) {
					w.WriteHeader(http.StatusBadRequest)
					return
				}
			}
			inner.ServeHTTP(w, r)
		})
	}
	p, samples := opened(t, schema, Options{}, strict)
	assert.Equal(t, []string{"GET /rooms/{id}", "POST /rooms"}, succeeded(p))
	assert.Equal(t, []string{"POST /rooms", "GET /rooms/{id}"}, samples[len(samples)-1])
}

// TestBelatedManners: what makes a ballot is found late, and a ballot takes votes only where the list of them is empty.
// It is tried so as soon as there is a ballot.
func TestBelatedManners(t *testing.T) {
	const ballots = `
openapi: 3.0.3
info: {title: Ballots, version: "1"}
paths:
  /ballots:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string}}}}}}
      responses: {"201": {description: made}, "409": {description: not yet}}
  /ballots/{ballot}/votes:
    put:
      parameters: [{name: ballot, in: path, required: true, schema: {type: string}}]
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [votes], properties: {votes: {type: array, example: [red, blue], items: {type: string, example: red}}}}}}}
      responses: {"204": {description: kept}, "400": {description: refused}}
`
	all := 0
	for seed := range uint64(5) {
		asked, voted, accepted := 0, 0, 0
		p := searched(t, ballots, Options{}, func() http.Handler {
			made := map[string]bool{}
			m := http.NewServeMux()
			m.HandleFunc("POST /ballots", func(w http.ResponseWriter, _ *http.Request) {
				if asked++; asked < 200 {
					w.WriteHeader(http.StatusConflict)
					return
				}
				made["b"+strconv.Itoa(asked)] = true
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusCreated)
				_, _ = fmt.Fprintf(w, `{"id": "b%d"}`, asked)
			})
			m.HandleFunc("PUT /ballots/{ballot}/votes", func(w http.ResponseWriter, r *http.Request) {
				var in struct{ Votes []string }
				if err := json.NewDecoder(r.Body).Decode(&in); err != nil || !made[r.PathValue("ballot")] {
					w.WriteHeader(http.StatusNotFound)
					return
				}
				if voted++; len(in.Votes) > 0 || in.Votes == nil {
					w.WriteHeader(http.StatusBadRequest)
					return
				}
				accepted = cmp.Or(accepted, voted)
				w.WriteHeader(http.StatusNoContent)
			})
			return m
		}, 1500, seed)
		assert.Len(t, succeeded(p), 2, "seed %d", seed)
		all += accepted
	}
	assert.LessOrEqual(t, all, 100,
		"votes for a ballot that is there, the accepted one included; 151 where other manners wait for chance")
}

// TestFirstSamplesAreValid: with every manner, and they follow earlier answers.
func TestFirstSamplesAreValid(t *testing.T) {
	p, r := policyOf(t, lending, Options{}), rand.New(rand.NewPCG(1, 2))
	for _, plan := range p.sampler.openings.first {
		for _, a := range p.sampler.preparation.opened(r, plan).Actions {
			c := a.(*action.Call)
			assert.False(t, c.Genotype.IsInvalid())
			assert.Equal(t, c.Op.Chained, c.Follow.Enabled)
		}
	}
}
