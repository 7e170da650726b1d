// Package mutate puts mutants into the files of one package. A mutant is one small change that a developer may make by
// mistake, such as < in place of <=.
//
// All mutants stand in the same source, beside the code that they change, and
// package probe/mutant switches them on one at a time. So the program is compiled
// once. Every change is an insertion on an existing line, or replaces an operator.
//
// The operators are the usual small set: those of J. H. Andrews, L. C. Briand and
// Y. Labiche ("Is mutation an appropriate tool for testing experiments?", 2005),
// which are the sufficient ones of A. J. Offutt et al. ("An experimental
// determination of sufficient mutant operators", 1996) with deleted statements:
//
//   - a relation: the boundary moves (< and <=), or it is negated (== and !=)
//   - a logical operator: one of its sides alone decides
//   - a condition, or a bool that is returned, is negated
//   - a constant: a whole number plus 1, true and false change places, and a text
//     without spaces becomes empty (texts with spaces are prose)
//   - an arithmetic operator: + and -, * and / change places
//   - an error that is returned becomes nil
//   - an assignment, or the call of a function for its effect, is left out
//
// No mutants are made where they cannot be switched or noticed: in constants and initial values of packages, generated
// files, logs and pauses. Neither are mutants that would only hang: in the conditions of loops, and in the
// synchronisation of goroutines.
package mutate

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"strings"

	"github.com/evoke-go/evoke/internal/instrument/rewrite"
)

// Runtime is the import path of the package that switches mutants on.
const Runtime = "github.com/evoke-go/evoke/probe/mutant"

// ExtraFile is the name of the file that a package with mutants gets.
const ExtraFile = "zz_evoke_mutant.go"

// Names that injected code uses. A package that declares one of them gets no mutants.
const (
	reservedPrefix = "evoke_"
	runtimeAlias   = "evoke_p"
	pointsArray    = "evoke_m"
)

// mutator puts mutants into one package.
type mutator struct {
	*rewrite.Source
	generics bool     // type parameters are allowed in this language version
	sites    []string // descriptions of the mutants
	out      *rewrite.Result
}

// Mutate puts mutants into the files of a package. The result counts mutants as statements.
func Mutate(s *rewrite.Source) *rewrite.Result {
	m := &mutator{Source: s, out: &rewrite.Result{Files: map[string][]byte{}}}
	v := s.GoVersion
	if v != "" && !strings.HasPrefix(v, "go") {
		v = "go" + v
	}
	m.generics = !version.IsValid(v) || version.Compare(v, "go1.18") >= 0
	for id := range s.Info.Defs {
		if strings.HasPrefix(id.Name, reservedPrefix) {
			m.out.Notes = append(m.out.Notes,
				rewrite.Note{Where: s.Path, Reason: "declares " + id.Name + ", a name that mutants need"})
			return m.out
		}
	}
	for i := range s.Files {
		m.file(&s.Files[i])
	}
	m.out.Statements = len(m.sites)
	if len(m.sites) > 0 {
		m.out.Extra = m.generated()
	}
	return m.out
}

// generated returns the file that declares the points and registers them.
func (m *mutator) generated() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\nimport %s %q\n\n", m.Name, runtimeAlias, Runtime)
	fmt.Fprintf(&b, "var %s [%d]%s.Point\n\n", pointsArray, len(m.sites), runtimeAlias)
	fmt.Fprintf(&b, "var _ = %s.Register(%s.Package{Path: %q, Points: %s[:], Sites: %q})\n",
		runtimeAlias, runtimeAlias, m.Path, pointsArray, strings.Join(m.sites, "\n"))
	if m.generics {
		for _, name := range []string{"Add", "Sub", "Mul", "Div"} {
			fmt.Fprintf(&b, "\nfunc %s%s[T %s.Number](p *%s.Point, a, b T) T { return %s.%s(p, a, b) }\n",
				reservedPrefix, strings.ToLower(name), runtimeAlias, runtimeAlias, runtimeAlias, name)
		}
	}
	return b.Bytes()
}

// file puts mutants into one file. It drops a result that does not parse.
func (m *mutator) file(f *rewrite.File) {
	if f.Cgo || ast.IsGenerated(f.Syntax) {
		return
	}
	before := len(m.sites)
	w := &writer{mutator: m, src: f, tok: m.Fset.File(f.Syntax.Package), skipped: map[ast.Node]bool{},
		endless: map[ast.Node]bool{}}
	for _, d := range f.Syntax.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil && plain(d) {
			w.function = nameOf(d)
			ast.PreorderStack(d, nil, w.visit)
		}
	}
	if len(m.sites) == before {
		return
	}
	content, ok := w.apply(f.Content)
	if ok {
		_, err := parser.ParseFile(token.NewFileSet(), f.Path, content, parser.SkipObjectResolution)
		ok = err == nil
	}
	if !ok {
		m.sites = m.sites[:before]
		m.out.Notes = append(m.out.Notes, rewrite.Note{Where: f.Path, Reason: "no mutants could be put in"})
		return
	}
	m.out.Files[f.Path] = content
}

// plain reports whether a function may contain calls of the runtime: it runs after the start of the program, and no
// directive forbids calls.
func plain(d *ast.FuncDecl) bool {
	if d.Recv == nil && d.Name.Name == "init" {
		return false
	}
	if d.Doc == nil {
		return true
	}
	for _, comment := range d.Doc.List {
		if strings.HasPrefix(comment.Text, "//go:") {
			return false
		}
	}
	return true
}

// nameOf returns the name of a function with its receiver: "(*store).add".
func nameOf(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	receiver := types.ExprString(d.Recv.List[0].Type)
	if strings.HasPrefix(receiver, "*") {
		receiver = "(" + receiver + ")"
	}
	return receiver + "." + d.Name.Name
}
