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

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// Judge makes the calls of one session. All rules that are on by default judge them, those apart that need probes.
type Judge struct {
	*oracle.Session
	Found   []string // a line for each finding, in the order of the calls
	calls   []*oracle.Exchange
	handler http.Handler
}

// New returns a judge for a service with fresh state.
func New(t *testing.T, schema []byte, h http.Handler) *Judge {
	t.Helper()
	doc, err := openapi.Read(schema, openapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &Judge{Session: rest.NewSession(doc, rest.Options{}), handler: h}
}

// Call makes a call of a user, "" for nobody, writes its answer to w, and has it judged.
func (j *Judge) Call(user string, w http.ResponseWriter, r *http.Request) {
	body, answer, got := j.Answer(w, r)
	x := oracle.Exchange{
		User:     user,
		Request:  &sut.Request{Method: r.Method, Target: r.URL.RequestURI(), Header: r.Header, Body: body},
		Response: &sut.Response{Outcome: sut.Answered, Status: got.StatusCode, Header: got.Header, Body: answer},
	}
	j.Found = j.judge(&x, j.Found)
	j.calls = append(j.calls, x.Copy())
}

// judge returns the lines of findings with those of a call, each once.
func (j *Judge) judge(x *oracle.Exchange, found []string) []string {
	for _, f := range j.Session.Judge(x) {
		line := fmt.Sprintf("%d %s: %s", f.Code, f.On(x.Operation).Name(), f.Reason)
		if !slices.Contains(found, line) {
			found = append(found, line)
		}
	}
	return found
}

// Late returns a line for each finding that the session has only without its first calls. Recordings begin anywhere,
// so there should be none.
func (j *Judge) Late(step int) (out []string) {
	for i := step; i < len(j.calls); i += step {
		j.Begin()
		var found []string
		for _, x := range j.calls[i:] {
			found = j.judge(x.Copy(), found)
		}
		for _, f := range found {
			if !slices.Contains(j.Found, f) {
				out = append(out, fmt.Sprintf("from call %d on: %s", i+1, f))
			}
		}
	}
	return out
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
