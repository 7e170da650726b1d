package rewrite

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strconv"
)

// Where a program ended itself, or stopped a panic, cannot be found out afterwards. So a call of the runtime notes it
// just before: around the arguments of the call that ends the program or panics, which are all evaluated by then, and
// around the result of recover, which stays a direct call of the deferred function. A call in a go or defer statement
// stays as it is, since its arguments are evaluated early, and so does a function that is used as a value.

// noteWay is the form of the note in a call.
type noteWay int

const (
	noteNone    noteWay = iota
	noteCode            // f(Exit(code))
	noteFatal           // f(Fatal(a, b)...)
	noteFatalf          // f(format, Fatal(a, b)...)
	noteRecover         // Recovered(recover())
	noteStop            // Stopped(recover()), in a library
	notePanic           // panic(Panics(value))
	noteText            // f(Logged("text", text), b)
	noteLevel           // f(ctx, LoggedAt(level), b)
	noteAll             // f(LoggedAll(a, b)...)
	noteErrors          // f(LoggedLines(a, b)...)
	noteErrorsf         // f(format, LoggedErrors(a, b)...), or LoggedLines
	noteResult          // Logged("", f())
)

// noted are the functions that end the program, by their full names.
var noted = map[string]noteWay{
	"os.Exit": noteCode, "syscall.Exit": noteCode,
	"log.Fatal": noteFatal, "log.Fatalln": noteFatal, "log.Fatalf": noteFatalf,
	"(*log.Logger).Fatal": noteFatal, "(*log.Logger).Fatalln": noteFatal, "(*log.Logger).Fatalf": noteFatalf,
}

// noteOf returns how a call is noted, noteNone for most calls.
func (w *callWriter) noteOf(e *ast.CallExpr) noteWay {
	switch f := w.facts.callee(e).(type) {
	case *types.Builtin:
		switch {
		case f.Name() == "recover" && w.facts.library:
			return noteStop
		case f.Name() == "recover":
			return noteRecover
		case f.Name() == "panic" && !w.facts.library:
			return notePanic
		}
	case *types.Func:
		if w.facts.library || f.Pkg() == w.facts.Types || isMethodExpression(w.facts, e) {
			return noteNone
		}
		if way := noted[f.FullName()]; way != noteNone {
			return way
		}
		return loggingOf(w, e).way
	}
	return noteNone
}

// isMethodExpression reports whether a callee is a method expression such as (*T).Method, whose first argument is the
// receiver.
func isMethodExpression(w *facts, e *ast.CallExpr) bool {
	fun, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	selection := w.Info.Selections[fun]
	return selection != nil && selection.Kind() == types.MethodExpr
}

// noteCall rewrites the parts of a call and puts the note around them.
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
	case noteRecover, noteStop:
		name := "Recovered"
		if way == noteStop {
			name, w.page.out.Stops = "Stopped", w.page.out.Stops+1
		}
		w.page.insert(w.page.offset(e.Pos()), runtimeAlias+"."+name+"(")
		w.page.insert(w.page.offset(e.End()), ")")
	}
}

// noteList puts a function of the runtime around all arguments.
func (w *callWriter) noteList(e *ast.CallExpr, with string) {
	w.page.insert(w.page.offset(e.Lparen)+1, runtimeAlias+"."+with+"(")
	w.all.exprs.exprs(e.Args)
	w.spread(e)
}

// noteFormatted is noteList for all arguments but the format. If the arguments are the results of one call, nothing can
// be put between them.
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

// spread ends a note around the last arguments, which it returns as one list.
func (w *callWriter) spread(e *ast.CallExpr) {
	if e.Ellipsis.IsValid() {
		w.page.insert(w.page.offset(e.Ellipsis), "...)")
		return
	}
	w.page.insert(w.page.offset(e.Rparen), ")...")
}

// The cause of an answer is the place where the error began that led to it. So code that meets an error notes it: a
// condition that compares the error with nil, and a return statement that makes the error.

// flagOperands rewrites the operands of a condition without a distance.
func flagOperands(w *conditionWriter, e ast.Expr, l leaf) {
	operand := errorIn(w.facts, e)
	if operand == nil {
		w.all.exprs.parts(e)
		return
	}
	w.page.insert(w.page.offset(operand.Pos()), sawCall(l.index))
	w.all.exprs.expr(operand)
	w.page.insert(w.page.offset(operand.End()), ")")
}

// sawCall returns the beginning of the note for the error of a condition.
func sawCall(condition int) string {
	return fmt.Sprintf("%s.Saw(&%s[%d], ", runtimeAlias, conditionsArray, condition)
}

// errorIn returns the error that a condition compares with nil, nil for other conditions.
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

// madeCall returns the beginning of the note around the last operand of a return statement that makes an error, "" for
// other operands. An error that a function makes in each call is noted in the callers of that function.
func madeCall(w *returnWriter, e ast.Expr, cell int) string {
	last := w.all.fn.results.Len() - 1
	if cell == none || last < 0 || w.all.fn.fails || !isError(w.all.fn.results.At(last).Type()) ||
		!makesError(w.facts, e) {
		return ""
	}
	return fmt.Sprintf("%s.Made(&%s[%d], ", runtimeAlias, statementsArray, cell)
}

// alwaysErrs reports whether a function with this signature never returns a nil error.
func alwaysErrs(w *facts, sig *types.Signature) bool {
	for f := range w.failing {
		if f.Signature() == sig {
			return true
		}
	}
	return false
}

// An error that a program logs need not show in its answer. So a call of the runtime stands around an argument of the
// call that logs, or around the result of the call that begins an entry. The logger itself is not watched: it may write
// anywhere, and in a test it may write nothing.

// logging says how a function logs an error.
type logging struct {
	way noteWay
	arg int // index of the argument with the text, or with the level
}

// Packages with functions that log.
const (
	logrus  = "github.com/sirupsen/logrus."
	zerolog = "github.com/rs/zerolog"
	zap     = "go.uber.org/zap."
	klog    = "k8s.io/klog."
	glog    = "github.com/golang/glog."
)

// loggers are the functions that log errors, by their full names without the version of the module.
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

// loggingOf returns how a call logs an error. The way is noteNone for most calls.
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
			return logging{} // the type of the argument comes from the parameter
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

// writes returns the function of the runtime for the arguments of a format. Texts are in the log as they are, unless
// the format quotes them, or is not known.
func writes(w *facts, format ast.Expr) string {
	v := w.Info.Types[format].Value
	if v == nil || v.Kind() != constant.String || quoting.MatchString(constant.StringVal(v)) {
		return "LoggedErrors"
	}
	return "LoggedLines"
}

// quoting matches formats with a verb that leaves no line break in a text.
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

// constantText returns a constant text as a literal, `""` for other expressions.
func constantText(w *facts, e ast.Expr) string {
	v := w.Info.Types[e].Value
	if v == nil || v.Kind() != constant.String || len(constant.StringVal(v)) > maxSaid {
		return `""`
	}
	return strconv.Quote(constant.StringVal(v))
}
