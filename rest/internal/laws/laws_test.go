package laws

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// heard returns a learner that heard a call n times, with the query parameters that the program read.
func heard(l *Learner, n int, x *oracle.Exchange, read ...string) *Learner {
	for range n {
		s := &execute.Step{About: x}
		for _, name := range read {
			s.Inputs = append(s.Inputs, genotype.Input{In: openapi.InQuery, Name: name})
		}
		l.Heard(s)
	}
	return l
}

func call(op *openapi.Operation, target, user string, status int, before ...*oracle.Exchange) *oracle.Exchange {
	return &oracle.Exchange{Operation: op, User: user, Before: before,
		Request:  &sut.Request{Method: op.Method, Target: target, Header: http.Header{}},
		Response: &sut.Response{Status: status, Header: http.Header{}}}
}

func learner() *Learner { return New("http://localhost", &secret.Set{}) }

// TestUnreadParameters: a declared parameter that the program never reads in accepted calls breaks a law, if it reads
// another one.
func TestUnreadParameters(t *testing.T) {
	list := &openapi.Operation{Method: "GET", Path: "/pens", Parameters: []*openapi.Parameter{
		{Name: "size", In: openapi.InQuery}, {Name: "page", In: openapi.InQuery}, {Name: "ink", In: openapi.InQuery}}}
	full := call(list, "/pens?size=1&page=2", "", 200)
	want := []problem.Law{{Text: "the program reads query page", Held: 1, Broken: 1,
		Wrong: `curl -i -X GET "http://localhost/pens?size=1&page=2"`}}
	assert.Equal(t, want, heard(learner(), leastSent, full, "size", "other").Of("GET /pens"))
	assert.Empty(t, heard(learner(), leastSent-1, full, "size").Of("GET /pens"), "sent too seldom")
	assert.Empty(t, heard(learner(), leastSent, full, "other").Of("GET /pens"), "reads are not seen")
	assert.Empty(t, heard(learner(), leastSent, call(list, full.Request.Target, "", 400), "size").Of("GET /pens"))
	l := heard(learner(), leastSent, full, "size")
	assert.Empty(t, heard(l, 1, full, "page").Of("GET /pens"), "it is read at times")
}

// TestPeersOfOperations: an operation that lets other users in breaks the law of those that do not, and so does one
// that accepts calls on a deleted element.
func TestPeersOfOperations(t *testing.T) {
	l := learner()
	for _, kind := range []string{"/a", "/b", "/c", "/d", "/e"} {
		item := kind + "/{id}"
		made := call(&openapi.Operation{Method: "POST", Path: kind}, kind, "ann", 201)
		made.Response.Header.Set("Location", kind+"/7")
		foreign, gone := 403, 404
		if kind == "/c" {
			foreign, gone = 200, 200
		}
		get := &openapi.Operation{Method: "GET", Path: item}
		heard(l, 6, call(get, kind+"/7", "bob", foreign, made))
		deleted := call(&openapi.Operation{Method: "DELETE", Path: item}, kind+"/7", "ann", 204, made)
		heard(l, 6, call(get, kind+"/7", "ann", gone, made, deleted))
		heard(l, 6, call(get, kind+"/7", "ann", 200, made))
	}
	var texts []string
	for _, law := range l.Of("GET /c/{id}") {
		texts = append(texts, law.Text)
		assert.Equal(t, []int{4, 1}, []int{law.Held, law.Broken}, law.Text)
		assert.NotEmpty(t, law.Wrong)
	}
	assert.Equal(t, []string{"calls of other users on an element: they are refused",
		"calls on a deleted element: they are refused"}, texts)
	assert.Empty(t, l.Of("GET /a/{id}"))
}

// TestNobodyLearns: a nil learner knows no laws.
func TestNobodyLearns(t *testing.T) {
	var l *Learner
	heard(l, 1, call(&openapi.Operation{Method: "GET", Path: "/pens"}, "/pens", "", 200))
	assert.Empty(t, l.Of("GET /pens"))
}
