package rewrite

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// returnWay says how a return statement notes that its operands were evaluated without a panic.
type returnWay int

const (
	wayNone    returnWay = iota // not a return
	wayQuiet                    // its operands cannot panic
	wayError                    // its operands cannot panic; the probe of the error it returns also completes the cell
	wayValue                    // the last operand that can panic is an argument of the runtime
	wayForward                  // the results of a call go through variables
	wayEntry                    // cannot be noted: completed when it is entered
)

// returnPlan says how a return statement is rewritten.
type returnPlan struct {
	way   returnWay
	value int // operand for wayValue
	cell  int // cell of the statement, none without one
	err   int // index of an operand or named result that is an error which may be nil or not, or none
}

// planReturn decides how a return statement is rewritten.
func (w *returnWriter) planReturn(r *ast.ReturnStmt) returnPlan {
	switch {
	case r == nil:
		return returnPlan{err: none}
	case len(r.Results) == 0:
		return w.planBare()
	case len(r.Results) < w.all.fn.results.Len():
		return w.planForward(r)
	}
	plan := returnPlan{way: wayQuiet, err: w.errorOperand(r)}
	for i, e := range r.Results {
		if !w.all.calm.quietExpr(e) {
			plan.way, plan.value = wayValue, i
		}
	}
	switch {
	case plan.way == wayQuiet && plan.err != none:
		plan.way = wayError
	case plan.way == wayValue && plan.value == plan.err:
	case plan.way == wayValue && !w.facts.passes(r.Results[plan.value]):
		plan.way = wayEntry
	}
	return plan
}

// planBare plans a return statement without operands, which may return an error by its named result.
func (w *returnWriter) planBare() returnPlan {
	last := w.all.fn.results.Len() - 1
	if last < 0 {
		return returnPlan{way: wayQuiet, err: none}
	}
	v := w.all.fn.results.At(last)
	if !isError(v.Type()) || v.Name() == "" || v.Name() == "_" || w.all.fn.nonNil[v] > 0 {
		return returnPlan{way: wayQuiet, err: none}
	}
	return returnPlan{way: wayError, err: last}
}

// planForward plans a return statement that returns all results of a call.
func (w *returnWriter) planForward(r *ast.ReturnStmt) returnPlan {
	tuple, ok := w.facts.typeOf(r.Results[0]).(*types.Tuple)
	if !ok || tuple.Len() != w.all.fn.results.Len() {
		return returnPlan{way: wayEntry, err: none}
	}
	plan := returnPlan{way: wayForward, err: none}
	last := tuple.Len() - 1
	if isError(w.all.fn.results.At(last).Type()) && isInterface(tuple.At(last).Type()) &&
		!makesError(w.facts, r.Results[0]) {
		plan.err = last
	}
	return plan
}

// errorOperand returns the index of an operand that is returned as an error and may be nil or not.
func (w *returnWriter) errorOperand(r *ast.ReturnStmt) int {
	last := w.all.fn.results.Len() - 1
	if len(r.Results) != last+1 || !isError(w.all.fn.results.At(last).Type()) {
		return none
	}
	e := ast.Unparen(r.Results[last])
	if w.facts.isNil(e) || !isInterface(w.facts.typeOf(e)) || makesError(w.facts, e) {
		return none
	}
	if id, ok := e.(*ast.Ident); ok && w.all.fn.nonNil[w.facts.Info.Uses[id]] > 0 {
		return none
	}
	return last
}

// isSentinel reports whether a name is a variable of a package, such as io.EOF, which is never nil.
func (s *Source) isSentinel(id *ast.Ident) bool {
	v, ok := s.Info.Uses[id].(*types.Var)
	return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// passes reports whether e keeps its type as an argument of a function with a type parameter.
func (w *facts) passes(e ast.Expr) bool {
	t := w.typeOf(e)
	b, isBasic := t.(*types.Basic)
	if !w.generics || w.contextual(e) || isBasic && b.Kind() == types.Invalid {
		return false
	}
	if _, tuple := t.(*types.Tuple); tuple {
		return false
	}
	return !isLogic(e) || isBool(t)
}

// returnStmt rewrites a return statement. cell is the cell that is still open, or none.
func (w *returnWriter) returnStmt(r *ast.ReturnStmt, cell int, plan returnPlan) {
	if plan.way == wayForward {
		w.forward(r, cell, plan)
		return
	}
	if len(r.Results) == 0 && plan.err != none {
		name := w.all.fn.results.At(plan.err).Name()
		before := w.page.errDone(cell, w.page.errorCondition(r, name))
		w.page.insert(w.page.offset(r.Pos()), before+name+closing(before)+";")
	}
	for i, e := range r.Results {
		before := w.operand(r, i, cell, plan)
		if i == len(r.Results)-1 && len(r.Results) == w.all.fn.results.Len() {
			w.lastOperand(e, before, madeCall(w, e, plan.cell))
			continue
		}
		if before == "" {
			w.all.exprs.expr(e)
			continue
		}
		w.page.insert(w.page.offset(e.Pos()), before)
		w.all.exprs.expr(e)
		w.page.insert(w.page.offset(e.End()), closing(before))
	}
}

// lastOperand rewrites the last operand: it may be the result that a caller asks for, or make an error.
func (w *returnWriter) lastOperand(e ast.Expr, before, made string) {
	pass, end := w.pass(e)
	before += made
	w.page.insert(w.page.offset(e.Pos()), before+pass)
	w.all.exprs.expr(e)
	if w.all.fn.answers != nil {
		w.all.fn.answers.last(func() { w.all.conds.fork(e, way{results: toTrue | sure}, way{results: toFalse | sure}) })
	}
	w.page.insert(w.page.offset(e.End()), end+closing(before))
}

// closing returns the parentheses that close the calls that a text begins.
func closing(text string) string { return strings.Repeat(")", strings.Count(text, "(")) }

// operand returns the beginning of the call around the i-th operand, "" for most operands. Operands are evaluated from
// left to right, so the probe of an error also completes the cell if it is the last call.
func (w *returnWriter) operand(r *ast.ReturnStmt, i, cell int, plan returnPlan) string {
	_, isCall := ast.Unparen(r.Results[plan.value]).(*ast.CallExpr)
	both := plan.err != none && (plan.way == wayError || plan.way == wayValue && (isCall || plan.value == plan.err))
	switch {
	case i == plan.err:
		e := r.Results[i]
		c := w.page.errorCondition(e, string(w.page.text(e.Pos(), e.End())))
		if both {
			return w.page.errDone(cell, c)
		}
		return w.page.probe("Err", c) + ", " + sawCall(c)
	case i == plan.value && plan.way == wayValue && !both:
		return fmt.Sprintf("%s.Value(%s,&%s[%d], ", runtimeAlias, w.page.inGroup(), statementsArray, cell)
	}
	return ""
}

// errorCondition returns the index of a new condition for an error that is not nil.
func (w *page) errorCondition(at ast.Node, text string) int {
	line, column := w.place(at.Pos())
	return w.sites.condition(kindError, opFlag, line, column, oneLine([]byte(text+" != nil")))
}

// errDone returns the beginning of a call that completes a cell and notes whether the error that follows is nil.
func (w *page) errDone(cell, condition int) string {
	return fmt.Sprintf("%s.ErrDone(%s,&%s[%d],&%s[%d], ", runtimeAlias, w.inGroup(), statementsArray, cell,
		conditionsArray, condition) + sawCall(condition)
}

// forward rewrites `return f(x)` with several results. The braces keep the variables out of the scope of a goto.
func (w *returnWriter) forward(r *ast.ReturnStmt, cell int, plan returnPlan) {
	names := make([]string, w.all.fn.results.Len())
	for i := range names {
		names[i] = w.page.local("r")
	}
	all := strings.Join(names, ", ")
	at := w.page.offset(r.Return)
	w.page.replace(at, at+len("return"), "{ "+all+" :=")
	w.all.exprs.expr(r.Results[0])
	tail := fmt.Sprintf("; %s; return %s }", w.page.step("Done", cell), all)
	if plan.err != none {
		e := r.Results[0]
		c := w.page.errorCondition(e, string(w.page.text(e.Pos(), e.End())))
		last := len(names) - 1
		before := w.page.errDone(cell, c)
		tail = fmt.Sprintf("; return %s, %s%s%s }", strings.Join(names[:last], ", "), before,
			names[last], closing(before))
	}
	w.page.insert(w.page.offset(r.End()), tail)
}
