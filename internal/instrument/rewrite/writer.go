package rewrite

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/token"
	"go/types"
	"go/version"
	"strings"
)

// writer rewrites one file. Each of its parts has one task. The parts know each other by the writer, because an
// expression contains functions and a function contains expressions.
type writer struct {
	rewritten
	fn *function // the function whose body is walked

	consts   constantTeller
	calm     quietness
	flow     flow
	chance   disorder
	conds    conditionWriter
	calls    callWriter
	exprs    expressionWriter
	stmts    statementWriter
	lists    listWriter
	loops    loopWriter
	switches switchWriter
	returns  returnWriter
}

func (r *rewriter) newWriter(f *File) *writer {
	v := r.language(f)
	if r.isOld(f) {
		v = newLanguage
	}
	known := &facts{
		Source: r.Source, library: r.Library, declared: r.declared, uses: r.uses, replaced: r.Replaced,
		linked: linknames(f.Syntax), failing: r.failing,
		steps: r.Options.Steps && !r.Library,
		overflow: r.Options.Overflow && !r.Library && !ast.IsGenerated(f.Syntax) &&
			(v == "" || version.Compare(v, "go1.18") >= 0),
		generics: v == "" || version.Compare(v, "go1.18") >= 0,
		anyEqual: v == "" || version.Compare(v, "go1.20") >= 0,
	}
	w := &writer{rewritten: rewritten{facts: known, page: &page{
		facts: known, sites: &r.sites, edits: edits{content: f.Content}, src: f, tok: r.Fset.File(f.Syntax.Package),
		out: r.out, counts: map[string]int{},
		imports: importList{runtime: r.Runtime, files: r.Options.Files, inputs: r.Options.Inputs,
			opened: r.Options.Opened, lost: map[*types.PkgName]int{}, unquoted: map[string]bool{}},
	}}}
	w.consts = constantTeller{rewritten: w.rewritten}
	w.calm, w.flow, w.chance = quietness{known}, flow{known}, disorder{known}
	of := within{w, w.rewritten}
	w.conds = conditionWriter{
		within: of, planned: map[ast.Expr]leaf{}, logical: map[ast.Expr]bool{}, ranges: map[ast.Expr]guard{},
		questions: map[*ast.CallExpr]question{}, heeds: map[ast.Expr]*ast.CallExpr{},
	}
	w.calls, w.exprs, w.stmts = callWriter{of}, expressionWriter{of, map[ast.Expr]bool{}},
		statementWriter{of, map[ast.Expr]*choiceOf{}}
	w.lists, w.switches, w.returns = listWriter{of}, switchWriter{of}, returnWriter{of}
	w.loops = loopWriter{of, map[*ast.BlockStmt]*loopNote{}}
	return w
}

// facts are what the type checker knows of a file.
type facts struct {
	*Source
	library  bool                   // see Options
	declared map[string]bool        // predeclared names that the package redeclares somewhere
	uses     map[*types.PkgName]int // of imports
	replaced map[string]Function    // see Options
	linked   map[string]bool        // names in linkname directives
	failing  map[*types.Func]bool   // see failingFunctions
	generics bool                   // the language version of the file has type parameters
	steps    bool                   // see Options
	overflow bool                   // Options.Overflow is set and the file is not generated
	anyEqual bool                   // the language version lets interfaces be type arguments of comparable
}

// rewritten is the file that is rewritten: its page, and what is known of it.
type rewritten struct {
	page  *page
	facts *facts
}

// within is what each part of the writer has: all parts, and the file.
type within struct {
	all *writer
	rewritten
}

// conditionWriter plans the probes of conditions and writes them.
type conditionWriter struct {
	within
	planned map[ast.Expr]leaf
	logical map[ast.Expr]bool  // conditions whose leaves are planned
	ranges  map[ast.Expr]guard // the leaves of whole conditions

	questions map[*ast.CallExpr]question
	starts    map[*ast.CallExpr]token.Pos // see statementStarts
	heeds     map[ast.Expr]*ast.CallExpr  // calls whose comparisons a condition hears, by operand
}

// constantTeller adds the constants in conditions to their descriptions.
type constantTeller struct {
	rewritten
	assigned map[types.Object][]*ast.CallExpr // see testedCall
}

type (
	// quietness knows which statements always complete.
	quietness struct{ *facts }
	// flow knows after which statements control never continues.
	flow struct{ *facts }
	// disorder knows which operations depend on chance.
	disorder struct{ *facts }
	// callWriter puts probes into calls.
	callWriter struct{ within }
	// expressionWriter finds the conditions in expressions.
	expressionWriter struct {
		within
		wraps map[ast.Expr]bool // calculations that wrap on purpose
	}
	// statementWriter rewrites single statements.
	statementWriter struct {
		within
		chosen map[ast.Expr]*choiceOf // by the channel
	}
	// listWriter rewrites lists of statements.
	listWriter struct{ within }
	// switchWriter rewrites switches.
	switchWriter struct{ within }
	// returnWriter rewrites return statements.
	returnWriter struct{ within }
)

// loopWriter rewrites loops.
type loopWriter struct {
	within
	notes map[*ast.BlockStmt]*loopNote
}

// newLanguage is the language version that files of older versions are built with: the newest in which their statements
// mean the same, as go1.22 has variables of loops anew in each iteration.
const newLanguage = "go1.21"

// isOld reports whether a file of the program is of a language version without type parameters, which probes need.
func (r *rewriter) isOld(f *File) bool {
	v := r.language(f)
	return !r.Library && v != "" && version.Compare(v, "go1.18") < 0
}

// withLanguage returns the content of a file with a build constraint that raises its language version (cmd/go, "Build
// constraints"). The lines of the file keep their numbers.
func withLanguage(f *File, content []byte) []byte {
	own := ""
	for _, group := range f.Syntax.Comments {
		for _, c := range group.List {
			if c.Pos() < f.Syntax.Package && constraint.IsGoBuild(c.Text) {
				own = " && (" + strings.TrimSpace(strings.TrimPrefix(c.Text, "//go:build")) + ")"
				content = bytes.Replace(content, []byte(c.Text), []byte("// "+c.Text[2:]), 1)
			}
		}
	}
	head := "//go:build " + newLanguage + own + "\n\n//line " + f.Path + ":1\n"
	return append([]byte(head), content...)
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
