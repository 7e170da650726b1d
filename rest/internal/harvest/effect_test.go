package harvest

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/harvest/lowering"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

func operation(method, path string) *api.Operation {
	return &api.Operation{Spec: &openapi.Operation{Method: method, Path: path}}
}

// TestReaders: what shows an effect is looked for where the call was made first, and then around.
func TestReaders(t *testing.T) {
	var ops []*api.Operation
	for _, at := range []string{"/users", "/users/{id}", "/users/{id}/roles", "/users/me",
		"/tags", "/tags/{id}", "/tags/{id}/posts"} {
		ops = append(ops, operation("GET", at))
	}
	ops = append(ops, operation("DELETE", "/users/{id}"))
	for of, want := range map[*api.Operation][]string{
		operation("POST", "/users"):               {"/users/{id}", "/users", "/users/me"},
		operation("DELETE", "/tags/{id}"):         {"/tags/{id}", "/tags", "/tags/{id}/posts"},
		operation("POST", "/users/{id}/follow"):   {"/users/{id}", "/users", "/users/{id}/roles"},
		operation("PATCH", "/users/password"):     {"/users", "/users/{id}", "/users/me"},
		operation("POST", "/login"):               nil,
		operation("PUT", "/users/{id}/roles/{r}"): {"/users/{id}/roles", "/users/{id}", "/users"},
	} {
		var got []string
		for _, op := range readers(ops, of) {
			got = append(got, op.Spec.Path)
		}
		assert.Equal(t, want, got, of.Spec.Name())
	}
}

// TestALookThatDiffersIsLeftOut: the test stays without it.
func TestALookThatDiffersIsLeftOut(t *testing.T) {
	call := &action.Call{Op: operation("DELETE", "/tags/{id}")}
	traced := func(status int) *execute.Trace {
		return &execute.Trace{Steps: []execute.TraceStep{
			{Call: call, Answer: sut.Response{Status: 204}},
			{Call: call, Answer: sut.Response{Status: status}, Looks: true},
		}}
	}
	looking := func() *candidate { return &candidate{look: operation("GET", "/tags/{id}")} }

	c, traces := looking(), []*execute.Trace{traced(404), traced(404)}
	c.look, c.answers = steadyLook(c.look, c.executions(traces))
	assert.NotNil(t, c.look)
	assert.Len(t, traces[0].Steps, 2)

	traces = append(traces, traced(200))
	c.look, c.answers = steadyLook(c.look, c.executions(traces))
	assert.Nil(t, c.look)
	for _, trace := range traces {
		assert.Len(t, trace.Steps, 1)
	}

	c, traces = looking(), []*execute.Trace{traced(404), traced(404)}
	c.answers = []lowering.Answer{{Status: 204}, {Status: 200}} // in another process
	c.look, c.answers = steadyLook(c.look, c.executions(traces))
	assert.Nil(t, c.look)
	assert.True(t, c.executions(traces).Agree())
}

// TestAlteredCalls: a call that sends the values which an element has already shows no effect, so other
// values are tried, all at once and one by one.
func TestAlteredCalls(t *testing.T) {
	p, _ := things(t, func(http.ResponseWriter, *http.Request) {})
	body := value.Object{{Name: "name", Value: "text"}, {Name: "size", Value: int64(1)}}
	test := &testcase.Case{Actions: []testcase.Action{thing(t, p, "POST /things", 0, map[string]any{"": body})}}
	var got []string
	for _, other := range altered(test) {
		got = append(got, sent(&candidate{Candidate: &reduce.Candidate{Test: other}})...)
	}
	assert.Equal(t, []string{
		`ann /things {"name":"text2","size":2}`, `ann /things {"name":"text2","size":1}`,
		`ann /things {"name":"text","size":2}`,
	}, got)
	assert.Equal(t, []string{`ann /things {"name":"text","size":1}`},
		sent(&candidate{Candidate: &reduce.Candidate{Test: test}}))
	read := &testcase.Case{Actions: []testcase.Action{thing(t, p, "GET /things/{id}", 0, nil)}}
	assert.Empty(t, altered(read), "it sends no body")
}

// TestEachOperationLooksFirst: before a second test of an operation has its turn.
func TestEachOperationLooksFirst(t *testing.T) {
	about := func(op *api.Operation) *candidate {
		test := &testcase.Case{Actions: []testcase.Action{&action.Call{Op: op}}}
		return &candidate{Candidate: &reduce.Candidate{Test: test}}
	}
	put, post := operation("PUT", "/a"), operation("POST", "/b")
	a, b, c, d := about(put), about(put), about(post), about(put)
	usable := func(x *candidate) bool { return x != b }
	assert.Equal(t, []*candidate{a, c, d}, firstOfEach([]*candidate{a, b, c, d}, usable))
}

// TestDiffers: times are not asserted, so they show nothing.
func TestDiffers(t *testing.T) {
	now := time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)
	answer := func(status int, body string) *sut.Response {
		return &sut.Response{Status: status, Body: []byte(body),
			Header: http.Header{"Content-Type": {"application/json"}}}
	}
	one := answer(200, `{"liked": false, "changed": "2030-05-01T12:00:00Z"}`)
	assert.False(t, differs(one, answer(200, `{"liked": false, "changed": "2030-05-01T12:00:01Z"}`), now))
	assert.True(t, differs(one, answer(200, `{"liked": true, "changed": "2030-05-01T12:00:00Z"}`), now))
	assert.True(t, differs(one, answer(404, `{"liked": false, "changed": "2030-05-01T12:00:00Z"}`), now))
	assert.True(t, differs(one, nil, now), "without the call there is nothing to look at")
}
