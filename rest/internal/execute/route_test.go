package execute

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const shelves = `
openapi: 3.0.3
info: {title: Shelves, version: "1"}
paths:
  /shelves: {get: {responses: {"200": {description: all}}}}
  /boxes/: {get: {responses: {"200": {description: all}}}}
  /shelves/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: one, content: {application/json: {schema: {type: object}}}}}}
    delete: {responses: {"204": {description: gone}}}
  /shelves/{id}/books:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: books, content: {application/json: {schema: {type: array}}}}}}
  /shelves/free: {get: {responses: {"200": {description: free, content: {application/json: {schema: {type: array}}}}}}}
  /: {get: {responses: {"200": {description: root}}}}
`

func moved(status int, to string) *sut.Response {
	return &sut.Response{Status: status, Header: http.Header{"Location": {to}}}
}

// TestSpellingOfTheService: a redirect to the same path with another end is
// followed once, and later calls go there at once.
func TestSpellingOfTheService(t *testing.T) {
	ok := &sut.Response{Status: 200}
	for name, tt := range map[string]struct {
		op        string
		first     *sut.Response
		calls     []string // of two tests with one call each
		respelled []string
	}{
		"a slash more": {"GET /shelves", moved(301, "/shelves/"),
			[]string{"GET /shelves", "GET /shelves/", "GET /shelves/"}, []string{"GET /shelves"}},
		"a whole URL": {"GET /shelves", moved(308, "http://host/shelves/?x=1"),
			[]string{"GET /shelves", "GET /shelves/", "GET /shelves/"}, []string{"GET /shelves"}},
		"a slash less": {"GET /boxes/", moved(307, "/boxes"),
			[]string{"GET /boxes/", "GET /boxes", "GET /boxes"}, []string{"GET /boxes/"}},
		"below a parameter": {"DELETE /shelves/{id}", moved(307, "/shelves/own/"), []string{"DELETE /shelves/own",
			"DELETE /shelves/own/", "DELETE /shelves/own/"}, []string{"DELETE /shelves/{id}"}},
		"elsewhere": {"GET /shelves", moved(301, "/login"), []string{"GET /shelves", "GET /shelves"}, nil},
		"another method": {"GET /shelves", moved(303, "/shelves/"),
			[]string{"GET /shelves", "GET /shelves"}, nil},
		"no place": {"GET /shelves", &sut.Response{Status: 301},
			[]string{"GET /shelves", "GET /shelves"}, nil},
		"the root has a slash": {"GET /", moved(301, "/"), []string{"GET /", "GET /"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBenchOf(t, shelves, Options{})
			b.system.answers = []*sut.Response{tt.first, ok, ok}
			var log []string
			for range 2 {
				trace := Trace{}
				calls, err := b.Run(t.Context(), b.test(-1, tt.op), b.Begin(Purpose{Trace: &trace}))
				require.NoError(t, err)
				assert.Equal(t, len(b.system.log)-1, calls)
				log = append(log, b.system.log[1:]...)
				last := b.system.log[len(b.system.log)-1]
				assert.Equal(t, last, trace.Steps[0].Call.Op.Spec.Method+" "+
					string(trace.Steps[0].Encoded.Target(nil, "")), "the written test calls what the search called")
				b.system.log = nil
				b.Board.Take()
			}
			assert.Equal(t, tt.calls, log)
			assert.Equal(t, tt.respelled, b.Respelled())
		})
	}
}

// TestRedirectsSayWhere: the first place is kept, and only where nothing else came.
func TestRedirectsSayWhere(t *testing.T) {
	b := newBenchOf(t, shelves, Options{})
	b.run(Purpose{}, b.test(-1, "GET /shelves", "GET /boxes/"), moved(302, "/login"), moved(302, "/login"))
	b.run(Purpose{}, b.test(-1, "GET /shelves", "GET /boxes/"), moved(302, "/else"), &sut.Response{Status: 200})
	shelf, box, other := &b.Tally[b.api.Named("GET /shelves").Index], &b.Tally[b.api.Named("GET /boxes/").Index],
		&b.Tally[b.api.Named("GET /").Index]
	assert.True(t, shelf.Redirects())
	assert.Equal(t, "/login", shelf.Location)
	assert.False(t, box.Redirects())
	assert.False(t, other.Redirects())
}

// TestAnswersOfTheRouterAreNoFaults, nor are those of another operation.
func TestAnswersOfTheRouterAreNoFaults(t *testing.T) {
	checker, warnings := conformance.Compile(resttest.Read(t, shelves))
	require.Empty(t, warnings)
	answer := func(status int, kind, body string) *sut.Response {
		return &sut.Response{Status: status, Header: http.Header{"Content-Type": {kind}}, Body: []byte(body)}
	}
	for name, tt := range map[string]struct {
		op, id string
		answer *sut.Response
		faults int
		routed bool
	}{
		"a slash in the value": {"GET /shelves/{id}", "a/b",
			answer(404, "text/plain", "404 page not found"), 0, true},
		"dots":                       {"GET /shelves/{id}", "../b", answer(301, "text/html", "moved"), 0, true},
		"an answer of the operation": {"GET /shelves/{id}", "a/b", answer(200, "application/json", `[]`), 1, false},
		"no such shelf":              {"GET /shelves/{id}", "a", answer(404, "text/plain", "no shelf"), 1, false},
		"a refusal":                  {"GET /shelves/{id}", "a/b", answer(400, "text/plain", "no"), 1, false},
		"another operation":          {"GET /shelves/{id}", "free", answer(200, "application/json", `[]`), 0, false},
		"one below it":               {"GET /shelves/{id}", "a/books", answer(200, "application/json", `[]`), 0, false},
		"another operation's method": {"DELETE /shelves/{id}", "free", answer(405, "text/plain", "no"), 0, false},
		"its own method":             {"DELETE /shelves/{id}", "free", answer(200, "text/plain", "no"), 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBenchOf(t, shelves, Options{Oracles: oracle.Builtin(checker)})
			c := action.New(b.api.Named(tt.op), 0, 0)
			c.User.Index = auth.Anonymous
			require.True(t, gene.Assign(c.Genotype.Params[0].Gene, tt.id))
			b.run(Purpose{}, &testcase.Case{Actions: []testcase.Action{c}}, tt.answer)
			assert.Len(t, b.Faults.All(), tt.faults)
			assert.Equal(t, tt.routed, len(b.Routed()) > 0)
		})
	}
}
