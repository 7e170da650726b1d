package unseen

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/bench/unseen/internal/sess"
	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/protocol"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/rest/oracle/security"
	"github.com/evoke-go/evoke/sut"
)

var update = flag.Bool("update", false, "write the golden file")

// TestSessions hands the oracles the session of each bug, with the reads around the defect that sessions/*.txt add,
// and compares what they find with sessions/found.golden. The golden file says which bugs need a new law, and which
// need a search that makes the session. laws.md says so in words.
func TestSessions(t *testing.T) {
	var out strings.Builder
	for _, s := range Services() {
		listed, err := sess.ReadBugs(s.Name + "/BUGS.md")
		if err != nil {
			t.Fatal(err)
		}
		added := readAdded(t, "sessions/"+s.Name+".txt")
		for _, b := range listed {
			calls := inserted(b.Lines, added[b.N])
			bad, healthy := newJudge(t, &s, b.N), newJudge(t, &s, 0)
			if slices.Equal(sess.Play(bad, calls), sess.Play(healthy, calls)) {
				t.Errorf("%s %d: the session does not show the bug", s.Name, b.N)
			}
			fmt.Fprintf(&out, "%s %d %s\n", s.Name, b.N, b.Name)
			for _, f := range bad.found {
				if !slices.Contains(healthy.found, f) {
					fmt.Fprintf(&out, "    %s\n", f)
				}
			}
			for _, f := range healthy.found {
				fmt.Fprintf(&out, "    false alarm: %s\n", f)
			}
		}
	}
	const golden = "sessions/found.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != out.String() {
		t.Errorf("%v\n%s is not\n%s", err, golden, out.String())
	}
}

// readAdded reads the calls that a file adds to the sessions of bugs, by bug and by the index of the call that they
// come before. A line is "N CALL", or "N-" to leave out call N. Numbers are those of BUGS.md and begin with 1.
func readAdded(t *testing.T, file string) map[int]map[int][]string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out, bug := map[int]map[int][]string{}, 0
	for line := range strings.Lines(string(text)) {
		first, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if first == "##" {
			bug, err = strconv.Atoi(rest)
			out[bug] = map[int][]string{}
		} else if n, isNumber := strings.CutSuffix(first, "-"); first != "" {
			var at int
			if at, err = strconv.Atoi(n); isNumber {
				rest = leftOut
			}
			out[bug][at-1] = append(out[bug][at-1], rest)
		}
		if err != nil {
			t.Fatalf("%s: %s: %v", file, line, err)
		}
	}
	return out
}

// leftOut stands for a call of BUGS.md that a session leaves out.
const leftOut = ""

// inserted returns the calls of a session together with those that are added.
func inserted(lines []string, added map[int][]string) (out []string) {
	for i := range len(lines) + 1 {
		out = append(out, slices.DeleteFunc(slices.Clone(added[i]), func(c string) bool { return c == leftOut })...)
		if i < len(lines) && !slices.Contains(added[i], leftOut) {
			out = append(out, lines[i])
		}
	}
	return out
}

// judge is a handler that hands each call and its answer to the oracles of a search.
type judge struct {
	handler http.Handler
	doc     *openapi.Document
	oracles []oracle.Oracle
	users   map[string]string // names of users who log in, by credential
	before  []*oracle.Exchange
	found   []string // a line for each finding, in the order of the calls
}

func newJudge(t *testing.T, s *Service, bug int) *judge {
	doc, err := openapi.Read(s.Schema, openapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	checker, _ := conformance.Compile(doc)
	out := &judge{handler: s.New(bug), doc: doc, oracles: oracle.Builtin(checker), users: map[string]string{}}
	for _, r := range slices.Concat(rules.Rules(), protocol.Rules(), security.Rules(nil)) {
		if !r.OptIn {
			out.oracles = append(out.oracles, r)
		}
	}
	return out
}

// ServeHTTP makes a call of a session. A log-in is no call of a test: it names the user of a credential.
func (j *judge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body) // of a bytes.Reader
	r.Body = io.NopCloser(bytes.NewReader(body))
	recorder := httptest.NewRecorder()
	j.handler.ServeHTTP(recorder, r)
	got := recorder.Result()
	answer, _ := io.ReadAll(got.Body)
	for name, values := range got.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(got.StatusCode)
	_, _ = w.Write(answer)
	op := j.operation(r)
	if strings.HasSuffix(op.Path, "/login") {
		var in, out struct{ Username, Token string }
		if json.Unmarshal(body, &in) == nil && json.Unmarshal(answer, &out) == nil {
			j.users["Bearer "+out.Token] = in.Username
		}
		return
	}
	x := oracle.Exchange{
		Operation: op, User: j.users[r.Header.Get("Authorization")] + r.Header.Get("X-Api-Key"),
		Base: op.Below(j.doc.BasePath),
		Request: &sut.Request{Method: r.Method, Target: r.URL.RequestURI(), Header: r.Header, Body: body,
			Operation: op.Name()},
		Response: &sut.Response{Outcome: sut.Answered, Status: got.StatusCode, Header: got.Header, Body: answer},
		Before:   j.before, Operations: j.doc.Operations,
	}
	for _, o := range j.oracles {
		for _, f := range o.Judge(&x) {
			line := fmt.Sprintf("%d %s: %s", f.Code, f.On(op).Name(), f.Reason)
			if !slices.Contains(j.found, line) {
				j.found = append(j.found, line)
			}
		}
	}
	j.before = append(slices.Clip(j.before), x.Copy())
}

// operation returns the operation of the schema that a call is of.
func (j *judge) operation(r *http.Request) *openapi.Operation {
	i := slices.IndexFunc(j.doc.Operations, func(op *openapi.Operation) bool {
		return isOf(op, r.Method, strings.TrimPrefix(r.URL.Path, op.Below(j.doc.BasePath)))
	})
	return j.doc.Operations[i]
}

// isOf reports whether a call is one of an operation.
func isOf(op *openapi.Operation, method, path string) bool {
	return op.Method == method && slices.EqualFunc(strings.Split(op.Path, "/"), strings.Split(path, "/"),
		func(template, part string) bool { return strings.HasPrefix(template, "{") || template == part })
}
