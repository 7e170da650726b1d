package rewrite

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"path/filepath"
	"strconv"
	"strings"
)

// rewriter puts probes into one package.
type rewriter struct {
	*Source
	sites
	runtime  string
	declared map[string]bool // predeclared names that the package declares anew somewhere
	out      *Result
}

// rewrite puts probes into the files of a package. runtime is the import path
// of the package that holds the probes.
//
// Every change is an insertion on an existing line, so positions in panics,
// debuggers and profiles stay true. What cannot be instrumented is left as it
// is, with a note.
func Rewrite(s *Source, runtime string) *Result {
	r := &rewriter{Source: s, runtime: runtime, out: &Result{Files: map[string][]byte{}}}
	if name := r.readNames(); name != "" {
		r.out.Notes = append(r.out.Notes, Note{s.Path, "declares " + name + ", a name that probes need"})
		return r.out
	}
	for i := range s.Files {
		r.file(&s.Files[i])
	}
	r.out.Statements, r.out.Conditions = r.statements, r.conditions
	if r.statements+r.conditions > 0 {
		r.out.Extra = r.generated()
	}
	return r.out
}

// readNames notes which predeclared names are shadowed somewhere and returns
// a name that clashes with those of the probes, if there is one.
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

// generated returns the file that holds the cells and tells the runtime where
// they are.
func (r *rewriter) generated() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\nimport %s %q\n\n", r.Name, runtimeAlias, r.runtime)
	// The runtime reads eight bytes at once.
	fmt.Fprintf(&b, "var %s [%d]%s.Group\n\n", groupsArray, (len(r.groups)+7)&^7, runtimeAlias)
	fmt.Fprintf(&b, "var %s [%d]%s.Stmt\n\n", statementsArray, (r.statements+3)&^3, runtimeAlias)
	fmt.Fprintf(&b, "var %s [%d]%s.Cond\n\n", conditionsArray, (r.conditions+3)&^3, runtimeAlias)
	fmt.Fprintf(&b, "var %s [%d]%s.Near\n\n", distancesArray, r.conditions, runtimeAlias)
	for i, kind := range caseKinds {
		if len(r.cases[i]) > 0 {
			fmt.Fprintf(&b, "var %s = [...]%s{%s}\n\n", valuesArray+kind.letter, kind.element, strings.Join(r.cases[i], ", "))
		}
	}
	fmt.Fprintf(&b, "var %s = [...]%s.Choice{%s}\n\n", choicesArray, runtimeAlias, strings.Join(r.choices, ", "))
	fmt.Fprintf(&b, "var _ = %s.Register(%s.Package{Path: %q,\n", runtimeAlias, runtimeAlias, r.Path)
	fmt.Fprintf(&b, "\tGroups: %s[:], Statements: %s[:%d], Conditions: %s[:%d], Distances: %s[:], Choices: %s[:],\n",
		groupsArray, statementsArray, r.statements, conditionsArray, r.conditions, distancesArray, choicesArray)
	fmt.Fprintf(&b, "\tStarts: []%s.Start{%s},\n\tSites: %q})\n",
		runtimeAlias, strings.Join(r.groups, ", "), r.text)
	return b.Bytes()
}

// writer rewrites one file.
type writer struct {
	*rewriter
	edits
	src      *File
	tok      *token.File
	generics bool // the language version of the file has type parameters
	anyEqual bool // ... and lets interfaces be type arguments of comparable
	linked   map[string]bool
	keep     map[string]bool // what was replaced, so that imports stay used
	planned  map[ast.Expr]leaf
	logical  map[ast.Expr]bool  // parts of conditions that are planned
	ranges   map[ast.Expr]guard // the leaves of whole conditions
	loops    map[*ast.BlockStmt]*loopNote
	fn       *function
	locals   int                              // names made up so far
	calls    map[types.Object][]*ast.CallExpr // see judged
	paused   bool                             // see marked
}

// file rewrites one file. A result that does not parse is dropped, and its
// targets with it.
func (r *rewriter) file(f *File) {
	before := r.sites
	w := r.newWriter(f)
	r.sites.file(filepath.Base(f.Path))
	for _, d := range f.Syntax.Decls {
		w.paused = true
		w.group(func() { w.decl(d) })
	}
	if r.statements == before.statements && r.conditions == before.conditions {
		r.sites = before
		return
	}
	w.imports()
	content, ok := w.apply()
	if ok {
		_, err := parser.ParseFile(token.NewFileSet(), f.Path, content, parser.SkipObjectResolution)
		ok = err == nil
	}
	if !ok {
		r.sites = before
		r.out.Notes = append(r.out.Notes, Note{f.Path, "could not be rewritten"})
		return
	}
	r.out.Files[f.Path] = content
}

func (r *rewriter) newWriter(f *File) *writer {
	v := r.language(f)
	return &writer{
		rewriter: r,
		edits:    edits{content: f.Content},
		src:      f,
		tok:      r.Fset.File(f.Syntax.Package),
		generics: v == "" || version.Compare(v, "go1.18") >= 0,
		anyEqual: v == "" || version.Compare(v, "go1.20") >= 0,
		linked:   linknames(f.Syntax),
		keep:     map[string]bool{},
		planned:  map[ast.Expr]leaf{},
		logical:  map[ast.Expr]bool{},
		ranges:   map[ast.Expr]guard{},
		loops:    map[*ast.BlockStmt]*loopNote{},
	}
}

// language returns the language version of a file, "" where none is known.
func (r *rewriter) language(f *File) string {
	v := r.Info.FileVersions[f.Syntax]
	if v == "" {
		v = r.GoVersion
	}
	if v != "" && !strings.HasPrefix(v, "go") {
		v = "go" + v
	}
	if !version.IsValid(v) {
		return ""
	}
	return v
}

// imports adds the import of the runtime on the line of the package clause,
// and keeps those imports used whose uses were replaced.
func (w *writer) imports() {
	for _, use := range sortedKeys(w.keep) {
		last := w.src.Syntax.Decls[len(w.src.Syntax.Decls)-1]
		w.insert(w.offset(last.End()), "; var _ = "+use)
	}
	w.insert(w.offset(w.src.Syntax.Name.End()), fmt.Sprintf("; import %s %q", runtimeAlias, w.runtime))
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
			w.expr(v)
		}
	}
}

func (w *writer) funcDecl(d *ast.FuncDecl) {
	if d.Body == nil {
		return
	}
	if directive := w.delicate(d); directive != "" {
		w.note(d.Pos(), "func "+d.Name.Name+" has "+directive)
		return
	}
	object, ok := w.Info.Defs[d.Name].(*types.Func)
	if !ok {
		return
	}
	if w.calling(d.Body, object) {
		w.spin(d.Body)
	}
	w.function(object.Type().(*types.Signature), d.Body)
}

// calling reports whether a body calls a function.
func (w *writer) calling(body *ast.BlockStmt, f *types.Func) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			found = found || w.callee(call) == f
		}
		return !found
	})
	return found
}

// delicateDirectives mark functions that run where a call would be wrong.
var delicateDirectives = [...]string{
	"//go:nosplit", "//go:norace", "//go:nocheckptr", "//go:systemstack", "//go:nowritebarrier", "//go:nowritebarrierrec",
	"//go:yeswritebarrierrec", "//go:cgo_unsafe_args", "//go:uintptrkeepalive",
}

// delicate returns the directive that keeps a function as it is, or "".
func (w *writer) delicate(d *ast.FuncDecl) string {
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

// offset returns the byte offset of a position in the file.
func (w *writer) offset(p token.Pos) int { return w.tok.Offset(p) }

// source returns the bytes of a stretch of the file.
func (w *writer) text(from, to token.Pos) []byte { return w.content[w.offset(from):w.offset(to)] }

// place returns line and column of a position, not adjusted by directives.
func (w *writer) place(p token.Pos) (line, column int) {
	at := w.Fset.PositionFor(p, false)
	return at.Line, at.Column
}

// note tells that something at a position stays as it is.
func (w *writer) note(p token.Pos, reason string) {
	line, column := w.place(p)
	w.out.Notes = append(w.out.Notes, Note{fmt.Sprintf("%s:%d:%d", w.src.Path, line, column), reason})
}

// local returns a new name for a variable of the rewritten code.
func (w *writer) local(stem string) string {
	w.locals++
	return reservedPrefix + stem + strconv.Itoa(w.locals)
}

// statement returns the index of a new cell for what is at a position.
func (w *writer) statement(p token.Pos, g guard) int {
	line, column := w.place(p)
	return w.sites.statement(line, column, g)
}

// condition returns the index of a new condition with the source text
// between two positions.
func (w *writer) condition(kind byte, op string, from, to token.Pos) int {
	line, column := w.place(from)
	return w.sites.condition(kind, op, line, column, oneLine(w.text(from, to)))
}

// probe returns the beginning of a call of the runtime on a condition.
func (w *writer) probe(name string, condition int) string {
	call := fmt.Sprintf("%s.%s(%s,&%s[%d]", runtimeAlias, name, w.marked(), conditionsArray, condition)
	switch name {
	case "Bool", "Loop", "Err", "Match":
		return call // without a distance
	}
	return fmt.Sprintf("%s,&%s[%d]", call, distancesArray, condition)
}

// step returns a call of the runtime on cells of statements.
func (w *writer) step(name string, cells ...int) string {
	group := w.marked()
	if name == "Enter" {
		group = w.inGroup()
	}
	w.paused = false
	var b strings.Builder
	b.WriteString(runtimeAlias + "." + name + "(" + group)
	for _, cell := range cells {
		fmt.Fprintf(&b, ",&%s[%d]", statementsArray, cell)
	}
	return b.String() + ")"
}
