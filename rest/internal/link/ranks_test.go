package link

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// ranked are origins for /books/{bookId}, the best first, those of one rank together.
var ranked = [][]Origin{
	{{Source: suite.FromHeader, Name: "Location", Template: "/books"},
		{Source: suite.FromHeader, Name: "Location", Template: "/books/create"}},
	{{Source: suite.FromBody, Field: "bookid", Template: "/books"}},
	{{Source: suite.FromBody, Field: "id", Template: "/books"}},
	{{Source: suite.FromBody, Field: "authorid", Template: "/books"}, {Field: "id", Template: "/books"},
		{Field: "title", Template: "/books", certain: true}},
	{{Source: suite.FromHeader, Name: "Location", Template: "/authors/{a}/books"},
		{Source: suite.FromBody, Field: "id", Template: "/authors/{a}/books"}},
	{
		{Source: suite.FromBody, Field: "bookid", Template: "/users"}, {Field: "title", Template: "/books"},
		{Field: "bookid", Template: "/loans"}, {Source: suite.FromBody, Field: "bookid", Template: "/books/{bookId}"},
	},
	{
		{Source: suite.FromHeader, Name: "Etag", Field: "etag", Template: "/books"},
		{Source: suite.FromBody, Field: "title", Template: "/books"},
		{Source: suite.FromHeader, Name: "Location", Template: "/users"},
		{Source: suite.FromBody, Field: "id", Template: "/users"},
		{Field: "id", Template: "/users"}, {Source: suite.FromBody, Field: "id", Template: "/books/{bookId}"},
	},
}

// TestRanks: of any two origins the one of the better rank is found whichever came
// first, and of one rank the latest. Those of the last rank are none.
func TestRanks(t *testing.T) {
	none := len(ranked) - 1
	for i, better := range ranked {
		for j, worse := range ranked[i:] {
			for b, one := range better {
				for w, other := range worse {
					one.value, other.value = fmt.Sprint("one ", i, b), fmt.Sprint("other ", i+j, w)
					first, ok := (&Answers{origins: []Origin{one, other}}).find("/books", "bookId")
					second, _ := (&Answers{origins: []Origin{other, one}}).find("/books", "bookId")
					require.Equal(t, i != none, ok, one)
					switch {
					case i == none:
					case j == 0:
						require.Equal(t, other.value, first.value, "the latest")
						require.Equal(t, one.value, second.value, "the latest")
					default:
						require.Equal(t, one.value, first.value, "%v is worse", other)
						require.Equal(t, one.value, second.value, "%v is worse", other)
					}
				}
			}
		}
	}
}

// TestPlainNamesTellNothing: "id" and "name" are of anything.
func TestPlainNamesTellNothing(t *testing.T) {
	for _, tt := range []struct {
		from  Origin
		param string
		want  int
	}{
		{Origin{Source: suite.FromBody, Field: "id", Template: "/users"}, "id", 0},
		{Origin{Source: suite.FromBody, Field: "id", Template: "/books"}, "id", 8},
		{Origin{Source: suite.FromBody, Field: "name", Template: "/users"}, "name", 2},
		{Origin{Field: "name", Template: "/users"}, "name", 0},
		{Origin{Field: "id", Template: "/users"}, "id", 0},
		{Origin{Field: "isbn", Template: "/users"}, "isbn", 2},
	} {
		assert.Equal(t, tt.want, tt.from.rank("/books", tt.param), "%+v", tt.from)
	}
}

// TestReferencesAreSuited: a collection goes by ranks; a state of the own path
// before others; a field only where the call that answered it was not sent it.
func TestReferencesAreSuited(t *testing.T) {
	op := &api.Operation{Spec: &openapi.Operation{Method: "PUT", Path: "/books/{id}"}, Makes: "/books"}
	etag := func(template string) Origin {
		return Origin{Source: suite.FromHeader, Name: "Etag", Field: "etag", Template: template}
	}
	for _, tt := range []struct {
		from Origin
		ref  api.Reference
		want int
	}{
		{ranked[0][0], api.Reference{Like: "bookid", Collection: "/books"}, 9},
		{ranked[5][0], api.Reference{Like: "bookid", Collection: "/books"}, 2},
		{etag("/books/{id}"), api.Reference{Like: "etag"}, 2},
		{etag("/books"), api.Reference{Like: "etag"}, 2},
		{etag("/users"), api.Reference{Like: "etag"}, 1},
		{etag("/books"), api.Reference{Like: "lastmodified"}, 0},
		{Origin{Source: suite.FromHeader, Name: "Location", Template: "/books"}, api.Reference{Like: ""}, 0},
		{Origin{Source: suite.FromBody, Field: "cursor"}, api.Reference{Like: "cursor"}, 1},
		{Origin{Source: suite.FromBody, Field: "nextcursor"}, api.Reference{Like: "cursor"}, 1},
		{Origin{Source: suite.FromBody, Field: "prevcursor"}, api.Reference{Like: "cursor"}, 0},
		{Origin{Source: suite.FromBody, Field: "cursor", sent: true}, api.Reference{Like: "cursor"}, 0},
		{Origin{Field: "cursor"}, api.Reference{Like: "cursor"}, 0},
	} {
		assert.Equal(t, tt.want, tt.from.suits(&tt.ref, op), "%+v for %+v", tt.from, tt.ref)
	}
	plain := &api.Operation{Spec: &openapi.Operation{Method: "GET", Path: "/all"}}
	own := etag("/books")
	assert.Equal(t, 1, own.suits(&api.Reference{Like: "etag"}, plain), "what makes nothing has no collection")
}

// TestReferencesTakeOneAnother: where a call names several elements, each gets
// another one, the latest first, as long as there are such of other values.
func TestReferencesTakeOneAnother(t *testing.T) {
	op := &api.Operation{Spec: &openapi.Operation{Method: "POST", Path: "/loans"}}
	ref := &api.Reference{Like: "bookid", Collection: "/books"}
	book := func(v string, number bool) Origin {
		return Origin{Source: suite.FromBody, Field: "id", Template: "/books", value: v, number: number}
	}
	m := &Answers{origins: []Origin{book("1", true), book("b", false), book("2", true), book("3", true),
		book("3", true), {Source: suite.FromBody, Field: "id", Template: "/users", value: "9", number: true}}}
	var texts, numbers []string
	for skip := range 5 {
		text, ok := m.refer(ref, op, skip, false)
		require.True(t, ok)
		number, _ := m.refer(ref, op, skip, true)
		texts, numbers = append(texts, text.value), append(numbers, number.value)
	}
	assert.Equal(t, []string{"3", "2", "b", "1", "1"}, texts)
	assert.Equal(t, []string{"3", "2", "1", "1", "1"}, numbers)
	_, ok := (&Answers{origins: []Origin{book("b", false)}}).refer(ref, op, 0, true)
	assert.False(t, ok)
}

// TestNumericOrigins: a value of a body is a number if it was one; of another text
// the digits tell, as a number would be written.
func TestNumericOrigins(t *testing.T) {
	for text, want := range map[string]bool{"12": true, "-3": true, "0": true, "012": false, "+1": false,
		"1.5": false, "": false, "x": false} {
		located := Origin{Source: suite.FromHeader, value: text}
		assert.Equal(t, want, located.numeric(), "%q", text)
		body := Origin{Source: suite.FromBody, value: text}
		assert.False(t, body.numeric())
		body.number = true
		assert.True(t, body.numeric())
	}
}

// learned are the origins of one answer to an operation, as text.
func learned(op *api.Operation, resp *sut.Response) (out []string) {
	var m Answers
	m.Learn(3, op, resp)
	for _, o := range m.origins {
		text := fmt.Sprintf("%s=%s", o.Name, o.value)
		if o.sent {
			text += " sent"
		}
		if o.number {
			text += " number"
		}
		out = append(out, text)
	}
	return out
}

// TestWhatAnAnswerTells: of successes only, headers before bodies, what is in an
// envelope before the envelope, and what the call sent itself with a mark.
func TestWhatAnAnswerTells(t *testing.T) {
	a := api.New(resttest.Read(t, resttest.Shop).Operations, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{})
	post, get := a.Named("POST /v1/customers"), a.Named("GET /v1/orders")
	both := answer(299, "/v1/customers/5",
		`{"id": 8, "name": "n", "data": {"id": "in"}, "items": [{"id": 1}, {"id": 2}], "ok": true}`)
	both.Header["Etag"], both.Header["Last-Modified"] = []string{"v1"}, []string{"a", "b"}
	want := []string{"Location=5", "Etag=v1", "/data/id=in", "/items/0/id=1 number", "/id=8 number", "/name=n sent"}
	assert.Equal(t, want, learned(post, both))
	both.Status = 200
	assert.Equal(t, append(slices.Clone(want[:5]), "/name=n"), learned(get, both), "what is asked for is not sent")
	for _, status := range []int{199, 300, 404, 500} {
		both.Status = status
		assert.Empty(t, learned(post, both), status)
	}
	for _, change := range []func(r *sut.Response){
		func(r *sut.Response) { r.Truncated = true }, func(r *sut.Response) { r.Stream = true },
		func(r *sut.Response) { r.Body = nil },
		func(r *sut.Response) { r.Body = []byte("true") }, func(r *sut.Response) { r.Body = []byte("{") },
		func(r *sut.Response) { r.Body = []byte("[]") },
	} {
		r := answer(201, "", `{"id": 8}`)
		change(r)
		assert.Empty(t, learned(post, r), "%+v", r)
	}
}

// TestAnswersAreBounded: sixteen fields of an answer are remembered, and texts of
// up to 256 bytes.
func TestAnswersAreBounded(t *testing.T) {
	op := &api.Operation{Spec: &openapi.Operation{Method: "GET", Path: "/x"}}
	var members []string
	for i := range 20 {
		members = append(members, fmt.Sprintf(`"f%d": %d`, i, i))
	}
	got := learned(op, answer(200, "", "{"+strings.Join(members, ",")+"}"))
	require.Len(t, got, 16)
	assert.Equal(t, "/f15=15 number", got[15])
	for n, want := range map[int]int{15: 16, 16: 16} {
		fields := learned(op, answer(200, "", "{"+strings.Join(members[:n], ",")+`,"data": {"in": 1}}`))
		require.Len(t, fields, want)
		assert.Equal(t, n == 15, fields[0] == "/data/in=1 number", "an envelope is one of the fields")
	}
	long := strings.Repeat("x", 256)
	assert.Len(t, learned(op, answer(200, "", `{"a": "`+long+`"}`)), 1)
	assert.Empty(t, learned(op, answer(200, "", `{"a": "`+long+`x"}`)))
	assert.Empty(t, learned(op, answer(200, "", `{"a": "", "b": null, "c": 1.5}`)))
}

// chosen are the origins that a call itself names, as text.
func chosen(t *testing.T, method string, status int) (out []string) {
	doc := resttest.Read(t,
		fmt.Sprintf(`{"openapi": "3.0.0", "info": {"title": "x", "version": "1"}, "paths": {"/shops/{shopId}/books": {%q: {
		"parameters": [{"name": "shopId", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["id", "book_id", "title", "none_id"], "properties": {
			"id": {"type": "integer"}, "book_id": {"type": "string"}, "title": {"type": "string"}, "none_id": {"type": "string"}}}}}},
		"responses": {"201": {"description": "made"}}}}}}`, strings.ToLower(method)))
	a := api.New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	c := order(a, method+" /shops/{shopId}/books", "")
	if c.Genotype.Body != nil {
		c = order(a, method+" /shops/{shopId}/books", `{"id": 5, "book_id": "b", "title": "t", "none_id": ""}`)
	}
	var e message.Request
	c.Genotype.Encode(c.Op.Spec, &e)
	e.Path[1].Set("7")
	var m Answers
	m.Chosen(2, c, &e, &sut.Response{Status: status, Header: http.Header{}})
	for _, o := range m.origins {
		out = append(out, fmt.Sprint(o.Template, " ", o.Field, "=", o.value, o.Source))
	}
	return out
}

// TestWhatACallNamesItself: the ids in the path of a success, and those in the body
// of what is made.
func TestWhatACallNamesItself(t *testing.T) {
	assert.Equal(t, []string{"/shops shopid=7", "/shops/{shopId}/books id=5", "/shops/{shopId}/books bookid=b"},
		chosen(t, "POST", 201))
	assert.Equal(t, []string{"/shops shopid=7"}, chosen(t, "PUT", 200), "the body of a change names nothing")
	assert.Equal(t, []string{"/shops shopid=7"}, chosen(t, "PATCH", 299))
	assert.Empty(t, chosen(t, "DELETE", 204), "it is gone")
	for _, status := range []int{199, 300, 409} {
		assert.Empty(t, chosen(t, "POST", status))
	}
}

// TestNothingIsResolved where there is nothing to follow, the call does not, or no
// answer named anything.
func TestNothingIsResolved(t *testing.T) {
	get := &openapi.Operation{Method: "GET", Path: "/books/{id}"}
	known := Answers{origins: []Origin{{Source: suite.FromBody, Template: "/books", Field: "id", value: "9"}}}
	for _, tt := range []struct {
		chained, enabled bool
		answers          Answers
		want             string
	}{
		{true, true, known, "/books/9"}, {false, true, known, "/books/1"}, {true, false, known, "/books/1"},
		{true, true, Answers{}, "/books/1"},
	} {
		c := &action.Call{Genotype: &genotype.Call{}, Op: &api.Operation{Spec: get, Chained: tt.chained},
			Follow: action.Follow{Chained: true, Enabled: tt.enabled, Params: 1}}
		e := &message.Request{Path: []message.PathPiece{{Text: "/books/"}, {Param: "id"}}}
		e.Path[1].Set("1")
		uses := tt.answers.Resolve(c, e, nil)
		assert.Equal(t, tt.want, string(e.Target(nil, "")))
		assert.Equal(t, tt.want == "/books/9", len(uses) == 1)
	}
	known.Reset()
	_, ok := known.find("/books", "id")
	assert.False(t, ok, "a new test knows nothing")
}
