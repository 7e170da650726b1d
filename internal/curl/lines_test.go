package curl_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/curl"
	"github.com/evoke-go/evoke/internal/hostile"
	"github.com/evoke-go/evoke/suite"
)

// step returns a call with captures.
func step(method string, path suite.Text, captures ...suite.Capture) suite.Step {
	return suite.Step{Operation: method,
		Call: &suite.Call{Request: suite.Request{Method: method, Path: path}, Captures: captures}}
}

// sending returns a call with a JSON body.
func sending(s suite.Step, pieces ...suite.Piece) suite.Step {
	s.Call.Request.Headers = append(s.Call.Request.Headers,
		suite.Field{Name: "Content-Type", Value: suite.Literal("application/json")})
	s.Call.Request.Body = &suite.Body{JSON: true, Text: pieces}
	return s
}

func literal(s string) suite.Piece  { return suite.Piece{Literal: s} }
func variable(s string) suite.Piece { return suite.Piece{Var: s} }

func from(source suite.Source, name, into string) suite.Capture {
	return suite.Capture{Var: into, Source: source, Name: name}
}

func TestLines(t *testing.T) {
	get := func() suite.Step { return step("GET", suite.Text{literal("/books/"), variable("bookID")}) }
	location := from(suite.FromHeader, "Location", "bookID")
	location.LastSegment = true
	for name, c := range map[string]struct {
		steps []suite.Step
		want  []string
	}{
		"one value is read where the call is made": {
			[]suite.Step{step("POST", suite.Literal("/books"), from(suite.FromBody, "/id", "bookID")), get()},
			[]string{`bookID=$(curl -sS -X POST "http://shop/books" | jq -r '.id | @uri')`,
				`curl -i -X GET "http://shop/books/${bookID}"`},
		},
		"what nothing needs is not read": {
			[]suite.Step{step("POST", suite.Literal("/books"), from(suite.FromBody, "/id", "other")),
				step("HEAD", suite.Literal("/books"))},
			[]string{`curl -i -X POST "http://shop/books"`, `curl -i -I "http://shop/books"`},
		},
		"a name that zsh has for itself": {
			[]suite.Step{step("POST", suite.Literal("/"), from(suite.FromBody, "/path", "path")),
				step("GET", suite.Text{literal("/"), variable("path")})},
			[]string{`path_=$(curl -sS -X POST "http://shop/" | jq -r '.path | @uri')`,
				`curl -i -X GET "http://shop/${path_}"`},
		},
		"an answer that is compressed, and one that never ends": {
			zippedThenEndless(),
			[]string{`curl -i --compressed -X GET "http://shop/zip"`,
				`curl -i --max-time 5 -X GET "http://shop/events"`},
		},
		"an id in a link": {
			[]suite.Step{step("POST", suite.Literal("/books"), location), get()},
			[]string{
				`bookID=$(curl -sS -i -X POST "http://shop/books" | tr -d '\r' | grep -im1 '^Location:' | sed 's/[?#].*//; s|.*[/ ]||')`,
				`curl -i -X GET "http://shop/books/${bookID}"`,
			},
		},
		"several values": {
			[]suite.Step{step("POST", suite.Literal("/books"), from(suite.FromBody, "/id", "bookID"),
				from(suite.FromBody, "/size", "size")), sending(get(), variable("size"))},
			[]string{
				`answer=$(curl -sS -X POST "http://shop/books")`,
				`bookID=$(printf '%s\n' "$answer" | jq -r '.id | @uri')`,
				`size=$(printf '%s\n' "$answer" | jq -c .size)`,
				`curl -i -X GET "http://shop/books/${bookID}" -H "Content-Type: application/json" --data-raw "${size}"`,
			},
		},
		"names and credentials": {
			[]suite.Step{sending(step("POST", suite.Literal("/users")), literal(`{"a":"`), suite.Piece{Var: "user",
				Stem: "ann"}, literal(`","b":"`), variable("EVOKE_PASSWORD_ANN"), literal(`"}`))},
			[]string{
				`user=ann$(date +%s)`,
				`EVOKE_PASSWORD_ANN_inside=$(jq -rn --arg v "$EVOKE_PASSWORD_ANN" '$v | tojson | .[1:-1]')`,
				`curl -i -X POST "http://shop/users" -H "Content-Type: application/json" --data-raw '{"a":"'"${user}"'","b":"'"${EVOKE_PASSWORD_ANN_inside}"'"}'`,
			},
		},
		"no call of HTTP": {[]suite.Step{{Operation: "strconv.Atoi", Function: &suite.Function{}}, get()}, nil},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, curl.Lines("http://shop", c.steps)) })
	}
}

func zippedThenEndless() []suite.Step {
	zip, events := step("GET", suite.Literal("/zip")), step("GET", suite.Literal("/events"))
	zip.Call.Expect.Gzip, events.Call.Expect.Stream = true, true
	return []suite.Step{zip, events}
}

// needing returns steps with captures from all sources and in all forms, and with a text in each place.
func needing(text string) []suite.Step {
	link := from(suite.FromHeader, "Location", "bookID")
	link.LastSegment = true
	self := from(suite.FromBody, "/self", "selfID")
	self.LastSegment = true
	login := sending(step("POST", suite.Literal("/login"), from(suite.FromBody, "/token", "token"),
		from(suite.FromCookie, "s.id", "answer")),
		literal(`{"password":"`), variable("EVOKE_PASSWORD_ANN"), literal(`","pin":`),
		variable("EVOKE_PIN_ANN"), literal("}"))
	create := step("POST", suite.Literal("/books"), link, self, from(suite.FromBody, "/title", "title"),
		from(suite.FromHeader, "ETag", "tag"))
	create.Call.Request.Headers = []suite.Field{{Name: "Authorization", Value: suite.Text{literal("Bearer "),
		variable("token")}}, {Name: "Cookie", Value: suite.Text{literal("s.id="), variable("answer")}}}
	last := sending(step("PUT", suite.Text{literal("/books/"), variable("bookID"), literal("/"),
		variable("selfID"), literal("/..")}),
		literal(`{"t":"`), variable("title"), literal(`","whole":`), variable("title"), literal(`}`))
	last.Call.Request.Query = []suite.Field{{Name: "q",
		Value: suite.Text{literal(text), variable("title"), variable("tag")}}}
	last.Call.Request.Headers = append(last.Call.Request.Headers,
		suite.Field{Name: "If-Match", Value: suite.Text{variable("tag")}})
	return []suite.Step{login, create, last}
}

// library starts a server that answers the calls of needing. sent returns the requests that it got.
func library(t *testing.T) (url string, sent func() []string) {
	t.Helper()
	var mu sync.Mutex
	var log []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		log = append(log, fmt.Sprintf("%s %s auth=%s cookie=%s if=%s %s", r.Method, r.RequestURI,
			r.Header.Get("Authorization"), r.Header.Get("Cookie"), r.Header.Get("If-Match"), body))
		w.Header().Set("ETag", `"v 1"`)
		switch r.URL.Path {
		case "/login":
			w.Header().Add("Set-Cookie", "sxid=no; Path=/")
			w.Header().Add("Set-Cookie", "s.id=s=1; Path=/")
			fmt.Fprint(w, `{"token":"t0ken$(touch x)"}`)
		case "/books":
			w.Header().Set("Location", "/books/a%2Fb%20c?x#y")
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, "{\"title\":\"say \\\"hi\\\" & \\\\ go\",\n\n\"self\":\"http://h/books/7?x=/\"}")
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(log)
	}
}

// run runs lines in a shell and an empty folder.
func run(t *testing.T, shell string, lines []string) {
	t.Helper()
	for _, program := range []string{shell, "curl", "jq"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("the lines need " + program)
		}
	}
	cmd := exec.Command(shell, "-c", strings.Join(lines, "\n"))
	cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), `EVOKE_PASSWORD_ANN=pass "word`, "EVOKE_PIN_ANN=0007")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", lines, out)
	left, err := os.ReadDir(cmd.Dir)
	require.NoError(t, err)
	require.Empty(t, left, "a text was executed")
}

// The lines make the calls with values of the answers.
func TestTheLinesRun(t *testing.T) {
	for _, shell := range []string{"sh", "bash"} {
		t.Run(shell, func(t *testing.T) {
			url, sent := library(t)
			run(t, shell, curl.Lines(url, needing("a b")))
			assert.Equal(t, []string{
				`POST /login auth= cookie= if= {"password":"pass \"word","pin":0007}`,
				`POST /books auth=Bearer t0ken$(touch x) cookie=s.id=s=1 if= `,
				`PUT /books/a%2Fb%20c/7/..?q=a+bsay%20%22hi%22%20%26%20%5C%20go%22v%201%22 auth= cookie= if="v 1" {"t":"say \"hi\" & \\ go","whole":"say \"hi\" & \\ go"}`,
			}, sent())
		})
	}
}

// Hostile texts are only texts.
func TestHostileLines(t *testing.T) {
	url, sent := library(t)
	texts := hostile.Texts(8)
	for _, text := range texts {
		steps := needing(text)
		steps[1] = sending(steps[1], literal(text))
		steps[1].Call.Request.Body.JSON = false
		lines := curl.Lines(url, steps)
		require.NotContains(t, strings.Join(lines, ""), "\n")
		run(t, "bash", lines)
		log := sent()
		assert.Contains(t, log[len(log)-2], strings.ReplaceAll(text, "\x00", ""), text)
	}
	assert.Len(t, sent(), 3*len(texts))
}
