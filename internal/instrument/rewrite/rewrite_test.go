package rewrite

import (
	"bytes"
	"flag"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
)

const (
	runtimePath = "github.com/evoke-go/evoke/probe"
	ownPath     = "github.com/evoke-go/evoke/internal/instrument/rewrite/testdata/own"
)

var update = flag.Bool("update", false, "write the goldens of the rewriter")

// exports has the export data of the standard library and of the runtime, from one call of the go command.
var exports = sync.OnceValues(func() (map[string]string, error) {
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "std",
		runtimePath+"/...", ownPath).Output()
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	return files, nil
})

// rewriteRig type-checks packages against export data.
type rewriteRig struct {
	fset     *token.FileSet
	importer types.Importer
}

func newRewriteRig(t testing.TB) *rewriteRig {
	t.Helper()
	files, err := exports()
	require.NoError(t, err)
	fset := token.NewFileSet()
	return &rewriteRig{fset, importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			path = "vendor/" + path
		}
		return os.Open(files[path])
	})}
}

// source parses and type-checks files. files maps paths to contents.
func (c *rewriteRig) source(path, goVersion string, files map[string][]byte) (*Source, error) {
	s := &Source{Path: path, GoVersion: goVersion, Fset: c.fset, Info: newTestInfo()}
	var syntax []*ast.File
	for _, name := range sortedKeys(files) {
		f, err := parser.ParseFile(c.fset, name, files[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		syntax = append(syntax, f)
		s.Files = append(s.Files, File{Path: name, Content: files[name], Syntax: f, Cgo: imports(f, "C")})
		s.Name = f.Name.Name
	}
	version := goVersion
	if version != "" {
		version = "go" + version
	}
	config := types.Config{Importer: c.importer, GoVersion: version, FakeImportC: true,
		Sizes: types.SizesFor("gc", "amd64")}
	var err error
	s.Types, err = config.Check(path, c.fset, syntax, s.Info)
	return s, err
}

// builtin returns options with the replacements of the runtime.
func builtin(runtime string) Options {
	o := Options{Runtime: runtime, Replaced: map[string]Function{}}
	for _, row := range probe.Replacements() {
		dot := strings.LastIndexByte(row.With, '.')
		switch with := (Function{row.With[:dot], row.With[dot+1:], row.Pass}); {
		case with.Path == runtimePath:
			o.Replaced[row.Func] = Function{Name: with.Name}
		case runtime == runtimePath: // a runtime at another path has no further packages
			o.Replaced[row.Func] = with
		}
	}
	return o
}

// addOwn adds the replacements in the tests' package own.
func (o *Options) addOwn() {
	for name, with := range map[string]string{
		"strconv.Atoi": "Atoi", "time.Parse": "Parse", "time.Now": "Now", "fmt.Sprint": "Sprint",
		"(net/url.Values).Get":    "Get",
		"(*net/url.URL).Hostname": "Hostname", "slices.Max": "Max", "(*strings.Builder).Len": "Len",
		"strings.Contains": "Contains",
	} {
		o.Replaced[name] = Function{Path: ownPath, Name: with}
	}
	for name, with := range map[string]string{
		"strconv.ParseBool": "Passed", "(*net/url.URL).Parse": "Passed", "(net/url.Values).Encode": "PassedText",
		"os.Getwd":     "PassedPlain",
		"fmt.Sprintln": "PassedList", "(error).Error": "PassedText", "(net.Error).Error": "PassedText",
		"slices.Min": "PassedText",
	} {
		o.Replaced[name] = Function{Path: ownPath, Name: with, Pass: true}
	}
}

func newTestInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses:      map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes:    map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
}

func imports(f *ast.File, path string) bool {
	for _, spec := range f.Imports {
		if spec.Path.Value == `"`+path+`"` {
			return true
		}
	}
	return false
}

// withProbes returns the files of a package after rewriting: changed, added and unchanged ones.
func withProbes(s *Source, r *Result) map[string][]byte {
	files := map[string][]byte{}
	for _, f := range s.Files {
		files[f.Path] = f.Content
		if changed, ok := r.Files[f.Path]; ok {
			files[f.Path] = changed
		}
	}
	if r.Extra != nil {
		files[filepath.Join(filepath.Dir(s.Files[0].Path), ExtraFile)] = r.Extra
	}
	return files
}

// TestGoldens compares the rewritten form of each construct with a file of testdata/rewrite. Each file has the source,
// the result and the sites; a comment may set the language version. The result type-checks.
func TestGoldens(t *testing.T) {
	paths, err := filepath.Glob("testdata/goldens/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	c := newRewriteRig(t)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { golden(t, c, path) })
	}
}

func golden(t *testing.T, c *rewriteRig, path string) {
	archive, err := txtar.ParseFile(path)
	require.NoError(t, err)
	version := ""
	if _, v, ok := strings.Cut(string(archive.Comment), "go: "); ok {
		version, _, _ = strings.Cut(v, "\n")
	}
	input := archive.Files[0].Data
	s, err := c.source("example.com/p", version, map[string][]byte{"/p/in.go": input})
	require.NoError(t, err)
	o := builtin(runtimePath)
	if strings.Contains(string(archive.Comment), "replaced: yes") {
		o.addOwn()
	}
	if strings.Contains(string(archive.Comment), "inputs: yes") {
		o.Inputs = runtimePath + "/inputs"
	}
	if strings.Contains(string(archive.Comment), "opened: yes") {
		o.Opened = runtimePath + "/opened"
	}
	r := Rewrite(s, o)
	var notes bytes.Buffer
	for _, n := range r.Notes {
		notes.WriteString(n.Where + ": " + n.Reason + "\n")
	}
	_, err = c.source("example.com/p", version, withProbes(s, r))
	assert.NoError(t, err, "the result must type-check:\n%s", r.Files["/p/in.go"])
	output := &txtar.Archive{Comment: archive.Comment, Files: []txtar.File{
		archive.Files[0], {Name: "out.go", Data: r.Files["/p/in.go"]}, {Name: "sites", Data: siteText(r)},
		{Name: "notes", Data: notes.Bytes()},
	}}
	if *update {
		require.NoError(t, os.WriteFile(path, txtar.Format(output), 0o644))
		return
	}
	assert.Equal(t, string(txtar.Format(archive)), string(txtar.Format(output)))
}

// siteText reads the sites from the generated file.
func siteText(r *Result) []byte {
	if r.Extra == nil {
		return nil
	}
	f, err := parser.ParseFile(token.NewFileSet(), ExtraFile, r.Extra, 0)
	if err != nil {
		return []byte(err.Error())
	}
	var text []byte
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(lit.Value, `"F `) {
			text = []byte(literalText(lit.Value))
		}
		return true
	})
	return text
}

func literalText(s string) string {
	text, err := strconv.Unquote(s)
	if err != nil {
		return err.Error()
	}
	return text
}
