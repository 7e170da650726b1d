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
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

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
	Forged         bool     // the credential of the user is made up, or not whole
	Lacks          []string // the security schemes whose credentials are left out
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
	find := func(h http.Handler) [][]oracle.Finding { return Findings(t, o, k.Schema, h, k.Calls) }
	for _, broken := range laws(k, find) {
		t.Error("oracletest: " + broken)
	}
}

// laws returns a line for each law that an oracle breaks.
func laws(k Kit, find func(h http.Handler) [][]oracle.Finding) (broken []string) {
	breaks := func(format string, args ...any) { broken = append(broken, fmt.Sprintf(format, args...)) }
	found := find(k.Faulty())
	for i, findings := range found[:len(found)-1] {
		if len(findings) > 0 {
			breaks("nothing is found before the call that shows the defect: with call %d the oracle finds %s",
				i+1, told(findings))
		}
	}
	last := found[len(found)-1]
	if len(last) == 0 {
		breaks("the last call shows the defect: the oracle does not see it")
	}
	for _, f := range last {
		if missing := f.Missing(); missing != "" {
			breaks("a finding has a code and a reason: %s lacks %s, and a run leaves it out",
				told([]oracle.Finding{f}), missing)
		}
		if strings.Contains(f.Reason, "\n") {
			breaks("a reason is one line: %q has several", f.Reason)
		}
	}
	if again := find(k.Faulty()); !reflect.DeepEqual(found, again) {
		breaks("the same calls have the same findings: the oracle finds %s, and another time %s",
			told(slices.Concat(found...)), told(slices.Concat(again...)))
	}
	for i, findings := range find(k.Healthy()) {
		if len(findings) > 0 {
			breaks("the healthy service has no findings: with call %d the oracle finds %s", i+1, told(findings))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(odd())) {
		for i, findings := range find(odd()[name]) {
			if len(findings) > 0 {
				breaks("a service that %s shows no defect: with call %d the oracle finds %s", name, i+1, told(findings))
			}
		}
	}
	return broken
}

// told says in words what was found.
func told(findings []oracle.Finding) string {
	var words []string
	for _, f := range findings {
		words = append(words, fmt.Sprintf("%d %q", f.Code, f.Reason))
	}
	return cmp.Or(strings.Join(words, " and "), "nothing")
}

// Findings makes the calls of a test, one after the other, and returns what an oracle finds with each.
func Findings(t *testing.T, o oracle.Oracle, schema string, h http.Handler, calls []Call) (out [][]oracle.Finding) {
	t.Helper()
	doc, err := openapi.Read([]byte(schema), openapi.Options{})
	require.NoError(t, err)
	session := oracle.Session{Oracles: []oracle.Oracle{o}, Operations: doc.Operations, BasePath: doc.BasePath}
	for _, c := range calls {
		op := session.Find(c.Method, c.Target)
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
		out = append(out, session.Judge(&oracle.Exchange{
			Operation: op, User: c.User, Forged: c.Forged, Lacks: c.Lacks, Request: request, Response: response,
			Incidents: incidents, Invalid: c.Invalid,
		}))
	}
	return out
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
