package gotest_test

import (
	"bytes"
	"flag"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/suite"
)

var update = flag.Bool("update", false, "write the golden files")

var _ output.Writer = (*gotest.Writer)(nil)

// flavours are the writers that the goldens and the compiled tests cover.
func flavours() map[string]*gotest.Writer {
	shop := gotest.Func{ImportPath: "example.com/shop", Name: "New"}
	shared := gotest.Func{ImportPath: "example.com/shop", Name: "Shared"}
	return map[string]*gotest.Writer{
		"standard": {Constructor: shop},
		"testify":  {Constructor: shop, Testify: true, Prefix: "my-shop", Package: "shop_test"},
		"fail": {Constructor: shared, Reset: gotest.Func{ImportPath: "example.com/shop", Name: "ResetOrError"},
			Faults: output.FailFaults, Constraint: "!windows && go1.18"},
		"fuzz": {Constructor: shared, Reset: gotest.Func{ImportPath: "example.com/shop", Name: "ResetOrError"},
			Constraint: "!windows", Fuzz: true},
		"skip":       {Constructor: shop, Faults: output.SkipFaults},
		"unexported": {Package: "shop", Constructor: gotest.Func{Name: "NewShop"}},
		"remote":     {BaseURLEnv: "SHOP_URL", Reset: gotest.Func{ImportPath: "example.com/shop", Name: "ResetRemote"}},
		"program": {Program: &gotest.Program{
			Package: "./cmd/server", Args: []string{"-addr", ":{port}"}, Dir: "..",
			Env: []string{"DATA={dir}", "ADMIN=:{port2}"}, Reset: "/reset",
		}},
		"running": {Program: &gotest.Program{Running: true, Reset: "http://shop.example/reset?all=1"}},
		"started": {BaseURLEnv: "SHOP_URL",
			Controller: gotest.Func{ImportPath: "example.com/shop", Name: "NewProcess"}},
	}
}

// golden is a suite and a writer, for one of the golden files.
type golden struct {
	w *gotest.Writer
	s *suite.Suite
}

// goldens are the suites with all flavours of writers.
func goldens() map[string]golden {
	all := map[string]golden{
		"functions":            {&gotest.Writer{}, functions()},
		"functions_testify":    {&gotest.Writer{Testify: true, Prefix: "numbers"}, functions()},
		"functions_fail":       {&gotest.Writer{Faults: output.FailFaults}, functions()},
		"functions_unexported": {&gotest.Writer{Package: "numbers", ImportPath: numbersPath}, unexportedFunctions()},
		"mixed":                {flavours()["standard"], mixedSuite()},
		"names":                {flavours()["started"], features.Names()},
		"names_testify": {&gotest.Writer{BaseURLEnv: "SHOP_URL", Controller: flavours()["started"].Controller,
			Testify: true}, features.Names()},
	}
	all["neighbours"] = golden{flavours()["standard"], features.Neighbours()}
	all["neighbours_shared"] = golden{&gotest.Writer{Constructor: flavours()["fail"].Constructor,
		Reset: flavours()["fail"].Reset, Testify: true}, features.Neighbours()}
	all["neighbours_remote"] = golden{flavours()["remote"], features.Neighbours()}
	for name, w := range flavours() {
		all[name] = golden{w, features.All()}
	}
	all["running"].s.BaseURL = "http://shop.example/v1"
	return all
}

func write(t testing.TB, w *gotest.Writer, s *suite.Suite) []suite.File {
	t.Helper()
	files, err := w.Files(s)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestGolden(t *testing.T) {
	for name, g := range goldens() {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			for _, f := range write(t, g.w, g.s) {
				got.WriteString("-- " + f.Name + " --\n")
				got.Write(f.Content)
			}
			golden := filepath.Join("testdata", name+".txtar")
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("run with -update if this is right:\n%s", diff)
			}
		})
	}
}

func TestSameSuiteGivesSameBytes(t *testing.T) {
	for name, g := range goldens() {
		t.Run(name, func(t *testing.T) {
			first := write(t, g.w, g.s)
			for range 3 {
				// a diff of equal bytes takes long
				if again := write(t, g.w, goldens()[name].s); !reflect.DeepEqual(first, again) {
					t.Fatal(cmp.Diff(first, again))
				}
			}
		})
	}
}

func TestFilesAreFormattedAndMarked(t *testing.T) {
	generated := regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	for name, g := range goldens() {
		for _, f := range write(t, g.w, g.s) {
			formatted, err := format.Source(f.Content)
			if err != nil || !bytes.Equal(formatted, f.Content) {
				t.Errorf("%s: %s is not as gofmt writes it: %v", name, f.Name, err)
			}
			file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Content, parser.ParseComments)
			if err != nil || !ast.IsGenerated(file) || !generated.Match(f.Content) {
				t.Errorf("%s: %s is not marked as generated: %v", name, f.Name, err)
			}
		}
	}
}

func TestLocations(t *testing.T) {
	s := features.All()
	seen := 0
	for _, f := range write(t, &gotest.Writer{}, s) {
		lines := strings.Split(string(f.Content), "\n")
		for _, at := range f.Tests {
			seen++
			if !strings.HasPrefix(lines[at.Start-1], "// ") || lines[at.End-1] != "}" {
				t.Errorf("%s is not at lines %d to %d of %s", at.Name, at.Start, at.End, f.Name)
			}
			function, row, _ := strings.Cut(at.Title, "/")
			code := strings.Join(lines[at.Start-1:at.End], "\n")
			if !strings.Contains(code, "func "+function+"(t *testing.T) {\n") ||
				row != "" && !strings.Contains(code, "\t{\""+row+"\", ") {
				t.Errorf("%s does not hold %s", at.Name, at.Title)
			}
		}
	}
	if seen != len(s.Tests) {
		t.Errorf("%d tests have a place, want %d", seen, len(s.Tests))
	}
}

func TestManyTestsAreSplit(t *testing.T) {
	s := &suite.Suite{}
	for i := range 401 {
		s.Tests = append(s.Tests, suite.Test{Name: "N" + strings.Repeat("x", i), Kind: suite.Success,
			Steps: []suite.Step{features.Step("GET /", 200)}})
	}
	var names []string
	for _, f := range write(t, &gotest.Writer{Prefix: "api"}, s) {
		names = append(names, f.Name)
	}
	want := []string{"api_success_test.go", "api_success_2_test.go", "api_success_3_test.go", "api_support_test.go"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

func TestEmptySuiteGivesNoFiles(t *testing.T) {
	if files := write(t, &gotest.Writer{}, &suite.Suite{}); len(files) != 0 {
		t.Errorf("got %d files", len(files))
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		w    gotest.Writer
		s    suite.Suite
		want string
	}{
		"package": {gotest.Writer{Package: "a-b"}, suite.Suite{}, `"a-b" cannot be the name of a package`},
		"prefix":  {gotest.Writer{Prefix: "../x"}, suite.Suite{}, `"../x" cannot begin the name of a file`},
		"variable": {gotest.Writer{BaseURLEnv: "A=B"}, suite.Suite{},
			`"A=B" cannot be the name of an environment variable`},
		"function": {gotest.Writer{Constructor: gotest.Func{Name: "a.b"}}, suite.Suite{},
			`"a.b" cannot be the name of a function`},
		"unexported": {gotest.Writer{Reset: gotest.Func{ImportPath: "x.org/y", Name: "reset"}}, suite.Suite{},
			"the function reset of x.org/y is not exported"},
		"import path": {gotest.Writer{Constructor: gotest.Func{ImportPath: "x\"\n", Name: "New"}},
			suite.Suite{}, "cannot be imported"},
		"constraint": {gotest.Writer{Constraint: "a\nb"}, suite.Suite{}, "cannot be a build constraint"},
		"invalid suite": {gotest.Writer{}, suite.Suite{Tests: []suite.Test{{Name: "A", Kind: suite.Success}}},
			"test A: there are no steps"},
		"no reset": {
			gotest.Writer{Program: &gotest.Program{Running: true}}, suite.Suite{},
			"a Program that is Running needs a Reset",
		},
		"both": {
			gotest.Writer{Program: &gotest.Program{Running: true, Reset: "/reset", Package: "."}}, suite.Suite{},
			"is not built and started",
		},
	} {
		t.Run(name, func(t *testing.T) {
			files, err := c.w.Files(&c.s)
			if err == nil || !strings.Contains(err.Error(), c.want) || files != nil {
				t.Errorf("got %d files and the error %v", len(files), err)
			}
		})
	}
}

// TestRunningPrograms: a reset URL below the origin of the suite moves with the base URL, and another URL does not. A
// reset command gets the base URL of the service.
func TestRunningPrograms(t *testing.T) {
	s := features.All()
	s.BaseURL = "http://127.0.0.1:8080/v1"
	for reset, want := range map[string]string{
		"/reset": `evokeReset(t, at.Scheme+"://"+at.Host)|http.Post(base+"/reset", "", nil)`,
		"http://127.0.0.1:8080/reset?a=b": `evokeReset(t, at.Scheme+"://"+at.Host)|` +
			`http.Post(base+"/reset?a=b", "", nil)`,
		"http://127.0.0.1:8081/reset": `evokeReset(t, api.baseURL)|` +
			`http.Post("http://127.0.0.1:8081/reset", "", nil)`,
		"https://127.0.0.1:8080/reset": `evokeReset(t, api.baseURL)|` +
			`http.Post("https://127.0.0.1:8080/reset", "", nil)`,
		"make reset": `evokeReset(t, api.baseURL)|exec.Command("sh", "-c", "make reset")|` +
			`"EVOKE_BASE_URL="+base`,
	} {
		text := ""
		for _, f := range write(t, &gotest.Writer{Program: &gotest.Program{Running: true, Reset: reset}}, s) {
			text += string(f.Content)
		}
		for _, part := range append(strings.Split(want, "|"), `base = "http://127.0.0.1:8080/v1"`,
			"evokeAlone(t, at.Host)") {
			if !strings.Contains(text, part) {
				t.Errorf("%s: there is no %s", reset, part)
			}
		}
		for _, part := range []string{"t.Parallel", "evokeStartProgram", `"build"`} {
			if strings.Contains(text, part) {
				t.Errorf("%s: there is %s", reset, part)
			}
		}
	}
}

// TestProgramsSideBySide: tests run in parallel if each has its own process at its own port, and nothing is reset.
func TestProgramsSideBySide(t *testing.T) {
	for name, p := range map[string]*gotest.Program{
		"free":  {Env: []string{"A=b", "KEY"}, Args: []string{"-k={env:OTHER}", "{env:OTHER}"}},
		"fixed": {BaseURL: "http://127.0.0.1:8080"}, "reset": {Reset: "/reset"},
	} {
		files, err := (&gotest.Writer{Program: p}).Files(features.All())
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, f := range files {
			text += string(f.Content)
		}
		for _, part := range []string{
			"t.Parallel()", `[]string{"KEY", "OTHER", "OTHER"}`,
			`[]string{"-k=" + os.Getenv("OTHER"), os.Getenv("OTHER")}`,
		} {
			if (name == "free") != strings.Contains(text, part) {
				t.Errorf("%s: %s", name, part)
			}
		}
	}
}
