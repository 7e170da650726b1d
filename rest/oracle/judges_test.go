package oracle

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/sut"
)

// A call that takes no type which the operation declares may be refused for that.
func TestAcceptable(t *testing.T) {
	op := &openapi.Operation{Responses: []*openapi.Response{{Status: "200",
		Content: []*openapi.MediaType{{Type: "application/json"}}}}}
	for accept, want := range map[string]bool{
		"": true, "*/*": true, "application/*": true, "application/json;q=0.5, text/plain": true, "text/plain": false,
		"application/x-none": false,
	} {
		x := &Exchange{Operation: op, Request: &sut.Request{Header: http.Header{"Accept": {accept}}}}
		assert.Equal(t, want, acceptable(x), accept)
	}
}

func TestOutermost(t *testing.T) {
	tests := map[string]string{
		"": "", "/a": "/a", "/a/b/c": "/a", "/*/a/b": "/*/a", "/0/1/x": "/0/1/x", "/*": "/*",
	}
	for pointer, want := range tests {
		assert.Equal(t, want, outermost(pointer), pointer)
	}
}

// A 101 to a call that asked for another protocol is no fault, declared or not.
func TestHandshakesAreNoFaults(t *testing.T) {
	doc := &openapi.Document{Operations: []*openapi.Operation{{Method: "GET", Path: "/news",
		Responses: []*openapi.Response{{Status: "200"}}}}}
	checker, _ := conformance.Compile(doc)
	for upgrade, want := range map[string]int{"": 1, "websocket": 0} {
		x := &Exchange{Operation: doc.Operations[0], Request: &sut.Request{Header: http.Header{}},
			Response: &sut.Response{Outcome: sut.Answered, Status: 101, Header: http.Header{}}}
		if upgrade != "" {
			x.Request.Header.Set("Upgrade", upgrade)
		}
		assert.Len(t, conformity{checker}.Judge(x), want, upgrade)
	}
}

// An operation may say by a declared 501 that it is not made yet, and by a declared 502, 503 or 504 that another
// system is down. A panic is a fault whatever is declared.
func TestNeighboursThatAreDown(t *testing.T) {
	declared := []*openapi.Response{{Status: "200"}, {Status: "501"}, {Status: "503"}, {Status: "500"}, {Status: "5XX"}}
	for name, tt := range map[string]struct {
		answer sut.Response
		want   int
	}{
		"declared":         {sut.Response{Status: 503}, 0},
		"not made":         {sut.Response{Status: 501}, 0},
		"by its class":     {sut.Response{Status: 504}, 1},
		"its own":          {sut.Response{Status: 500}, 1},
		"declared, panics": {sut.Response{Status: 503, Panic: &sut.Panic{}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			x := &Exchange{Operation: &openapi.Operation{Responses: declared}, Response: &tt.answer}
			x.Response.Outcome = sut.Answered
			assert.Len(t, serverErrors{}.Judge(x), tt.want)
		})
	}
}
