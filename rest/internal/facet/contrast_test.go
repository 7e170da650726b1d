package facet

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// TestTelling: a parameter shows its effect where the answer has some of the elements that it has without the
// parameter, or all in another order, and nothing was changed between the two calls.
func TestTelling(t *testing.T) {
	list := &openapi.Operation{Method: "GET", Path: "/things"}
	call := func(method, query, body string) *oracle.Exchange {
		return &oracle.Exchange{
			Operation: list, User: "ann",
			Request: &sut.Request{Method: method, Target: "/things" + query},
			Response: &sut.Response{
				Outcome: sut.Answered, Status: 200, Body: []byte(body),
				Header: http.Header{"Content-Type": {"application/json"}},
			},
		}
	}
	whole := call("GET", "", `{"things":[{"n":1},{"n":2}],"count":2}`)
	numbers := call("GET", "", `{"things":[1,2]}`)
	page := call("GET", "?size=1", `{"things":[1]}`)
	for _, c := range []struct {
		name   string
		before []*oracle.Exchange
		last   *oracle.Exchange
		want   string
	}{
		{"fewer", []*oracle.Exchange{whole}, call("GET", "?n=2", `{"things":[{"n":2}],"count":1}`), "n"},
		{"other order", []*oracle.Exchange{whole}, call("GET", "?sort=-n", `{"things":[{"n":2},{"n":1}],"count":2}`),
			"sort"},
		{"the same", []*oracle.Exchange{whole}, call("GET", "?n=2", `{"things":[{"n":1},{"n":2}],"count":2}`), ""},
		{"none", []*oracle.Exchange{whole}, call("GET", "?n=3", `{"things":[],"count":0}`), "n without elements"},
		{"null", []*oracle.Exchange{whole}, call("GET", "?n=3", `{"things":null,"count":0}`), "n without elements"},
		{"none of none", []*oracle.Exchange{call("GET", "", `{"things":[]}`)},
			call("GET", "?n=3", `{"things":[]}`), ""},
		{"others", []*oracle.Exchange{whole}, call("GET", "?n=3", `{"things":[{"n":3}],"count":1}`), ""},
		{"two parameters", []*oracle.Exchange{whole}, call("GET", "?n=2&m=1", `{"things":[{"n":2}]}`), ""},
		{"beside the same parameter", []*oracle.Exchange{call("GET", "?m=1", `[1,2]`)},
			call("GET", "?n=2&m=1", `[2]`), "n"},
		{"a change between", []*oracle.Exchange{numbers, call("DELETE", "", ``)},
			call("GET", "?n=2", `{"things":[2]}`), ""},
		{"the next page", []*oracle.Exchange{numbers, page}, call("GET", "?size=1&page=2", `{"things":[2]}`), "page"},
		{"the same page", []*oracle.Exchange{numbers, page}, call("GET", "?size=1&page=2", `{"things":[1]}`), ""},
		{"a page of nothing known", []*oracle.Exchange{page}, call("GET", "?size=1&page=2", `{"things":[2]}`), ""},
		{"nothing before", nil, call("GET", "?n=2", `{"things":[2]}`), ""},
	} {
		c.last.Before = c.before
		got, none := parameterWithEffect(c.last)
		if none && got != "" {
			got += " without elements"
		}
		assert.Equal(t, c.want, got, c.name)
	}
}

// TestSeveral: an answer has several elements where a list in it has two that differ.
func TestSeveral(t *testing.T) {
	for body, want := range map[string]bool{
		`[{"n":1},{"n":2}]`: true, `{"things":[1,2],"count":2}`: true, `{"page":{"things":[1,2]}}`: true,
		`[1]`: false, `[1,1]`: false, `{"things":[]}`: false, `{"n":1}`: false, `3`: false, ``: false,
	} {
		x := &oracle.Exchange{Request: &sut.Request{Method: "GET", Target: "/things"}, Response: &sut.Response{
			Outcome: sut.Answered, Status: 200, Body: []byte(body),
			Header: http.Header{"Content-Type": {"application/json"}},
		}}
		assert.Equal(t, want, hasSeveral(x), body)
		x.Request.Method = "POST"
		assert.False(t, hasSeveral(x), "it is no read")
	}
}
