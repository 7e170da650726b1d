// Package rewrite puts probes into the tree of one file of JavaScript.
//
// A probe is a call of the runtime, written E.x below. All of them are expressions that
// stand where the original did, and make no closures: the stack stays as deep as it was,
// and await, yield, this and arguments mean what they did.
//
//	f(x)                 E.v(E.s(1),f(x))                  a statement: 0.5 and 1
//	return f(x)          return E.v(E.s(1),f(x))
//	if(c){...}           E.s(1);if(c){...}E.d(1)
//	a<b                  E.lt(a,b,2)                       two targets: 2 and 3
//	a||b                 E.ol(E.ob(2),a)||E.or(E.l(),b,2)
//	a&&b, a??b           the same with ab al ar, nb nl nr
//	!a                   E.n(a)
//	c?a:b                c?E.v(E.s(1),a):E.v(E.s(2),b)
//	await a, yield a     E.w(await a), E.w(yield a)
//	case a:              case E.k(t,a,1):                  where the switch is of t=(...)
//	a.startsWith(b)      E.startsWith((t=a).startsWith(u=b),t,u,2)
//	JSON.parse(a)        JSON.parse(E.json(a,2))
//
// The form of a||b yields the values of Zhang et al. 2022, Figure 1, which has closures and
// catches what they throw. Arguments are evaluated from left to right: E.ob scores as if a
// threw, before a begins. E.ol scores as if b threw, which counts only if b is evaluated
// and does. E.or scores what b came to. A target keeps its best score, so what was scored
// first stands only if what it was scored for happened. E.l hands what E.ol knew of a to
// E.or, as an argument that is computed before b begins; b may run the same expression
// again, or wait while others run it.
package rewrite

import (
	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// Kind says what a target is a part of.
type Kind byte

// The kinds of targets.
const (
	Statement Kind = 's' // a statement, or an arm of a ternary
	Branch    Kind = 'b' // a condition: two targets, true and false
	Case      Kind = 'k' // a case of a switch that was chosen
	Call      Kind = 'c' // a call that decides something: two targets
)

// Target is one target, or the two of a condition.
type Target struct {
	Kind   Kind
	Offset int    // of what it is in the source, in bytes
	Op     string // the operator or the function of a condition
	Values []any  // the constants that a condition compares: string or float64
}

// width is how many numbers the target takes.
func (t Target) width() int {
	if t.Kind == Branch || t.Kind == Call {
		return 2
	}
	return 1
}

// Function is a function whose calls are rewritten.
type Function struct {
	With string // the function of the runtime
	// Argument says that the first argument alone is looked at, before the call.
	Argument bool
	// Arguments is how many arguments the call has to have, 0 for any number.
	Arguments int
}

// Options say how to rewrite.
type Options struct {
	First   int    // the number of the first target
	Runtime string // the name of the runtime
	Prefix  string // that of names of variables, which the file must not have
	// Methods are called on any object; Functions are global, by their name, with
	// "new " before it where it is a constructor.
	Methods, Functions map[string]Function
}

// rewriter is one who rewrites a file.
type rewriter struct {
	Options
	tree    *syntax.Tree
	runtime ast.Ref
	targets []Target
	next    int
	scope   *scope
	quiet   bool // in the body of a with, whose object may hide any name
}

// scope is the innermost function, in which variables can be declared.
type scope struct {
	variables []ast.Ref
	closed    bool // it has no place to declare them
}

// File puts probes into a tree. It returns the targets in the order of their numbers.
func File(tree *syntax.Tree, options Options) []Target {
	r := &rewriter{Options: options, tree: tree, next: options.First, scope: &scope{}}
	r.runtime = tree.Declare(options.Runtime)
	for i := range tree.Parts {
		tree.Parts[i].Stmts = r.statements(tree.Parts[i].Stmts)
	}
	if variables := r.variables(); variables.Data != nil {
		tree.Parts = append([]js_ast.Part{{Stmts: []js_ast.Stmt{variables}}}, tree.Parts...)
	}
	return r.targets
}

// target makes the next target and returns its number.
func (r *rewriter) target(t Target) int {
	n := r.next
	r.targets = append(r.targets, t)
	r.next += t.width()
	return n
}

// at is a target of a kind at a place.
func (r *rewriter) at(kind Kind, loc logger.Loc, op string, operands ...js_ast.Expr) int {
	t := Target{Kind: kind, Offset: int(loc.Start), Op: op}
	for _, e := range operands {
		if v := constant(e); v != nil {
			t.Values = append(t.Values, v)
		}
	}
	return r.target(t)
}

// variable declares a variable in the function at hand.
func (r *rewriter) variable() ast.Ref {
	ref := r.tree.Declare(r.Prefix + letters(len(r.scope.variables)))
	r.scope.variables = append(r.scope.variables, ref)
	return ref
}

// letters is a name for a number.
func letters(n int) string {
	name := string(rune('a' + n%26))
	if n >= 26 {
		return letters(n/26-1) + name
	}
	return name
}

// variables declares those of the function at hand; no statement if there are none.
func (r *rewriter) variables() js_ast.Stmt {
	s := &js_ast.SLocal{Kind: js_ast.LocalVar}
	for _, ref := range r.scope.variables {
		s.Decls = append(s.Decls, js_ast.Decl{Binding: js_ast.Binding{Data: &js_ast.BIdentifier{Ref: ref}}})
	}
	if len(s.Decls) == 0 {
		return js_ast.Stmt{}
	}
	return js_ast.Stmt{Data: s}
}

// probe is a call of the runtime.
func (r *rewriter) probe(loc logger.Loc, name string, args ...js_ast.Expr) js_ast.Expr {
	target := js_ast.Expr{Loc: loc, Data: &js_ast.EDot{
		Target: js_ast.Expr{Loc: loc, Data: &js_ast.EIdentifier{Ref: r.runtime}}, Name: name, NameLoc: loc,
	}}
	return js_ast.Expr{Loc: loc, Data: &js_ast.ECall{
		Target: target, Args: args, Kind: js_ast.TargetWasOriginallyPropertyAccess, CloseParenLoc: loc,
	}}
}

// number is a number of a target.
func number(loc logger.Loc, n int) js_ast.Expr {
	return js_ast.Expr{Loc: loc, Data: &js_ast.ENumber{Value: float64(n)}}
}

// entered is a value that completes a statement or an arm: E.v(E.s(n),value).
func (r *rewriter) entered(n int, value js_ast.Expr) js_ast.Expr {
	loc := value.Loc
	return r.probe(loc, "v", r.probe(loc, "s", number(loc, n)), value)
}
