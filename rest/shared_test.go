package rest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// notes has an operation whose body has to say the id of its path, and no member is
// required.
const notes = `
openapi: 3.0.3
info: {title: Notes, version: "1"}
paths:
  /notes:
    post:
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}
      responses: {"201": {description: made}, "400": {description: refused}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    put:
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}
      responses: {"204": {description: changed}, "409": {description: refused}}
components:
  schemas:
    Note:
      type: object
      properties: {id: {type: string}, noteId: {type: string}, kind: {type: string}, text: {type: string}}
`

// newNotes makes ids that nobody guesses and answers nothing but them.
func newNotes() http.Handler {
	type note struct{ ID, NoteID, Kind, Text *string }
	stored := map[string]bool{}
	m := http.NewServeMux()
	read := func(r *http.Request) (n note) {
		_ = json.NewDecoder(r.Body).Decode(&n)
		return n
	}
	m.HandleFunc("POST /notes", func(w http.ResponseWriter, r *http.Request) {
		if n := read(r); n.ID != nil || n.NoteID != nil || n.Text == nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		id := fmt.Sprint(7_431_908+97*len(stored), "-n")
		stored[id] = true
		w.Header().Set("Location", "/notes/"+id)
		w.WriteHeader(http.StatusCreated)
	})
	m.HandleFunc("PUT /notes/{id}", func(w http.ResponseWriter, r *http.Request) {
		n, id := read(r), r.PathValue("id")
		switch {
		case n.NoteID == nil || *n.NoteID != id || n.ID != nil && *n.ID != id:
			w.WriteHeader(http.StatusConflict)
		case !stored[id]:
			w.WriteHeader(http.StatusNotFound)
		case n.Text == nil:
			w.WriteHeader(http.StatusBadRequest)
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	})
	return m
}

// seldom is a service whose operations succeed where the search does one thing.
type seldom struct {
	schema  string
	service func() http.Handler
	calls   int
	wants   []string
}

// answered reports whether operations succeeded.
func answered(p *Problem, wants ...string) bool {
	return !slices.ContainsFunc(wants, func(name string) bool { return !slices.Contains(succeeded(p), name) })
}

// holds searches with some seeds. All that is wanted succeeds, and not without memory.
func (s seldom) holds(t *testing.T) {
	for seed := range uint64(5) {
		p := searchedUntil(t, s.schema, Options{}, s.service, s.calls, seed, func(p *Problem) bool {
			return answered(p, s.wants...)
		})
		for _, want := range s.wants {
			assert.Contains(t, succeeded(p), want, "seed %d", seed)
		}
	}
	last := s.wants[len(s.wants)-1]
	assert.NotContains(t, succeeded(searched(t, s.schema, Options{NoMemory: true}, s.service, s.calls, 0)), last)
}

// TestABodySaysItsPath: the id that an answer gave stands in the path and in the body.
func TestABodySaysItsPath(t *testing.T) {
	seldom{notes, newNotes, 2500, []string{"PUT /notes/{id}"}}.holds(t)
}

// crates has a field that takes one of a few values, which the schema does not tell. The
// list is in the answer of another operation.
const crates = `
openapi: 3.0.3
info: {title: Crates, version: "1"}
paths:
  /woods:
    get: {responses: {"200": {description: names}}}
  /crates:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [wood, width], properties: {wood: {type: string}, width: {type: integer}}}}}}
      responses: {"201": {description: made}, "400": {description: refused}}
    get:
      parameters: [{name: wood, in: query, required: true, schema: {type: string}}]
      responses: {"200": {description: some}, "404": {description: none}}
  /stocks/first:
    patch:
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {wood: {type: string}, width: {type: integer}}}}}}
      responses: {"200": {description: changed}, "400": {description: refused}}
`

func newCrates() http.Handler {
	woods := []string{"K-77104 larch", "K-20931 alder", "K-55518 hornbeam"}
	type crate struct {
		Wood  string
		Width *int
	}
	m := http.NewServeMux()
	m.HandleFunc("GET /woods", func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(woods) })
	checked := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			var c crate
			if json.NewDecoder(r.Body).Decode(&c) != nil || !slices.Contains(woods, c.Wood) || c.Width == nil {
				status := http.StatusBadRequest
				w.WriteHeader(status)
				return
			}
			w.WriteHeader(status)
		}
	}
	m.HandleFunc("POST /crates", checked(http.StatusCreated))
	m.HandleFunc("PATCH /stocks/first", checked(http.StatusOK))
	m.HandleFunc("GET /crates", func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(woods, r.FormValue("wood")) {
			w.WriteHeader(http.StatusNotFound)
		}
	})
	return m
}

// TestAcceptedValuesAreShared: what an answer lists is tried in inputs of its name, and
// what one operation accepted is tried in the others.
func TestAcceptedValuesAreShared(t *testing.T) {
	seldom{crates, newCrates, 1200, []string{"POST /crates", "GET /crates", "PATCH /stocks/first"}}.holds(t)
}

// drafts have four transitions by the same call. Any other call begins anew.
const drafts = `
openapi: 3.0.3
info: {title: Drafts, version: "1"}
paths:
  /drafts:
    post: {responses: {"201": {description: made}}}
  /drafts/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: its state}, "404": {description: none}}}
    put: {responses: {"204": {description: begun anew}, "404": {description: none}}}
    delete: {responses: {"204": {description: gone}, "404": {description: none}}}
  /drafts/{id}/next:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post:
      parameters: [{name: by, in: query, required: true, schema: {type: string, enum: [ann, bob, eve, dan]}}]
      responses: {"200": {description: moved}, "409": {description: refused}}
  /drafts/{id}/print:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: printed}, "409": {description: not approved}}}
`

func newDrafts() http.Handler {
	states := map[string]int{}
	m := http.NewServeMux()
	m.HandleFunc("POST /drafts", func(w http.ResponseWriter, _ *http.Request) {
		id := fmt.Sprint("d", 50_000+31*len(states))
		states[id] = 0
		w.Header().Set("Location", "/drafts/"+id)
		w.WriteHeader(http.StatusCreated)
	})
	known := func(serve func(w http.ResponseWriter, r *http.Request, id string)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			id := r.PathValue("id")
			if _, ok := states[id]; !ok {
				w.WriteHeader(http.StatusNotFound)
				return
			}
			serve(w, r, id)
		}
	}
	m.HandleFunc("GET /drafts/{id}", known(func(w http.ResponseWriter, _ *http.Request, id string) {}))
	m.HandleFunc("PUT /drafts/{id}", known(func(w http.ResponseWriter, _ *http.Request, id string) {
		states[id] = 0
		w.WriteHeader(http.StatusNoContent)
	}))
	m.HandleFunc("DELETE /drafts/{id}", known(func(w http.ResponseWriter, _ *http.Request, id string) {
		delete(states, id)
		w.WriteHeader(http.StatusNoContent)
	}))
	m.HandleFunc("POST /drafts/{id}/next", known(func(w http.ResponseWriter, r *http.Request, id string) {
		by := []string{"bob", "ann", "dan", "eve"}
		if at := states[id]; at == len(by) || r.FormValue("by") != by[at] {
			w.WriteHeader(http.StatusConflict)
			return
		}
		states[id]++
	}))
	m.HandleFunc("GET /drafts/{id}/print", known(func(w http.ResponseWriter, _ *http.Request, id string) {
		if states[id] < 4 {
			w.WriteHeader(http.StatusConflict)
		}
	}))
	return m
}

// TestAnOperationSucceedsSeveralTimes: a resource that a call moves on by one state is
// moved to the last one.
func TestAnOperationSucceedsSeveralTimes(t *testing.T) {
	for seed := range uint64(5) {
		const next = "POST /drafts/{id}/next"
		p := searchedUntil(t, drafts, Options{}, newDrafts, 8000, seed, func(p *Problem) bool {
			return answered(p, "GET /drafts/{id}/print") && p.pool.Rungs(p.api.Named(next)) == 4
		})
		assert.Equal(t, 4, p.pool.Rungs(p.api.Named(next)), "seed %d", seed)
		assert.Contains(t, succeeded(p), "GET /drafts/{id}/print", "seed %d", seed)
	}
}

// locksSchema has one operation that wants five values, among others that want nothing.
// Each refusal says how far the call came in words that name no part.
func locksSchema() string {
	var text strings.Builder
	text.WriteString(`
openapi: 3.0.3
info: {title: Locks, version: "1"}
paths:
  /lock:
    get:
      parameters:
`)
	for i := range 5 {
		fmt.Fprintf(&text,
			"        - {name: p%d, in: query, required: true, schema: {type: string, enum: [a, b, c, d, e]}}\n", i)
	}
	text.WriteString("      responses: {\"200\": {description: open}, \"409\": {description: shut}}\n")
	for i := range 8 {
		fmt.Fprintf(&text, "  /open%d:\n    get: {responses: {\"200\": {description: open}}}\n", i)
	}
	return text.String()
}

func newLocks() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /", func(http.ResponseWriter, *http.Request) {})
	m.HandleFunc("GET /lock", func(w http.ResponseWriter, r *http.Request) {
		for i, want := range strings.Split("cebad", "") {
			if r.FormValue(fmt.Sprint("p", i)) != want {
				http.Error(w, "the lock stands at "+[]string{"ash", "birch", "cedar", "elm", "fir"}[i],
					http.StatusConflict)
				return
			}
		}
	})
	return m
}

// TestWhatIsSoughtIsCounted: the calls of an operation until its first success; the next process counts on.
func TestWhatIsSoughtIsCounted(t *testing.T) {
	p := searched(t, locksSchema(), Options{}, newLocks, 600, 2)
	for i := range p.executor.Tally {
		if n := &p.executor.Tally[i]; n.Operation.Path == "/lock" {
			assert.False(t, n.Succeeded())
			assert.Equal(t, n.Calls, n.Sought)
		} else {
			assert.Equal(t, 1, n.Sought, "it succeeds at once")
		}
	}
	tallies := p.Tallies()
	before := tallies[0].Sought
	p.Resume(tallies)
	assert.Equal(t, 2*before, p.Tallies()[0].Sought)
}

// TestWhatCannotSucceedIsLeftAlone: an operation whose resource cannot be made leaves its
// place to what makes it.
func TestWhatCannotSucceedIsLeftAlone(t *testing.T) {
	p, r := policyOf(t, lending, Options{}), rand.New(rand.NewPCG(1, 2))
	p.sampler.settle()
	makes := func(name string) float64 {
		return share(4000, func() bool { return p.sampler.standing.pick(r).Spec.Name() == name })
	}
	own := 1.0 / float64(len(p.api.Ops))
	assert.InDelta(t, own*0.25, makes("GET /books/{bookId}"), 0.02)
	assert.Greater(t, makes("POST /books"), 3*own)
	assert.InDelta(t, own, makes("GET /ping"), 0.03)

	for i := range p.executor.Tally {
		p.executor.Tally[i].Statuses[200] = 1
	}
	assert.InDelta(t, own, makes("GET /books/{bookId}"), 0.03)
}
