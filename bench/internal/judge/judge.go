// Package judge hands the calls of a session to the rules of a search, one after the other, so that a test says which
// bugs the rules see without a search.
package judge

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/protocol"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/rest/oracle/security"
	"github.com/evoke-go/evoke/sut"
)

// Judge makes the calls of one session. All rules that are on by default judge them, those apart that need probes.
type Judge struct {
	Doc     *openapi.Document
	Found   []string // a line for each finding, in the order of the calls
	handler http.Handler
	oracles []oracle.Oracle
	before  []*oracle.Exchange
}

// New returns a judge for a service with fresh state.
func New(t *testing.T, schema []byte, h http.Handler) *Judge {
	t.Helper()
	doc, err := openapi.Read(schema, openapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	checker, _ := conformance.Compile(doc)
	out := &Judge{Doc: doc, handler: h, oracles: oracle.Builtin(checker)}
	for _, r := range slices.Concat(rules.Rules(), protocol.Rules(), security.Rules(nil)) {
		if !r.OptIn {
			out.oracles = append(out.oracles, r)
		}
	}
	return out
}

// Call makes a call of a user, whom "" stands for nobody in, writes its answer to w, and judges it.
func (j *Judge) Call(user string, w http.ResponseWriter, r *http.Request) {
	body, answer, got := j.Answer(w, r)
	op := j.Operation(r.Method, r.URL.Path)
	x := oracle.Exchange{
		Operation: op, User: user, Base: op.Below(j.Doc.BasePath),
		Request: &sut.Request{Method: r.Method, Target: r.URL.RequestURI(), Header: r.Header, Body: body,
			Operation: op.Name()},
		Response: &sut.Response{Outcome: sut.Answered, Status: got.StatusCode, Header: got.Header, Body: answer},
		Before:   j.before, Operations: j.Doc.Operations,
	}
	for _, o := range j.oracles {
		for _, f := range o.Judge(&x) {
			line := fmt.Sprintf("%d %s: %s", f.Code, f.On(op).Name(), f.Reason)
			if !slices.Contains(j.Found, line) {
				j.Found = append(j.Found, line)
			}
		}
	}
	j.before = append(slices.Clip(j.before), x.Copy())
}

// Answer makes a call that is none of the session, such as a log-in, and writes its answer to w. It returns the body of
// the call and that of its answer.
func (j *Judge) Answer(w http.ResponseWriter, r *http.Request) (body, answer []byte, got *http.Response) {
	body, _ = io.ReadAll(r.Body) // of a bytes.Reader
	r.Body = io.NopCloser(bytes.NewReader(body))
	recorder := httptest.NewRecorder()
	j.handler.ServeHTTP(recorder, r)
	got = recorder.Result()
	answer = recorder.Body.Bytes()
	for name, values := range got.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(got.StatusCode)
	_, _ = w.Write(answer)
	return body, answer, got
}

// Operation returns the operation of the schema that a call is of, or a new one if it is of none.
func (j *Judge) Operation(method, path string) *openapi.Operation {
	i := slices.IndexFunc(j.Doc.Operations, func(op *openapi.Operation) bool {
		at := strings.TrimPrefix(path, op.Below(j.Doc.BasePath))
		return op.Method == method && slices.EqualFunc(strings.Split(op.Path, "/"), strings.Split(at, "/"),
			func(template, part string) bool { return strings.HasPrefix(template, "{") || template == part })
	})
	if i < 0 {
		return &openapi.Operation{Method: method, Path: path}
	}
	return j.Doc.Operations[i]
}

// Told says, in lines, what is found with a bug and not on the healthy service, which has false alarms alone.
func Told(buggy, healthy *Judge) string {
	var out strings.Builder
	for _, f := range buggy.Found {
		if !slices.Contains(healthy.Found, f) {
			fmt.Fprintf(&out, "    %s\n", f)
		}
	}
	for _, f := range healthy.Found {
		fmt.Fprintf(&out, "    false alarm: %s\n", f)
	}
	return out.String()
}

// Golden compares a text with a file, which it writes if update is set.
func Golden(t *testing.T, file, got string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != got {
		t.Errorf("%v\n%s is not\n%s", err, file, got)
	}
}
