// Package oracletest is the kit for oracles: it shows an oracle a service with a defect and the same
// service without it.
//
//	oracletest.Test(t, &MyRule, oracletest.Kit{
//		Schema:  schema,
//		Faulty:  func() http.Handler { return New(Forgetful) },
//		Healthy: func() http.Handler { return New() },
//		Calls: []oracletest.Call{
//			{Method: "POST", Target: "/notes", Body: `{"title": "a"}`},
//			{Method: "GET", Target: "/notes/1"},
//		},
//	})
package oracletest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// Call is one call of a test.
type Call struct {
	// User is who makes it, "" for nobody. The request names the user in the header
	// User.
	User           string
	Forged         bool // the credential of the user is made up
	Method, Target string
	// Stray is the template of the path of a call that the schema does not have, "" for one that it has.
	Stray string
	// Body is JSON, "" for none.
	Body string
	// Header has further headers.
	Header map[string]string
	// Invalid says what is invalid on purpose, nil for nothing.
	Invalid *suite.Invalid
}

// Kit is what an oracle is tested with.
type Kit struct {
	// Schema is the OpenAPI document of the service.
	Schema string
	// Faulty and Healthy construct the service with the defect and without it.
	Faulty, Healthy func() http.Handler
	// Calls are the calls of a test whose last one shows the defect.
	Calls []Call
}

// Test checks that an oracle finds the defect with the last call on the faulty service, in the same way each
// time, nothing before it, nothing on the healthy one, and nothing where calls get no proper answer.
func Test(t *testing.T, o oracle.Oracle, k Kit) {
	t.Helper()
	found := Findings(t, o, k.Schema, k.Faulty(), k.Calls)
	last := len(found) - 1
	for i, findings := range found[:last] {
		assert.Emptyf(t, findings, "call %d", i)
	}
	require.NotEmpty(t, found[last], "the oracle does not see the defect")
	for _, f := range found[last] {
		assert.Emptyf(t, f.Missing(), "a run leaves out a finding without it: %+v", f)
		assert.NotContains(t, f.Reason, "\n")
	}
	assert.Equal(t, found, Findings(t, o, k.Schema, k.Faulty(), k.Calls), "another time it finds something else")
	for i, findings := range Findings(t, o, k.Schema, k.Healthy(), k.Calls) {
		assert.Emptyf(t, findings, "call %d of the healthy service", i)
	}
	for name, h := range odd() {
		for i, findings := range Findings(t, o, k.Schema, h, k.Calls) {
			assert.Emptyf(t, findings, "call %d where the service %s", i, name)
		}
	}
}

// Findings makes the calls of a test, one after the other, and returns what an oracle finds with each.
func Findings(t *testing.T, o oracle.Oracle, schema string, h http.Handler, calls []Call) (out [][]oracle.Finding) {
	t.Helper()
	doc, err := openapi.Read([]byte(schema), openapi.Options{})
	require.NoError(t, err)
	var before []*oracle.Exchange
	for _, c := range calls {
		op := operation(doc, c)
		if c.Stray != "" {
			op = &openapi.Operation{Method: c.Method, Path: c.Stray}
		}
		require.NotNilf(t, op, "%s %s is not in the schema", c.Method, c.Target)
		request := &sut.Request{Method: c.Method, Target: c.Target, Header: http.Header{}, Operation: op.Name()}
		if c.Body != "" {
			request.Body = []byte(c.Body)
			request.Header.Set("Content-Type", "application/json")
		}
		if c.User != "" {
			request.Header.Set("User", c.User)
		}
		for name, v := range c.Header {
			request.Header.Set(name, v)
		}
		response, incidents := answer(request, h)
		x := oracle.Exchange{
			Operation: op, User: c.User, Forged: c.Forged, Request: request, Response: response, Incidents: incidents,
			Invalid: c.Invalid, Base: doc.BasePath, Operations: doc.Operations, Before: before,
		}
		out = append(out, o.Judge(&x))
		before = append(slices.Clip(before), x.Copy())
	}
	return out
}

// operation returns the operation that a call is of, nil for none.
func operation(doc *openapi.Document, c Call) *openapi.Operation {
	at := strings.Split(strings.TrimPrefix(oracle.PathOf(c.Target), doc.BasePath), "/")
	for _, op := range doc.Operations {
		template := strings.Split(op.Path, "/")
		fits := op.Method == c.Method && len(at) == len(template)
		for i := range template {
			fits = fits && (strings.HasPrefix(template[i], "{") || template[i] == at[i])
		}
		if fits {
			return op
		}
	}
	return nil
}

// answer makes a call to a handler, and returns what went wrong in it where its code has probes.
func answer(r *sut.Request, h http.Handler) (*sut.Response, []sut.Incident) {
	request := httptest.NewRequest(r.Method, r.Target, bytes.NewReader(r.Body))
	request.Header = r.Header.Clone()
	recorder := httptest.NewRecorder()
	began := time.Now()
	incidents := sut.Watched(func() { h.ServeHTTP(recorder, request) })
	elapsed := time.Since(began)
	got := recorder.Result()
	body, err := io.ReadAll(got.Body)
	return &sut.Response{
		Outcome: sut.Answered, Status: got.StatusCode, Header: got.Header, Body: body,
		Encoded: got.Header.Get("Content-Encoding") != "", Truncated: err != nil, Cost: sut.Cost{Elapsed: elapsed},
	}, incidents
}

// odd are handlers whose answers say nothing about the defects that oracles look for.
func odd() map[string]http.Handler {
	says := func(status int, contentType, body string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		})
	}
	return map[string]http.Handler{
		"fails":              says(500, "text/plain", "out of order"),
		"is busy":            says(503, "application/json", `{"error": "busy"}`),
		"wants a credential": says(401, "application/json", `{}`),
		"has nothing":        says(404, "application/json", `null`),
	}
}
