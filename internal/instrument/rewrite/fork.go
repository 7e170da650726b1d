package rewrite

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// answers describes a function that conditions of its callers can ask how near its result was to the opposite one (see
// package probe, ask.go). The result is the last one, a bool or an error.
type answers struct {
	name    string
	isError bool
	kept    map[types.Object]bool // variables whose value is returned as the result
	first   int                   // number of the first condition
	choice  int
	forks   []string // literals, see probe.Fork
	level   int      // level of the next fork
	region  int      // level of all forks of the loop or switch around, none outside of them
	sets    bool     // a fork has set a variable: from there on all forks have the same level
	begins  int      // index of the edit with the call of Begin
	heeded  bool     // the result is of another type: callers hear the comparisons, but get no distance
}

// Bits for the result behind a side of a fork, as in package probe.
const (
	toTrue  = 1
	toFalse = 2
	sure    = 4
)

// beginAnswers starts a function. If conditions of callers can ask for its result, it reserves the place for the call
// of Begin.
func (w *writer) beginAnswers(sig *types.Signature, body *ast.BlockStmt) *answers {
	name := w.page.named
	w.page.named = ""
	last := sig.Results().Len() - 1
	if last < 0 {
		return nil
	}
	t := sig.Results().At(last).Type()
	if name == "" {
		name = fmt.Sprintf("%s:%d", w.page.src.Path, w.page.offset(body.Pos()))
	}
	a := &answers{name: name, isError: isError(t), kept: map[types.Object]bool{}, first: w.page.sites.conditions,
		choice: len(w.page.sites.choices), region: none}
	if !a.isError && !types.Identical(t, types.Typ[types.Bool]) {
		a.heeded = true
		a.begins = len(w.page.edits.list)
		w.page.insert(w.page.offset(body.Lbrace)+1, "")
		return a
	}
	a.kept[sig.Results().At(last)] = true
	inBody(body, func(n ast.Node) {
		if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == last+1 {
			if id, ok := ast.Unparen(r.Results[last]).(*ast.Ident); ok && w.facts.Info.Uses[id] != nil &&
				!w.facts.isNil(id) && !w.facts.isConstant(id) && !w.facts.isSentinel(id) {
				a.kept[w.facts.Info.Uses[id]] = true
			}
		}
	})
	a.begins = len(w.page.edits.list)
	w.page.insert(w.page.offset(body.Lbrace)+1, "")
	return a
}

// inBody visits the nodes of a function's body, but not those of function literals in it.
func inBody(body ast.Node, visit func(n ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, inner := n.(*ast.FuncLit); inner {
			return false
		}
		if n != nil {
			visit(n)
		}
		return true
	})
}

// endAnswers ends a function: it writes its description and the call of Begin.
func (w *writer) endAnswers(a *answers) {
	conditions := 0
	if a != nil {
		conditions = w.page.sites.conditions - a.first
	}
	if a == nil || len(a.forks)+conditions == 0 {
		return
	}
	first := a.first
	if conditions == 0 {
		first = 0
	}
	choice := "nil"
	if n := len(w.page.sites.choices) - a.choice; n > 0 {
		choice = fmt.Sprintf("&%s[%d]", choicesArray, a.choice)
	}
	if w.facts.declared["nil"] || w.page.sites.conditions == 0 {
		return
	}
	fork := "nil"
	if len(a.forks) > 0 {
		fork = fmt.Sprintf("&%s[%d]", forksArray, len(w.page.sites.forks))
	}
	w.page.sites.functions = append(w.page.sites.functions,
		fmt.Sprintf("{Name: %d, Cond: &%s[%d], Near: &%s[%d], Conds: %d, Choice: %s, Choices: %d, Fork: %s, Forks: %d}",
			nameNumber(a.name), conditionsArray, first, distancesArray, first, conditions, choice,
			len(w.page.sites.choices)-a.choice, fork, len(a.forks)))
	w.page.sites.forks = append(w.page.sites.forks, a.forks...)
	w.page.edits.list[a.begins].text = fmt.Sprintf("%s.Begin(&%s[%d]);", runtimeAlias, functionsArray,
		len(w.page.sites.functions)-1)
}

// within walks a statement. All forks of a loop or a switch have the same level.
func (a *answers) within(s ast.Stmt, walk func()) {
	switch s.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt:
	default:
		walk()
		return
	}
	if a == nil || a.region != none {
		walk()
		return
	}
	a.region = a.next()
	walk()
	if !a.sets {
		a.region = none
	}
}

// next returns the level of the next fork.
func (a *answers) next() int {
	if a.region != none {
		return a.region
	}
	a.level++
	return a.level - 1
}

// last adds the forks of a return statement. No fork comes after them, so they have a level of their own in a loop too.
func (a *answers) last(add func()) {
	before := a.region
	if !a.sets {
		a.region = none
	}
	add()
	a.region = before
}

// add adds a fork. first is the number of its first leaf.
func (a *answers) add(first int, formula string, then, otherwise way) {
	if (then.results|otherwise.results)&^sure == 0 {
		return
	}
	if then.sets || otherwise.sets {
		a.region, a.sets = a.next(), true
	}
	a.forks = append(a.forks, fmt.Sprintf("{First: %d, Formula: %q, Level: %d, Then: %d, Else: %d}",
		first-a.first, formula, a.next(), then.results, otherwise.results))
}

// way is what the code behind a side of a fork does to the result.
type way struct {
	results int
	sets    bool // it assigns to a variable that is returned
}

// wayOf returns what statements do to the result.
func (w *writer) wayOf(list ...ast.Stmt) way {
	var found way
	a := w.fn.answers
	if a == nil {
		return found
	}
	visit := func(n ast.Node) {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			if len(n.Results) > 0 {
				found.results |= w.resultOf(n.Results[len(n.Results)-1], len(n.Results) < w.fn.results.Len())
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if id, ok := left.(*ast.Ident); ok && len(n.Rhs) == len(n.Lhs) && a.kept[w.facts.Info.ObjectOf(id)] &&
					w.settles(n.Rhs[i]) {
					found.results |= w.resultOf(n.Rhs[i], false)
					found.sets = true
				}
			}
		}
	}
	for _, s := range list {
		if s == nil {
			continue
		}
		inBody(s, visit)
		if found.results == toTrue || found.results == toFalse {
			found.results |= w.sureOf(s)
		}
	}
	return found
}

// sureOf returns sure for a statement that decides about the result on its own, else 0.
func (w *writer) sureOf(s ast.Stmt) int {
	switch s := s.(type) {
	case *ast.ReturnStmt, *ast.AssignStmt:
		return sure
	case *ast.BlockStmt:
		for _, inner := range s.List {
			if w.wayOf(inner).results&sure != 0 {
				return sure
			}
		}
	}
	return 0
}

// settles reports whether an expression always has the same result.
func (w *writer) settles(e ast.Expr) bool {
	r := w.resultOf(e, false)
	return r == toTrue || r == toFalse
}

// resultOf returns the results that an operand of a return statement may have.
func (w *writer) resultOf(e ast.Expr, forwards bool) int {
	e = ast.Unparen(e)
	switch v := w.facts.Info.Types[e].Value; {
	case forwards:
		if w.fn.answers.isError && makesError(w.facts, e) {
			return toFalse
		}
		return toTrue | toFalse
	case v != nil && v.Kind() == constant.Bool:
		if constant.BoolVal(v) {
			return toTrue
		}
		return toFalse
	case !w.fn.answers.isError:
		return toTrue | toFalse
	case w.facts.isNil(e):
		return toTrue
	case !isInterface(w.facts.typeOf(e)):
		return toFalse
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return toFalse
	case *ast.CallExpr:
		if f, ok := w.facts.callee(e).(*types.Func); ok && (makesErrors[f.FullName()] || w.facts.failing[f.Origin()]) {
			return toFalse
		}
	}
	return toTrue | toFalse
}

// makesErrors are functions that never return nil.
var makesErrors = map[string]bool{"errors.New": true, "fmt.Errorf": true, "errors.Join": true}

// fork adds a planned condition as a fork.
func (w *conditionWriter) fork(e ast.Expr, then, otherwise way) {
	a := w.all.fn.answers
	g, ok := w.ranges[e]
	if a == nil || !ok || g.count == 0 {
		return
	}
	if formula, ok := w.formula(e, g.first); ok && formula != "" {
		a.add(g.first, formula, then, otherwise)
	}
}

// maxLeaves bounds the leaves of a fork.
const maxLeaves = 16

// formula writes a condition as a formula of [heuristics.Guard].
func (w *conditionWriter) formula(e ast.Expr, first int) (string, bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return w.formula(e.X, first)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			text, ok := w.formula(e.X, first)
			if text != "" {
				text += "!"
			}
			return text, ok
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			x, okX := w.formula(e.X, first)
			y, okY := w.formula(e.Y, first)
			if x != "" && y != "" {
				y += e.Op.String()[:1]
			}
			return x + y, okX && okY
		}
	}
	l, ok := w.planned[e]
	switch {
	case w.facts.isConstant(e):
		return "", true
	case !ok || l.index-first >= maxLeaves:
		return "", false
	}
	return string(rune('a' + l.index - first)), true
}

// setFork adds conditions that are assigned to variables which are returned.
func (w *writer) setFork(s *ast.AssignStmt) {
	if w.fn == nil || w.fn.answers == nil || len(s.Lhs) != len(s.Rhs) {
		return
	}
	for i, left := range s.Lhs {
		if id, ok := left.(*ast.Ident); ok && w.fn.answers.kept[w.facts.Info.ObjectOf(id)] {
			w.conds.fork(s.Rhs[i], way{toTrue | sure, true}, way{toFalse | sure, true})
		}
	}
}

// caseForks adds the cases of a switch with a tag. other is the number of its condition "no case".
func (w *switchWriter) caseForks(s *ast.SwitchStmt, other int) {
	a := w.all.fn.answers
	if a == nil {
		return
	}
	at, none := other, way{}
	for _, clause := range s.Body.List {
		at -= len(clause.(*ast.CaseClause).List)
	}
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		lies := w.all.wayOf(c.Body...)
		if c.List == nil {
			none = lies
		}
		for range c.List {
			a.add(at, "a", lies, way{})
			at++
		}
	}
	a.add(other, "a", none, way{})
}

// conditionForks adds the cases of a switch without a tag. first is the number of their first leaf. The default clause
// lies behind the last case. If only the default clause decides, all cases are one fork.
func (w *switchWriter) conditionForks(s *ast.SwitchStmt, first int) {
	if w.all.fn.answers == nil {
		return
	}
	var other, any way
	var last ast.Expr
	all, whole := "", true
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		lies := w.all.wayOf(c.Body...)
		if c.List == nil {
			other = lies
			continue
		}
		any.results |= lies.results
		for _, e := range c.List {
			text, ok := w.all.conds.formula(e, first)
			if whole = whole && ok; all != "" && text != "" {
				text += "|"
			}
			all, last = all+text, e
		}
	}
	if any.results == 0 && whole && all != "" {
		w.all.fn.answers.add(first, all, way{}, other)
		return
	}
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		for _, e := range c.List {
			otherwise := way{}
			if e == last {
				otherwise = other
			}
			w.all.conds.fork(e, w.all.wayOf(c.Body...), otherwise)
		}
	}
}
