package gotest

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/output/internal/parts"
	"github.com/evoke-go/evoke/output/internal/prose"
	"github.com/evoke-go/evoke/suite"
)

// renderer writes one suite.
type renderer struct {
	w      *Writer
	suite  *suite.Suite
	shared string            // prefix of shared identifiers
	titles map[string]string // names of the test functions, by test
	// packages are the imports of the tests, and functions the functions that they call.
	packages  *expr.Imports
	functions map[*suite.Function]*functionCode
	// prepared are the set-up functions of the tests.
	prepared []*preparation
	// tables are the tables, by the tests in them.
	tables map[string]*table
}

func newRenderer(w *Writer, s *suite.Suite) (*renderer, error) {
	own := *s // a copy, because Arrange changes it
	if own.Tests = slices.Clone(s.Tests); w.Constructor.Name == "" {
		own.Tests = parts.Connected(s.Tests)
	}
	own.Tests = slices.DeleteFunc(own.Tests, w.lacks)
	s = &own
	r := &renderer{
		w: w, suite: s, shared: sharedPrefix(w.Prefix),
		packages:  expr.NewImports(w.ImportPath, newScope(), testImports...),
		functions: map[*suite.Function]*functionCode{},
	}
	r.prepared = preparationsOf(s.Arrange())
	r.titles, r.tables = w.titles(s.Tests)
	return r, r.functionsOf(s)
}

// The packages that tests may import, with the names by which code refers to them.
var testImports = []expr.Import{
	{Name: "errors", Path: "errors"},
	{Name: "json", Path: "encoding/json"},
	{Name: "math", Path: "math"},
	{Name: "reflect", Path: "reflect"},
	{Name: "url", Path: "net/url"},
	{Name: "synctest", Path: "testing/synctest"},
	{Name: "testing", Path: "testing"},
	{Name: "time", Path: "time"},
	{Name: "assert", Path: "github.com/stretchr/testify/assert"},
	{Name: "require", Path: "github.com/stretchr/testify/require"},
}

// file writes the file of a part.
func (r *renderer) file(p parts.Part) (suite.File, error) {
	var body strings.Builder
	for _, t := range p.Tests {
		switch table := r.tables[t.Name]; {
		case table == nil:
			body.WriteString("\n" + r.docComment(t))
			r.test(&body, t)
		case table.rows[0] == t:
			r.table(&body, table)
		}
	}
	source := r.header(prose.About(r.suite.Title, p.Kind)) + "\npackage " + r.w.Package + "\n\n" +
		r.packages.Declaration(body.String()) + body.String()
	content, err := format.Source([]byte(source))
	if err != nil {
		return suite.File{}, err
	}
	file := suite.File{Name: p.Name + "_test.go", Content: content, Mark: mark, Runner: suite.GoTest}
	file.Tests, err = r.locate(content, p.Tests)
	return file, err
}

// locate returns the places of the tests in a written file.
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
		function, _, _ := strings.Cut(r.titles[t.Name], "/")
		out[i] = lines[function]
		out[i].Name, out[i].Title = t.Name, r.titles[t.Name]
		out[i].Fails = r.w.Faults == output.FailFaults && t.Kind == suite.FaultKind && !suite.Silenced(t.Faults)
	}
	return out, nil
}

// reserved returns names that the code of tests may use, apart from those of the language.
func (r *renderer) reserved() []string {
	names := []string{r.shared + "Start"}
	for _, i := range testImports {
		names = append(names, i.Name)
	}
	for _, f := range r.functions {
		name, _, _ := strings.Cut(f.name, ".")
		names = append(names, name)
	}
	if len(r.functions) > 0 {
		names = append(names, r.packages.Names()...)
	}
	return names
}

// test writes one test function. Set-up steps stand together at the beginning, or else with the step that needs them.
func (r *renderer) test(b *strings.Builder, t *suite.Test) {
	first := 0
	if p := r.preparation(t, 0); p != nil && !p.Single() {
		first = len(p.Steps)
	}
	asText, asJSON := suite.Uses(t.Steps[first:])
	v := newVariables(r.written(t, first), r.reserved()...)
	for i := range t.Steps {
		v.declareAll(&t.Steps[i], asText, asJSON)
	}
	v.DeclareNames(r.asserted(t, first))
	fmt.Fprintf(b, "func %s(t *testing.T) {\n%s", r.titles[t.Name], r.skipped(t))
	if waits(t) {
		b.WriteString("\tsynctest.Test(t, func(t *testing.T) {\n")
		if !t.At.IsZero() {
			fmt.Fprintf(b, "\t\ttime.Sleep(time.Until(%s)) // in the bubble, nobody waits\n", expr.Date(t.At))
		}
		defer b.WriteString("\t})\n}\n")
	} else {
		defer b.WriteString("}\n")
	}
	if calls(t) {
		fmt.Fprintf(b, "\tapi := %sStart(t)\n%s", r.shared, v.names())
	}
	start, before := true, false // start: only set-up steps so far; before: the previous step was one
	for i := 0; i < len(t.Steps); i++ {
		p := r.preparation(t, i)
		if (i > 0 || calls(t)) && (start && p == nil || !start && !before) {
			b.WriteString("\n")
		}
		before, start = p != nil, start && p != nil
		if p != nil {
			b.WriteString("\t" + p.call(v, t.Steps[i:i+len(p.Steps)]) + "\n")
			i += len(p.Steps) - 1
			continue
		}
		s := &stepWriter{renderer: r, b: b, vars: v, step: &t.Steps[i], faults: t.FaultsAt(i)}
		s.write()
	}
}

// skipped returns the line that skips the test of a fault; "" if the test runs.
func (r *renderer) skipped(t *suite.Test) string {
	if r.w.Faults != output.SkipFaults || len(t.Faults) == 0 || suite.Silenced(t.Faults) {
		return ""
	}
	return "\tt." + failing("Skip", prose.Message(t.Faults)) + "\n"
}

// written returns the steps, from one on, that the test itself contains.
func (r *renderer) written(t *suite.Test, first int) (out []suite.Step) {
	for i := first; i < len(t.Steps); i++ {
		if r.preparation(t, i) == nil {
			out = append(out, t.Steps[i])
		}
	}
	return out
}

// asserted returns the steps that a test contains, without the checks of faulty answers: the answers of a mended system
// are unknown.
func (r *renderer) asserted(t *suite.Test, first int) (out []suite.Step) {
	for i := first; i < len(t.Steps); i++ {
		s := t.Steps[i]
		if r.preparation(t, i) != nil {
			continue
		}
		if s.Call != nil && r.w.mended() && len(t.FaultsAt(i)) > 0 && !suite.Silenced(t.FaultsAt(i)) && broken(s.Call) {
			call := *s.Call
			call.Expect.Checks = nil
			s.Call = &call
		}
		out = append(out, s)
	}
	return out
}
