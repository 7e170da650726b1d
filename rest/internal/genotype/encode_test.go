package genotype

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

func TestTarget(t *testing.T) {
	id := message.PathPiece{Param: "id"}
	id.Set("7/8")
	for _, c := range []struct {
		name, base string
		e          message.Request
		want       string
	}{
		{"empty", "", message.Request{}, "/"},
		{"base alone", "/api", message.Request{}, "/api"},
		{"no slash at the start", "", message.Request{Path: []message.PathPiece{{Text: "books"}}}, "/books"},
		{"base and path", "/api", message.Request{Path: []message.PathPiece{{Text: "/books/"}, id}},
			"/api/books/7%2F8"},
		{"query", "", message.Request{Path: []message.PathPiece{{Text: "/"}},
			Query: []message.Pair{{Name: "a b", Value: "1&2"}, {Name: "", Value: ""}}}, "/?a%20b=1%262&="},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, "x"+c.want, string(c.e.Target([]byte("x"), c.base)))
		})
	}
}

func TestPieceIsSetAnew(t *testing.T) {
	p := message.PathParam(&openapi.Parameter{Name: "id", In: openapi.InPath, Style: "matrix"}, "a")
	p.Set("b c")
	assert.Equal(t, message.PathPiece{Param: "id", Raw: "b c", Prefix: ";id=", Text: ";id=b%20c"}, p)
}

func TestHeaderIsFresh(t *testing.T) {
	e := message.Request{
		Headers: []message.Pair{{Name: "x-a", Value: "1"}, {Name: "X-A", Value: "2"}}, ContentType: "text/plain",
		Cookies: []message.Pair{{Name: "s", Value: "1"}, {Name: "t", Value: "2"}},
	}
	h := e.Header()
	assert.Equal(t, http.Header{"X-A": {"1", "2"}, "Content-Type": {"text/plain"}, "Cookie": {"s=1; t=2"}}, h)
	h.Set("X-A", "3")
	assert.Equal(t, []string{"1", "2"}, e.Header()["X-A"])
	assert.Empty(t, (&message.Request{}).Header())
}

func TestCloneSharesNothing(t *testing.T) {
	e := message.Request{Path: []message.PathPiece{{Text: "/a"}}, Query: []message.Pair{{Name: "q"}},
		Body: []byte("body"), HasBody: true}
	c := e.Clone()
	e.Reset()
	e.Path = append(e.Path, message.PathPiece{Text: "/b"})
	e.Query = append(e.Query, message.Pair{Name: "r"})
	e.Body = append(e.Body, "text"...)
	assert.Equal(t, message.Request{Path: []message.PathPiece{{Text: "/a"}}, Query: []message.Pair{{Name: "q"}},
		Body: []byte("body"), HasBody: true}, c)
}

// everywhere is an operation with parameters in all places and a body.
const everywhere = `{"openapi":"3.0.3","info":{"title":"t","version":"1"},"paths":{"/shops/{shop}/books/{id}.json":{"put":{
	"parameters":[
		{"name":"shop","in":"path","required":true,"schema":{"type":"integer","minimum":1,"maximum":9}},
		{"name":"id","in":"path","required":true,"schema":{"type":"string","maxLength":3}},
		{"name":"tags","in":"query","required":true,"schema":{"type":"array","items":{"type":"string","minLength":1},"minItems":1,"maxItems":3}},
		{"name":"limit","in":"query","required":true,"schema":{"type":"integer","minimum":1,"maximum":100,"default":20}},
		{"name":"sort","in":"query","schema":{"type":"string","enum":["up","down"]}},
		{"name":"deep","in":"query","style":"deepObject","schema":{"type":"object","properties":{"from":{"type":"integer"}}}},
		{"name":"X-Trace","in":"header","required":true,"schema":{"type":"string","format":"uuid"}},
		{"name":"session","in":"cookie","required":true,"schema":{"type":"string","maxLength":8}}],
	"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","required":["title","price","pages"],"properties":{
		"title":{"type":"string","minLength":1,"maxLength":40},"price":{"type":"number","minimum":0},"pages":{"type":"integer","format":"int32"},
		"author":{"type":"object","properties":{"name":{"type":"string"},"born":{"type":"string","format":"date"}}},
		"tags":{"type":"array","items":{"type":"string"}}}}}}},
	"responses":{"200":{"description":"ok"}}}}}}`

func TestServersSeeTheValues(t *testing.T) {
	op := resttest.Read(t, everywhere).Operations[0]
	genes := NewBuilder(Options{}).Call(op)
	r := rand.New(rand.NewPCG(1, 2))
	var got *http.Request
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /api/shops/{shop}/books/{file}", func(_ http.ResponseWriter, r *http.Request) { got = r })
	var e message.Request
	for range 300 {
		genes.Randomize(r)
		genes.Encode(op, &e)
		got = nil
		req := httptest.NewRequest(op.Method, string(e.Target(nil, "/api")), nil)
		req.Header = e.Header()
		mux.ServeHTTP(httptest.NewRecorder(), req)
		require.NotNil(t, got, "%s", e.Target(nil, "/api"))
		values := map[string]any{}
		for _, p := range genes.Params {
			values[p.Spec.Name] = p.Gene.Value()
		}
		assert.Equal(t, message.Text(values["shop"]), got.PathValue("shop"))
		id := message.SafeSegment(message.Text(values["id"]), "")
		assert.Equal(t, id+".json", got.PathValue("file"))
		assert.Equal(t, message.Text(values["limit"]), got.URL.Query().Get("limit"))
		assert.Len(t, got.URL.Query()["tags"], len(values["tags"].([]any)))
		assert.Equal(t, values["X-Trace"], got.Header.Get("X-Trace"))
		cookie, err := got.Cookie("session")
		require.NoError(t, err)
		session, err := url.PathUnescape(cookie.Value)
		require.NoError(t, err)
		assert.Equal(t, values["session"], session)
	}
}

func TestSameSeedSameCalls(t *testing.T) {
	var runs [2][]string
	for i := range runs {
		op := resttest.Read(t, everywhere).Operations[0]
		genes := NewBuilder(Options{}).Call(op)
		r := rand.New(rand.NewPCG(5, 6))
		var e message.Request
		for n := range 100 {
			genes.Randomize(r)
			if n%3 == 0 {
				genes.MakeInvalid(r)
			}
			genes.Encode(op, &e)
			runs[i] = append(runs[i], string(e.Target(nil, ""))+e.CookieText()+string(e.Body)+invalidity(genes))
		}
	}
	assert.Equal(t, runs[0], runs[1])
}

func BenchmarkCloneMutateEncode(b *testing.B) {
	op := resttest.Read(b, everywhere).Operations[0]
	genes := NewBuilder(Options{}).Call(op)
	r := rand.New(rand.NewPCG(1, 2))
	genes.Randomize(r)
	var e message.Request
	var target []byte
	b.ReportAllocs()
	for b.Loop() {
		mutant := genes.Clone()
		for g := range mutant.Genes() {
			if r.IntN(8) == 0 {
				g.Mutate(r, 0.5)
			}
		}
		mutant.Encode(op, &e)
		target = e.Target(target[:0], "/api")
	}
}

func BenchmarkEncode(b *testing.B) {
	op := resttest.Read(b, everywhere).Operations[0]
	genes := NewBuilder(Options{}).Call(op)
	genes.Randomize(rand.New(rand.NewPCG(1, 2)))
	var e message.Request
	var target []byte
	b.ReportAllocs()
	for b.Loop() {
		genes.Encode(op, &e)
		target = e.Target(target[:0], "/api")
	}
}

func BenchmarkClone(b *testing.B) {
	op := resttest.Read(b, everywhere).Operations[0]
	genes := NewBuilder(Options{}).Call(op)
	genes.Randomize(rand.New(rand.NewPCG(1, 2)))
	b.ReportAllocs()
	for b.Loop() {
		genes.Clone()
	}
}

// invalidity says what is invalid in a call on purpose, "" for nothing.
func invalidity(c *Call) string {
	if c.Invalid == nil {
		return ""
	}
	return c.Invalid.What
}
