package rewrite

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// Function names a function of a package.
type Function struct {
	Path string // of the package, "" for that of the probes
	Name string
	Pass bool // it gets the replaced function as an argument
}

// callPlan says how a call is rewritten: it is replaced or noted.
type callPlan struct {
	with     Function
	method   bool
	pointer  bool    // the receiver parameter of the method is a pointer
	note     noteWay // how the call is noted; noteNone if it is replaced
	replaced string  // the replaced function
}

// replacement returns the plan for a call that is replaced, nil for most calls. It knows the callee by its object, and
// not by its name in the source.
func (w *callWriter) replacement(e *ast.CallExpr) *callPlan {
	f, ok := w.facts.callee(e).(*types.Func)
	if !ok || f.Pkg() == nil || f.Pkg() == w.facts.Types || w.facts.forwards(e) {
		return nil
	}
	f = f.Origin()
	name := FullName(f)
	with, ok := w.facts.replaced[name]
	sig := f.Signature()
	switch generic := sig.TypeParams().Len()+sig.RecvTypeParams().Len() > 0; {
	case !ok || (generic || with.Pass) && !w.facts.generics || with.Pass && !passable(f):
		return nil
	case sig.Recv() != nil && w.facts.isDirectMethod(e):
		_, pointer := sig.Recv().Type().(*types.Pointer)
		return &callPlan{with: with, method: true, pointer: pointer, replaced: name}
	case sig.Recv() == nil && isName(e.Fun) && !(generic && isIdent(e.Fun)):
		return &callPlan{with: with, replaced: name}
	}
	return nil
}

// passable reports whether a function can be an argument of its replacement. A method value of an interface panics
// earlier than a call of the method would, and a generic function has no value without type arguments.
func passable(f *types.Func) bool {
	sig := f.Signature()
	return sig.TypeParams().Len()+sig.RecvTypeParams().Len() == 0 &&
		(sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()))
}

// FullName returns the name of a function with its package and, for a method,
// its receiver, without type parameters: "(*example.com/lib.Set).Has".
func FullName(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil || f.Signature().RecvTypeParams().Len() == 0 {
		return f.FullName()
	}
	star, t := "", recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		star, t = "*", p.Elem()
	}
	named := types.Unalias(t).(*types.Named).Obj()
	return "(" + star + named.Pkg().Path() + "." + named.Name() + ")." + f.Name()
}

func isIdent(fun ast.Expr) bool {
	_, ok := fun.(*ast.Ident)
	return ok
}

// forwards reports whether the arguments of a call are the results of another call, as in f(g()).
func (w *facts) forwards(e *ast.CallExpr) bool {
	if len(e.Args) != 1 {
		return false
	}
	_, tuple := w.typeOf(e.Args[0]).(*types.Tuple)
	return tuple
}

// isName reports whether a callee is written as a name, qualified or not.
func isName(fun ast.Expr) bool {
	switch fun := fun.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		_, ok := fun.X.(*ast.Ident)
		return ok
	}
	return false
}

// isDirectMethod reports whether a call is x.M(...) with x of M's own type or a
// pointer to it: not promoted from a field, not a method expression.
func (s *Source) isDirectMethod(e *ast.CallExpr) bool {
	fun, ok := e.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	selection := s.Info.Selections[fun]
	return selection != nil && selection.Kind() == types.MethodVal && len(selection.Index()) == 1
}

// planCall plans the probe of a call that is no condition.
func (w *callWriter) planCall(e *ast.CallExpr) {
	if plan := w.replacement(e); plan != nil {
		kind := byte(kindCall)
		if isBool(w.facts.typeOf(e)) {
			kind = kindBranch
		}
		w.all.conds.addLeafOf(kind, e, leaf{op: opCall, callee: plan})
	} else if way := w.noteOf(e); way != noteNone {
		w.all.conds.planned[e] = leaf{callee: &callPlan{note: way}} // is no condition
	}
	w.all.conds.logical[e] = true
}

// replaceCall replaces the callee, or puts a note into the call.
func (w *callWriter) replaceCall(e *ast.CallExpr, plan *callPlan, at string) {
	if plan.note != noteNone {
		w.noteCall(e, plan.note)
		return
	}
	w.page.counts[plan.replaced]++
	start := w.page.imports.qualifier(plan.with.Path) + "." + plan.with.Name + "(" + at
	if plan.method || len(e.Args) > 0 {
		start += ", "
	}
	behind := w.page.offset(e.Lparen) + 1
	if plan.with.Pass {
		w.passFunction(e, start, behind)
		return
	}
	if plan.method {
		w.replaceMethod(e, behind, start, plan.pointer)
		w.all.exprs.exprs(e.Args)
		return
	}
	w.page.unused(e.Fun)
	w.page.replace(w.page.offset(e.Pos()), behind, start)
	w.all.exprs.exprs(e.Args)
}

// passFunction makes the callee the first argument. A comma stays after the last argument too, since a line may end
// there.
func (w *callWriter) passFunction(e *ast.CallExpr, start string, behind int) {
	if len(e.Args) == 0 && !strings.HasSuffix(start, ", ") {
		start += ", "
	}
	note := w.all.exprs.decoderNote(e)
	end := w.page.offset(e.Lparen)
	w.page.insert(w.page.offset(e.Pos()), start+note.start)
	if fun, ok := e.Fun.(*ast.SelectorExpr); ok && w.facts.Info.Selections[fun] != nil {
		w.all.exprs.expr(fun.X)
		if note.method {
			end = w.page.offset(fun.X.End())
		}
	}
	w.page.replace(end, behind, note.shut+", ")
	w.all.exprs.exprs(e.Args)
}

// replaceMethod makes the receiver the first argument, as a pointer or a value.
func (w *callWriter) replaceMethod(e *ast.CallExpr, behind int, start string, asPointer bool) {
	fun := e.Fun.(*ast.SelectorExpr)
	open, shut := "", ""
	switch _, pointer := under(w.facts.typeOf(fun.X)).(*types.Pointer); {
	case pointer && !asPointer:
		open, shut = "*(", ")"
	case asPointer && !pointer:
		open, shut = "&(", ")"
	}
	w.page.insert(w.page.offset(fun.Pos()), start+open)
	w.all.exprs.expr(fun.X)
	if len(e.Args) > 0 {
		shut += ", "
	}
	w.page.replace(w.page.offset(fun.X.End()), behind, shut)
}

// at returns the call of the runtime that makes the Call of a condition. near is an expression of the cell for its
// distance.
func (w *page) at(condition int, near string) string {
	return fmt.Sprintf("%s.At(%s,&%s[%d],%s)", runtimeAlias, w.marked(), conditionsArray, condition, near)
}

// A program has to close each file, connection or HTTP answer that it opens. Around each call that opens one, the
// rewriter puts a call of package opened, which remembers it until it is closed. Calls after go or defer, and functions
// that are used as values, stay as they are.

// Functions of package opened.
const (
	openFile   = "File"
	openRows   = "Rows"
	openConn   = "Conn"
	openAnswer = "Answer"
)

// Packages with functions that open something.
const (
	sqlx = "github.com/jmoiron/sqlx."
	gorm = "gorm.io/gorm."
)

// openers are the functions that open something, by their full names without the version of the module. Each returns a
// pointer and an error.
var openers = map[string]string{
	"os.Open": openFile, "os.OpenFile": openFile, "os.Create": openFile,
	"os.CreateTemp": openFile, "os.OpenInRoot": openFile, "(*os.Root).Open": openFile, "(*os.Root).Create": openFile,
	"(*os.Root).OpenFile": openFile,

	"(*database/sql.DB).Query": openRows, "(*database/sql.DB).QueryContext": openRows,
	"(*database/sql.Tx).Query": openRows, "(*database/sql.Tx).QueryContext": openRows,
	"(*database/sql.Stmt).Query": openRows, "(*database/sql.Stmt).QueryContext": openRows,
	"(*database/sql.Conn).QueryContext": openRows,
	"(*database/sql.DB).Conn":           openConn,

	"(*" + sqlx + "DB).Queryx": openRows, "(*" + sqlx + "DB).QueryxContext": openRows,
	"(*" + sqlx + "DB).NamedQuery": openRows, "(*" + sqlx + "Tx).Queryx": openRows,
	"(*" + sqlx + "Tx).QueryxContext": openRows, "(*" + sqlx + "Tx).NamedQuery": openRows,
	"(*" + gorm + "DB).Rows": openRows,

	"net/http.Get": openAnswer, "net/http.Head": openAnswer, "net/http.Post": openAnswer,
	"net/http.PostForm": openAnswer, "(*net/http.Client).Do": openAnswer, "(*net/http.Client).Get": openAnswer,
	"(*net/http.Client).Head": openAnswer,
	"(*net/http.Client).Post": openAnswer, "(*net/http.Client).PostForm": openAnswer,
}

// opens returns the function of package opened for a call, "" for most calls.
func opens(w *facts, e *ast.CallExpr) string {
	f, ok := w.callee(e).(*types.Func)
	if !ok || w.library || !w.generics || f.Pkg() == nil || f.Pkg() == w.Types {
		return ""
	}
	with := openers[unversioned(f.Origin())]
	if with == "" {
		return ""
	}
	results := f.Signature().Results()
	if results.Len() != 2 || !isError(results.At(1).Type()) {
		return "" // another version of the module has other results
	}
	if _, pointer := types.Unalias(results.At(0).Type()).(*types.Pointer); !pointer {
		return ""
	}
	return with
}
