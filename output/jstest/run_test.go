package jstest_test

import (
	"errors"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest/testdata/shop"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/output/jstest"
	"github.com/evoke-go/evoke/suite"
)

// node returns the path of node, and skips the test if there is none.
func node(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node here, so no JavaScript test is run")
	}
	return path
}

// into writes a suite into a new folder.
func into(t testing.TB, w *jstest.Writer, s *suite.Suite) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, f := range write(t, w, s) {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// tally counts the results of the tests of a folder.
type tally struct {
	pass, fail, skipped int
	out                 string
}

var counts = regexp.MustCompile(`(?m)^# (pass|fail|skipped) (\d+)$`)

// run runs the tests of a folder in node.
func run(t testing.TB, dir string, env ...string) (out tally) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.test.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node(t), append([]string{"--test", "--test-reporter=tap", "--test-concurrency=1"}, files...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	text, err := cmd.CombinedOutput()
	out.out = string(text)
	for _, m := range counts.FindAllStringSubmatch(out.out, -1) {
		n, _ := strconv.Atoi(m[2])
		*map[string]*int{"pass": &out.pass, "fail": &out.fail, "skipped": &out.skipped}[m[1]] = n
	}
	if (err == nil) != (out.fail == 0) {
		t.Errorf("%d tests fail, and node says %v", out.fail, err)
	}
	return out
}

// serve starts a shop and returns its URL. changes are pairs of texts, old and new, to be replaced in its answers.
func serve(t testing.TB, changes ...string) string {
	t.Helper()
	inner := shop.New()
	change := strings.NewReplacer(changes...)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(changes) == 0 || r.URL.Path == "/events" || r.URL.Path == "/socket" || r.URL.Path == "/connection" {
			inner.ServeHTTP(w, r)
			return
		}
		recorder := httptest.NewRecorder()
		inner.ServeHTTP(recorder, r)
		for name, values := range recorder.Header() {
			for _, v := range values {
				w.Header().Add(change.Replace(name), change.Replace(v))
			}
		}
		code, _ := strconv.Atoi(change.Replace(strconv.Itoa(recorder.Code)))
		w.WriteHeader(code)
		_, _ = io.WriteString(w, change.Replace(recorder.Body.String()))
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Start()
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// reset adds a step that empties the shop to each test, because tests expect an empty shop.
func reset(s *suite.Suite) *suite.Suite {
	for i := range s.Tests {
		again := features.Step("POST /reset", 200)
		again.Note = "empty the shop"
		steps := append([]suite.Step{again}, s.Tests[i].Steps...)
		for n := range s.Tests[i].Faults {
			s.Tests[i].Faults[n].Step++
		}
		s.Tests[i].Steps = steps
	}
	return s
}

// onShop returns a suite that passes on one running shop.
func onShop() *suite.Suite { return reset(features.All()) }

func TestWrittenTestsPass(t *testing.T) {
	base := serve(t)
	random := rand.New(rand.NewPCG(1, 2))
	for range 3 { // in different orders
		s := onShop()
		random.Shuffle(len(s.Tests), func(i, j int) { s.Tests[i], s.Tests[j] = s.Tests[j], s.Tests[i] })
		dir := into(t, &jstest.Writer{BaseURLEnv: "SHOP_URL"}, s)
		if got := run(t, dir, "SHOP_URL="+base); got.fail > 0 || got.pass != len(s.Tests) {
			t.Fatalf("%d tests pass, want %d\n%s", got.pass, len(s.Tests), got.out)
		}
	}
}

func TestWrittenTestsFailOnAChange(t *testing.T) {
	changes := []struct{ old, new, want string }{
		{"204", "200", "answered 200 , want status 204"},
		{`"id": 9007199254740993`, `"id": 9007199254740992`, "/id is 9007199254740992, want 9007199254740993"},
		{`"huge": 1e400`, `"huge": 1e401`, "/huge is 1e401, want 1e400"},
		{`"x": "a<b>`, `"y": "a<b>`, "/nested/deep/0/x is missing"},
		{`"list": [1, 2, 3]`, `"list": [1, 2]`, "and 2 more"},
		{`"half": 0.5`, `"half": "0.5"`, `want a value of the type number`},
		{"\xff\r\n", "\xfe\r\n", "the body is YWBiAP4NCgnigK7vu78iXA==, want YWBiAP8NCgnigK7vu78iXA=="},
		{"X-Token", "X-Other", "without the header X-Token"},
		{"404 page", "the page", "the body is"},
		{`"size":2`, `"size":7`, "/size is not the size of /lines, which is [7,2]"},
	}
	var pairs []string
	for _, c := range changes {
		pairs = append(pairs, c.old, c.new)
	}
	dir := into(t, &jstest.Writer{BaseURLEnv: "SHOP_URL"}, onShop())
	got := run(t, dir, "SHOP_URL="+serve(t, pairs...))
	for _, c := range changes {
		if !strings.Contains(got.out, c.want) {
			t.Errorf("with %s instead of %s no test says %s", c.new, c.old, c.want)
		}
	}
	if t.Failed() || got.fail == 0 || got.pass == 0 {
		t.Errorf("%d tests fail, %d pass\n%s", got.fail, got.pass, got.out)
	}
}

func TestTestsOfFaults(t *testing.T) {
	base := serve(t)
	dir := into(t, &jstest.Writer{Faults: output.FailFaults}, faultsOf(onShop()))
	got := run(t, dir, "EVOKE_BASE_URL="+base)
	if got.fail != 7 || got.pass != 0 {
		t.Errorf("%d tests fail and %d pass, want 7 and none\n%s", got.fail, got.pass, got.out)
	}
	for _, want := range []string{"GET /crash answered 500 sorry", "Fault 100 (HTTP status 500) in GET " +
		"/crash: status 500", "Fault 101 (response not as the schema says) in GET /numbers: /big is no string"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("no test says %q\n%s", want, got.out)
		}
	}
	dir = into(t, &jstest.Writer{Faults: output.SkipFaults}, faultsOf(onShop()))
	got = run(t, dir, "EVOKE_BASE_URL="+base)
	if got.skipped != 7 || !strings.Contains(got.out, "# SKIP Fault 100 (HTTP status 500) in GET /crash: status 500") {
		t.Errorf("%d tests are skipped, want 7\n%s", got.skipped, got.out)
	}
}

// faultsOf returns the tests of faults.
func faultsOf(s *suite.Suite) *suite.Suite {
	out := *s
	out.Tests = nil
	for _, t := range s.Tests {
		if t.Kind == suite.FaultKind {
			out.Tests = append(out.Tests, t)
		}
	}
	return &out
}

func TestWithoutAService(t *testing.T) {
	s := faultsOf(features.All())
	dir := into(t, &jstest.Writer{}, s)
	const needed = "set EVOKE_BASE_URL to the base URL of the running API"
	if got := run(t, dir, "EVOKE_BASE_URL="); got.fail != 7 || !strings.Contains(got.out, needed) {
		t.Errorf("without a base URL:\n%s", got.out)
	}
	server := httptest.NewServer(shop.New())
	server.Close()
	unreachable := "the API is not reachable at " + server.URL + " (set EVOKE_BASE_URL)"
	if got := run(t, dir, "EVOKE_BASE_URL="+server.URL); got.fail != 7 || !strings.Contains(got.out, unreachable) {
		t.Errorf("where nothing runs:\n%s", got.out)
	}
}

// program is a service in Node that passes the suite of names.
const program = `
import http from 'node:http';
const books = new Map();
const server = http.createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    if (path === '/echo') {
      response.end(body);
    } else if (request.method === 'POST') {
      const id = 'b 1/' + (books.size + 1);
      books.set(id, JSON.parse(body));
      response.statusCode = 201;
      response.end(JSON.stringify({ id }));
    } else {
      const book = books.get(path.slice('/books/'.length));
      response.statusCode = book === undefined ? 404 : 200;
      response.end(JSON.stringify(book ?? {}));
    }
  });
});
if (process.argv.includes('--broken')) {
  console.error('no room in the house');
  process.exit(1);
}
server.listen(Number(process.env.PORT));
`

// TestTestsStartAProgramOfNode: the program is in another folder, and listens on a port that is taken, or in another
// way. The command that starts it may also be a program of Node.
func TestTestsStartAProgramOfNode(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	taken, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := strconv.Itoa(taken.Addr().(*net.TCPAddr).Port)
	const other = "const n = require('node:child_process').spawnSync('node', ['server.mjs'], { stdio: 'inherit' })"
	for _, c := range []struct{ listen, start string }{
		{"listen(" + port + ")", "node server.mjs"},
		{"listen({ port: " + port + ", host: '127.0.0.1' }, () => console.log('it listens'))", "node server.mjs"},
		{"listen('" + port + "', '::')", `node -e "` + other + `"`},
		{"listen()", "exec node server.mjs"},
	} {
		s := features.Names()
		w := &jstest.Writer{Start: c.start, Node: true, Dir: "../the program"}
		dir, program := into(t, w, s), strings.ReplaceAll(program, "listen(Number(process.env.PORT))", c.listen)
		at := filepath.Join(filepath.Dir(dir), "the program")
		if err := errors.Join(os.Mkdir(at, 0o755),
			os.WriteFile(filepath.Join(at, "server.mjs"), []byte(program), 0o644)); err != nil {
			t.Fatal(err)
		}
		if got := run(t, dir, "EVOKE_BASE_URL=", "PORT="); got.pass != len(s.Tests) {
			t.Errorf("%s: %d tests pass, want %d\n%s", c.listen, got.pass, len(s.Tests), got.out)
		}
		if err := os.RemoveAll(at); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTestsBringTheDataBack: a program refuses all calls until its data exist, which only the reset makes.
func TestTestsBringTheDataBack(t *testing.T) {
	const file = "require('node:fs').existsSync('here')"
	for reset, there := range map[string]string{"/reset": "posted", "touch here": file} {
		s := features.Names()
		w := &jstest.Writer{Start: "node server.cjs", Node: true, Reset: reset, ResetDir: "."}
		w.Dir = w.ResetDir
		dir := into(t, w, s)
		refuses := `(request, response) => {
  const resets = request.url === '/reset';
  posted ||= resets;
  if (resets || !(` + there + `)) {
    response.statusCode = resets ? 204 : 503;
    return response.end();
  }`
		const loads = "const http = require('node:http');\nlet posted = false;"
		code := strings.Replace(program, "import http from 'node:http';", loads, 1)
		code = strings.Replace(code, "(request, response) => {", refuses, 1)
		if err := os.WriteFile(filepath.Join(dir, "server.cjs"), []byte(code), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := run(t, dir, "EVOKE_BASE_URL=", "PORT="); got.pass != len(s.Tests) {
			t.Errorf("%s: %d tests pass, want %d\n%s", reset, got.pass, len(s.Tests), got.out)
		}
		if _, err := os.Stat(filepath.Join(dir, "evoke_lock")); err == nil {
			t.Errorf("%s: the lock is left", reset)
		}
	}
}

// TestTestsBringTheDataOfAServiceBack: a running service accepts only the first call after a reset. A service that
// moved is reset at its new address.
func TestTestsBringTheDataOfAServiceBack(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	fresh := false
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(map[bool]int{true: 200, false: 503}[fresh || r.URL.Path == "/reset"])
		fresh = r.URL.Path == "/reset" && r.Method == http.MethodPost
	})
	server, moved := httptest.NewServer(handler), httptest.NewServer(handler)
	defer moved.Close()
	s := &suite.Suite{BaseURL: server.URL + "/v1"}
	for _, name := range []string{"A", "B", "C"} {
		steps := []suite.Step{features.Step("GET /"+name, 200)}
		s.Tests = append(s.Tests, suite.Test{Name: name, Kind: suite.Success, Steps: steps})
	}
	for reset, passes := range map[string]int{
		"": 0, server.URL + "/reset": 3, "/reset": 3,
		`node -e "fetch('` + server.URL + `/reset', { method: 'POST' })"`: 3,
	} {
		dir := into(t, &jstest.Writer{Reset: reset}, s)
		if got := run(t, dir, "EVOKE_BASE_URL="); got.pass != passes {
			t.Errorf("%q: %d tests pass, want %d\n%s", reset, got.pass, passes, got.out)
		}
	}
	server.Close()
	dir := into(t, &jstest.Writer{Reset: server.URL + "/reset"}, s)
	if got := run(t, dir, "EVOKE_BASE_URL="+moved.URL+"/v1"); got.pass != 3 {
		t.Errorf("moved: %d tests pass\n%s", got.pass, got.out)
	}
}

// TestAnEndAfterTheAnswer: a fault that ends the program after its answer is noticed.
func TestAnEndAfterTheAnswer(t *testing.T) {
	s := features.Step("GET /late", 0)
	s.Call.Expect = suite.Expect{Broken: true}
	of := &suite.Suite{Tests: []suite.Test{{Name: "GetLateGetsNoAnswer", Kind: suite.FaultKind,
		Steps: []suite.Step{s}}}}
	dir := into(t, &jstest.Writer{Start: "node server.cjs", Node: true}, of)
	const code = `require("node:http").createServer((_, response) => {
  response.end();
  setTimeout(() => { throw Error(); }, 50);
}).listen(0);`
	if err := os.WriteFile(filepath.Join(dir, "server.cjs"), []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := run(t, dir, "EVOKE_BASE_URL=", "PORT="); got.pass != 1 {
		t.Error(got.out)
	}
}

// TestCoverageOfAProgram: the coverage of a program is written if the environment asks for it, by the names of the
// user's files.
func TestCoverageOfAProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	for _, copied := range []bool{false, true} {
		s := features.Names()
		w := &jstest.Writer{Start: "node server.mjs", Node: true, Dir: ".", Copied: func() bool { return copied }}
		dir, coverage := into(t, w, s), t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "server.mjs"), []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := run(t, dir, "EVOKE_BASE_URL=", "PORT=", "NODE_V8_COVERAGE="+coverage); got.fail > 0 {
			t.Fatal(got.out)
		}
		files, err := filepath.Glob(filepath.Join(coverage, "*.json"))
		told := 0
		for _, f := range files {
			b, readErr := os.ReadFile(f)
			name := "file://" + filepath.ToSlash(filepath.Join(dir, "server.mjs"))
			if err = errors.Join(err, readErr); strings.Contains(string(b), name) {
				told++
			}
		}
		if err != nil || told != len(s.Tests) {
			t.Errorf("%d programs told what they executed, want %d; copied: %t; %v", told, len(s.Tests), copied, err)
		}
	}
}

// TestTestsStartCopies: each program finds the original content of a file by any path, and writes to a copy. It finds a
// library above the folder.
func TestTestsStartCopies(t *testing.T) {
	s := features.Step("POST /", 200, features.Equal("", "as it was"))
	once := suite.Test{Name: "Post", Kind: suite.Success, Steps: []suite.Step{s}}
	again := once
	again.Name = "PostAgain"
	w := &jstest.Writer{Start: "node src/server.cjs", Node: true, Dir: "../app/a", Copied: func() bool { return true }}
	dir := into(t, w, &suite.Suite{Tests: []suite.Test{once, again}})
	app := filepath.Join(filepath.Dir(dir), "app")
	for name, text := range map[string]string{
		"node_modules/shelf/index.js": "module.exports = 'data.txt';",
		"a/data.txt":                  "as it was",
		"a/src/server.cjs": `const fs = require('node:fs');
const file = require('node:path').join(__dirname, '..', require('shelf'));
require('node:http').createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(fs.readFileSync(file, 'utf8')));
  fs.writeFileSync(file, 'other');
  fs.writeFileSync('more.txt', fs.readFileSync('data.txt'));
}).listen(0);`,
	} {
		at := filepath.Join(app, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	temp := t.TempDir()
	if got := run(t, dir, "EVOKE_BASE_URL=", "TMPDIR="+temp); got.pass != 2 {
		t.Error(got.out)
	}
	text, err := os.ReadFile(filepath.Join(app, "a", "data.txt"))
	if err != nil || string(text) != "as it was" {
		t.Errorf("the file holds %q; %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(app, "a", "more.txt")); err == nil {
		t.Error("the program wrote to the folder of the user")
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("%v are left; %v", left, err)
	}
}

func TestTestsStartTheProgram(t *testing.T) {
	for start, passes := range map[string]bool{"node server.mjs": true, "exec node server.mjs {port} --broken": false} {
		s := features.Names()
		dir := into(t, &jstest.Writer{Start: start, Prefix: "shop"}, s)
		if err := os.WriteFile(filepath.Join(dir, "server.mjs"), []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
		got := run(t, dir, "EVOKE_BASE_URL=", "PORT=")
		if passes && got.pass != len(s.Tests) ||
			!passes && (got.fail != len(s.Tests) || !strings.Contains(got.out, "no room in the house")) {
			t.Errorf("%s: %d tests pass, %d fail\n%s", start, got.pass, got.fail, got.out)
		}
	}
}

// TestSecrets: tests read credentials from the environment, and name a missing one.
func TestSecrets(t *testing.T) {
	key := suite.Text{{Var: "EVOKE_TOKEN_ANN"}}
	s := features.WithJSON(features.Step("POST /echo", 200, features.Equal("/password", `a "b" / c`),
		features.Equal("/pin", int64(9007199254740993))),
		suite.Text{{Literal: `{"password":"`}, key[0], {Literal: `","pin":`}, {Var: "EVOKE_PIN_ANN"}, {Literal: "}"}})
	s.Call.Request.Headers = append(s.Call.Request.Headers,
		suite.Field{Name: "Authorization", Value: append(suite.Literal("Bearer "), key...)})
	s.Call.Request.Query = []suite.Field{{Name: "key", Value: key}}
	dir := into(t, &jstest.Writer{}, &suite.Suite{BaseURL: serve(t),
		Tests: []suite.Test{{Name: "PostEcho", Kind: suite.Success, Steps: []suite.Step{s}}}})
	if got := run(t, dir, "EVOKE_BASE_URL="); got.fail != 1 ||
		!strings.Contains(got.out, "set the environment variable EVOKE_TOKEN_ANN: it is a credential") {
		t.Errorf("without credentials:\n%s", got.out)
	}
	if got := run(t, dir, "EVOKE_BASE_URL=", `EVOKE_TOKEN_ANN=a "b" / c`,
		"EVOKE_PIN_ANN=9007199254740993"); got.fail != 0 {
		t.Errorf("with credentials:\n%s", got.out)
	}
}
