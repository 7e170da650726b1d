package gotest_test

import (
	"io"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/internal/corpus"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/gotest/testdata/shop"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// TestWrittenTests compiles and runs written tests. All suites go into one module, and most of them into one package,
// because linking takes most of the time. Prefixes keep their names apart.
func TestWrittenTests(t *testing.T) {
	if testing.Short() {
		return // the test compiles many suites
	}
	w := newWorkshop(t)
	w.add("shop", flavours()["testify"], features.All())
	w.add("shop", flavours()["unexported"], features.All())
	w.add("numbers", goldens()["functions_unexported"].w, unexportedFunctions())
	for name, g := range compiled() {
		g.w.Prefix, g.w.Package = name, ""
		w.add("tests", g.w, g.s)
	}
	w.quicken("tests/hanging_support_test.go")
	w.build()

	t.Run("pass", w.pass)
	t.Run("fail on faults", w.failOnFaults)
	t.Run("skip faults", w.skipFaults)
	t.Run("remote", w.remote)
	t.Run("started", w.started)
	t.Run("fuzz", w.fuzz)
	t.Run("fail on a change", w.failOnAChange)
	t.Run("name the places", w.namePlaces)
	t.Run("hang", w.hang)
	t.Run("secrets", w.secrets)
}

// compiled are the suites that go into one package, by their prefix.
func compiled() map[string]golden {
	app, numbers := gotest.Func{ImportPath: "example.com/changed", Name: "New"}, goldens()
	out := map[string]golden{
		"standard": {flavours()["standard"], features.All()},
		"second":   {flavours()["standard"], features.All()}, // a second suite in the same package
		"fail":     {flavours()["fail"], features.All()},
		"skip":     {flavours()["skip"], features.All()},
		"fuzz":     {flavours()["fuzz"], features.All()},
		"cfuzz":    {&gotest.Writer{Constructor: app, Fuzz: true}, features.All()},
		"remote":   {flavours()["remote"], features.All()},
		"secret":   {flavours()["standard"], withSecrets()},
		"started":  {flavours()["started"], features.All()},
		"changed":  {&gotest.Writer{Constructor: app}, features.All()},
		"kept":     {flavours()["standard"], features.Kept()},
		"tkept":    {&gotest.Writer{Constructor: flavours()["standard"].Constructor, Testify: true}, features.Kept()},
		"hanging":  {flavours()["standard"], hanging()},
		"places":   {flavours()["standard"], placesSuite("standard")},
		"tplaces": {&gotest.Writer{Constructor: flavours()["standard"].Constructor, Testify: true},
			placesSuite("testify")},
		"mixed":    numbers["mixed"],
		"asking":   numbers["neighbours"],
		"sharing":  numbers["neighbours_shared"],
		"names":    numbers["names"],
		"tnames":   numbers["names_testify"],
		"calling":  numbers["functions"],
		"tcalling": numbers["functions_testify"],
		"fcalling": numbers["functions_fail"],
		"tfailing": {&gotest.Writer{Faults: output.FailFaults, Testify: true}, functions()},
		"ccalling": {&gotest.Writer{}, changedFunctions()},
	}
	return out
}

// withSecrets returns a suite with credentials in all places of calls.
func withSecrets() *suite.Suite {
	key := suite.Text{{Var: "EVOKE_TOKEN_ANN"}}
	call := func(note string) suite.Step {
		return suite.Step{Operation: "GET /", Note: note, User: "ann", Call: &suite.Call{Request: suite.Request{
			Method: "POST", Path: append(suite.Literal("/none/"), key...),
			Query: []suite.Field{{Name: "key", Value: key}},
			Headers: []suite.Field{{Name: "Authorization", Value: append(suite.Literal("Bearer "), key...)},
				{Name: "Content-Type", Value: suite.Literal("application/json")}},
			Body: &suite.Body{Text: append(append(suite.Literal(`{"password":"`), key...),
				suite.Piece{Literal: `","pin":`}, suite.Piece{Var: "EVOKE_PASSWORD_ANN"}, suite.Piece{Literal: "}"}),
				JSON: true},
		}, Expect: suite.Expect{Status: 404}}}
	}
	return &suite.Suite{Tests: []suite.Test{{Name: "GetRoot", Kind: suite.ClientError,
		Steps: []suite.Step{call("log in as ann"), call("")}}}}
}

// secrets checks that tests read credentials from the environment, and that they name a missing one.
func (w *workshop) secrets(t *testing.T) {
	out, err := w.run(t, "tests", "Secret")
	if line := "set the environment variable EVOKE_TOKEN_ANN: it is a credential, which the tests " +
		"do not hold"; err == nil || strings.Count(out, line) != 1 {
		t.Errorf("want a failure with %q: %v\n%s", line, err, out)
	}
	if out, err := w.run(t, "tests", "Secret", "EVOKE_TOKEN_ANN=a \"b\" / c", "EVOKE_PASSWORD_ANN=1234"); err != nil {
		t.Errorf("with the credentials: %v\n%s", err, out)
	}
}

// workshop is a module with written tests.
type workshop struct {
	root  string
	files map[string]string
	t     *testing.T
}

// newWorkshop makes a module with the packages under test, and with changed copies of these packages.
func newWorkshop(t *testing.T) *workshop {
	sums := read(t, filepath.Join("..", "..", "go.sum"))
	shop, numbers := read(t, "testdata/shop/shop.go"), read(t, "testdata/numbers/numbers.go")
	return &workshop{root: t.TempDir(), t: t, files: map[string]string{
		"go.mod":                    "module example.com\n\ngo 1.22\n\nrequire github.com/stretchr/testify v1.12.1\n",
		"go.sum":                    sums,
		"shop/shop.go":              shop,
		"numbers/numbers.go":        numbers,
		"changed/shop.go":           changed(t, shop, shopChanges),
		"changednumbers/numbers.go": changed(t, numbers, numbersChanges),
	}}
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// add writes a suite into a folder.
func (w *workshop) add(folder string, writer *gotest.Writer, s *suite.Suite) {
	for _, f := range write(w.t, writer, s) {
		name := folder + "/" + f.Name
		if w.files[name] != "" {
			w.t.Errorf("%s is written twice", name)
		}
		w.files[name] = string(f.Content)
	}
}

// quicken reduces a waiting time in written tests to a tenth of a second.
func (w *workshop) quicken(name string) {
	quick := strings.ReplaceAll(w.files[name], "10 * time.Second", "time.Second / 10")
	if quick == w.files[name] {
		w.t.Errorf("%s waits for nothing", name)
	}
	w.files[name] = quick
}

// build vets and compiles the tests.
func (w *workshop) build() {
	for name, content := range w.files {
		path := filepath.Join(w.root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			w.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			w.t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"vet", "./..."}, {"test", "-race", "-c", "-o", "bin/", "./..."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = w.root
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			w.t.Fatalf("go %v: %v\n%s", args, err, out)
		}
	}
}

// run runs the tests of a package whose names begin with prefix.
func (w *workshop) run(t *testing.T, pkg, prefix string, env ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(filepath.Join(w.root, "bin", pkg+".test"), "-test.run=^Test"+prefix,
		"-test.shuffle=on", "-test.v")
	cmd.Dir = filepath.Join(w.root, pkg)
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=10") // a second by default
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	if !strings.Contains(string(out), "=== RUN") {
		t.Errorf("no test of %s begins with %q\n%s", pkg, prefix, out)
	}
	return string(out), err
}

// tables is the number of tables in the suite of package features.
const tables = 3

func (w *workshop) pass(t *testing.T) {
	for _, c := range []struct {
		pkg, prefix string
		tests       int
	}{
		{"shop", "", 2 * (len(features.All().Tests) + tables)}, {"numbers", "", len(unexportedFunctions().Tests)},
		{"tests", "Standard", len(features.All().Tests) + tables},
		{"tests", "Second", len(features.All().Tests) + tables}, {"tests", "Kept", len(features.Kept().Tests) + tables},
		{"tests", "Tkept", len(features.Kept().Tests) + tables}, {"tests", "Calling", len(functions().Tests)},
		{"tests", "Tcalling", len(functions().Tests)},
		{"tests", "Mixed", len(mixedSuite().Tests)}, {"tests", "Asking", len(features.Neighbours().Tests)},
		{"tests", "Sharing", len(features.Neighbours().Tests)},
	} {
		for range 2 { // in different orders
			out, err := w.run(t, c.pkg, c.prefix)
			if n := strings.Count(out, "--- PASS: "); err != nil || n != c.tests {
				t.Errorf("%d tests of %s pass, want %d: %v\n%s", n, c.pkg, c.tests, err, out)
			}
		}
	}
}

func (w *workshop) failOnFaults(t *testing.T) {
	out, err := w.run(t, "tests", "Fail")
	if err == nil {
		t.Fatalf("the tests pass:\n%s", out)
	}
	for _, test := range []string{
		"GetCrashReturns500", "GetPanicPanics", "GetAbortGetsNoAnswer", "GetNumbersReturns200AgainstTheSchema",
		"CallsReturn404AgainstTheSchema/PostGone",
	} {
		if !strings.Contains(out, "--- FAIL: TestFail"+test) {
			t.Errorf("%s does not fail", test)
		}
	}
	if n := strings.Count(out, "--- FAIL: "); n != 8 {
		t.Errorf("%d tests fail, want 8", n)
	}
	if want := "GET /panic panicked: at the shop\n"; !strings.Contains(out, want) ||
		strings.Contains(out, "[recovered]") {
		t.Errorf("the panic is not reported as such")
	}
	if t.Failed() {
		t.Log(out)
	}
	for _, prefix := range []string{"Fcalling", "Tfailing"} {
		out, err := w.run(t, "tests", prefix)
		file := strings.ToLower(prefix) + "_fault_test.go:"
		for _, want := range []string{"Fault 900 (panic) in numbers.Divide: division by zero", "integer divide by zero",
			"Fault 901 (wrong result) in numbers.Divide: 2.5 was expected", file} {
			if err == nil || !strings.Contains(out, want) {
				t.Errorf("no message %q\n%s", want, out)
			}
		}
		if n := strings.Count(out, "--- FAIL: "); n != 2 {
			t.Errorf("%d tests fail, want 2", n)
		}
	}
}

func (w *workshop) skipFaults(t *testing.T) {
	out, err := w.run(t, "tests", "Skip")
	if n := strings.Count(out, "--- SKIP: "); err != nil || n != 5 {
		t.Errorf("%d tests are skipped, want 5: %v\n%s", n, err, out)
	}
	if want := "Fault 100 (HTTP status 500) in GET /crash: status 500\n"; !strings.Contains(out, want) {
		t.Errorf("the reason is not told\n%s", out)
	}
}

// fuzz runs the seeds of fuzz tests. These are the calls of the tests, whose faults are known.
func (w *workshop) fuzz(t *testing.T) {
	seeds := 0
	for i := range features.All().Tests {
		if _, ok := corpus.Seed(&features.All().Tests[i]); ok {
			seeds++
		}
	}
	cmd := exec.Command(filepath.Join(w.root, "bin", "tests.test"), "-test.run=^FuzzFuzz$", "-test.v")
	cmd.Dir = filepath.Join(w.root, "tests")
	out, err := cmd.CombinedOutput()
	if n := strings.Count(string(out), "--- PASS: FuzzFuzz/seed#"); err != nil || n < seeds/2 ||
		seeds < len(features.All().Tests)/2 {
		t.Errorf("%d seeds of %d tests pass: %v\n%s", n, len(features.All().Tests), err, out)
	}
}

func (w *workshop) remote(t *testing.T) {
	server := httptest.NewUnstartedServer(shop.New())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Start()
	defer server.Close()

	if out, err := w.run(t, "tests", "Remote", "SHOP_URL="+server.URL+"/"); err != nil {
		t.Errorf("with a base URL: %v\n%s", err, out)
	}
	out, err := w.run(t, "tests", "Remote", "SHOP_URL=")
	if want := "set SHOP_URL to the base URL of the running API"; err == nil || !strings.Contains(out, want) {
		t.Errorf("without a base URL: %v\n%s", err, out)
	}
	server.Close()
	out, err = w.run(t, "tests", "Remote", "SHOP_URL="+server.URL)
	if want := "the API is not reachable at " + server.URL + " (set SHOP_URL)"; err == nil ||
		strings.Count(out, want) != len(features.All().Tests) {
		t.Errorf("with a base URL where nothing runs: %v\n%s", err, out)
	}
}

// started runs tests that start the system themselves.
func (w *workshop) started(t *testing.T) {
	if out, err := w.run(t, "tests", "Started", "SHOP_URL="); err != nil {
		t.Errorf("without a base URL: %v\n%s", err, out)
	}
	server := httptest.NewServer(shop.New())
	defer server.Close()
	if out, err := w.run(t, "tests", "StartedGet", "SHOP_URL="+server.URL,
		"SHOP_BROKEN=it is not started"); err != nil {
		t.Errorf("with a base URL: %v\n%s", err, out)
	}
	for env, want := range map[string]string{"SHOP_BROKEN=no port": "start the API: no port",
		"SHOP_STUCK=no end": "stop the API: no end"} {
		if out, err := w.run(t, "tests", "StartedGet", "SHOP_URL=", env); err == nil || !strings.Contains(out, want) {
			t.Errorf("with %s: %v\n%s", env, err, out)
		}
	}
}

// change is a change of a package, with the message of the test that notices it.
type change struct {
	old, new string
	want     []string
}

var shopChanges = []change{
	{`w.WriteHeader(204)`, `w.WriteHeader(200)`, []string{"answered 200 , want status 204"}},
	{`"id": 9007199254740993`, `"id": 9007199254740992`, []string{"/id is 9007199254740992, want 9007199254740993"}},
	{`"x": "a<b>`, `"y": "a<b>`, []string{"and 1 more\n", "/nested/deep/0/x is missing"}},
	{`"list": [1, 2, 3]`, `"list": [1, 2]`, []string{"/list has 2 elements, want 3"}},
	{`"half": 0.5`, `"half": "0.5"`,
		[]string{`/half is "0.5", want 0.5`, `/half is "0.5", want a value of the type number`}},
	{`"text/plain; charset=utf-8"`, `"text/html"`, []string{`the content type is "text/html", want "text/plain"`}},
	{`panic("at the shop")`, `return`, []string{"want a panic"}},
	{`"token": `, `"jwt": `, []string{"there is no value at /token"}},
}

var numbersChanges = []change{
	{`{ return strconv.ParseInt(s, base, 64) }`, `{ n, _ := strconv.ParseInt(s, 8, 64); return n, nil }`,
		[]string{"numbers.Parse: got 10, want 18", "numbers.Parse: got no error",
			"numbers.Parse: got the error <nil>, want \"strconv.ParseInt: parsing \\\"x\\\": invalid syntax\""}},
	{`strings.Split(s, ",")`, `strings.Split("x"+s, ";")`, []string{
		`numbers.Split: got []string{"xa,%d"}, want []string{"a", "%d"}`, "numbers.Split: got 1 elements, want 3",
	}},
	{`return item, true`, `return nil, false`,
		[]string{"numbers.Find: got <nil>, want &{Name:b ", "numbers.Find: got false, want true"}},
	{`return a / b`, `return a`, []string{"ccalling_fault_test.go:22: the call did not panic",
		"numbers.Divide: got 5, want 2"}},
	{`{ return err }`, `{ return strconv.ErrRange }`, []string{"got the error value out of range, want \"why `not`\"",
		"numbers.Fail: value out of range"}},
	{`return "red", 7, time.Second`, `return "blue", 8, time.Minute`, []string{`numbers.Paint: got "blue", want "red"`,
		"numbers.Paint: got 8, want 7", "numbers.Paint: got 1m0s, want 1s"}},
	{`any { return v }`, `any { if v == nil { return 1 }; return nil }`,
		[]string{"numbers.Same: got <nil>, want 1", "numbers.Same: got nil", "numbers.Same: got 1, want nil"}},
	{`return math.Signbit(f)`, `return !math.Signbit(f)`,
		[]string{"numbers.Negative: got true, want false", "numbers.Negative: got false, want true"}},
	{`Price: 0.1`, `Price: 0.2`, []string{"numbers.Make: got numbers.Item{"}},
}

func changed(t *testing.T, source string, changes []change) string {
	t.Helper()
	for _, c := range changes {
		if !strings.Contains(source, c.old) {
			t.Errorf("the source has no %s", c.old)
		}
		source = strings.Replace(source, c.old, c.new, 1)
	}
	return source
}

// changedFunctions returns a suite that calls the functions of the changed package.
func changedFunctions() *suite.Suite {
	s := functions()
	moved := func(text string) string { return strings.ReplaceAll(text, numbersPath, "example.com/changednumbers") }
	for i := range s.Tests {
		for n := range s.Tests[i].Steps {
			f := s.Tests[i].Steps[n].Function
			f.ImportPath, f.Package, f.Types = moved(f.ImportPath), "numbers", slices.Clone(f.Types)
			for k := range f.Types {
				f.Types[k].Name, f.Types[k].Underlying = moved(f.Types[k].Name), moved(f.Types[k].Underlying)
			}
			for k := range f.Args {
				f.Args[k].Type = moved(f.Args[k].Type)
			}
			for k := range f.Expect.Results {
				f.Expect.Results[k].Type = moved(f.Expect.Results[k].Type)
			}
		}
	}
	return s
}

// failOnAChange checks that written tests can fail: each change of a package makes one fail.
func (w *workshop) failOnAChange(t *testing.T) {
	for prefix, changes := range map[string][]change{"Changed": shopChanges, "Ccalling": numbersChanges} {
		out, err := w.run(t, "tests", prefix)
		for _, c := range changes {
			for _, want := range c.want {
				if err == nil || !strings.Contains(out, want) {
					t.Errorf("no message %q", want)
				}
			}
		}
		if t.Failed() {
			t.Log(out)
		}
	}
}

// place is a failing test, with the text in its message that names the place.
type place struct {
	checks []suite.Check
	want   []string
}

func places() map[string]place {
	members := func(ms ...any) value.Object { return features.Object(ms...) }
	nested := func(element any) suite.Check { return features.Equal("/nested", members("deep", []any{element})) }
	return map[string]place{
		"Value": {[]suite.Check{features.Equal("/list", []any{int64(1), 2.5, int64(3)})},
			[]string{"/list/1 is 2, want 2.5"}},
		"Missing": {[]suite.Check{nested(members("x", "a<b>&\u2028", "a/b", int64(1)))},
			[]string{"/nested/deep/0/a~1b is missing, want 1"}},
		"Short": {[]suite.Check{features.Equal("/list", []any{int64(1), int64(2)})},
			[]string{"/list has 3 elements, want 2"}},
		"Kind": {[]suite.Check{features.Equal("/list", members("a", nil))},
			[]string{`/list is [1,2,3], want {"a":null}`}},
		"Shape": {
			[]suite.Check{features.Typed("/list", suite.TypeArray), features.Typed("/list/*", suite.TypeString),
				features.Typed("/four", suite.TypeBool), features.Typed("/nested/deep", suite.TypeString)},
			[]string{"/list/0 is 1, want a value of the type string", "/four is missing", `/nested/deep is [{"x":`,
				"want a value of the type string"},
		},
		"Members": {
			[]suite.Check{features.Equal("/half", 0.5), features.Equal("/three", int64(4)),
				features.Equal("/four", true), features.Equal("/neg", int64(-7))},
			[]string{"/three is 3, want 4", "/four is missing, want true"},
		},
		"NoObject": {[]suite.Check{features.Equal("/e/a", int64(1)), features.Equal("/e/b", int64(2)),
			features.Equal("/e/c", int64(3))}, []string{`/e is 100, want {"a":1,"b":2,"c":3}`}},
		"Laws": {[]suite.Check{suite.Law(suite.AtMost, "/three", "/neg"),
			suite.Law(suite.Same, "the size of /list", "/neg"), suite.Law(suite.Sum, "/three", "/neg", "/neg"),
			suite.Law(suite.Product, "/three", "/neg", "/neg"), suite.Law(suite.ElementOf, "/neg", "/list"),
			suite.Law(suite.SubsetOf, "/~0a~1b/", "/list"), suite.Law(suite.PartOf, "/nested/deep/*/x", "/neg"),
			suite.Law(suite.NullIf, "/neg", "/three", "3")},
			[]string{"/three is more than /neg, which is [3,-7]", "the size of /list is not /neg, which is [3,-7]",
				"/three is no sum with /neg is no sum with /neg", "/three is no product with /neg",
				"/neg is no element of /list", "/~0a~1b/ is no subset of /list",
				"/nested/deep/0/x is no part of /neg", "/neg is -7 although /three is 3"}},
	}
}

// placesSuite returns a suite of tests that fail. For single values testify itself shows the difference.
func placesSuite(flavour string) *suite.Suite {
	s := &suite.Suite{}
	for name, p := range places() {
		if flavour != "testify" || len(p.checks) > 1 {
			s.Tests = append(s.Tests, suite.Test{Name: name, Kind: suite.Success,
				Steps: []suite.Step{features.Step("GET /numbers", 200, p.checks...)}})
		}
	}
	s.Sort()
	return s
}

// namePlaces checks that a failure message names the places that differ, not only the whole values.
func (w *workshop) namePlaces(t *testing.T) {
	for prefix, flavour := range map[string]string{"Places": "standard", "Tplaces": "testify"} {
		for _, test := range placesSuite(flavour).Tests {
			out, err := w.run(t, "tests", prefix+test.Name+"$")
			for _, want := range places()[test.Name].want {
				if err == nil || !strings.Contains(out, want) {
					t.Errorf("%s %s: no message %q:\n%s", flavour, test.Name, want, out)
				}
			}
			if strings.Contains(out, "/half") {
				t.Errorf("%s %s: what is right is named:\n%s", flavour, test.Name, out)
			}
		}
	}
}

// hanging returns tests of a handler that hangs.
func hanging() *suite.Suite {
	hang := features.Step("GET /hang", 0)
	hang.Call.Expect.Broken = true
	return &suite.Suite{Tests: []suite.Test{
		{Name: "Hangs", Kind: suite.FaultKind, Steps: []suite.Step{hang, features.Step("GET /books", 200)}},
		{Name: "Fails", Kind: suite.Success, Steps: []suite.Step{features.Step("GET /hang", 200)}},
	}}
}

// hang checks that a test of a hanging handler fails, and does not block the test run.
func (w *workshop) hang(t *testing.T) {
	out, err := w.run(t, "tests", "Hanging")
	if err == nil || !strings.Contains(out, "--- PASS: TestHangingHangs") ||
		!strings.Contains(out, "GET /hang got no answer in time, want status 200") {
		t.Errorf("%v\n%s", err, out)
	}
}
