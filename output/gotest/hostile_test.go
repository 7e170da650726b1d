package gotest_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/hostile"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// perSuite is the number of hostile texts in one suite.
const perSuite = 100

// TestHostileTexts puts 1,000 hostile texts into all places of suites. The written files parse, pass go vet, and
// declare only what the files of a harmless suite declare.
func TestHostileTexts(t *testing.T) {
	writers := []*gotest.Writer{
		{Constructor: gotest.Func{Name: "newAPI"}, Package: "p"},
		{Faults: output.FailFaults, Package: "p"},
		{Constructor: gotest.Func{Name: "newAPI"}, Faults: output.SkipFaults, Package: "p", Fuzz: true},
		{Testify: true, Faults: output.FailFaults, Package: "p"},
	}
	var harmless []map[string]bool
	for _, w := range writers {
		files, err := w.Files(hostileSuite("harmless", slices.Repeat([]string{"harmless"}, perSuite)))
		require.NoError(t, err)
		harmless = append(harmless, declared(t, files))
	}
	dir := t.TempDir()
	write := func(name, content string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	write("go.mod", "module example.com/p\n\ngo 1.26\n")
	write("api_test.go",
		"package p\n\nimport \"net/http\"\n\nfunc newAPI() http.Handler { return http.NotFoundHandler() }\n")
	n := 0
	for texts := range slices.Chunk(hostile.Texts(1000), perSuite) {
		w := *writers[n%len(writers)]
		w.Prefix = fmt.Sprintf("s%d", n)
		files, err := w.Files(hostileSuite(texts[(20+n)%perSuite], texts))
		require.NoError(t, err)
		assert.Equal(t, harmless[n%len(writers)], declared(t, files), "what %q declares", texts)
		for _, f := range files {
			if !w.Testify { // testify is not in the module
				write(f.Name, string(f.Content))
			}
		}
		n++
	}
	cmd := exec.Command("go", "vet", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, "%.3000s", out)
	listed, err := exec.Command("go", "list", "-C", dir, "-f", "{{len .TestGoFiles}} {{.IgnoredGoFiles}}",
		".").CombinedOutput()
	require.NoError(t, err, string(listed))
	written, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprintf("%d []\n", len(written)), string(listed), "no file is left out")
}

// Each hostile text can be the title of an API. The title stands before the package clause, where directives have an
// effect.
func TestHostileTitles(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	for _, title := range hostile.Texts(1000) {
		w := &gotest.Writer{}
		s := &suite.Suite{Title: title, Repeat: title,
			Tests: []suite.Test{{Name: "A", Kind: suite.Success, Steps: []suite.Step{{
				Operation: "a", Function: &suite.Function{ImportPath: "os", Package: "os", Name: "Getpid"},
			}}}}}
		files, err := w.Files(s)
		require.NoError(t, err, "%q", title)
		require.Len(t, files, 1)
		head, _, found := strings.Cut(string(files[0].Content), "\npackage ")
		require.True(t, found)
		for line := range strings.Lines(head) {
			require.False(t, constraint.IsGoBuild(line) || constraint.IsPlusBuild(line), line)
			require.NotContains(t, line, "+build", "go vet looks for that")
			require.NotContains(t, line, "//go:")
			require.True(t, line == "\n" || strings.HasPrefix(line, "// "), "%q", line)
		}
		require.Equal(t, 1, strings.Count(head, "// Code generated"))
	}
}

// No file name has an ending, such as _windows, that makes the go command ignore the file on other systems.
func TestHostilePrefixes(t *testing.T) {
	for _, prefix := range []string{"x_windows", "x_test", "x_linux_arm64", "windows", "cgo", "x_unix_", "js_wasm"} {
		w := &gotest.Writer{Prefix: prefix, Constructor: gotest.Func{Name: "newAPI"}, Fuzz: true}
		files, err := w.Files(hostileSuite("x", []string{"a", "b"}))
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(files), 2)
		for _, f := range files {
			own := build.Default
			own.GOOS, own.GOARCH = "plan9", "mips"
			own.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.Content)), nil }
			matches, err := own.MatchFile(".", f.Name)
			require.NoError(t, err)
			assert.True(t, matches, f.Name)
		}
	}
}

// hostileSuite returns a suite with a test for each text, with the text in all places that accept any text.
func hostileSuite(title string, texts []string) *suite.Suite {
	s := &suite.Suite{Title: title, Repeat: title}
	for i, text := range texts {
		path, _ := strings.CutPrefix(strings.Map(func(r rune) rune {
			if r <= ' ' || r >= unicode.MaxASCII || strings.ContainsRune("?#%", r) {
				return -1
			}
			return r
		}, text), "/")
		line := strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return -1
			}
			return r
		}, text)
		member := "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(text)
		call := &suite.Call{
			Request: suite.Request{
				Method: "POST", Path: suite.Literal("/" + path),
				Query:   []suite.Field{{Name: text, Value: suite.Literal(text)}},
				Headers: []suite.Field{{Name: "X-`touch$IFS.pwned`", Value: suite.Literal(line)}},
				Body:    &suite.Body{Text: suite.Literal(text)},
			},
			Expect: suite.Expect{Status: 500, ContentType: line, Checks: []suite.Check{
				{Pointer: member, Op: suite.Equal, Value: text},
				{Pointer: member + "/a", Op: suite.Equal, Value: value.Object{{Name: text, Value: text}}},
				{Pointer: "", Op: suite.Whole, Value: text},
			}},
		}
		made := *call
		made.Request.Method, made.Expect.Status = "GET", 200
		s.Tests = append(s.Tests, suite.Test{
			Kind: suite.FaultKind, Known: []string{text}, Ways: []suite.Way{{What: text, Place: text}},
			Purpose: text, Invalid: &suite.Invalid{In: "query", At: []string{text}, What: text},
			Steps: []suite.Step{{Operation: "POST /" + text, Note: text, User: text, Call: call}, {Operation: "GET /" +
				text, Note: text, Call: &made}, {Operation: "POST /" + text, User: text, Call: call}},
			Faults: []suite.Fault{{
				Code: 100 + i, Category: text, Operation: "POST /" + text, Reason: text, Key: text, Step: 2,
				Frame: text, Stack: text, Curl: "curl " + text,
			}},
		})
	}
	s.NameTests()
	return s
}

// declared returns the declarations and imports of files, without the names of tests and of set-ups. It fails the test
// for code that no file may contain.
func declared(t *testing.T, files []suite.File) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, f := range files {
		require.Regexp(t, `^(evoke|s\d+)_(success|client_error|fault|support|fuzz)(_\d+)?_test\.go$`, f.Name)
		for line := range strings.Lines(string(f.Content)) {
			directive := strings.HasPrefix(line, "//") && len(line) > 3 && line[2] != ' ' && line[2] != '\t'
			if directive && !strings.HasPrefix(line, "//go:build go1.22") {
				require.Fail(t, "go generate reads all lines", "%q", line)
			}
			if strings.ContainsFunc(line, func(r rune) bool { return !strconv.IsPrint(r) && r != '\n' && r != '\t' }) {
				require.Fail(t, "not all of it shows", "%q", line)
			}
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Content, parser.ParseComments)
		require.NoError(t, err)
		maps.Copy(out, declaredIn(file, f.Name[:strings.IndexByte(f.Name, '_')]))
	}
	return out
}

// declaredIn returns the declarations of a file, without the prefix of the suite.
func declaredIn(file *ast.File, prefix string) map[string]bool {
	out := map[string]bool{}
	without := func(name string) string {
		return strings.NewReplacer(prefix, "", suite.UpperCamel(prefix), "").Replace(name)
	}
	for _, i := range file.Imports {
		out["import "+i.Path.Value] = true
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			switch {
			case strings.HasPrefix(d.Name.Name, "Test") && d.Recv == nil:
				out["tests"] = true
			case d.Recv != nil && d.Doc != nil && strings.Contains(d.Doc.Text(), " begins a test:"):
				out["preparations"] = true
			default:
				out["func "+without(d.Name.Name)] = true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					out["type "+without(s.Name.Name)] = true
				case *ast.ValueSpec:
					out[d.Tok.String()+" "+without(s.Names[0].Name)] = true
				}
			}
		}
	}
	return out
}
