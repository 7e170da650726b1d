package facet_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/facet"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// books is an operation with declared names.
var books = &openapi.Operation{
	Method: "POST", Path: "/books/{id}",
	Parameters: []*openapi.Parameter{{Name: "id", In: openapi.InPath},
		{Name: "sort", In: openapi.InQuery,
			Schema: &openapi.Schema{Values: openapi.Values{Enum: []any{"asc", "desc"}}}}},
	Bodies: []*openapi.MediaType{
		{
			Type: "application/json", Schema: &openapi.Schema{
				Objects: openapi.Objects{Properties: []openapi.Property{{Name: "title", Schema: &openapi.Schema{}},
					{Name: "price", Schema: &openapi.Schema{}}}},
			},
		},
	},
}

func request(id, sort, body string) *message.Request {
	r := &message.Request{Path: []message.PathPiece{{Text: "/books/"}, {Param: "id", Raw: id, Text: id}},
		Body: []byte(body), HasBody: body != "", JSONBody: body != ""}
	if sort != "" {
		r.Query = []message.Pair{{Name: "sort", Value: sort}}
	}
	return r
}

func TestMasked(t *testing.T) {
	sent := facet.SentIn(request("elephant", "zigzag", `{"title": "Moby Dick", "flavour": "x"}`), facet.Names(books))
	for text, want := range map[string]string{
		"title is required":                             "title is required",
		"Title is required.":                            "title is required",
		`"title" is required`:                           "title is required",
		`"colour" is unknown`:                           "# is unknown",
		"flavour is unknown":                            "# is unknown",
		"/books/elephant no such book":                  "no such book",
		"books elephant no such book":                   "no such book",
		"books elephants eat":                           "books elephants eat",
		"no book elephant in the shop":                  "no book # in the shop",
		"'Moby Dick' exists":                            "# exists",
		"Moby Dick exists":                              "# exists",
		"at most 100 characters":                        "at most # characters",
		"at most 2.5e3 of 17":                           "at most # of #",
		"line 3, column 17":                             "line # column #",
		"trace 0af7651916cd43dd8448eb211c80319c":        "trace #",
		"request 5f2b-ab12-00aa failed":                 "request # failed",
		"2026-01-02T03:04:05Z too late":                 "# too late",
		"Mon, 02 Jan 2026 03:04:05 GMT: too late":       "# too late",
		"a token abcdefghijklmnopqrstuvwxyzabcdef":      "a token #",
		"bad \xff byte":                                 "bad # byte",
		"12345":                                         "",
		"":                                              "",
		" --- ":                                         "",
		"sort must be asc":                              "sort must be asc",
		"price: " + strings.Repeat("very ", 50) + "low": "price " + strings.TrimSpace(strings.Repeat("very ", 19)),
	} {
		got := facet.Masked(text, sent)
		if len(want) > 90 {
			assert.LessOrEqual(t, utf8.RuneCountInString(got), 100)
			assert.True(t, strings.HasPrefix(got, "price very very"), got)
			continue
		}
		assert.Equal(t, want, got, text)
	}
	assert.Equal(t, "# is required", facet.Masked(`"title" is required`, nil), "nothing is declared")
}

func FuzzMasked(f *testing.F) {
	f.Add("title is required", "title", 3)
	f.Add("'a' \"b\" \xff 12 #", "moby", 99)
	f.Fuzz(func(t *testing.T, text, sent string, n int) {
		s := facet.SentIn(request(sent, "", ""), facet.Names(books))
		got := facet.Masked(text, s)
		require.True(t, utf8.ValidString(got))
		require.LessOrEqual(t, utf8.RuneCountInString(got), 100)
		require.NotContains(t, got, "\n")
		for _, r := range got {
			require.False(t, r >= '0' && r <= '9', got)
		}
		number := func(n int) string { return facet.Masked(fmt.Sprintf("took %d ms: ", n)+text, s) }
		require.Equal(t, number(n), number(7), "a number makes no other class")
	})
}

func json(status int, body string) *facet.Answer {
	return &facet.Answer{Operation: "GET /books", Status: status, Body: []byte(body)}
}

func same(text string) string { return text }

// names are the targets of some answers, in their order, each once.
func names(r *fitness.Registry, f *facet.Facets, answers ...*facet.Answer) (out []string) {
	seen := map[fitness.ID]bool{}
	for _, a := range answers {
		f.Begin()
		for _, id := range f.Of(a, true) {
			if !seen[id] {
				seen[id] = true
				out = append(out, r.Target(id).String())
			}
		}
	}
	return out
}

func TestShapesAndValues(t *testing.T) {
	for name, c := range map[string]struct {
		bodies, want []string
	}{
		"lists of texts": {[]string{`[]`, `["a"]`}, []string{"shape GET /books 200 []", "shape GET /books 200 [.]"}},
		"members": {[]string{`{"b": "x", "a": []}`, `{"a": [{"c": null}, {"d": ""}]}`},
			[]string{"shape GET /books 200 {a[] b}", "shape GET /books 200 {a[{c=null d=''}]}"}},
		"order": {[]string{`{"b": {}, "a": {}}`, `{"a": {}, "b": {}}`},
			[]string{"shape GET /books 200 {a{} b{}}"}},
		"lists": {[]string{`[]`, `[{"a": {}}]`},
			[]string{"shape GET /books 200 []", "shape GET /books 200 [{a{}}]"}},
		"twice": {[]string{`{"state": "open"}`, `{"state": "shut"}`, `{"state": "open"}`},
			[]string{"shape GET /books 200 {state}", "value GET /books 200 /state open"}},
		"numbers": {[]string{`-0.5`, `1234`, `-3.5`, `1e400`}, []string{"shape GET /books 200",
			"value GET /books 200 like -0.x", "value GET /books 200 like xxxx", "value GET /books 200 like -x.x"}},
		"data as names": {[]string{`{"a1b": {}}`, `{"c2d": {}}`}, []string{"shape GET /books 200 {#{}}"}},
		"ids": {[]string{`{"id": 1, "bookId": 1}`, `{"id": 1, "bookId": 1}`},
			[]string{"shape GET /books 200 {bookId id}"}},
		"times": {[]string{`{"at": "2026-11-23T07:34:43Z"}`, `{"at": "2026-11-23T07:34:43Z"}`},
			[]string{"shape GET /books 200 {at}"}},
		"no JSON": {[]string{`<html>`}, nil},
	} {
		var r fitness.Registry
		f := facet.New(&r, nil, same)
		var answers []*facet.Answer
		for _, b := range c.bodies {
			answers = append(answers, json(200, b))
		}
		assert.Equal(t, c.want, names(&r, f, answers...), name)
	}
}

func TestValuesOfLargeSetsAreNoTargets(t *testing.T) {
	var r fitness.Registry
	f := facet.New(&r, nil, same)
	for range 2 {
		names(&r, f, json(200, `{"state": "open"}`), json(200, `{"state": "shut"}`))
	}
	assert.Empty(t, f.Closed())
	for i := range 8 {
		names(&r, f, json(200, fmt.Sprintf(`{"state": "word %c"}`, 'a'+i)))
	}
	var closed []string
	for id := range f.Closed() {
		closed = append(closed, r.Target(id).Name)
	}
	assert.ElementsMatch(t, []string{"GET /books 200 /state open", "GET /books 200 /state shut"}, closed)
	before := r.Len()
	for range 3 {
		assert.Equal(t, []string{"shape GET /books 200 {state}"}, names(&r, f, json(200, `{"state": "open"}`)))
	}
	assert.Equal(t, before, r.Len())
}

// A token of one test is in its answers again and in no other test. Texts with digits are no
// targets, and tell as others do that a member has many values.
func TestTokensAreNoValues(t *testing.T) {
	var r fitness.Registry
	f := facet.New(&r, nil, same)
	for i := range 5 {
		f.Begin()
		for range 3 {
			f.Of(json(200, fmt.Sprintf(`{"token": "Zx%c", "kind": "app"}`, 'a'+i)), true)
		}
	}
	assert.Contains(t, strings.Join(names(&r, f, json(200, `{"kind": "app"}`)), ";"), "/kind app")
	for id := range r.Len() {
		assert.NotContains(t, r.Target(fitness.ID(id)).Name, "Zx")
	}
	for i := range 8 {
		assert.Empty(t, f.Closed())
		names(&r, f, json(200, fmt.Sprintf(`{"kind": "app%d"}`, i)))
	}
	assert.Len(t, f.Closed(), 1)
}

// What comes once only does not eat the search, however much of it comes.
func TestStreamsAreBounded(t *testing.T) {
	word := func(r *rand.Rand) string {
		b := make([]byte, 8)
		for i := range b {
			b[i] = 'a' + byte(r.IntN(26))
		}
		return string(b)
	}
	run := func() []string {
		var registry fitness.Registry
		f, r := facet.New(&registry, nil, same), rand.New(rand.NewPCG(1, 2))
		for range 3000 {
			a, b := word(r), word(r)
			f.Begin()
			f.Of(&facet.Answer{Operation: "GET /books", Status: 400, Said: []string{"no " + a}}, true)
			f.Of(&facet.Answer{Operation: "GET /books", Status: 422, Said: []string{"no x" + a[:2]}}, true)
			f.Of(json(200, `{"`+a+`": "`+b+`", "n": `+fmt.Sprint(r.IntN(1e6))+`}`), true)
		}
		var out []string
		for id := range registry.Len() {
			out = append(out, registry.Target(fitness.ID(id)).String())
		}
		return out
	}
	first := run()
	count := func(prefix string) (n int) {
		for _, name := range first {
			if strings.HasPrefix(name, prefix) {
				n++
			}
		}
		return n
	}
	assert.Equal(t, 6, count("refusal GET /books 400"), "each text comes once")
	assert.Equal(t, 20, count("refusal GET /books 422"), "they come again, and there are 676")
	assert.Equal(t, 6, count("shape"))
	assert.LessOrEqual(t, count("value"), 16*13)
	assert.Equal(t, first, run())
}

func TestNothingIsLearntForASuite(t *testing.T) {
	var r fitness.Registry
	searched := facet.New(&r, nil, same)
	a := json(200, `{"a": true}`)
	assert.Empty(t, searched.Of(a, false))
	searched.Of(a, true)
	searched.Begin()
	known := searched.Of(a, true)
	require.Len(t, known, 2)
	assert.Equal(t, known, facet.New(&r, nil, same).Of(a, false), "another process has the names of the targets only")
	assert.Equal(t, 2, r.Len())
}

func TestCredentialsAreHidden(t *testing.T) {
	var r fitness.Registry
	f := facet.New(&r, nil, func(s string) string { return strings.ReplaceAll(s, "hunter", "...") })
	f.Of(&facet.Answer{Operation: "GET /books", Status: 400, Said: []string{"bad key hunter"}}, true)
	f.Of(json(200, `"hunter"`), true)
	f.Begin()
	f.Of(json(200, `"hunter"`), true)
	require.Equal(t, 3, r.Len())
	for id := range r.Len() {
		assert.NotContains(t, r.Target(fitness.ID(id)).Name, "hunter")
	}
}

func TestInputsInPairs(t *testing.T) {
	in := facet.InputsOf(books, roles())
	of := func(r *message.Request) []string {
		var registry fitness.Registry
		a := json(200, `x`)
		a.Classes = in.Classes(r)
		return names(&registry, facet.New(&registry, nil, same), a)
	}
	assert.Equal(t, []string{
		"input GET /books 200 id like x", "input GET /books 200 sort = \"asc\"", "input GET /books 200 title empty",
		"input GET /books 200 price like x.x",
		"input GET /books 200 id > 0, price > 0, id < price", "input GET /books 200 id like x, sort = \"asc\"",
		"input GET /books 200 id like x, title empty", "input GET /books 200 sort = \"asc\", title empty",
		"input GET /books 200 id like x, price like x.x",
		"input GET /books 200 sort = \"asc\", price like x.x", "input GET /books 200 title empty, price like x.x",
	}, of(request("2", "asc", `{"title": "", "price": 2.5}`)))
	assert.Contains(t, of(request("-3", "", `{"price": 2}`)), "input GET /books 200 id < 0, price > 0, |id| > |price|")
	assert.NotContains(t, strings.Join(of(request("0", "", `{"price": 2}`)), ";"), "|id|")
	assert.Contains(t, of(request("0", "", `{"price": 2}`)), "input GET /books 200 id = 0, price > 0")
	assert.Contains(t, of(request("a.txt", "", `{"title": "txt"}`)), "input GET /books 200 title in id")
	assert.Contains(t, of(request("a.txt", "", `{"title": "txt"}`)), "input GET /books 200 id with \".\"")
	assert.Contains(t, of(request("word", "", `{"title": null, "price": [1]}`)),
		"input GET /books 200 id a text, sort absent")
	assert.Contains(t, of(request("NaN", "", `{"title": {}, "price": []}`)),
		"input GET /books 200 title an object, price empty")
	assert.Contains(t, of(request("1e999", "true", "")), "input GET /books 200 sort = true, title absent")
}

func TestKeysTellNothing(t *testing.T) {
	in := facet.InputsOf(books, roles("id"))
	var registry fitness.Registry
	a := json(200, `x`)
	a.Classes = in.Classes(request("2", "asc", `{"title": ""}`))
	assert.NotContains(t, strings.Join(names(&registry, facet.New(&registry, nil, same), a), ";"), " id ")
	a = json(404, "")
	a.Classes = in.Named(request("2", "asc", ""))
	assert.Equal(t, []string{"input GET /books 404 id a number"}, names(&registry, facet.New(&registry, nil, same), a))
	a.Classes = in.Named(request("oak", "asc", ""))
	assert.Equal(t, []string{"input GET /books 404 id a text"}, names(&registry, facet.New(&registry, nil, same), a))
}

func TestRefusalsWithoutAWord(t *testing.T) {
	var registry fitness.Registry
	f := facet.New(&registry, nil, same)
	silent := json(404, "")
	silent.Sent = facet.SentIn(request("1", "", ""), nil)
	assert.Equal(t, []string{"refusal GET /books 404 without a word"}, names(&registry, f, silent))
	speaking := json(404, "")
	speaking.Sent, speaking.Said = silent.Sent, []string{"page not found"}
	assert.Equal(t, []string{"refusal GET /books 404 page not found"}, names(&registry, f, speaking))
}

func TestEchoesAreNoValues(t *testing.T) {
	var registry fitness.Registry
	f := facet.New(&registry, nil, same)
	a := json(200, `{"state": "open", "title": "Emma"}`)
	a.Classes = facet.InputsOf(books, roles()).Classes(request("1", "", `{"title": "Emma"}`))
	out := strings.Join(names(&registry, f, a, a), ";")
	assert.Contains(t, out, "/state open")
	assert.NotContains(t, out, "Emma")
}

// roles has some parameters name elements, and a member "self" say again which.
func roles(keys ...string) facet.Roles {
	return facet.Roles{
		Key:    func(param string) bool { return slices.Contains(keys, param) },
		Itself: func(member string) bool { return member == "self" },
	}
}

// A refusal without a word of a call that is formed as those that succeed is about a value.
func TestFormsThatSucceed(t *testing.T) {
	in := facet.InputsOf(books, roles("id"))
	var registry fitness.Registry
	f := facet.New(&registry, nil, same)
	of := func(status int, body string) string {
		a := json(status, "x")
		a.Classes = in.Classes(request("1", "asc", body))
		return strings.Join(names(&registry, f, a), ";")
	}
	const formed = "input GET /books 400 formed as what succeeds"
	assert.NotContains(t, of(400, `{"title": "Emma", "price": 2}`), formed, "nothing succeeded yet")
	assert.NotContains(t, of(201, `{"title": "Emma", "price": 2}`), "formed")
	assert.Contains(t, of(400, `{"title": "Oak", "price": -7.5}`), formed)
	assert.NotContains(t, of(400, `{"price": 2}`), formed)
	assert.NotContains(t, of(400, `{"title": "", "price": 2}`), formed)
}

// What a filter finds is told from what there is without one.
func TestFiltersThatFind(t *testing.T) {
	op := &openapi.Operation{Method: "GET", Path: "/books",
		Parameters: []*openapi.Parameter{{Name: "by", In: openapi.InQuery}, {Name: "sort", In: openapi.InQuery}}}
	in := facet.InputsOf(op, roles())
	var registry fitness.Registry
	f := facet.New(&registry, nil, same)
	of := func(body string, query ...message.Pair) string {
		a := json(200, body)
		a.Classes = in.Classes(&message.Request{Query: query})
		return strings.Join(names(&registry, f, a), ";")
	}
	by, sort := message.Pair{Name: "by", Value: "ann"}, message.Pair{Name: "sort", Value: "asc"}
	assert.NotContains(t, of(`[{"id": 1}]`), "finds")
	assert.NotContains(t, of(`[]`, by), "finds")
	assert.NotContains(t, of(`{"all": []}`, by), "finds")
	assert.Contains(t, of(`[{"id": 1}]`, by), "input GET /books 200 by finds something")
	both := of(`{"all": [{"id": 1}]}`, by, sort)
	assert.Contains(t, both, "input GET /books 200 sort finds something")
	assert.Contains(t, both, "input GET /books 200 by and sort finds something")
}

// A body that says again what the path names may say something else.
func TestNamedAgain(t *testing.T) {
	op := &openapi.Operation{
		Method: "PUT", Path: "/books/{id}", Parameters: []*openapi.Parameter{{Name: "id", In: openapi.InPath}},
		Bodies: []*openapi.MediaType{
			{
				Type: "application/json", Schema: &openapi.Schema{
					Objects: openapi.Objects{Properties: []openapi.Property{{Name: "self", Schema: &openapi.Schema{}},
						{Name: "title", Schema: &openapi.Schema{}}}},
				},
			},
		},
	}
	in := facet.InputsOf(op, roles("id"))
	for body, want := range map[string]string{
		`{"self": 7}`:     "id a number, self as in the path",
		`{"self": "7"}`:   "id a number, self as in the path",
		`{"self": "8"}`:   "id a number, self a number",
		`{"self": "oak"}`: "id a number, self a text",
		`{"title": "7"}`:  "id a number, self absent",
	} {
		var registry fitness.Registry
		a := json(404, "")
		a.Classes = in.Named(request("7", "", body))
		assert.Equal(t, []string{"input GET /books 404 " + want},
			names(&registry, facet.New(&registry, nil, same), a), body)
	}
	var registry fitness.Registry
	a := json(200, "x")
	a.Classes = in.Classes(request("7", "", `{"self": 7, "title": "x"}`))
	assert.Contains(t, names(&registry, facet.New(&registry, nil, same), a),
		"input GET /books 200 self as in the path, title a text")
}

// BenchmarkOf looks at lists of which each comes twice.
func BenchmarkOf(b *testing.B) {
	f := facet.New(&fitness.Registry{}, nil, same)
	book := `{"id": %d, "title": "Moby Dick", "state": "open", "author": {"name": "Melville", "age": 72}}`
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		f.Begin()
		f.Of(json(200, "["+strings.Repeat(fmt.Sprintf(book, n/2)+",", 9)+fmt.Sprintf(book, n/2)+"]"), true)
	}
}
