package facet

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// TestPairs: two calls that differ in one input and are answered otherwise show a bound, or a mistake.
func TestPairs(t *testing.T) {
	op := &openapi.Operation{Method: "POST", Path: "/things"}
	call := func(status int, query, body string) *oracle.Exchange {
		return &oracle.Exchange{
			Operation: op, User: "ann",
			Request: &sut.Request{Method: "POST", Target: "/things" + query,
				Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(body)},
			Response: &sut.Response{Outcome: sut.Answered, Status: status},
		}
	}
	for _, c := range []struct {
		name          string
		before, last  *oracle.Exchange
		bound, least  string
		anotherMember string
	}{
		{"greatest", call(400, "", `{"n":11,"m":1}`), call(200, "", `{"n":10,"m":1}`), "n", "", ""},
		{"least", call(422, "", `{"n":0}`), call(200, "", `{"n":1}`), "", "n", ""},
		{"shortest", call(400, "", `{"s":"abc"}`), call(201, "", `{"s":"abcd"}`), "", "s", ""},
		{"other texts", call(400, "", `{"s":"xyz"}`), call(201, "", `{"s":"abcd"}`), "", "", ""},
		{"further apart", call(400, "", `{"n":12}`), call(200, "", `{"n":10}`), "", "", ""},
		{"two inputs", call(400, "", `{"n":11,"m":1}`), call(200, "", `{"n":10,"m":2}`), "", "", ""},
		{"another member", call(400, "", `{"n":11}`), call(200, "", `{"m":10}`), "", "", ""},
		{"refused for its state", call(409, "", `{"n":11}`), call(200, "", `{"n":10}`), "", "", ""},
		{"both accepted", call(200, "", `{"n":11}`), call(200, "", `{"n":10}`), "", "", ""},
		{"query", call(400, "?size=101", ``), call(200, "?size=100", ``), "size", "", ""},
		{"mistake", call(200, "", `{"who":"ann","word":"a"}`), call(401, "", `{"who":"ann","word":"a2"}`),
			"", "", "word"},
		{"two mistakes", call(200, "", `{"who":"ann","word":"a"}`),
			call(401, "", `{"who":"bob","word":"a2"}`), "", "", ""},
	} {
		c.last.Before = []*oracle.Exchange{c.before}
		got, least := boundInput(c.last)
		if want := c.bound + c.least; assert.Equal(t, want, got, c.name) && want != "" {
			assert.Equal(t, c.least != "", least, c.name)
		}
		assert.Equal(t, c.anotherMember, mistakenInput(c.last), c.name)
	}
}

// TestHides: a list shows a user less than another one where both asked for the same and nothing was changed between.
func TestHides(t *testing.T) {
	op := &openapi.Operation{Method: "GET", Path: "/things"}
	list := func(user, method, body string) *oracle.Exchange {
		return &oracle.Exchange{Operation: op, User: user, Request: &sut.Request{Method: method, Target: "/things"},
			Response: &sut.Response{
				Outcome: sut.Answered, Status: 200, Body: []byte(body),
				Header: http.Header{"Content-Type": {"application/json"}},
			}}
	}
	hidden := func(before, last *oracle.Exchange) bool {
		last.Before = []*oracle.Exchange{before}
		return hidesElements(last)
	}
	assert.True(t, hidden(list("ann", "GET", `[1,2]`), list("bob", "GET", `[2]`)))
	assert.True(t, hidden(list("ann", "GET", `{"all":[1]}`), list("bob", "GET", `{"all":null}`)))
	assert.False(t, hidden(list("ann", "GET", `[1,2]`), list("bob", "GET", `[1,2]`)))
	assert.False(t, hidden(list("ann", "GET", `[1,2]`), list("ann", "GET", `[1]`)), "the same user")
	assert.False(t, hidden(list("ann", "POST", `[1,2]`), list("bob", "GET", `[1]`)), "a change")
	assert.False(t, hidden(list("ann", "GET", `[1,2]`), list("", "GET", `[]`)), "nobody")
}
