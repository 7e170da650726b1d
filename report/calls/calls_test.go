package calls_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/hostile"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/report/calls"
	"github.com/evoke-go/evoke/suite"
)

var update = flag.Bool("update", false, "write the golden files")

func call(method string, path suite.Text, expect int, captures ...suite.Capture) suite.Step {
	return suite.Step{Operation: method + " " + path.String(), Call: &suite.Call{
		Request: suite.Request{Method: method, Path: path}, Captures: captures,
		Expect: suite.Expect{Status: expect, ContentType: "application/json"},
	}}
}

// sample returns a report with three findings: one that needs values of earlier answers from all sources, one that
// needs no earlier call, and one without a test.
func sample(text string) *report.Report {
	login := call("POST", suite.Literal("/login"), 200, suite.Capture{Var: "token", Source: suite.FromBody,
		Name: "/auth/token"}, suite.Capture{Var: "session", Source: suite.FromCookie, Name: "sid"})
	login.Note = "log in as ann" + text
	login.Call.Request.Body = &suite.Body{JSON: true, Text: suite.Text{{Literal: `{"name":"`},
		{Var: "user", Stem: "ann"}, {Literal: `","password":"`}, {Var: "EVOKE_PASSWORD_ANN"}, {Literal: `"}`}}}
	login.Call.Request.Headers = []suite.Field{{Name: "Content-Type", Value: suite.Literal("application/json")}}
	create := call("POST", suite.Literal("/books"), 201,
		suite.Capture{Var: "bookID", Source: suite.FromHeader, Name: "Location", LastSegment: true},
		suite.Capture{Var: "größe", Source: suite.FromBody, Name: "/sizes/1/a b"},
		suite.Capture{Var: "title", Source: suite.FromBody, Name: "/title"})
	create.Call.Request.Headers = []suite.Field{{Name: "Authorization", Value: suite.Text{{Literal: "Bearer "},
		{Var: "token"}}}, {Name: "Cookie", Value: suite.Text{{Literal: "sid="}, {Var: "session"}}}}
	read := call("PUT", suite.Text{{Literal: "/books/"}, {Var: "bookID"}, {Literal: "/[x]/.."}}, 500)
	read.Call.Request.Query = []suite.Field{{Name: "q", Value: suite.Text{{Literal: "a b" + text}, {Var: "title"}}}}
	read.Call.Request.Headers = []suite.Field{{Name: "X-Text",
		Value: suite.Literal(strings.Trim(strings.Map(visible, text), " \t"))}}
	read.Call.Request.Body = &suite.Body{JSON: true, Text: suite.Text{{Literal: `{"title":"`}, {Var: "title"},
		{Literal: `","size":`}, {Var: "größe"}, {Literal: `}`}}}
	crash := suite.Fault{Code: 100, Category: "HTTP status 500", Operation: "PUT /books/{id}" + text,
		Reason: "panic: no books" + text, Key: "crash", Step: 2}
	alone := suite.Fault{Code: 101, Category: "schema", Operation: "GET /", Reason: "odd" + text, Key: "alone"}
	return &report.Report{
		Version: "0.1.0", Created: time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC),
		Suite: &suite.Suite{Title: "Shop" + text, Tests: []suite.Test{
			{Name: "PutBooksPanics" + text, Purpose: "it panics" + text, Steps: []suite.Step{login, create, read,
				call("GET", suite.Literal("/never"), 200)}, Faults: []suite.Fault{crash}},
			{Name: "GetReturns200", Steps: []suite.Step{call("GET", suite.Literal("/"), 200)},
				Faults: []suite.Fault{alone}},
		}},
		Untested: []suite.Fault{{Code: 909, Operation: "POST /slow", Reason: "hangs" + text, Key: "slow",
			Curl: `curl -i -X POST "http://localhost:8080/slow"`}},
	}
}

// visible maps characters that no header can contain to -1.
func visible(r rune) rune {
	if r < ' ' || r == 0x7f || r == 0xfffd {
		return -1
	}
	return r
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, got, 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("run with -update if this is right:\n%s", diff)
	}
}

func TestGolden(t *testing.T) {
	script, err := calls.Curl(sample(""))
	require.NoError(t, err)
	golden(t, "findings.sh", script)
	har, err := calls.HAR(sample(""))
	require.NoError(t, err)
	golden(t, "calls.har", har)
}

// needed skips the test if the programs that the scripts need are not installed.
func needed(t *testing.T) {
	t.Helper()
	for _, name := range []string{"bash", "curl", "jq"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("scripts need " + name)
		}
	}
}

// bash runs a script in an empty folder.
func bash(t *testing.T, script []byte, url string, args ...string) (string, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "s.sh")
	require.NoError(t, os.WriteFile(name, script, 0o600))
	cmd := exec.Command("bash", append([]string{name}, args...)...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "BASE_URL="+url, "EVOKE_PASSWORD_ANN=pass word", "TMPDIR="+t.TempDir())
	out, err := cmd.CombinedOutput()
	left, readErr := os.ReadDir(cmd.Dir)
	require.NoError(t, readErr)
	assert.Empty(t, left, "a text was executed")
	return string(out), err
}

// shop starts a server that answers the calls of the sample. log returns the requests that it got.
func shop(t *testing.T) (url string, log func() []string) {
	t.Helper()
	var lines []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		lines = append(
			lines, fmt.Sprintf("%s %s auth=%s cookie=%s x=%s type=%s %s",
				r.Method, r.RequestURI, r.Header.Get("Authorization"), r.Header.Get("Cookie"), r.Header.Get("X-Text"),
				r.Header.Get("Content-Type"), body),
		)
		switch r.URL.Path {
		case "/login":
			w.Header().Set("Set-Cookie", "sid=s=1; Path=/")
			fmt.Fprint(w, `{"auth":{"token":"t0ken$(touch x)"}}`)
		case "/books":
			w.Header().Set("Location", "/books/a%2Fb%20c?x#y")
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, `{"title":"say \"hi\" & \\ go","sizes":[1,{"a b":{"w":7}}]}`)
		default:
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, "broken")
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, func() []string { return lines }
}

// The script makes the calls, with values of the answers.
func TestTheScriptRuns(t *testing.T) {
	needed(t)
	url, log := shop(t)
	script, err := calls.Curl(sample(""))
	require.NoError(t, err)
	out, err := bash(t, script, url)
	require.NoError(t, err, out)
	got := log()
	require.Len(t, got, 5, out)
	assert.Regexp(t, `^POST /login auth= cookie= x= type=application/json \{"name":"ann\d+","password":"pass word"\}$`,
		got[0])
	assert.Equal(t, `POST /books auth=Bearer t0ken$(touch x) cookie=sid=s=1 x= type= `, got[1])
	assert.Equal(t, `PUT /books/a%2Fb%20c/[x]/..?q=a+bsay%20%22hi%22%20%26%20%5C%20go auth= cookie= x= type= {"title":"say \"hi\" & \\ go","size":{"w":7}}`, got[2])
	assert.Equal(t, []string{"POST /slow", "GET / "}, []string{got[4][:10], got[3][:6]})
	assert.Contains(t, out, "200 POST /login\n201 POST /books\n")
	assert.Contains(t, out, "HTTP/1.1 500")

	out, err = bash(t, script, url, "2")
	require.NoError(t, err)
	assert.Len(t, log(), 6)
	assert.NotContains(t, out, "finding 1")
	alone := calls.Script(sample(""), &sample("").Faults()[0])
	assert.True(t, strings.HasPrefix(alone, "BASE_URL="))
	_, err = bash(t, []byte(alone), url)
	require.NoError(t, err)
	assert.Len(t, log(), 9)
}

// For bash, hostile texts are only texts; the server gets them unchanged.
func TestHostileScripts(t *testing.T) {
	needed(t)
	url, log := shop(t)
	for i, text := range hostile.Texts(120) {
		script, err := calls.Curl(sample(text))
		require.NoError(t, err)
		har, err := calls.HAR(sample(text))
		require.NoError(t, err)
		require.True(t, json.Valid(har))
		if i%6 > 0 {
			continue
		}
		before := len(log())
		out, err := bash(t, script, url, "1")
		require.NoError(t, err, "%q: %s", text, out)
		require.Len(t, log(), before+3, "%q: %s", text, out)
	}
}

// harSchema returns the schemas of the npm package har-schema.
func harSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	names, err := filepath.Glob("testdata/har/*.json")
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	for _, name := range names {
		f, err := os.Open(name)
		require.NoError(t, err)
		doc, err := jsonschema.UnmarshalJSON(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		delete(doc.(map[string]any), "$id")
		require.NoError(t, c.AddResource("http://har/"+filepath.Base(name), doc))
	}
	s, err := c.Compile("http://har/har.json")
	require.NoError(t, err)
	return s
}

func TestHARFitsItsSchema(t *testing.T) {
	s := harSchema(t)
	for _, r := range []*report.Report{{}, sample(""), sample("<\x00\u202e\xff\"\n")} {
		got, err := calls.HAR(r)
		require.NoError(t, err)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(got)))
		require.NoError(t, err)
		require.NoError(t, s.Validate(value))
	}
	bad, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"log": {"version": "1.2"}}`))
	require.NoError(t, err)
	require.Error(t, s.Validate(bad), "the schema has to find something")
}

func ExampleScript() {
	f := suite.Fault{Code: 100, Operation: "GET /books", Reason: "panic: no books"}
	r := &report.Report{Suite: &suite.Suite{Tests: []suite.Test{{
		Name: "GetBooksReturns500", Faults: []suite.Fault{f},
		Steps: []suite.Step{call("GET", suite.Literal("/books"), 500)},
	}}}}
	script := strings.Split(calls.Script(r, &r.Faults()[0]), "\n")
	fmt.Println(script[0])
	fmt.Println(strings.Join(script[len(script)-4:], "\n"))
	// Output:
	// BASE_URL=${BASE_URL:-http://localhost:8080}
	// # 100 GET /books: panic: no books
	//
	// curl -sS -i -X GET -g --path-as-is "${BASE_URL}/books"
}

// TestCallsOfClientsThatLeave: each form says in words that a client disconnects before the answer, because the call
// alone does not show it.
func TestCallsOfClientsThatLeave(t *testing.T) {
	leaves := call("GET", suite.Literal("/books"), 499)
	leaves.Call.Request.Gone = true
	r := &report.Report{Suite: &suite.Suite{Tests: []suite.Test{{
		Name: "Leaves", Steps: []suite.Step{leaves},
		Faults: []suite.Fault{{Code: 100, Operation: "GET /books", Reason: "panics", Key: "k"}},
	}}}}
	for name, format := range map[string]report.Format{"har": calls.HAR, "script": calls.Curl} {
		out, err := format(r)
		require.NoError(t, err)
		assert.Contains(t, string(out), "leaves before the answer", name)
	}
}
