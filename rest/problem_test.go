package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const itemsSchema = `
openapi: 3.0.3
info: {title: Items, version: "1"}
paths:
  /items:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: {type: string, minLength: 1, maxLength: 5}
                size: {type: integer, minimum: 1, maximum: 100}
                note: {type: string}
      responses:
        "201":
          description: made
          content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}
        "400": {description: refused}
        "401": {description: unknown}
    get:
      responses:
        "200":
          description: all
          content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Item"}}}}
  /items/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: integer}}
    get:
      parameters:
        - {name: view, in: query, schema: {type: string, enum: [short, long]}}
      responses:
        "200":
          description: one
          content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}
        "404": {description: none}
    delete:
      responses:
        "204": {description: gone}
        "404": {description: none}
components:
  schemas:
    Item:
      type: object
      required: [id, name]
      properties:
        id: {type: integer}
        name: {type: string}
        made: {type: string, format: date-time}
`

// items is a service with a wrong answer (view=long gives the id as text), an
// undeclared status (GET with id 0) and a panic (DELETE of what is not there).
type items struct {
	next  int
	names map[int]string
}

func newItems() http.Handler {
	s := &items{next: 1, names: map[int]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /login", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, `{"token": "t1"}`) })
	mux.HandleFunc("POST /items", s.post)
	mux.HandleFunc("GET /items", s.list)
	mux.HandleFunc("GET /items/{id}", s.get)
	mux.HandleFunc("DELETE /items/{id}", s.delete)
	return mux
}

func (s *items) post(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Name string
		Size int
	}
	switch {
	case r.Header.Get("Authorization") != "Bearer t1":
		w.WriteHeader(http.StatusUnauthorized)
	case json.NewDecoder(r.Body).Decode(&in) != nil || in.Name == "":
		w.WriteHeader(http.StatusBadRequest)
	default:
		id := s.next
		s.next++
		s.names[id] = in.Name
		w.Header().Set("Location", "/items/"+strconv.Itoa(id))
		s.write(w, http.StatusCreated,
			map[string]any{"id": id, "name": in.Name, "made": time.Now().Format(time.RFC3339Nano)})
	}
}

func (s *items) write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func (s *items) list(w http.ResponseWriter, _ *http.Request) {
	out := []any{}
	for id := range s.next {
		if name, ok := s.names[id]; ok {
			out = append(out, map[string]any{"id": id, "name": name})
		}
	}
	s.write(w, http.StatusOK, out)
}

func (s *items) get(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	name, ok := s.names[id]
	switch {
	case id == 0:
		w.WriteHeader(http.StatusTeapot)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	case r.URL.Query().Get("view") == "long":
		s.write(w, http.StatusOK, map[string]any{"id": fmt.Sprint(id), "name": name})
	default:
		s.write(w, http.StatusOK, map[string]any{"id": id, "name": name})
	}
}

func (s *items) delete(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if s.names[id] == "" {
		panic("no such item")
	}
	delete(s.names, id)
	w.WriteHeader(http.StatusNoContent)
}

// found is a search on the items service and the suite made of it.
type found struct {
	problem *rest.Problem
	session *search.Session[*testcase.Case]
	suite   *suite.Suite
}

func explore(t testing.TB, handler func() http.Handler, calls int, o rest.Options) found {
	t.Helper()
	ctx := context.Background()
	doc, err := openapi.Read([]byte(itemsSchema), openapi.Options{})
	require.NoError(t, err)
	require.Empty(t, doc.Warnings)
	system := sut.NewHandler(handler, sut.HandlerOptions{})
	_, err = system.Start(ctx)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, system.Stop(ctx)) })
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, o)
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Seed: 7, Budget: search.Cost(calls)})
	require.NoError(t, s.Run(ctx, &mio.MIO[*testcase.Case]{}))
	out, flaky, err := p.Suite(ctx, s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	assert.Zero(t, flaky)
	return found{p, s, out}
}

func withUser() rest.Options {
	return rest.Options{LoginEachTest: true, Users: []auth.User{auth.BearerLogin("ann", "/login", `{}`, "/token")}}
}

func TestSearchCoversTheService(t *testing.T) {
	f := explore(t, newItems, 4000, withUser())
	statuses := map[string][]int{}
	for _, tally := range f.problem.Tallies() {
		for _, status := range []int{200, 201, 204, 400, 401, 404, 418} {
			if tally.Outcomes[strconv.Itoa(status)] > 0 {
				statuses[tally.Operation] = append(statuses[tally.Operation], status)
			}
		}
	}
	assert.Equal(t, map[string][]int{
		"POST /items":        {201, 400, 401},
		"GET /items":         {200},
		"GET /items/{id}":    {200, 404, 418},
		"DELETE /items/{id}": {204, 404},
	}, statuses)
	var faults []string
	for _, fault := range f.problem.Faults() {
		faults = append(faults, fmt.Sprint(fault.Operation, " ", fault.Code, " ", fault.Category))
	}
	assert.ElementsMatch(t, []string{
		"GET /items/{id} 101 answer against the schema", // 418 is not declared
		"GET /items/{id} 101 answer against the schema", // the id as text
		"DELETE /items/{id} 100 handler panics",
	}, faults)
}

func TestSuiteIsMinimalAndChained(t *testing.T) {
	f := explore(t, newItems, 4000, withUser())
	longest, names := 0, map[string]bool{}
	for _, test := range f.suite.Tests {
		assert.False(t, names[test.Name], "%s stands twice", test.Name)
		names[test.Name] = true
		longest = max(longest, len(test.Steps))
	}
	assert.LessOrEqual(t, len(f.suite.Tests), 12+4*6, "%v: some more for what answers had, of each operation", names)
	assert.LessOrEqual(t, longest, 5, "log in, create, use; a list of two or three")
	for _, name := range []string{"PostItemsReturns401", "DeleteItemsByIDReturns204", "DeleteItemsByIDPanics"} {
		assert.Contains(t, names, name)
	}
	invalid := 0
	for _, test := range f.suite.Tests {
		if test.Name == "DeleteItemsByIDReturns204" {
			assertChained(t, &test)
		}
		if test.Name == "PostItemsReturns201" {
			assert.Equal(t, "GET /items/{id}", test.Steps[len(test.Steps)-1].Operation, "what was made is read")
		}
		if strings.HasPrefix(test.Name, "PostItemsReturns400When") { // what is invalid does not matter
			invalid++
			assert.Regexp(t, "^POST /items answers 400 when (name|size|the body) (has|is) .+, as ann$", test.Purpose)
		}
	}
	assert.Positive(t, invalid, "%v", names)
	assert.LessOrEqual(t, invalid, 12, "%v", names)
}

// assertChained checks that a test deletes what it created, by a variable.
func assertChained(t *testing.T, test *suite.Test) {
	t.Helper()
	require.Len(t, test.Steps, 4)
	login, create, remove, look := test.Steps[0], test.Steps[1], test.Steps[2], test.Steps[3]
	assert.Equal(t, "log in as ann", login.Note)
	assert.Equal(t, []suite.Capture{{Var: "itemID", Source: suite.FromHeader, Name: "Location", LastSegment: true}},
		create.Call.Captures)
	assert.Equal(t, suite.Text{{Literal: "/items/"}, {Var: "itemID"}}, remove.Call.Request.Path)
	assert.Equal(t, "see what came of it", look.Note)
	assert.Equal(t, []any{"GET /items/{id}", remove.Call.Request.Path, 404},
		[]any{look.Operation, look.Call.Request.Path, look.Call.Expect.Status})
	for _, c := range create.Call.Expect.Checks {
		assert.False(t, c.Pointer == "/made" && c.Op != suite.HasType, "the time of the creation is never the same")
	}
}

func TestSameSeedSameSuite(t *testing.T) {
	a, b := explore(t, newItems, 1500, withUser()), explore(t, newItems, 1500, withUser())
	assert.Equal(t, a.suite, b.suite)
	assert.Equal(t, a.session.Stats().Covered, b.session.Stats().Covered)
}

func TestFlakyTestsAreLeftOut(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 7)) // one test in 343 agrees in three executions by chance
	flip := func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if chance.IntN(7) == 0 {
				w.WriteHeader(http.StatusConflict)
			}
		})
	}
	doc, err := openapi.Read([]byte(itemsSchema), openapi.Options{})
	require.NoError(t, err)
	system := sut.NewHandler(flip, sut.HandlerOptions{})
	_, err = system.Start(context.Background())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, rest.Options{})
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Budget: search.Cost(300)})
	require.NoError(t, s.Run(context.Background(), &mio.MIO[*testcase.Case]{}))
	out, _, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	for _, test := range out.Tests {
		for _, step := range test.Steps {
			assert.NotEqual(t, http.StatusConflict, step.Call.Expect.Status, "%s is not repeatable", test.Name)
		}
	}
}

// shouting is an oracle of a user.
type shouting struct{}

func (shouting) Judge(x *oracle.Exchange) []oracle.Finding {
	if strings.Contains(string(x.Response.Body), "!") {
		return []oracle.Finding{{Code: 999, Category: "shouting", Reason: "the answer shouts", Detail: x.User}}
	}
	return nil
}

func TestOwnOracleAndWithout(t *testing.T) {
	loud := func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "hey!") })
	}
	f := explore(t, loud, 100, rest.Options{Oracles: []oracle.Oracle{shouting{}}, Without: []int{oracle.CodeSchema},
		Include: []string{"GET *"}})
	codes := map[int]int{}
	for _, fault := range f.problem.Faults() {
		codes[fault.Code]++
	}
	assert.Equal(t, map[int]int{999: 2}, codes, "one for each of the two operations")
}

// TestHints: the findings of a rule with a doubt are hints in the suite and among the faults.
func TestHints(t *testing.T) {
	old := func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(http.StatusCreated)
		})
	}
	doubtful := func() []oracle.Oracle {
		return []oracle.Oracle{&oracle.Rule{Code: 7003, Name: "odd status", Doubt: "other clients like it",
			Check: func(x *oracle.Exchange) []oracle.Finding {
				return []oracle.Finding{{Reason: "the status is odd"}}
			}}}
	}
	f := explore(t, old, 60, rest.Options{Oracles: doubtful(), Without: []int{oracle.CodeSchema},
		Include: []string{"GET *"}})
	reasons := map[string]int{}
	for _, fault := range f.problem.Faults() {
		reasons[fault.Silenced]++
	}
	for i := range f.suite.Tests {
		for _, fault := range f.suite.Tests[i].Faults {
			reasons[fault.Silenced]++
		}
	}
	assert.Equal(t, map[string]int{"it is a hint: other clients like it": 4}, reasons, "two operations")
}

// TestLawsOfOperations: a relation of the values of an operation that breaks seldom is among the laws of its tally,
// with the calls that break it.
func TestLawsOfOperations(t *testing.T) {
	served := 0
	odd := func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			served++
			w.Header().Set("Content-Type", "application/json")
			size := len(r.URL.RawQuery) + len(r.URL.Path)
			twice := 2 * size
			if served == 80 {
				twice++
			}
			fmt.Fprintf(w, `{"size": %d, "half": 2, "twice": %d}`, size, twice)
		})
	}
	f := explore(t, odd, 300, rest.Options{Without: []int{oracle.CodeSchema}, Include: []string{"GET *"}})
	broken := 0
	for _, tally := range f.problem.Tallies() {
		for _, l := range tally.Laws {
			if l.Text == "response/twice is response/size times response/half" {
				broken += l.Broken
				assert.Greater(t, l.Held, 30)
				assert.Equal(t, l.Broken > 0, strings.Contains(l.Right, "curl "))
				assert.Equal(t, l.Broken > 0, l.Wrong != "")
			}
		}
	}
	assert.Equal(t, 1, broken)
}

// TestLawsAreAsserted: tests assert a law that held in all executions, also those of a process that learnt nothing, and
// none that was broken.
func TestLawsAreAsserted(t *testing.T) {
	served := int64(0)
	counting := func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			served++
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"served": %d, "half": 2, "twice": %d, "again": %d}`, served, 2*served, served+served/80%2)
		})
	}
	options := rest.Options{Without: []int{oracle.CodeSchema}, Include: []string{"GET *"}}
	f := explore(t, counting, 300, options)
	kept, err := f.problem.Kept()
	require.NoError(t, err)
	other := explore(t, counting, 1, options)
	again, _, err := other.problem.SuiteAgain(t.Context(), kept, time.Now())
	require.NoError(t, err)
	told, err := f.problem.Learned()
	require.NoError(t, err)
	heard := explore(t, counting, 20, options)
	require.NoError(t, heard.problem.Learn(told))
	texts := map[string]bool{}
	for _, tally := range heard.problem.Tallies() {
		for _, l := range tally.Laws {
			texts[l.Text] = true
		}
	}
	assert.Contains(t, texts, "response/twice is response/served times response/half", "another process hears of laws")
	want := suite.Law(suite.Product, "/twice", "/served", "/half")
	for _, s := range []*suite.Suite{f.suite, again} {
		s.Hold(suite.Invariants)
		found := 0
		for i := range s.Tests {
			for _, c := range s.Tests[i].Last().Call.Expect.Checks {
				assert.False(t, c.Op == suite.Same && slices.Contains(c.Operands(), "/again"), "it was broken")
				if reflect.DeepEqual(c, want) {
					found++
				}
			}
		}
		assert.NotZero(t, found)
	}
}

// TestOperationsCompared: the operation that sends no ETag among five that do breaks the law of its peers.
func TestOperationsCompared(t *testing.T) {
	schema := "openapi: 3.0.3\ninfo: {title: Kinds, version: '1'}\npaths:\n"
	for _, kind := range []string{"a", "b", "c", "d", "e"} {
		schema += "  /" + kind + "/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: " +
			"{type: integer}}], responses: {'200': {description: it}}}}\n"
	}
	doc, err := openapi.Read([]byte(schema), openapi.Options{})
	require.NoError(t, err)
	system := sut.NewHandler(func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasPrefix(r.URL.Path, "/d/") {
				w.Header().Set("ETag", `"1"`)
			}
		})
	}, sut.HandlerOptions{})
	_, err = system.Start(t.Context())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, rest.Options{})
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Seed: 1, Budget: search.Cost(200)})
	require.NoError(t, s.Run(t.Context(), &mio.MIO[*testcase.Case]{}))
	require.NoError(t, system.Stop(t.Context()))
	broken := map[string]string{}
	for _, tally := range p.Tallies() {
		for _, l := range tally.Laws {
			broken[tally.Operation] += l.Text
			assert.Equal(t, []int{4, 1}, []int{l.Held, l.Broken})
			assert.Contains(t, l.Right, "/a/")
			assert.Contains(t, l.Wrong, "/d/")
		}
	}
	assert.Equal(t, map[string]string{"GET /d/{id}": "reads of one element: the answer has ETag"}, broken)
}

func TestNewRefuses(t *testing.T) {
	doc := &openapi.Document{Operations: []*openapi.Operation{{Method: "GET", Path: "/a"}}}
	tests := map[string]struct {
		doc     *openapi.Document
		options rest.Options
		want    string
	}{
		"no operations":     {&openapi.Document{}, rest.Options{}, "no operations"},
		"filtered away":     {doc, rest.Options{Include: []string{"/b"}}, "the filters leave none of its 1"},
		"user without name": {doc, rest.Options{Users: []auth.User{{}}}, "Name"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := rest.New(tt.doc, nil, &fitness.Registry{}, tt.options)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}
