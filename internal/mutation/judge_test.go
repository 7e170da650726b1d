package mutation

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

func TestUnmet(t *testing.T) {
	book := func(body string) Answer {
		return Answer{Status: 200, ContentType: "application/json", Body: []byte(body)}
	}
	checks := func(cs ...suite.Check) suite.Expect { return suite.Expect{Status: 200, Checks: cs} }
	failed := func(op suite.Op, pointer string) []suite.Assertion {
		return []suite.Assertion{{Op: op, Pointer: pointer}}
	}
	for name, tt := range map[string]struct {
		expect suite.Expect
		answer Answer
		want   []suite.Assertion
	}{
		"status": {suite.Expect{Status: 201, ContentType: "text/plain"}, book(`{}`),
			failed(suite.StatusOp, "")},
		"no answer": {suite.Expect{Status: 200}, Answer{Outcome: sut.Broken, Status: 200},
			failed(suite.StatusOp, "")},
		"a panic, as it should":   {suite.Expect{Panics: true}, Answer{Outcome: sut.Panicked}, nil},
		"no panic":                {suite.Expect{Panics: true}, book(`{}`), failed(suite.StatusOp, "")},
		"no answer, as it should": {suite.Expect{Broken: true}, Answer{Outcome: sut.TimedOut}, nil},
		"content type": {suite.Expect{Status: 200, ContentType: "text/plain"}, book(`{}`),
			failed(suite.ContentTypeOp, "")},
		"a stream": {suite.Expect{Status: 200, Stream: true,
			Checks: []suite.Check{check(suite.Empty, "", nil)}}, book(`{}`), nil},
		"equal": {checks(check(suite.Equal, "/a", int64(1))), book(`{"a": 1.0}`), nil},
		"not equal": {checks(check(suite.Equal, "/a", int64(1))), book(`{"a": "1"}`),
			failed(suite.Equal, "/a")},
		"missing": {checks(check(suite.Equal, "/a", nil)), book(`{}`), failed(suite.Equal, "/a")},
		"no JSON": {checks(check(suite.Exists, "/a", nil)), book(`x`), failed(suite.Exists, "/a")},
		"there":   {checks(check(suite.Exists, "/a", nil)), book(`{"a":null}`), nil},
		"absent":  {checks(check(suite.Absent, "/b", nil)), book(`{"a":null}`), nil},
		"not absent": {checks(check(suite.Absent, "/a", nil)), book(`{"a":null}`),
			failed(suite.Absent, "/a")},
		"length": {checks(check(suite.Length, "/a", int64(2))), book(`{"a":[1,2]}`), nil},
		"another length": {checks(check(suite.Length, "/a", int64(1))), book(`{"a":[1,2]}`),
			failed(suite.Length, "/a")},
		"length of no list": {checks(check(suite.Length, "/a", int64(1))), book(`{"a":"1"}`),
			failed(suite.Length, "/a")},
		"law": {checks(suite.Law(suite.AtMost, "/a", "/b")), book(`{"a":1,"b":2}`), nil},
		"broken law": {checks(suite.Law(suite.AtMost, "/a", "/b")), book(`{"a":3,"b":2}`),
			failed(suite.AtMost, "/a")},
		"law of nobody": {checks(suite.Law(suite.AtMost, "/a", "/b")), book(`{"a":3}`), nil},
		"more members": {
			checks(check(suite.Equal,
				"/a", value.Object{{Name: "b", Value: []any{value.Object{{Name: "c", Value: int64(1)}}}}})),
			book(`{"a":{"x":1,"b":[{"c":1,"d":2}]}}`), nil,
		},
		"a member less": {checks(check(suite.Equal, "/a", value.Object{{Name: "b", Value: nil}})),
			book(`{"a":{}}`), failed(suite.Equal, "/a")},
		"an element more": {checks(check(suite.Equal, "/a", []any{})), book(`{"a":[1]}`),
			failed(suite.Equal, "/a")},
		"type": {checks(check(suite.HasType, "/a/*/b", "number")),
			book(`{"a":[{"b":1.5},{"b":"x"}]}`), nil},
		"another type": {checks(check(suite.HasType, "/a/*/b", "number")), book(`{"a":[{"b":null}]}`),
			failed(suite.HasType, "/a/*/b")},
		"type of no element": {checks(check(suite.HasType, "/a/*/b", "number")), book(`{"a":[]}`), nil},
		"type of elements, no list": {checks(check(suite.HasType, "/a/*/b", "number")), book(`{"a":{}}`),
			failed(suite.HasType, "/a/*/b")},
		"type of what is missing": {checks(check(suite.HasType, "/a", "number")), book(`{}`),
			failed(suite.HasType, "/a")},
		"type of an object": {checks(check(suite.HasType, "", "object")), book(`{}`), nil},
		"the text":          {checks(check(suite.Whole, "", "ok\n")), book("ok\n"), nil},
		"another text":      {checks(check(suite.Whole, "", "ok")), book("ok\n"), failed(suite.Whole, "")},
		"no body":           {checks(check(suite.Empty, "", nil)), book(""), nil},
		"a body":            {checks(check(suite.Empty, "", nil)), book("x"), failed(suite.Empty, "")},
		"several, each for its own": {checks(
			check(suite.Exists, "/b", nil), check(suite.Exists, "/a", nil), check(suite.Equal, "/a", "x"),
		), book(`{"a":1}`), append(failed(suite.Exists, "/b"), failed(suite.Equal, "/a")...)},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, unmet(&tt.expect, &tt.answer)) })
	}
}

// TestVariables: values of answers go into later calls in the form that a written test gives them.
func TestVariables(t *testing.T) {
	answer := &sut.Response{Header: http.Header{"Location": {"/books/a%20b?x=1"}, "Set-Cookie": {"sid=7; Path=/"}},
		Body: []byte(`{"id":12,"name":"a/b \"c\"","list":[1,{"x":null}]}`)}
	vars := variables{}
	missing := vars.read([]suite.Capture{
		{Var: "location", Source: suite.FromHeader, Name: "Location", LastSegment: true},
		{Var: "cookie", Source: suite.FromCookie, Name: "sid"}, {Var: "id", Source: suite.FromBody, Name: "/id"},
		{Var: "name", Source: suite.FromBody, Name: "/name"}, {Var: "list", Source: suite.FromBody, Name: "/list"},
		{Var: "a", Source: suite.FromBody, Name: "/none"}, {Var: "b", Source: suite.FromHeader, Name: "ETag"},
		{Var: "c", Source: suite.FromCookie, Name: "no"},
	}, answer)
	assert.Equal(t, []string{"a", "b", "c"}, missing)
	lit, v := func(s string) suite.Piece { return suite.Piece{Literal: s} }, func(s string) suite.Piece {
		return suite.Piece{Var: s}
	}
	got := vars.request(&suite.Request{
		Method: "PUT", Path: suite.Text{lit("/b/"), v("location"), lit("/"), v("name")},
		Query:   []suite.Field{{Name: "q r", Value: suite.Text{v("name")}}, {Name: "n", Value: suite.Text{v("id")}}},
		Headers: []suite.Field{{Name: "Cookie", Value: suite.Text{lit("sid="), v("cookie")}}},
		Body: &suite.Body{JSON: true, Text: suite.Text{lit(`{"a":"\"<`), v("name"), lit(`>","b":`), v("id"),
			lit(`,"c":`), v("list"), lit(`,"d":`), v("name"), lit(`,"e":`), v("cookie"), lit(`}`)}},
	})
	assert.Equal(t, &sut.Request{
		Method: "PUT", Target: "/b/a%20b/a%2Fb%20%22c%22?q%20r=a%2Fb%20%22c%22&n=12",
		Header: http.Header{"Cookie": {"sid=7"}},
		Body:   []byte(`{"a":"\"<a/b \"c\">","b":12,"c":[1,{"x":null}],"d":"a/b \"c\"","e":7}`),
	}, got)
	plain := vars.request(&suite.Request{Method: "POST", Path: suite.Literal("/x?y=1"), Query: []suite.Field{{Name: "z",
		Value: suite.Literal("")}}, Body: &suite.Body{Text: suite.Text{lit("id="), v("id")}}, Gone: true})
	assert.Equal(t, "/x?y=1&z=", plain.Target)
	assert.Equal(t, "id=12", string(plain.Body))
	assert.True(t, plain.Gone)
	assert.False(t, got.Gone)
}

// TestChanges: each change makes a different answer, and each has a name.
func TestChanges(t *testing.T) {
	a := Answer{Status: 201, ContentType: "application/json",
		Body: []byte(`{"a":[1,"x"],"b":{"c":true},"n":null,"e":[]}`)}
	names := map[string]bool{}
	for _, c := range changes(&a) {
		names[c.what] = true
		assert.NotEqual(t, a, c.answer, c.what)
		body, err := value.ParseJSON(c.answer.Body)
		if len(c.answer.Body) > 0 {
			assert.NoError(t, err)
			original, _ := value.ParseJSON(a.Body)
			same := c.answer.Status == a.Status && c.answer.ContentType == a.ContentType && value.Equal(original, body)
			assert.False(t, same, c.what)
		}
	}
	for _, want := range []string{
		"status", "content type", "no body", "null at ", "another type at ", "removed at /a", "renamed at /b",
		"empty at /a", "longer than 2 at /a",
		"other than 1 at /a/*", "another type at /a/*", "null at /b/c", "other than true at /b/c",
		"other than null at /n", "an element at /e",
	} {
		assert.True(t, names[want], want)
	}
	assert.Equal(t, `{"a":[1,"x"],"b":{"c":true},"n":null,"e":[]}`, string(a.Body), "the answer is as it was")
	assert.Empty(t, changes(&Answer{Outcome: sut.Panicked}))
	text := changes(&Answer{Status: 404, Body: []byte("no such book")})
	require.Len(t, text, 3)
	assert.Equal(t, "other than no such book", text[2].what)
	empty := changes(&Answer{Status: 400})
	assert.Equal(t, []int{401, 400}, []int{empty[0].answer.Status, empty[1].answer.Status})
}
