package gotest_test

import (
	"bytes"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/gotest/testdata/shop"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// module makes a module with a copy of testdata/shop and the written tests in
// the folder dir, and returns where it is.
func module(t *testing.T, dir string, files []suite.File) string {
	t.Helper()
	root := t.TempDir()
	shop, err := os.ReadFile(filepath.Join("testdata", "shop", "shop.go"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join("..", "..", "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{
		"go.mod":       "module example.com\n\ngo 1.22\n",
		"go.sum":       string(sums),
		"shop/shop.go": string(shop),
	}
	for _, f := range files {
		all[dir+"/"+f.Name] = string(f.Content)
		if strings.Contains(string(f.Content), "stretchr/testify") {
			all["go.mod"] = "module example.com\n\ngo 1.22\n\nrequire github.com/stretchr/testify v1.12.1\n"
		}
	}
	for name, content := range all {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// goRun runs the go command in a module, without a network.
func goRun(t *testing.T, root string, env []string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestWrittenTestsPass(t *testing.T) {
	for name, folder := range map[string]string{"standard": "tests", "testify": "shop", "unexported": "shop"} {
		t.Run(name, func(t *testing.T) {
			root := module(t, folder, write(t, flavours()[name], features()))
			if out, err := goRun(t, root, nil, "vet", "./..."); err != nil {
				t.Fatalf("go vet: %v\n%s", err, out)
			}
			if out, err := goRun(t, root, nil, "test", "-race", "-shuffle=on", "-count=3", "./..."); err != nil {
				t.Fatalf("go test: %v\n%s", err, out)
			}
		})
	}
}

// The tests of two suites fit into one package.
func TestTwoSuitesInOnePackage(t *testing.T) {
	w := gotest.Writer{Package: "tests", Constructor: gotest.Func{ImportPath: "example.com/shop", Name: "New"}}
	other := w
	other.Prefix = "second"
	files := append(write(t, &w, features()), write(t, &other, features())...)
	if out, err := goRun(t, module(t, "tests", files), nil, "vet", "./..."); err != nil {
		t.Fatalf("go vet: %v\n%s", err, out)
	}
}

func TestFailOnFaultFails(t *testing.T) {
	root := module(t, "tests", write(t, flavours()["fail"], features()))
	out, err := goRun(t, root, nil, "test", "-v", "./tests")
	if err == nil {
		t.Fatalf("the tests pass:\n%s", out)
	}
	for _, test := range []string{"GetCrashReturns500", "GetPanicPanics", "GetAbortGetsNoAnswer", "GetNumbersReturns200AgainstTheSchema"} {
		if !strings.Contains(out, "--- FAIL: Test"+test) {
			t.Errorf("%s does not fail", test)
		}
	}
	if n := strings.Count(out, "--- FAIL: "); n != 4 {
		t.Errorf("%d tests fail, want 4", n)
	}
	if want := "GET /panic panicked: at the shop\n"; !strings.Contains(out, want) || strings.Contains(out, "[recovered]") {
		t.Errorf("the panic is not reported as such")
	}
	if t.Failed() {
		t.Log(out)
	}
}

func TestRemoteTestsUseTheBaseURL(t *testing.T) {
	server := httptest.NewUnstartedServer(shop.New())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Start()
	defer server.Close()
	s := features()
	root := module(t, "tests", write(t, flavours()["remote"], s))

	if out, err := goRun(t, root, []string{"SHOP_URL=" + server.URL + "/"}, "test", "-shuffle=on", "./..."); err != nil {
		t.Errorf("go test: %v\n%s", err, out)
	}
	out, err := goRun(t, root, []string{"SHOP_URL="}, "test", "-count=1", "./tests")
	if want := "set SHOP_URL to the base URL of the running API"; err == nil || !strings.Contains(out, want) {
		t.Errorf("without a base URL: %v\n%s", err, out)
	}
	server.Close()
	out, err = goRun(t, root, []string{"SHOP_URL=" + server.URL}, "test", "-count=1", "./tests")
	if want := "the API is not reachable at " + server.URL + " (set SHOP_URL)"; err == nil || strings.Count(out, want) != len(s.Tests) {
		t.Errorf("with a base URL where nothing runs: %v\n%s", err, out)
	}
}

// The written tests can fail: each change of the handler breaks one.
func TestWrittenTestsFailOnAChange(t *testing.T) {
	root := module(t, "tests", write(t, flavours()["standard"], features()))
	path := filepath.Join(root, "shop", "shop.go")
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changes := []struct{ old, new, want string }{
		{`w.WriteHeader(204)`, `w.WriteHeader(200)`, "answered 200 , want status 204"},
		{`"id": 9007199254740993`, `"id": 9007199254740992`, "/id is 9007199254740992, want 9007199254740993"},
		{`"x": "a<b>`, `"y": "a<b>`, "and 2 more\n"},
		{`"list": [1, 2, 3]`, `"list": [1, 2]`, "/list has 2 elements, want 3"},
		{`"half": 0.5`, `"half": "0.5"`, `/half is "0.5", want 0.5`},
		{`"text/plain; charset=utf-8"`, `"text/html"`, `the content type is "text/html", want "text/plain"`},
		{`panic("at the shop")`, `return`, "want a panic"},
		{`"token": `, `"jwt": `, "there is no value at /token"},
	}
	changed := string(source)
	for _, c := range changes {
		changed = strings.Replace(changed, c.old, c.new, 1)
	}
	if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := goRun(t, root, nil, "test", "./tests")
	for _, c := range changes {
		if err == nil || !strings.Contains(out, c.want) {
			t.Errorf("no message %q", c.want)
		}
	}
	if t.Failed() {
		t.Log(out)
	}
}

// A failure names the places that differ, not only the whole values.
func TestFailuresNameThePlaces(t *testing.T) {
	members := func(ms ...any) (out value.Object) {
		for i := 0; i < len(ms); i += 2 {
			out = append(out, value.Member{Name: ms[i].(string), Value: ms[i+1]})
		}
		return out
	}
	nested := func(element any) suite.Check { return equal("/nested", members("deep", []any{element})) }
	for name, c := range map[string]struct {
		checks []suite.Check
		want   []string
	}{
		"Value":   {[]suite.Check{equal("/list", []any{int64(1), 2.5, int64(3)})}, []string{"/list/1 is 2, want 2.5"}},
		"Missing": {[]suite.Check{nested(members("x", "a<b>&\u2028", "a/b", int64(1)))}, []string{"/nested/deep/0/a~1b is missing, want 1"}},
		"Surplus": {[]suite.Check{nested(members())}, []string{`/nested/deep/0/x is "a<b>&\u2028", want none`, "/nested/deep/0 is missing, want {}"}},
		"Kind":    {[]suite.Check{equal("/list", members("a", nil))}, []string{"/list/0 is 1, want none", "and 1 more"}},
		"Members": {
			[]suite.Check{equal("/half", 0.5), equal("/three", int64(4)), equal("/four", true), equal("/neg", int64(-7))},
			[]string{"/three is 3, want 4", "/four is missing, want true"},
		},
		"NoObject": {[]suite.Check{equal("/e/a", int64(1)), equal("/e/b", int64(2)), equal("/e/c", int64(3))}, []string{"/e is 100, want none", "/e/a is missing, want 1"}},
	} {
		for _, flavour := range []string{"standard", "testify"} {
			if flavour == "testify" && len(c.checks) == 1 {
				continue // testify shows what differs itself
			}
			t.Run(name+" "+flavour, func(t *testing.T) {
				s := &suite.Suite{Tests: []suite.Test{{Name: "Get", Kind: suite.Success, Steps: []suite.Step{step("GET /numbers", 200, c.checks...)}}}}
				out, err := goRun(t, module(t, "tests", write(t, flavours()[flavour], s)), nil, "test", "./tests")
				for _, want := range c.want {
					if err == nil || !strings.Contains(out, want) {
						t.Errorf("no message %q:\n%s", want, out)
					}
				}
				if strings.Contains(out, "/half") {
					t.Errorf("what is right is named:\n%s", out)
				}
			})
		}
	}
}

// A handler that hangs is no answer, and ends no test run.
func TestHangingHandler(t *testing.T) {
	hang := step("GET /hang", 0)
	hang.Call.Expect.Broken = true
	s := &suite.Suite{Tests: []suite.Test{
		{Name: "Hangs", Kind: suite.FaultKind, Steps: []suite.Step{hang, step("GET /books", 200)}},
		{Name: "Fails", Kind: suite.Success, Steps: []suite.Step{step("GET /hang", 200)}},
	}}
	files := write(t, flavours()["standard"], s)
	for i := range files {
		files[i].Content = bytes.ReplaceAll(files[i].Content, []byte("10*time.Second"), []byte("time.Second/10"))
	}
	out, err := goRun(t, module(t, "tests", files), nil, "test", "-race", "-v", "./tests")
	if err == nil || !strings.Contains(out, "--- PASS: TestHangs") || !strings.Contains(out, "GET /hang got no answer in time, want status 200") {
		t.Errorf("%v\n%s", err, out)
	}
}
