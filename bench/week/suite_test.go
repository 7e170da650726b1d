package week

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// suites are the snapshots of a script by name.
type suites map[string]*snapshot

// snapshotsKey is the key under which a script keeps its suites.
const snapshotsKey = "snapshots"

// snapshot is what the folder held at some time.
type snapshot struct {
	files map[string]string
	tests map[string]string // the text of each written test
}

// written reports whether Evoke writes a file.
func written(name string) bool {
	suite, err := filepath.Match("evoke_*_test.go", name)
	return err == nil && suite || name == "report.json" || strings.HasPrefix(name, "testdata/")
}

// files returns the files of the service and its suite.
func files(ts *testscript.TestScript) map[string]string {
	root, out := ts.MkAbs("."), map[string]string{}
	ts.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return nil
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, path)
		out[filepath.ToSlash(name)] = string(data)
		return err
	}))
	return out
}

// look takes a snapshot of the folder as it is now.
func look(ts *testscript.TestScript) *snapshot {
	s := &snapshot{files: map[string]string{}, tests: map[string]string{}}
	for name, text := range files(ts) {
		if !written(name) {
			continue
		}
		s.files[name] = text
		if strings.HasSuffix(name, "_test.go") {
			ts.Check(s.addTests(text))
		}
	}
	if len(s.tests) == 0 {
		ts.Fatalf("the folder has no suite")
	}
	return s
}

// addTests adds the tests of a file, with their comments.
func (s *snapshot) addTests(text string) error {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || !strings.HasPrefix(fn.Name.Name, "Test") {
			continue
		}
		from := fn.Pos()
		if fn.Doc != nil {
			from = fn.Doc.Pos()
		}
		s.tests[fn.Name.Name] = text[fset.Position(from).Offset:fset.Position(fn.End()).Offset]
	}
	return nil
}

// takeSnapshot keeps the suite under a name:
//
//	snapshot monday
func takeSnapshot(ts *testscript.TestScript, _ bool, args []string) {
	s := look(ts)
	snapshots(ts)[args[0]] = s
	ts.Logf("%d tests in %d files", len(s.tests), len(s.files))
}

func snapshots(ts *testscript.TestScript) suites { return ts.Value(snapshotsKey).(suites) }

// of returns the snapshot that the first argument names.
func of(ts *testscript.TestScript, args []string) *snapshot {
	s := snapshots(ts)[args[0]]
	if s == nil {
		ts.Fatalf("there is no snapshot %s", args[0])
	}
	return s
}

// unchanged fails if a file that Evoke writes is not as it was:
//
//	unchanged monday
func unchanged(ts *testscript.TestScript, _ bool, args []string) {
	old, now := of(ts, args), look(ts)
	for _, name := range slices.Sorted(maps.Keys(old.files)) {
		if text, ok := now.files[name]; !ok || text != old.files[name] {
			ts.Fatalf("%s is not as it was on %s", name, args[0])
		}
	}
	for name := range now.files {
		if _, ok := old.files[name]; !ok {
			ts.Fatalf("%s was not there on %s", name, args[0])
		}
	}
}

// event is one of go test -json.
type event struct {
	Action, Test string
	Elapsed      float64
}

// events returns the events of the last command.
func events(ts *testscript.TestScript) (out []event) {
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		var e event
		ts.Check(json.Unmarshal([]byte(line), &e))
		out = append(out, e)
	}
	return out
}

// verdict finds the lines with which package testing ends a test that failed.
var verdict = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// failing counts the tests that the last command found to fail, and keeps their
// names for the commands kept:
//
//	failing 1 3
func failing(ts *testscript.TestScript, _ bool, args []string) {
	s := &snapshot{tests: map[string]string{}}
	for _, m := range verdict.FindAllStringSubmatch(ts.ReadFile("stdout"), -1) {
		s.tests[m[1]] = ""
	}
	snapshots(ts)["-failed"] = s
	ts.Logf("%d tests fail: %v", len(s.tests), slices.Sorted(maps.Keys(s.tests)))
	least, most := number(ts, args[0]), number(ts, args[1])
	if n := len(s.tests); n < least || n > most {
		ts.Fatalf("%d tests fail, not %d to %d", n, least, most)
	}
}

func number(ts *testscript.TestScript, text string) int {
	n, err := strconv.Atoi(text)
	ts.Check(err)
	return n
}

// holds reports whether a test has the text it had. A table may have more rows.
func holds(now, old string) bool {
	if now == old {
		return true
	}
	_, table, ok := strings.Cut(old, "\n") // the first line counts the rows
	if !ok || !strings.Contains(table, "for _, test := range []struct") {
		return false
	}
	lines := strings.Split(now, "\n")
	for line := range strings.Lines(table) {
		at := slices.Index(lines, strings.TrimSuffix(line, "\n"))
		if at < 0 {
			return false
		}
		lines = lines[at+1:]
	}
	return true
}

// kept fails if a test has not the text it had. With "-failed" the tests that
// failed last may have another one, and tables more rows:
//
//	kept monday -failed
func kept(ts *testscript.TestScript, _ bool, args []string) {
	old, now := of(ts, args), look(ts)
	excused := &snapshot{}
	if len(args) > 1 {
		excused = of(ts, args[1:])
	}
	lost := 0
	for _, name := range slices.Sorted(maps.Keys(old.tests)) {
		if _, ok := excused.tests[name]; ok || holds(now.tests[name], old.tests[name]) {
			continue
		}
		lost++
		ts.Logf("%s has another text. On %s:\n%s\nNow:\n%s", name, args[0], old.tests[name], now.tests[name])
	}
	if lost > 0 {
		ts.Fatalf("%d of %d tests are not as they were on %s", lost, len(old.tests), args[0])
	}
}

// told fails if a test of the archive is gone or another one without a word of the
// last command, which was an update. A test whose condition is gone from the
// program may go, since another one shows all that it shows:
//
//	told monday
func told(ts *testscript.TestScript, _ bool, args []string) {
	old, now, said := of(ts, args), look(ts), ts.ReadFile("stdout")
	for name, text := range old.files {
		if path.Dir(name) != "testdata/evoke/TestEvoke/tests" || digest(ts, text) == digest(ts, now.files[name]) {
			continue
		}
		test := strings.TrimSuffix(path.Base(name), ".json")
		if !strings.Contains(said, "dropped: "+test+":") && !strings.Contains(said, "changed: "+test+":") {
			ts.Fatalf("%s is gone or another one, and nobody said so", test)
		}
	}
}

// digest returns that of what an archived test does and asserts, "" for none.
func digest(ts *testscript.TestScript, text string) string {
	var kept struct{ Written string }
	if text != "" {
		ts.Check(json.Unmarshal([]byte(text), &kept))
	}
	return kept.Written
}

// added fails if there is no test that was not there before:
//
//	added monday
func added(ts *testscript.TestScript, _ bool, args []string) {
	old, now := of(ts, args), look(ts)
	var names []string
	for name := range now.tests {
		if _, ok := old.tests[name]; !ok {
			names = append(names, name)
		}
	}
	ts.Logf("new: %v", slices.Sorted(slices.Values(names)))
	if len(names) == 0 {
		ts.Fatalf("no test is new since %s", args[0])
	}
}
