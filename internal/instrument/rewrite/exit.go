package rewrite

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strconv"
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
	noteText            // f(Logged("text", text), b)
	noteLevel           // f(ctx, LoggedAt(level), b)
	noteAll             // f(LoggedAll(a, b)...)
	noteErrors          // f(LoggedLines(a, b)...)
	noteErrorsf         // f(format, LoggedErrors(a, b)...), or LoggedLines
	noteResult          // Logged("", f())
)

// noted are the functions that end the program, by their full name.
var noted = map[string]noteWay{
	"os.Exit": noteCode, "syscall.Exit": noteCode,
	"log.Fatal": noteFatal, "log.Fatalln": noteFatal, "log.Fatalf": noteFatalf,
	"(*log.Logger).Fatal": noteFatal, "(*log.Logger).Fatalln": noteFatal, "(*log.Logger).Fatalf": noteFatalf,
}

// noteOf returns how a call is noted, noteNone for most.
func (w *callWriter) noteOf(e *ast.CallExpr) noteWay {
	if w.facts.library {
		return noteNone
	}
	switch f := w.facts.callee(e).(type) {
	case *types.Builtin:
		switch f.Name() {
		case "recover":
			return noteRecover
		case "panic":
			return notePanic
		}
	case *types.Func:
		if f.Pkg() == w.facts.Types || isMethodExpression(w.facts, e) {
			return noteNone
		}
		if way := noted[f.FullName()]; way != noteNone {
			return way
		}
		return loggingOf(w, e).way
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
	if way >= noteText {
		w.noteLogging(e, loggingOf(w, e))
		return
	}
	w.all.exprs.expr(e.Fun)
	switch way {
	case noteCode:
		w.page.insert(w.page.offset(e.Lparen)+1, runtimeAlias+".Exit(")
		w.all.exprs.exprs(e.Args)
		w.page.insert(w.page.offset(e.Rparen), ")")
	case noteFatal:
		w.noteList(e, "Fatal")
	case noteFatalf:
		w.noteFormatted(e, "Fatal")
	case notePanic:
		w.page.insert(w.page.offset(e.Lparen)+1, runtimeAlias+".Panics(")
		w.all.exprs.exprs(e.Args)
		w.page.insert(w.page.offset(e.Rparen), ")")
	case noteRecover:
		w.page.insert(w.page.offset(e.Pos()), runtimeAlias+".Recovered(")
		w.page.insert(w.page.offset(e.End()), ")")
	}
}

// noteList puts a function of the runtime around all arguments.
func (w *callWriter) noteList(e *ast.CallExpr, with string) {
	w.page.insert(w.page.offset(e.Lparen)+1, runtimeAlias+"."+with+"(")
	w.all.exprs.exprs(e.Args)
	w.spread(e)
}

// noteFormatted is noteList that leaves the format out. Where one call gives the format and the
// rest, nothing can come between.
func (w *callWriter) noteFormatted(e *ast.CallExpr, with string) {
	format := e.Args[0]
	w.all.exprs.expr(format)
	_, all := w.facts.typeOf(format).(*types.Tuple)
	switch {
	case all:
	case len(e.Args) == 1:
		w.page.insert(w.page.offset(format.End()), ", "+runtimeAlias+"."+with+"()...")
	default:
		w.page.insert(w.page.offset(e.Args[1].Pos()), runtimeAlias+"."+with+"(")
		w.all.exprs.exprs(e.Args[1:])
		w.spread(e)
	}
}

// spread closes the call that takes the last arguments of another and gives
// them as one list.
func (w *callWriter) spread(e *ast.CallExpr) {
	if e.Ellipsis.IsValid() {
		w.page.insert(w.page.offset(e.Ellipsis), "...)")
		return
	}
	w.page.insert(w.page.offset(e.Rparen), ")...")
}

// The cause of an answer is where the error began that led to it. So what meets an error notes
// it: a condition that compares it with nil, and a return statement that makes it.

// flagged rewrites the operands of a condition of which only the outcome counts.
func flagged(w *conditionWriter, e ast.Expr, l leaf) {
	operand := errorIn(w.facts, e)
	if operand == nil {
		w.all.exprs.parts(e)
		return
	}
	w.page.insert(w.page.offset(operand.Pos()), saw(l.index))
	w.all.exprs.expr(operand)
	w.page.insert(w.page.offset(operand.End()), ")")
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
	last := w.all.fn.results.Len() - 1
	if cell == none || last < 0 || w.all.fn.fails || !isError(w.all.fn.results.At(last).Type()) ||
		!makesError(w.facts, e) {
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

// What a program logs as an error need not show in its answer. So a call of the runtime
// stands around an argument of the call that logs, or around its result where that is the beginning
// of what is logged. The logger is not asked: it may write anywhere, and nowhere in a test.

// logging is how a function logs an error.
type logging struct {
	way noteWay
	arg int // the one that says what happened, or at which level
}

// The names of packages that log.
const (
	logrus  = "github.com/sirupsen/logrus."
	zerolog = "github.com/rs/zerolog"
	zap     = "go.uber.org/zap."
	klog    = "k8s.io/klog."
	glog    = "github.com/golang/glog."
)

// loggers are the functions that log errors, by their full names, for a package without its version.
var loggers = map[string]logging{
	"log/slog.Error": {noteText, 0}, "(*log/slog.Logger).Error": {noteText, 0},
	"log/slog.ErrorContext": {noteText, 1}, "(*log/slog.Logger).ErrorContext": {noteText, 1},
	"log/slog.Log": {noteLevel, 1}, "(*log/slog.Logger).Log": {noteLevel, 1},
	"log/slog.LogAttrs": {noteLevel, 1}, "(*log/slog.Logger).LogAttrs": {noteLevel, 1},

	"log.Print": {noteErrors, 0}, "log.Println": {noteErrors, 0}, "log.Printf": {noteErrorsf, 0},
	"(*log.Logger).Print": {noteErrors, 0}, "(*log.Logger).Println": {noteErrors, 0},
	"(*log.Logger).Printf": {noteErrorsf, 0},

	logrus + "Error": {noteAll, 0}, logrus + "Errorln": {noteAll, 0}, logrus + "Errorf": {noteText, 0},
	"(*" + logrus + "Logger).Error": {noteAll, 0}, "(*" + logrus + "Logger).Errorln": {noteAll, 0},
	"(*" + logrus + "Logger).Errorf": {noteText, 0},
	"(*" + logrus + "Entry).Error":   {noteAll, 0}, "(*" + logrus + "Entry).Errorln": {noteAll, 0},
	"(*" + logrus + "Entry).Errorf":     {noteText, 0},
	"(" + logrus + "FieldLogger).Error": {noteAll, 0}, "(" + logrus + "FieldLogger).Errorf": {noteText, 0},

	"(*" + zerolog + ".Logger).Error": {noteResult, 0}, zerolog + "/log.Error": {noteResult, 0},

	"(*" + zap + "Logger).Error": {noteText, 0}, "(*" + zap + "SugaredLogger).Errorw": {noteText, 0},
	"(*" + zap + "SugaredLogger).Errorf": {noteText, 0},
	"(*" + zap + "SugaredLogger).Error":  {noteAll, 0}, "(*" + zap + "SugaredLogger).Errorln": {noteAll, 0},

	klog + "Error": {noteAll, 0}, klog + "Errorln": {noteAll, 0}, klog + "Errorf": {noteText, 0},
	klog + "ErrorS": {noteText, 1},
	glog + "Error":  {noteAll, 0}, glog + "Errorln": {noteAll, 0}, glog + "Errorf": {noteText, 0},

	"(github.com/go-logr/logr.Logger).Error":       {noteText, 1},
	"(github.com/hashicorp/go-hclog.Logger).Error": {noteText, 0},
	"(github.com/labstack/echo.Logger).Error":      {noteAll, 0},
	"(github.com/labstack/echo.Logger).Errorf":     {noteText, 0},
	"github.com/go-kit/log/level.Error":            {noteResult, 0},
}

// loggingOf returns how a call logs an error, with the way noteNone for most.
func loggingOf(w *callWriter, e *ast.CallExpr) logging {
	f, ok := w.facts.callee(e).(*types.Func)
	if !ok || !w.facts.generics || f.Pkg() == nil {
		return logging{}
	}
	l := loggers[unversioned(f)]
	switch {
	case l.way == noteText || l.way == noteLevel:
		if len(e.Args) <= l.arg || w.facts.forwards(e) {
			return logging{}
		}
		if _, literal := ast.Unparen(e.Args[l.arg]).(*ast.BasicLit); literal && l.way == noteLevel {
			return logging{} // its type comes from the parameter
		}
	case l.way != noteResult && len(e.Args) == 0:
		return logging{}
	}
	return l
}

// noteLogging puts the note into a call that logs an error.
func (w *callWriter) noteLogging(e *ast.CallExpr, l logging) {
	switch l.way {
	case noteText:
		around(w, e, l.arg, fmt.Sprintf("%s.Logged(%s, ", runtimeAlias, constantText(w.facts, e.Args[l.arg])))
	case noteLevel:
		around(w, e, l.arg, runtimeAlias+".LoggedAt(")
	case noteResult:
		w.page.insert(w.page.offset(e.Pos()), runtimeAlias+`.Logged("", `)
		w.all.exprs.expr(e.Fun)
		w.all.exprs.exprs(e.Args)
		w.page.insert(w.page.offset(e.End()), ")")
	case noteErrorsf:
		w.all.exprs.expr(e.Fun)
		w.noteFormatted(e, writes(w.facts, e.Args[0]))
	default:
		w.all.exprs.expr(e.Fun)
		w.noteList(e, map[noteWay]string{noteAll: "LoggedAll", noteErrors: "LoggedLines"}[l.way])
	}
}

// writes returns the function of the runtime for what a format is filled with: texts stand in the log as they are,
// unless the format quotes, or nobody knows it.
func writes(w *facts, format ast.Expr) string {
	v := w.Info.Types[format].Value
	if v == nil || v.Kind() != constant.String || quoting.MatchString(constant.StringVal(v)) {
		return "LoggedErrors"
	}
	return "LoggedLines"
}

// quoting matches the verbs of formats that leave no line break in a text.
var quoting = regexp.MustCompile(`%[-+# 0-9.]*[qxX]|%#v`)

// around puts a call around an argument.
func around(w *callWriter, e *ast.CallExpr, arg int, open string) {
	w.all.exprs.expr(e.Fun)
	for i, a := range e.Args {
		if i == arg {
			w.page.insert(w.page.offset(a.Pos()), open)
		}
		w.all.exprs.expr(a)
		if i == arg {
			w.page.insert(w.page.offset(a.End()), ")")
		}
	}
}

// maxSaid bounds the constant texts of logs, in bytes.
const maxSaid = 120

// constantText returns a constant text as a literal, that of no text for other expressions.
func constantText(w *facts, e ast.Expr) string {
	v := w.Info.Types[e].Value
	if v == nil || v.Kind() != constant.String || len(constant.StringVal(v)) > maxSaid {
		return `""`
	}
	return strconv.Quote(constant.StringVal(v))
}
