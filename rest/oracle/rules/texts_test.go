package rules_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/sut"
)

// described returns the operations of the notes, each with a text, also of its answers and of their members, that goes
// on for a number of sentences.
func described(tb testing.TB, sentences int) []*openapi.Operation {
	doc, err := openapi.Read([]byte(resttest.NotesSchema), openapi.Options{})
	require.NoError(tb, err)
	text := strings.Repeat("It is written on paper.\n", sentences)
	for _, op := range doc.Operations {
		op.Text = text
		op.Responses = append(op.Responses, &openapi.Response{Status: "409", Description: "No two have the same owner"})
		for _, r := range op.Responses {
			r.Description += ". " + text
			for _, m := range r.Content {
				for _, p := range m.Schema.Properties {
					p.Schema.Description = text
				}
			}
		}
	}
	return doc.Operations
}

// exchanges makes calls to the healthy notes and returns them with their answers.
func exchanges(calls []oracletest.Call) (out []*oracle.Exchange) {
	h := resttest.Notes("")()
	for _, c := range calls {
		header := http.Header{"Content-Type": {"application/json"}, "User": {c.User}}
		r := httptest.NewRequest(c.Method, c.Target, strings.NewReader(c.Body))
		r.Header = header
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		out = append(out, &oracle.Exchange{User: c.User,
			Request: &sut.Request{Method: c.Method, Target: c.Target, Header: header, Body: []byte(c.Body)},
			Response: &sut.Response{Outcome: sut.Answered, Status: w.Code, Header: w.Header(),
				Body: bytes.Clone(w.Body.Bytes())}})
	}
	return out
}

// judging returns a function that has all rules judge a test of the notes, whose operations have long texts.
func judging(tb testing.TB, sentences int) func() {
	change := ann("PATCH", "/notes/1", `{"title": "b"}`)
	all := exchanges([]oracletest.Call{makes, reads, lists, call("bob", "GET", "/notes/1", ""), change, reads, change,
		call("bob", "POST", "/notes", full), call("bob", "GET", "/notes/2", ""), call("bob", "GET", "/notes", ""),
		ann("PUT", "/notes/1", full), reads, lists, ann("POST", "/notes/1/archive", ""), reads,
		ann("GET", "/notes/1/lines", ""), ann("DELETE", "/notes/1", ""), reads})
	session := oracle.Session{Operations: described(tb, sentences)}
	for _, r := range rules.Rules() {
		session.Oracles = append(session.Oracles, r)
	}
	return func() {
		session.Begin()
		for _, x := range all {
			session.Judge(x)
		}
	}
}

// TestTextsAreReadOnce: where the calls show nothing, rules read a description no more than once, however long it is.
func TestTextsAreReadOnce(t *testing.T) {
	short, long := testing.AllocsPerRun(10, judging(t, 1)), testing.AllocsPerRun(10, judging(t, 100))
	assert.InEpsilon(t, short, long, 0.05)
}

// BenchmarkRules is the time in which all rules judge a test of 18 calls, with short and with long descriptions.
func BenchmarkRules(b *testing.B) {
	for name, sentences := range map[string]int{"short": 1, "long": 100} {
		b.Run(name, func(b *testing.B) {
			judge := judging(b, sentences)
			for b.Loop() {
				judge()
			}
		})
	}
}
