package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"hash/fnv"
	"strings"
)

// nameNumber returns a hash of the name of a function.
func nameNumber(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name)) // never fails
	return max(h.Sum32(), 1)
}

// flagOf chooses the probe of a condition that compares nothing: Succeeded, Failed or Answered if it tests the result
// of a function that it can ask, else Flag or Bool.
func (w *conditionWriter) flagOf(e ast.Expr, t types.Type) leaf {
	l := asFlag(t)
	if !isBool(t) {
		return l
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if name, ok := w.askedFunction(call); ok {
			l.probe, l.ask = "Answered", fmt.Sprint(name)
			return l
		}
	} else if call := w.all.consts.testedCall(e); call != nil && w.all.fn != nil && call.Pos() > w.all.fn.body.Pos() {
		if name, ok := w.askedFunction(call); ok && w.canAsk(e, call) {
			w.questions[call] = question{name, e}
			l.probe = "Succeeded"
			if binary, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && binary.Op == token.NEQ {
				l.probe = "Failed"
			}
			return l
		}
	}
	if w.all.fn != nil && w.all.fn.answers != nil {
		l.probe = "Flag"
	}
	return l
}

// heardFunction returns the number of the function whose result is an operand of a comparison or a tag, directly or by
// a variable. It is "" if there is no such function.
func (w *conditionWriter) heardFunction(e ast.Expr) (number string) {
	if w.all.fn == nil {
		return ""
	}
	ast.Inspect(e, func(n ast.Node) bool {
		if _, inner := n.(*ast.FuncLit); inner || number != "" {
			return false
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			number = w.numberIfHearable(n)
		case *ast.Ident:
			if call := w.all.consts.testedCall(n); call != nil && call.Pos() > w.all.fn.body.Pos() &&
				w.start(call).IsValid() {
				if number = w.numberIfHearable(call); number != "" {
					w.heeds[e] = call
				}
			}
		}
		return true
	})
	return number
}

// numberIfHearable returns the number of the called function if its comparisons can be heard, else "".
func (w *conditionWriter) numberIfHearable(call *ast.CallExpr) string {
	f, ok := w.facts.callee(call).(*types.Func)
	if !ok || w.facts.isQuick(call) {
		return ""
	}
	if name, ok := w.askedFunction(call); ok && name != 0 && f.Signature().Results().Len() > 0 {
		return fmt.Sprint(name)
	}
	return ""
}

// start returns the position at which the statement with a call begins. It is invalid for calls that statementStarts
// leaves out.
func (w *conditionWriter) start(call *ast.CallExpr) token.Pos {
	if w.starts == nil {
		w.starts = statementStarts(w.page.src.Syntax)
	}
	return w.starts[call]
}

// heed returns an expression of the cell for the distance of a condition. From its evaluation on, the condition hears
// the comparisons of a called function.
func heed(l leaf) string {
	return fmt.Sprintf("%s.Heed(&%s[%d],%s,%s)", runtimeAlias, conditionsArray, l.index, nearCell(l.index), l.heed)
}

// question is a condition that asks for the result of a call.
type question struct {
	name uint32
	e    ast.Expr
}

// canAsk reports whether a condition can ask for the last result of a call: the call is in a statement of a list, and
// no other condition asks for its result.
func (w *conditionWriter) canAsk(e ast.Expr, call *ast.CallExpr) bool {
	if _, known := w.questions[call]; known || !w.start(call).IsValid() {
		return false
	}
	last := w.facts.typeOf(call)
	if tuple, ok := last.(*types.Tuple); ok {
		last = tuple.At(tuple.Len() - 1).Type()
	}
	if binary, ok := ast.Unparen(e).(*ast.BinaryExpr); ok {
		return isError(last) && types.Identical(w.facts.typeOf(binary.X), last)
	}
	return types.Identical(last, types.Typ[types.Bool])
}

// statementStarts returns the positions of statements in lists that assign the results of a call to variables, by the
// call.
func statementStarts(f *ast.File) map[*ast.CallExpr]token.Pos {
	starts := map[*ast.CallExpr]token.Pos{}
	see := func(list []ast.Stmt) {
		for _, s := range list {
			at := s.Pos()
			if branch, ok := s.(*ast.IfStmt); ok {
				s = branch.Init
			}
			assign, ok := s.(*ast.AssignStmt)
			if !ok || len(assign.Rhs) != 1 {
				continue
			}
			_, name := assign.Lhs[0].(*ast.Ident)
			if call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr); ok && name {
				starts[call] = at
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			see(n.List)
		case *ast.CaseClause:
			see(n.Body)
		case *ast.CommClause:
			see(n.Body)
		}
		return true
	})
	return starts
}

// askedFunction returns the number of the function that a condition can ask by a call, 0 for any function that is
// called next. It returns false if that function cannot have probes.
func (w *conditionWriter) askedFunction(call *ast.CallExpr) (name uint32, ok bool) {
	if w.facts.isQuick(call) || w.all.calls.replacement(call) != nil {
		return 0, false
	}
	f, ok := w.facts.callee(call).(*types.Func)
	if !ok {
		return 0, true // a function value
	}
	f = f.Origin()
	recv := f.Signature().Recv()
	switch {
	case recv != nil && isInterface(recv.Type()):
		return 0, !foreign(f, w.facts.Types)
	case !foreign(f, w.facts.Types):
		return nameNumber(FullName(f)), true
	}
	for p := range f.Signature().Params().Variables() {
		if _, function := under(p.Type()).(*types.Signature); function {
			return 0, true // the function that is passed is the one that is asked
		}
	}
	return 0, false
}

// foreign reports whether a function is of the standard library while the package that calls it is not.
func foreign(f *types.Func, own *types.Package) bool {
	if f.Pkg() == nil {
		return f.Name() != "Error"
	}
	theirs, _, _ := strings.Cut(f.Pkg().Path(), "/")
	ours, _, _ := strings.Cut(own.Path(), "/")
	return f.Pkg() != own && theirs != ours && !strings.Contains(theirs, ".")
}

// pass returns the beginning and the end of the text around a call whose result the function returns as its own.
func (w *returnWriter) pass(e ast.Expr) (before, after string) {
	a := w.all.fn.answers
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if a == nil || !ok || !isError(w.facts.typeOf(e)) && !types.Identical(w.facts.typeOf(e), types.Typ[types.Bool]) ||
		w.facts.isConstant(e) {
		return "", ""
	}
	name, ok := w.all.conds.askedFunction(call)
	if !ok || a.isError && w.all.resultOf(e, false) == toFalse {
		return "", ""
	}
	a.last(func() { a.add(w.page.sites.conditions, "", way{results: toTrue | sure}, way{results: toFalse | sure}) })
	probe := "Passed"
	if a.isError {
		probe = "PassedErr"
	}
	return fmt.Sprintf("%s.%s(%s.Pass(%d), %d, ", runtimeAlias, probe, runtimeAlias, name, len(a.forks)-1), ")"
}

// askBefore inserts the question of a condition before the statement with the call, if the condition tests a variable
// that holds the result of the call.
func (w *conditionWriter) askBefore(e ast.Expr, l leaf) {
	if call := w.heeds[e]; call != nil {
		w.page.insert(w.page.offset(w.start(call)), heed(l)+";")
	}
	if l.probe != "Succeeded" && l.probe != "Failed" {
		return
	}
	for call, q := range w.questions {
		if q.e == e {
			w.page.insert(w.page.offset(w.starts[call]), w.page.ask(l.index, fmt.Sprint(q.name))+";")
		}
	}
}
