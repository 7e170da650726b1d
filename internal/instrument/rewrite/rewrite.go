// Package rewrite puts probes into the files of one Go package: calls of package probe around statements, around
// conditions, and around calls that the search wants to know of.
//
// # Order
//
// Go visits maps, chooses among the ready cases of a select and schedules goroutines by chance, and in a different
// order a search finds different tests. So rewritten code asks the runtime for each of these choices, and for random
// numbers and the time (order.go, switch.go). No setting fixes the seed of a map, so the alternative was an overlay of
// Go's own runtime: it would compile the standard library again for each user, fit one version of Go, and give all jobs
// of a run the same order. The price of probes is that a range over a map and a select take several times as long, and
// that packages which are not covered keep their disorder.
//
// # Tables
//
// The functions that read requests, open files, log errors or end the program stand in tables (reads.go, call.go,
// exit.go), by their full names without the version of a module. A row adds a note around an argument or a result and
// keeps the call of the function. So it needs no import of a framework, adds no condition, and can be combined with a
// replacement of the same function.
//
// # Results
//
// A comparison with the result of a function gets the operands of all comparisons in the function (probe.Heed). An
// analysis of the data flow into the result would be more precise, but needs the whole program. To take all conditions
// that were evaluated before would give too many values.
package rewrite

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// rewriter puts probes into one package.
type rewriter struct {
	*Source
	sites
	Options
	declared map[string]bool        // predeclared names that the package redeclares somewhere
	uses     map[*types.PkgName]int // of imports
	failing  map[*types.Func]bool   // see failingFunctions
	out      *Result
}

// Rewrite puts probes into the files of a package.
//
// Every change is an insertion on an existing line, so positions in panics, debuggers and profiles stay true. Code that
// cannot be instrumented stays as it is, with a note.
func Rewrite(s *Source, o Options) *Result {
	r := &rewriter{Source: s, Options: o, out: &Result{Files: map[string][]byte{}, Replaced: map[string]int{}}}
	if name := r.readNames(); name != "" {
		r.out.Notes = append(r.out.Notes, Note{s.Path, "declares " + name + ", a name that probes need"})
		return r.out
	}
	r.uses, r.failing = countUses(s.Info), s.failingFunctions()
	for i := range s.Files {
		if f := &s.Files[i]; !o.Library || !importsUnsafe(f.Syntax) {
			r.file(f)
		}
	}
	r.out.Statements, r.out.Conditions = r.statements, r.conditions
	r.out.Compared, r.out.Texts = r.compared, r.texts
	if r.statements+r.conditions > 0 {
		r.out.Extra = r.generated()
	}
	return r.out
}

// importsUnsafe reports whether a file imports unsafe: its behaviour may depend on how it is compiled.
func importsUnsafe(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool {
		return spec.Path.Value == `"unsafe"` || spec.Path.Value == "`unsafe`"
	})
}

// readNames notes which predeclared names are redeclared. It returns a name that clashes with names of the probes, if
// there is one.
func (r *rewriter) readNames() (clash string) {
	r.declared = map[string]bool{}
	see := func(name string) {
		switch {
		case strings.HasPrefix(name, reservedPrefix):
			clash = name
		case types.Universe.Lookup(name) != nil:
			r.declared[name] = true
		}
	}
	for id := range r.Info.Defs {
		see(id.Name)
	}
	for _, object := range r.Info.Implicits {
		see(object.Name())
	}
	return clash
}

// generated returns the file that declares the cells and registers them.
func (r *rewriter) generated() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\nimport %s %q\n\n", r.Name, runtimeAlias, r.Runtime)
	// The runtime reads eight bytes at once.
	fmt.Fprintf(&b, "var %s [%d]%s.Group\n\n", groupsArray, (len(r.groups)+7)&^7, runtimeAlias)
	fmt.Fprintf(&b, "var %s [%d]%s.Stmt\n\n", statementsArray, (r.statements+3)&^3, runtimeAlias)
	fmt.Fprintf(&b, "var %s [%d]%s.Cond\n\n", conditionsArray, (r.conditions+3)&^3, runtimeAlias)
	fmt.Fprintf(&b, "var %s [%d]%s.Near\n\n", distancesArray, r.conditions, runtimeAlias)
	for i, kind := range caseKinds {
		if len(r.cases[i]) > 0 {
			fmt.Fprintf(&b, "var %s = [...]%s{%s}\n\n", valuesArray+kind.letter, kind.element,
				strings.Join(r.cases[i], ", "))
		}
	}
	fmt.Fprintf(&b, "var %s = [...]%s.Choice{%s}\n\n", choicesArray, runtimeAlias, strings.Join(r.choices, ", "))
	if len(r.functions) > 0 {
		fmt.Fprintf(&b, "var %s = [...]%s.Fork{%s}\n\n", forksArray, runtimeAlias, strings.Join(r.forks, ", "))
		fmt.Fprintf(&b, "var %s = [...]%s.Function{%s}\n\n", functionsArray, runtimeAlias,
			strings.Join(r.functions, ", "))
	}
	fmt.Fprintf(&b, "var _ = %s.Register(%s.Package{Path: %q,\n", runtimeAlias, runtimeAlias, r.Path)
	fmt.Fprintf(&b, "\tGroups: %s[:], Statements: %s[:%d], Conditions: %s[:%d], Distances: %s[:], Choices: %s[:],\n",
		groupsArray, statementsArray, r.statements, conditionsArray, r.conditions, distancesArray, choicesArray)
	library := ""
	if r.Library {
		library = ", Library: 0 == 0"
	}
	if r.Steps {
		library += ", Counts: 0 == 0"
	}
	fmt.Fprintf(&b, "\tStarts: []%s.Start{%s},\n\tSites: %q%s})\n",
		runtimeAlias, strings.Join(r.groups, ", "), r.text, library)
	return b.Bytes()
}

// file rewrites one file. It drops a result that does not parse, with its targets.
func (r *rewriter) file(f *File) {
	before := r.sites
	w := r.newWriter(f)
	r.sites.file(filepath.Base(f.Path))
	for _, d := range f.Syntax.Decls {
		w.page.paused = true
		r.enterFunction(functionName(d))
		w.page.sites.group(func() { w.decl(d) })
	}
	if w.page.edits.none() {
		r.sites = before
		return
	}
	w.page.addImports()
	content, ok := w.page.apply()
	if ok {
		if r.isOld(f) {
			content = withLanguage(f, content)
		}
		_, err := parser.ParseFile(token.NewFileSet(), f.Path, content, parser.SkipObjectResolution)
		ok = err == nil
	}
	if !ok {
		r.sites = before
		r.out.Notes = append(r.out.Notes, Note{f.Path, "could not be rewritten"})
		return
	}
	r.out.Files[f.Path] = content
	for name, n := range w.page.counts {
		r.out.Replaced[name] += n
	}
}

func (w *writer) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.GenDecl:
		w.genDecl(d)
	case *ast.FuncDecl:
		w.funcDecl(d)
	}
}

// genDecl rewrites the initial values of variables.
func (w *writer) genDecl(d *ast.GenDecl) {
	if d.Tok != token.VAR {
		return
	}
	for _, spec := range d.Specs {
		for _, v := range spec.(*ast.ValueSpec).Values {
			w.exprs.expr(v)
		}
	}
}

func (w *writer) funcDecl(d *ast.FuncDecl) {
	if d.Body == nil {
		return
	}
	if directive := w.facts.delicate(d); directive != "" {
		w.page.note(d.Pos(), "func "+d.Name.Name+" has "+directive)
		return
	}
	object, ok := w.facts.Info.Defs[d.Name].(*types.Func)
	if !ok {
		return
	}
	if w.facts.calling(d.Body, object) {
		w.page.spin(d.Body)
	}
	w.page.named = FullName(object)
	w.function(object.Type().(*types.Signature), d.Body)
}

// calling reports whether a body calls a function.
func (w *facts) calling(body *ast.BlockStmt, f *types.Func) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			found = found || w.callee(call) == f
		}
		return !found
	})
	return found
}

// delicateDirectives mark functions in which a call of the runtime would be wrong.
var delicateDirectives = [...]string{
	"//go:nosplit", "//go:norace", "//go:nocheckptr", "//go:systemstack", "//go:nowritebarrier",
	"//go:nowritebarrierrec",
	"//go:yeswritebarrierrec", "//go:cgo_unsafe_args", "//go:uintptrkeepalive",
}

// delicate returns the directive because of which a function gets no probes, or "".
func (w *facts) delicate(d *ast.FuncDecl) string {
	if w.linked[d.Name.Name] && d.Recv == nil {
		return "//go:linkname"
	}
	if d.Doc == nil {
		return ""
	}
	for _, comment := range d.Doc.List {
		for _, directive := range delicateDirectives {
			if comment.Text == directive {
				return directive
			}
		}
	}
	return ""
}

// linknames returns the local names in the linkname directives of a file.
func linknames(f *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, group := range f.Comments {
		for _, comment := range group.List {
			fields := strings.Fields(comment.Text)
			if len(fields) > 1 && fields[0] == "//go:linkname" {
				names[fields[1]] = true
			}
		}
	}
	return names
}
