package jstest_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/output/jstest"
	"github.com/evoke-go/evoke/suite"
)

var update = flag.Bool("update", false, "write the golden files")

// golden is a suite and a writer, for one of the golden files.
type golden struct {
	w *jstest.Writer
	s *suite.Suite
}

func goldens() map[string]golden {
	writes := func() bool { return true }
	copied := &jstest.Writer{Start: "node server.mjs", Node: true, Dir: "..", Copied: writes}
	return map[string]golden{
		"node":    {&jstest.Writer{BaseURLEnv: "SHOP_URL"}, features.All()},
		"jest":    {&jstest.Writer{Runner: jstest.Jest, BaseURLEnv: "SHOP_URL"}, features.All()},
		"vitest":  {&jstest.Writer{Runner: jstest.Vitest, BaseURLEnv: "SHOP_URL"}, features.All()},
		"fail":    {&jstest.Writer{Faults: output.FailFaults, Prefix: "my-shop"}, features.All()},
		"skip":    {&jstest.Writer{Faults: output.SkipFaults}, features.All()},
		"kept":    {&jstest.Writer{}, features.Kept()},
		"started": {&jstest.Writer{Start: "node server.mjs", BaseURLEnv: "SHOP_URL"}, features.Names()},
		"running": {&jstest.Writer{Reset: "http://shop.example/reset"}, at("http://shop.example/v1", features.Names())},
		"program": {&jstest.Writer{Start: "node server.mjs", Node: true, Dir: "..", Runner: jstest.Jest},
			features.Names()},
		"copied": {copied, features.Names()},
	}
}

// at sets the base URL of a running service in a suite.
func at(base string, s *suite.Suite) *suite.Suite {
	s.BaseURL = base
	return s
}

func write(t testing.TB, w *jstest.Writer, s *suite.Suite) []suite.File {
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
		first := write(t, g.w, g.s)
		for range 5 {
			if !reflect.DeepEqual(first, write(t, g.w, goldens()[name].s)) {
				t.Fatalf("%s: the same suite gives other files", name)
			}
		}
	}
}

func TestLocations(t *testing.T) {
	for name, g := range goldens() {
		var seen []string
		for _, f := range write(t, g.w, g.s) {
			lines := strings.Split(string(f.Content), "\n")
			for _, at := range f.Tests {
				seen = append(seen, at.Name)
				first, last := lines[at.Start-1], lines[at.End-1]
				begins := strings.HasPrefix(first, "// ") || strings.HasPrefix(first, "test") ||
					first == "for (const row of ["
				if !begins || last != "});" && last != "}" || lines[at.Start-2] != "" {
					t.Errorf("%s: %s is not at lines %d to %d of %s: %q to %q", name, at.Name, at.Start,
						at.End, f.Name, first, last)
				}
			}
		}
		var want []string
		for _, test := range g.s.Tests {
			want = append(want, test.Name)
		}
		slices.Sort(seen)
		slices.Sort(want)
		if diff := cmp.Diff(want, seen); diff != "" {
			t.Error(diff)
		}
	}
}

func TestRefused(t *testing.T) {
	call := suite.Step{Operation: "strconv.Atoi",
		Function: &suite.Function{Name: "Atoi", Package: "strconv", ImportPath: "strconv"}}
	for name, c := range map[string]struct {
		w    jstest.Writer
		s    suite.Suite
		want string
	}{
		"runner": {jstest.Writer{Runner: "mocha"}, suite.Suite{}, `"mocha" is no runner of JavaScript tests`},
		"prefix": {jstest.Writer{Prefix: "../x"}, suite.Suite{}, `"../x" cannot begin the name of a file`},
		"variable": {jstest.Writer{BaseURLEnv: "A=B"}, suite.Suite{},
			`"A=B" cannot be the name of an environment variable`},
		"port": {jstest.Writer{PortEnv: "A B"}, suite.Suite{},
			`"A B" cannot be the name of an environment variable`},
		"start":  {jstest.Writer{Start: "node \x00"}, suite.Suite{}, "holds a zero byte"},
		"faults": {jstest.Writer{Faults: "cry"}, suite.Suite{}, `cannot "cry"`},
		"function": {jstest.Writer{},
			suite.Suite{Tests: []suite.Test{{Name: "A", Kind: suite.Success, Steps: []suite.Step{call}}}},
			"strconv.Atoi is no HTTP call"},
		"invalid suite": {jstest.Writer{}, suite.Suite{Tests: []suite.Test{{Name: "A", Kind: suite.Success}}},
			"test A: there are no steps"},
	} {
		t.Run(name, func(t *testing.T) {
			files, err := c.w.Files(&c.s)
			if err == nil || !strings.Contains(err.Error(), c.want) || files != nil {
				t.Errorf("got %d files and the error %v", len(files), err)
			}
		})
	}
}

func TestEmptySuiteGivesNoFiles(t *testing.T) {
	if files := write(t, &jstest.Writer{}, &suite.Suite{}); len(files) != 0 {
		t.Errorf("got %d files", len(files))
	}
}

func TestFor(t *testing.T) {
	for text, want := range map[string]jstest.Writer{
		``:                                     {},
		`[1]`:                                  {},
		`{"dependencies": {"express": "5"}}`:   {},
		`{"devDependencies": {"vitest": "4"}}`: {Runner: jstest.Vitest},
		`{"devDependencies": {"jest": "30"}}`:  {},
		`{"devDependencies": {"jest": "30", "superagent": "10"}, "type": "module"}`: {Runner: jstest.Jest,
			Module: true},
		`{"devDependencies": {"jest": "30", "supertest": "7", "vitest": "4"}}`: {Runner: jstest.Vitest},
	} {
		if got := new(jstest.Writer).For([]byte(text)); got.Runner != want.Runner || got.Module != want.Module {
			t.Errorf("%s gives %+v, want %+v", text, *got, want)
		}
	}
	own := &jstest.Writer{Runner: jstest.Node}
	if got := own.For([]byte(`{"devDependencies": {"vitest": "4"}}`)); got.Runner != jstest.Node {
		t.Errorf("the runner %s takes the place of the one that is set", got.Runner)
	}
}

func TestStale(t *testing.T) {
	marked := &fstest.MapFile{Data: []byte("// Code generated by evoke; DO NOT EDIT.\n")}
	folder := fstest.MapFS{
		"evoke_fault.test.mjs":    marked,
		"evoke_success_2.test.js": {Data: []byte("/**\n * Code generated by evoke; DO NOT EDIT.\n")},
		"evoke_support.cjs":       marked,
		"evoke_success.test.mjs":  marked, "evoke_error.test.mjs": {Data: []byte("mine")},
		"evoke_fault_test.go":  marked,
		"other_fault.test.mjs": marked,
	}
	names, err := new(jstest.Writer).Stale(folder, []suite.File{{Name: "evoke_success.test.mjs"}})
	want := []string{"evoke_fault.test.mjs", "evoke_success_2.test.js", "evoke_support.cjs"}
	if diff := cmp.Diff(want, names); diff != "" || err != nil {
		t.Error(diff, err)
	}
	names, err = new(jstest.Writer).Stale(folder, []suite.File{{Name: "evoke_success_test.go"}})
	if len(names) > 0 || err != nil {
		t.Errorf("what only others wrote makes %q stale: %v", names, err)
	}
}

func TestCommand(t *testing.T) {
	files := []suite.File{{Name: "evoke_success.test.mjs"}}
	for runner, want := range map[jstest.Runner]string{
		"": "node --test 'a b'/evoke_*.test.mjs", jstest.Jest: "npx jest 'a b'", jstest.Vitest: "npx vitest run 'a b'",
	} {
		if got := (&jstest.Writer{Runner: runner}).Command(output.Folder{Dir: "a b"}, files); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := new(jstest.Writer).Command(output.Folder{Dir: "a"}, []suite.File{{Name: "a_test.go"}}); got != "" {
		t.Errorf("files of others are run by %s", got)
	}
}

// TestNobodyLeavesInJavaScript: a test whose client disconnects is left out, because it needs the handler in its own
// process.
func TestNobodyLeavesInJavaScript(t *testing.T) {
	waits, leaves := features.Step("GET /books", 200), features.Step("GET /books", 499)
	leaves.Call.Request.Gone = true
	s := &suite.Suite{Tests: []suite.Test{
		{Name: "Leaves", Kind: suite.ClientError, Steps: []suite.Step{leaves}},
		{Name: "Waits", Kind: suite.Success, Steps: []suite.Step{waits}},
	}}
	var names []string
	for _, f := range write(t, &jstest.Writer{}, s) {
		for _, at := range f.Tests {
			names = append(names, at.Name)
		}
	}
	if !slices.Equal(names, []string{"Waits"}) {
		t.Errorf("%q are written", names)
	}
}
