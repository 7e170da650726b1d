package link

import (
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

func answer(status int, location, body string) *sut.Response {
	h := http.Header{}
	if location != "" {
		h.Set("Location", location)
	}
	return &sut.Response{Status: status, Header: h, Body: []byte(body)}
}

func TestMemoryFindsWhatAnAnswerNamed(t *testing.T) {
	tests := map[string]struct {
		template   string
		resp       *sut.Response
		collection string
		param      string
		want       string // "" for nothing
		name       string
	}{
		"location":             {"/books", answer(201, "/books/7", ""), "/books", "id", "7", "Location"},
		"absolute location":    {"/books", answer(201, "http://h/books/7?x=1", ""), "/books", "id", "7", "Location"},
		"escaped location":     {"/books", answer(201, "/books/a%20b", ""), "/books", "id", "a b", "Location"},
		"location before body": {"/books", answer(201, "/books/7", `{"id": 8}`), "/books", "id", "7", "Location"},
		"id in body": {"/books", answer(201, "", `{"title": "t", "id": 8}`),
			"/books", "bookId", "8", "/id"},
		"named as the parameter": {"/books", answer(200, "", `{"id": 8, "isbn": "x"}`),
			"/books", "isbn", "x", "/isbn"},
		"other spelling": {"/books", answer(200, "", `{"book_id": "b1"}`), "/books",
			"bookId", "b1", "/book_id"},
		"first of a list": {"/books", answer(200, "", `[{"id": 3}, {"id": 4}]`), "/books", "id", "3", "/0/id"},
		"other collection": {"/silences", answer(200, "", `{"silenceID": "u"}`), "/silence",
			"silenceID", "u", "/silenceID"},
		"made elsewhere": {"/authors/{id}/books", answer(201, "", `{"id": 8, "author_id": 2}`),
			"/books", "bookId", "8", "/id"},
		"made elsewhere, located": {"/authors/{id}/books", answer(201, "/books/b8", ""), "/books",
			"bookId", "b8", "Location"},
		"not of the same name":    {"/authors/{id}/books", answer(201, "", `{"author_id": 2}`), "/books", "id", "", ""},
		"other collection's id":   {"/users", answer(200, "", `{"id": 3}`), "/books", "id", "", ""},
		"creating sub-path":       {"/files/create", answer(200, "", `{"id": "f"}`), "/files", "fileID", "f", "/id"},
		"a refusal names nothing": {"/books", answer(409, "/books/7", `{"id": 8}`), "/books", "id", "", ""},
		"not JSON":                {"/books", answer(200, "", `{"id": `), "/books", "id", "", ""},
		"escaped field name":      {"/books", answer(200, "", `{"a/id": 5}`), "/books", "id", "5", "/a~1id"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var m Answers
			m.Learn(0, &api.Operation{Spec: &openapi.Operation{Path: tt.template}}, tt.resp)
			got, ok := m.find(tt.collection, tt.param)
			assert.Equal(t, tt.want != "", ok)
			assert.Equal(t, tt.want, got.value)
			assert.Equal(t, tt.name, got.Name)
		})
	}
}

func TestMemoryPrefersTheLatest(t *testing.T) {
	var m Answers
	op := &api.Operation{Spec: &openapi.Operation{Path: "/books"}}
	m.Learn(0, op, answer(201, "", `{"id": 1}`))
	m.Learn(1, op, answer(201, "", `{"id": 2}`))
	got, _ := m.find("/books", "id")
	assert.Equal(t, 1, got.Step)
	assert.Equal(t, "2", got.value)
	assert.Equal(t, suite.FromBody, got.Source)
}

// TestMemoryFindsWhatWasAdded: who adds to a part of something and is answered with the whole added the last element of
// that part.
func TestMemoryFindsWhatWasAdded(t *testing.T) {
	op := &api.Operation{Spec: &openapi.Operation{Method: "POST", Path: "/polls/{poll}/options"}}
	for body, want := range map[string]string{
		`{"id": "p1", "options": [{"id": 3, "text": "a"}, {"id": 4, "text": "b"}]}`: "/options/1/id",
		`{"id": 4, "text": "b"}`:     "/id",
		`{"id": "4", "options": []}`: "/id",
	} {
		var m Answers
		m.Learn(0, op, answer(200, "", body))
		got, ok := m.find("/polls/{poll}/options", "option")
		assert.True(t, ok)
		assert.Equal(t, want, got.Name)
		assert.Equal(t, "4", got.value)
	}
}

func TestMemoryKeepsChosenIDs(t *testing.T) {
	put := &action.Call{Op: &api.Operation{Spec: &openapi.Operation{Method: "PUT", Path: "/tags/{name}"},
		Chooses: true}}
	e := &message.Request{Path: []message.PathPiece{{Text: "/tags/"}, {Param: "name"}}}
	e.Path[1].Set("red")
	var m Answers
	m.Chosen(0, put, e, answer(404, "", ""))
	_, ok := m.find("/tags", "name")
	assert.False(t, ok, "a refusal makes nothing")

	m.Chosen(1, put, e, answer(204, "", ""))
	got, ok := m.find("/tags", "name")
	assert.True(t, ok)
	assert.Equal(t, "red", got.value)
	_, ok = m.find("/books", "name")
	assert.False(t, ok, "it is no book's name")

	get := &action.Call{Genotype: &genotype.Call{}, Op: &api.Operation{Spec: &openapi.Operation{Path: "/tags/{name}"},
		Chained: true}, Follow: action.Follow{Chained: true, Enabled: true}}
	read := &message.Request{Path: []message.PathPiece{{Text: "/tags/"}, {Param: "name"}}}
	read.Path[1].Set("blue")
	assert.Empty(t, m.Resolve(get, read, nil), "no answer is read, so there is no variable")
	assert.Equal(t, "red", read.Path[1].Text)
}

func TestMemoryKeepsWhatSucceeded(t *testing.T) {
	var m Answers
	get := &action.Call{Op: &api.Operation{Spec: &openapi.Operation{Method: "GET", Path: "/shops/{shopName}"}}}
	e := &message.Request{Path: []message.PathPiece{{Text: "/shops/"}, {Param: "shopName"}}}
	e.Path[1].Set("corner")
	m.Chosen(0, get, e, answer(200, "", ""))
	got, _ := m.find("/shops", "shopName")
	assert.Equal(t, "corner", got.value)
	got, _ = m.find("/v2/shops", "shop-name")
	assert.Equal(t, "corner", got.value, "the name tells")

	gone := &action.Call{Op: &api.Operation{Spec: &openapi.Operation{Method: "DELETE", Path: "/shops/{shopName}"}}}
	e.Path[1].Set("closed")
	m.Chosen(1, gone, e, answer(204, "", ""))
	got, _ = m.find("/shops", "shopName")
	assert.Equal(t, "corner", got.value, "what was deleted is no more")
}

func TestMemoryTakesBareIDs(t *testing.T) {
	for _, tt := range []struct{ body, pointer, value string }{
		{"17", "", "17"}, {`"a b"`, "", "a b"}, {`["north", "south"]`, "/0", "north"}, {"[[1]]", "", ""},
		{"1.5", "", ""}, {"no", "", ""},
	} {
		var m Answers
		m.Learn(0, &api.Operation{Spec: &openapi.Operation{Path: "/books"}}, answer(201, "", tt.body))
		got, ok := m.find("/books", "id")
		assert.Equal(t, tt.value != "", ok, tt.body)
		assert.Equal(t, [2]string{tt.pointer, tt.value}, [2]string{got.Name, got.value}, tt.body)
	}
}

func TestMemoryTakesIDsThatWereSent(t *testing.T) {
	op := resttest.Read(t, `{"openapi": "3.0.0", "info": {"title": "x", "version": "1"}, "paths": {"/books": {"post": {
		"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["id", "size"],
			"properties": {"id": {"type": "integer", "minimum": 4, "maximum": 4}, "size": {"type": "integer"}}}}}},
		"responses": {"201": {"description": "made"}}}}}}`).Operations[0]
	c := &action.Call{Op: &api.Operation{Spec: op}, Genotype: genotype.NewBuilder(genotype.Options{}).Call(op)}
	r := rand.New(rand.NewPCG(1, 2))
	var e message.Request
	for found := false; !found; {
		var m Answers
		c.Genotype.Randomize(r)
		c.Genotype.Encode(op, &e)
		m.Chosen(0, c, &e, answer(201, "", ""))
		var got Origin
		if got, found = m.find("/books", "bookId"); found {
			assert.Equal(t, "4", got.value)
			assert.Empty(t, got.Source, "no answer has it")
		}
	}
}

// A parameter that was given a value on purpose does not follow any more.
func TestResolveLeavesOwnValues(t *testing.T) {
	op := &api.Operation{Spec: &openapi.Operation{Method: "GET", Path: "/shops/{shop}/books/{book}"},
		Chained: true, Following: 0b11}
	c := &action.Call{Op: op, Genotype: &genotype.Call{},
		Follow: action.Follow{Chained: true, Enabled: true, Params: 0b11}}
	m := Answers{origins: []Origin{{Template: "/shops", Field: "id", value: "7"},
		{Template: "/shops/{shop}/books", Field: "id", value: "8"}}}
	resolved := func() string {
		e := &message.Request{Path: []message.PathPiece{{Text: "/shops/"}, {Param: "shop", Index: 0}, {Text: "/books/"},
			{Param: "book", Index: 1}}}
		e.Path[1].Set("1")
		e.Path[3].Set("2")
		m.Resolve(c, e, nil)
		return string(e.Target(nil, ""))
	}
	assert.Equal(t, "/shops/7/books/8", resolved())
	c.Keep(action.Taker{Param: 1})
	assert.Equal(t, "/shops/7/books/2", resolved())
	c.Keep(action.Taker{Param: genotype.InBody, Name: "shop"})
	c.Keep(action.Taker{Param: 0})
	assert.Equal(t, "/shops/1/books/2", resolved())
}

// TestNamesOfResources: of a name such as "notes/7" a path takes what follows the slash,
// where the name is that of the collection.
func TestNamesOfResources(t *testing.T) {
	for text, want := range map[string]bool{
		"notes/7": true, "shelves/3/notes/7": true, "/v1/notes/7": true,
		"http://x/notes/7": true, "https://x:80/v2/notes/q-7": true,
		"7": false, "notes": false, "notes/": false, "/7": false, "books/7": false, "see notes/7": false,
		"http://notes/7": false, "http://x/notes/7?of=a": false, "http://x/notes/7/edit": false,
		"ftp://x/notes/7": false,
	} {
		assert.Equal(t, want, named("/v1/notes", text), text)
	}
	assert.False(t, named("/v1/notes/{note}", "notes/7"))
	var m Answers
	m.Learn(0, &api.Operation{Spec: &openapi.Operation{Method: "POST", Path: "/notes"}},
		&sut.Response{Status: 200, Body: []byte(`{"name": "notes/q-7", "text": "a/b"}`)})
	from, ok := m.find("/notes", "note")
	assert.True(t, ok)
	assert.Equal(t, "q-7", from.value)
	assert.True(t, from.Last)
	from, _ = m.find("/texts", "text")
	assert.Equal(t, "a/b", from.value)
}

// TestLinksOfResources: an answer that has no id may have the address of what it is about among its links.
func TestLinksOfResources(t *testing.T) {
	for body, pointer := range map[string]string{
		`{"_links": {"shelf": {"href": "/shelves/2"}, "self": {"href": "http://x/notes/q-7"}, "edit": {"href": "http://x/notes/q-7/edit"}}}`: "/_links/self/href",
		`{"text": "a", "links": {"self": "/notes/q-7"}}`: "/links/self",
		`{"url": "http://x/notes/q-7"}`:                  "/url",
		`{"others": {"self": "/notes/q-7"}}`:             "",
	} {
		var m Answers
		m.Learn(0, &api.Operation{Spec: &openapi.Operation{Method: "POST", Path: "/notes"}},
			&sut.Response{Status: 200, Body: []byte(body)})
		from, ok := m.find("/notes", "note")
		assert.Equal(t, pointer != "", ok, body)
		assert.Equal(t, pointer, from.Name, body)
		assert.Equal(t, ok, from.Last && from.value == "q-7", body)
	}
}
