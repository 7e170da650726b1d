package gotest

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// renderer writes one suite.
type renderer struct {
	w      *Writer
	suite  *suite.Suite
	shared string            // prefix of the shared identifiers
	titles map[string]string // of the test functions, by test
	// packages are what the tests import, and functions the functions that
	// they call.
	packages  *packages
	functions map[*suite.Function]*functionCode
	// prepared are the functions for what only prepares tests.
	prepared []*preparation
}

func newRenderer(w *Writer, s *suite.Suite) (*renderer, error) {
	r := &renderer{
		w: w, suite: s, shared: sharedPrefix(w.Prefix), titles: w.titles(s.Tests),
		packages: newPackages(w.ImportPath), functions: map[*suite.Function]*functionCode{},
	}
	r.prepared = preparationsOf(s.Tests)
	return r, r.functionsOf(s)
}

// The packages that tests may import, by the name that their code uses.
var testImports = []struct{ name, path string }{
	{"errors", "errors"},
	{"json", "encoding/json"},
	{"math", "math"},
	{"reflect", "reflect"},
	{"url", "net/url"},
	{"testing", "testing"},
	{"assert", "github.com/stretchr/testify/assert"},
	{"require", "github.com/stretchr/testify/require"},
}

// file writes a part.
func (r *renderer) file(p part) (suite.File, error) {
	var body strings.Builder
	for _, t := range p.tests {
		body.WriteString("\n" + r.docComment(t))
		r.test(&body, t)
	}
	source := r.header(r.about(p.kind)) + "\npackage " + r.w.Package + "\n\n" + r.packages.imports(body.String()) + body.String()
	content, err := format.Source([]byte(source))
	if err != nil {
		return suite.File{}, err
	}
	file := suite.File{Name: p.name, Content: content, Mark: mark, Runner: suite.GoTest}
	file.Tests, err = r.locate(content, p.tests)
	return file, err
}

// imports returns the imports that a piece of code needs.
func (p *packages) imports(code string) string {
	used := usedPackages(code)
	var std, other string
	for _, path := range p.paths {
		switch {
		case !used[p.names[path]]:
		case strings.Contains(path, "."):
			other += "\t" + p.spec(path) + "\n"
		default:
			std += "\t" + p.spec(path) + "\n"
		}
	}
	if other != "" {
		other = "\n" + other
	}
	return "import (\n" + std + other + ")\n"
}

// usedPackages returns the names before a dot in code. It gives nothing for
// code that cannot be parsed, which format then reports.
func usedPackages(code string) map[string]bool {
	used := map[string]bool{}
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+code, parser.SkipObjectResolution)
	if err != nil {
		return used
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	return used
}

// locate finds the tests in a written file.
func (r *renderer) locate(content []byte, tests []*suite.Test) ([]suite.Location, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	lines := map[string]suite.Location{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			start := f.Pos()
			if f.Doc != nil {
				start = f.Doc.Pos()
			}
			lines[f.Name.Name] = suite.Location{Start: files.Position(start).Line, End: files.Position(f.End()).Line}
		}
	}
	out := make([]suite.Location, len(tests))
	for i, t := range tests {
		out[i] = lines[r.titles[t.Name]]
		out[i].Name, out[i].Title = t.Name, r.titles[t.Name]
		out[i].Fails = r.w.FailOnFault && t.Kind == suite.FaultKind
	}
	return out, nil
}

// reserved are names that code of tests may use besides those of the language.
func (r *renderer) reserved() []string {
	names := []string{"url", "json", "assert", "require", "testing", r.shared + "Start"}
	for _, f := range r.functions {
		name, _, _ := strings.Cut(f.name, ".")
		names = append(names, name)
	}
	if len(r.functions) > 0 {
		names = append(names, slices.Collect(maps.Values(r.packages.names))...)
	}
	return names
}

// test writes one test function. What prepares it stands together at the
// beginning, or else with the step that it is for.
func (r *renderer) test(b *strings.Builder, t *suite.Test) {
	asText, asWhole := uses(t)
	v := newVariables(r.written(t), r.reserved()...)
	for i := range t.Steps {
		v.declareAll(&t.Steps[i], asText, asWhole)
	}
	fmt.Fprintf(b, "func %s(t *testing.T) {\n", r.titles[t.Name])
	if calls(t) {
		fmt.Fprintf(b, "\tapi := %sStart(t)\n", r.shared)
	}
	start, before := true, false // only prepared so far, the step before prepared
	for i := range t.Steps {
		p := r.preparation(t, i)
		if (i > 0 || calls(t)) && (start && p == nil || !start && !before) {
			b.WriteString("\n")
		}
		before, start = p != nil, start && p != nil
		if p != nil {
			b.WriteString("\t" + p.call(v) + "\n")
			continue
		}
		s := &stepWriter{renderer: r, b: b, vars: v, step: &t.Steps[i], faults: t.FaultsAt(i)}
		s.write()
	}
	b.WriteString("}\n")
}

// written returns the steps that the test itself has to spell out.
func (r *renderer) written(t *suite.Test) (out []suite.Step) {
	for i := range t.Steps {
		if r.preparation(t, i) == nil {
			out = append(out, t.Steps[i])
		}
	}
	return out
}
