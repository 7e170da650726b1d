package rewrite

import (
	"fmt"
	"go/ast"
	"go/types"
)

// Where a program ended itself, or stopped a panic, cannot be found out
// afterwards. So the last thing before is a call of the runtime, which notes it:
// around the arguments of what ends the program or panics, all of which are
// evaluated by then, and around the result of recover, which stays a direct call of the
// deferred function. A call that go or defer is given stays as it is, since its
// arguments are evaluated early, and so does a value of one of the functions.

// noteWay is how the note gets into a call.
type noteWay int

const (
	noteNone    noteWay = iota
	noteCode            // f(Exit(code))
	noteFatal           // f(Fatal(a, b)...)
	noteFatalf          // f(format, Fatal(a, b)...)
	noteRecover         // Recovered(recover())
	notePanic           // panic(Panics(value))
)

// noted are the functions that end the program, by their full name.
var noted = map[string]noteWay{
	"os.Exit": noteCode, "syscall.Exit": noteCode,
	"log.Fatal": noteFatal, "log.Fatalln": noteFatal, "log.Fatalf": noteFatalf,
	"(*log.Logger).Fatal": noteFatal, "(*log.Logger).Fatalln": noteFatal, "(*log.Logger).Fatalf": noteFatalf,
}

// noteOf returns how a call is noted, noteNone for most.
func (w *callWriter) noteOf(e *ast.CallExpr) noteWay {
	if w.library {
		return noteNone
	}
	switch f := w.callee(e).(type) {
	case *types.Builtin:
		switch f.Name() {
		case "recover":
			return noteRecover
		case "panic":
			return notePanic
		}
	case *types.Func:
		if f.Pkg() != w.Types && !isMethodExpression(w.facts, e) {
			return noted[f.FullName()]
		}
	}
	return noteNone
}

// isMethodExpression reports whether a callee is like (*T).Method, so that the
// first argument is the receiver.
func isMethodExpression(w *facts, e *ast.CallExpr) bool {
	fun, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	selection := w.Info.Selections[fun]
	return selection != nil && selection.Kind() == types.MethodExpr
}

// noteCall rewrites what is inside of a call and puts the note around that.
func (w *callWriter) noteCall(e *ast.CallExpr, way noteWay) {
	w.exprs.expr(e.Fun)
	switch way {
	case noteCode:
		w.insert(w.offset(e.Lparen)+1, runtimeAlias+".Exit(")
		w.exprs.exprs(e.Args)
		w.insert(w.offset(e.Rparen), ")")
	case noteFatal:
		w.insert(w.offset(e.Lparen)+1, runtimeAlias+".Fatal(")
		w.exprs.exprs(e.Args)
		w.spread(e)
	case noteFatalf:
		w.noteFormatted(e)
	case notePanic:
		w.insert(w.offset(e.Lparen)+1, runtimeAlias+".Panics(")
		w.exprs.exprs(e.Args)
		w.insert(w.offset(e.Rparen), ")")
	case noteRecover:
		w.insert(w.offset(e.Pos()), runtimeAlias+".Recovered(")
		w.insert(w.offset(e.End()), ")")
	}
}

// noteFormatted leaves the format out. Where one call gives the format and the
// rest, nothing can come between.
func (w *callWriter) noteFormatted(e *ast.CallExpr) {
	format := e.Args[0]
	w.exprs.expr(format)
	_, all := w.typeOf(format).(*types.Tuple)
	switch {
	case all:
	case len(e.Args) == 1:
		w.insert(w.offset(format.End()), ", "+runtimeAlias+".Fatal()...")
	default:
		w.insert(w.offset(e.Args[1].Pos()), runtimeAlias+".Fatal(")
		w.exprs.exprs(e.Args[1:])
		w.spread(e)
	}
}

// spread closes the call that takes the last arguments of another and gives
// them as one list.
func (w *callWriter) spread(e *ast.CallExpr) {
	if e.Ellipsis.IsValid() {
		w.insert(w.offset(e.Ellipsis), "...)")
		return
	}
	w.insert(w.offset(e.Rparen), ")...")
}

// The cause of an answer is where the error began that led to it. So what meets an error notes
// it: a condition that compares it with nil, and a return statement that makes it.

// flagged rewrites the operands of a condition of which only the outcome counts.
func flagged(w *conditionWriter, e ast.Expr, l leaf) {
	operand := errorIn(w.facts, e)
	if operand == nil {
		w.exprs.parts(e)
		return
	}
	w.insert(w.offset(operand.Pos()), saw(l.index))
	w.exprs.expr(operand)
	w.insert(w.offset(operand.End()), ")")
}

// saw returns the beginning of a call that notes the error of a condition.
func saw(condition int) string {
	return fmt.Sprintf("%s.Saw(&%s[%d], ", runtimeAlias, conditionsArray, condition)
}

// errorIn returns the error that a condition compares with nil, nil if it does something else.
func errorIn(w *facts, e ast.Expr) ast.Expr {
	binary, ok := e.(*ast.BinaryExpr)
	switch {
	case !ok || w.library || !isComparison(binary.Op):
	case w.isNil(binary.Y) && isError(w.typeOf(binary.X)):
		return binary.X
	case w.isNil(binary.X) && isError(w.typeOf(binary.Y)):
		return binary.Y
	}
	return nil
}

// made returns the beginning of a call around the last operand of a return statement which makes
// an error, "" if it does not. An error that a function makes at each call of it is made by those
// who call it.
func made(w *returnWriter, e ast.Expr, cell int) string {
	last := w.fn.results.Len() - 1
	if cell == none || last < 0 || w.fn.fails || !isError(w.fn.results.At(last).Type()) || !makesError(w.facts, e) {
		return ""
	}
	return fmt.Sprintf("%s.Made(&%s[%d], ", runtimeAlias, statementsArray, cell)
}

// alwaysErrs reports whether a signature is that of a function which never returns nil for its
// error.
func alwaysErrs(w *facts, sig *types.Signature) bool {
	for f := range w.failing {
		if f.Signature() == sig {
			return true
		}
	}
	return false
}
