// Package mutate puts mutants into the syntax tree of one JavaScript file. A mutant is one small change that a
// developer may make by mistake, such as < in place of <=.
//
// All mutants stand in the same code, beside what they change, and the runtime switches them on one at a time (mutant
// schemata: R. H. Untch, A. J. Offutt, M. J. Harrold, "Mutation analysis using mutant schemata", 1993). They are
// expressions in place of the original ones, and make no closures. The runtime is written E below; E.m(1) notes that
// the place of mutant 1 was reached, and is true while mutant 1 is switched on.
//
//	a<b                E.ml(a,b,1,2)                       is negated; becomes a <= b
//	a===b              E.mse(a,b,1)                        becomes a !== b
//	x==null            E.me(x,null,1,2)                    becomes x != null; becomes x === null
//	a&&b               E.mk(E.m(1)||a)&&(E.m(2)?E.mo():b)  becomes b; becomes a
//	a||b               E.mk(!E.m(1)&&a)||(E.m(2)?E.mo():b)
//	a??b               E.mk(E.m(1)?null:a)??(E.m(2)?E.mo():b)
//	if(x){...}         if(E.mn(x,1)){...}                  is negated
//	12, "a", true      E.mi(12,1), E.mt("a",1), E.mn(true,1)
//	a+b                E.ma(a,b,1)                         becomes a - b
//	x++                E.m(1)?x--:x++                      where it is a value
//	return x           return E.mu(x,1)                    becomes undefined
//	let a=b            let a=E.mu(b,1)                     becomes undefined
//	f(x);  a=b;  x++;  E.m(1)||f(x);  ...                  is left out
//	throw x            if(!E.m(1))throw x                  is left out
//	a.some(b)          a[E.m(1)?"every":"some"](b)         by a table
//
// The operators are those of package internal/instrument/mutate, which programs in Go have, and those for JavaScript of
// S. Mirshokraie, A. Mesbah and K. Pattabiraman, "Efficient JavaScript mutation testing" (2013) that make few mutants
// which nobody could tell from the original.
//
// No mutants are made outside of functions, since that code runs before the first call of the program. Nor are they
// made in code whose effect cannot be noticed: output on the console, and delays; nor where a mutant would only hang:
// in the conditions of loops except for their boundaries, in the operands of these conditions, and in calls that
// continue the program, which are calls of a parameter: next(), resolve(x), response.end(x).
package mutate

import (
	"slices"
	"strings"

	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// Operator is a kind of change.
type Operator string

// The operators.
const (
	Boundary   Operator = "boundary"   // of a comparison
	Negation   Operator = "negation"   // of a comparison or a condition
	Strictness Operator = "strictness" // of a comparison with null
	Logic      Operator = "logic"      // one side of a logical operator alone decides
	Constant   Operator = "constant"
	Arithmetic Operator = "arithmetic"
	Increment  Operator = "increment"
	Method     Operator = "method" // another method is called, see swaps
	Result     Operator = "result" // of a function
	Initial    Operator = "initial value"
	Statement  Operator = "statement" // a statement is left out
)

// Mutant is one change.
type Mutant struct {
	Operator Operator
	Offset   int    // of the changed code in the source, in bytes
	Function string // the innermost function with a name
	Change   string // in words: "n > 100 becomes n >= 100"
}

// Options say how to mutate.
type Options struct {
	First   int    // the number of the first mutant
	Runtime string // the name of the runtime
}

// maker makes mutants, and knows the code that gets none.
type maker struct {
	Options
	tree    *syntax.Tree
	runtime ast.Ref
	mutants []Mutant
	names   map[js_ast.E]string // of functions that are named by their context
	stays   map[js_ast.E]bool   // literals without mutants, and calls that are not left out a second time
	looping []ast.Ref           // variables in the conditions of the loops around
	scope
}

// writer puts mutants into a file.
type writer struct {
	maker   maker
	visitor syntax.Visitor
}

// scope is the innermost function.
type scope struct {
	name    string // "" outside of functions
	params  []ast.Ref
	gives   bool // its end returns a value on some path
	hidden  bool // the body of a with, whose object may hide any name
	quiet   bool // in such a body, or in code without mutants
	handler bool // an arrow with an expression, which may be used for its side effect alone
}

// File puts mutants into a tree. It returns them in the order of their numbers.
func File(tree *syntax.Tree, o Options) []Mutant {
	w := &writer{maker: maker{Options: o, tree: tree, names: map[js_ast.E]string{}, stays: map[js_ast.E]bool{}}}
	w.maker.runtime = tree.Declare(o.Runtime)
	w.visitor = syntax.Visitor{
		Expr: w.expr, List: w.list, Body: w.body, Single: w.single, Apart: func(f func()) { f() },
	}
	for i := range tree.Parts {
		tree.Parts[i].Stmts = w.list(tree.Parts[i].Stmts)
	}
	return w.maker.mutants
}

// mutates reports whether the current code gets mutants.
func (w *maker) mutates() bool { return w.name != "" && !w.quiet }

// point makes the next mutant, and returns its number as an expression. The words, which describe it, are texts and
// expressions.
func (w *maker) point(op Operator, loc logger.Loc, words ...any) js_ast.Expr {
	var change strings.Builder
	for _, word := range words {
		switch word := word.(type) {
		case string:
			change.WriteString(word)
		case js_ast.Expr:
			change.WriteString(w.tree.Words(word))
		}
	}
	w.mutants = append(w.mutants, Mutant{op, int(loc.Start), w.name, change.String()})
	return syntax.Number(loc, w.First+len(w.mutants)-1)
}

// call is a call of the runtime.
func (w *maker) call(loc logger.Loc, name string, args ...js_ast.Expr) js_ast.Expr {
	return syntax.Call(loc, w.runtime, name, args...)
}

// on returns the expression that is true if a mutant is switched on.
func (w *maker) on(point js_ast.Expr) js_ast.Expr { return w.call(point.Loc, "m", point) }

// off returns the expression that is true if a mutant is switched off.
func (w *maker) off(point js_ast.Expr) js_ast.Expr { return not(w.on(point)) }

func not(e js_ast.Expr) js_ast.Expr {
	return js_ast.Expr{Loc: e.Loc, Data: &js_ast.EUnary{Op: js_ast.UnOpNot, Value: e}}
}

func either(test, yes, no js_ast.Expr) js_ast.Expr {
	return js_ast.Expr{Loc: test.Loc, Data: &js_ast.EIf{Test: test, Yes: yes, No: no}}
}

func binary(op js_ast.OpCode, left, right js_ast.Expr) js_ast.Expr {
	return js_ast.Expr{Loc: left.Loc, Data: &js_ast.EBinary{Op: op, Left: left, Right: right}}
}

func text(loc logger.Loc, v string) js_ast.Expr {
	units := make([]uint16, 0, len(v))
	for _, r := range v { // names of methods are ASCII
		units = append(units, uint16(r))
	}
	return js_ast.Expr{Loc: loc, Data: &js_ast.EString{Value: units}}
}

// refs returns the variables in an expression, without those in functions.
func refs(e js_ast.Expr) (out []ast.Ref) {
	var v syntax.Visitor
	none := func(list []js_ast.Stmt) []js_ast.Stmt { return list }
	v = syntax.Visitor{
		Expr: func(e js_ast.Expr) js_ast.Expr {
			if id, ok := e.Data.(*js_ast.EIdentifier); ok {
				out = append(out, id.Ref)
			}
			v.Within(e)
			return e
		},
		List: none, Body: none, Single: func(s js_ast.Stmt) js_ast.Stmt { return s }, Apart: func(func()) {},
	}
	v.Expr(e)
	return out
}

// root returns the variable at the beginning of a chain of properties and calls: a in a.b(c).d.
func root(e js_ast.Expr) (ref ast.Ref, ok bool) {
	for {
		switch d := e.Data.(type) {
		case *js_ast.EIdentifier:
			return d.Ref, true
		case *js_ast.EDot:
			e = d.Target
		case *js_ast.EIndex:
			e = d.Target
		case *js_ast.ECall:
			e = d.Target
		default:
			return ref, false
		}
	}
}

// isLoops reports whether the variable at the beginning of an expression is in the condition of a loop around.
func (w *maker) isLoops(e js_ast.Expr) bool {
	ref, ok := root(e)
	return ok && slices.Contains(w.looping, ref)
}
