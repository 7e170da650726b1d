// Package rewrite puts probes into the tree of one file of JavaScript.
//
// A probe is a call of the runtime, written E.x below. All probes are expressions in place of the original ones, and
// make no closures: the stack stays as deep as it was, and await, yield, this and arguments keep their meaning.
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
// The form of a||b yields the scores of Zhang et al. 2022, Figure 1, which uses closures and catches exceptions.
// Arguments are evaluated from left to right: E.ob scores as if a threw, before a begins. E.ol scores as if b threw,
// which counts only if b is evaluated and does throw. E.or scores the value of b. A target keeps its best score, so an
// early score counts only if the exception really happened. E.l passes what E.ol knew of a to E.or, as an argument that
// is computed before b begins; b may run the same expression again, or wait while other code runs it.
package rewrite

import (
	"github.com/ije/esbuild-internal/js_ast"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// Kind is the part of the program that a target stands for.
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
	End    int    // end of the body of a loop, 0 for others
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
	// Argument says that only the first argument is examined, before the call.
	Argument bool
	// Arguments is how many arguments the call has to have, 0 for any number.
	Arguments int
}

// Options say how to rewrite.
type Options struct {
	First int // the number of the first target
	// Record adds the code that reports calls; FirstFunction is the number of the first function.
	Record        bool
	FirstFunction int
	Runtime       string // the name of the runtime
	Prefix        string // of names of variables; the file must not use it
	// Methods are called on any object; Functions are global, by their name, with
	// "new " before it where it is a constructor.
	Methods, Functions map[string]Function
}

// rewriter is one who rewrites a file.
type rewriter struct {
	Options
	maker   maker
	records records
	visitor syntax.Visitor
	judge   *js_ast.ECall // a call that is a condition
}

// File puts probes into the syntax tree of a file. It returns the targets of the probes and the functions of the file,
// both in the order of their numbers. It returns no functions if the options ask for no records.
func File(tree *syntax.Tree, options Options) ([]Target, []*Func) {
	r := &rewriter{Options: options}
	r.maker = maker{tree: tree, prefix: options.Prefix, next: options.First, scope: &scope{}}
	r.records = records{places: newPlaces(tree), record: options.Record, first: options.FirstFunction}
	r.visitor = syntax.Visitor{
		Expr: r.expr, List: r.statements, Body: r.functionBody, Single: r.block, Apart: r.maker.without,
		Names: r.records.declare, Member: r.records.member,
	}
	r.maker.runtime = tree.Declare(options.Runtime)
	for i := range tree.Parts {
		tree.Parts[i].Stmts = r.statements(tree.Parts[i].Stmts)
	}
	if variables := r.maker.variables(); variables.Data != nil {
		tree.Parts = append([]js_ast.Part{{Stmts: []js_ast.Stmt{variables}}}, tree.Parts...)
	}
	return r.maker.targets, r.records.reached()
}
