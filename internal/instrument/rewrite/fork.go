package rewrite

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// answers is what a function tells a caller that asks how near its result was to
// the other one. The result is the last one, a bool or an error.
type answers struct {
	name    string
	isError bool
	kept    map[types.Object]bool // variables that are returned as the result
	first   int                   // condition
	choice  int
	forks   []string // as literals, see probe.Fork
	level   int      // of the next fork
	region  int      // level of all forks of the loop or switch around, none outside
	sets    bool     // a fork has set a variable: from there on all forks have one level
	begins  int      // edit
	heeded  bool     // the result is another one: callers hear what is compared, and no more
}

// Ways behind a side of a fork, as package probe has them.
const (
	toTrue  = 1
	toFalse = 2
	sure    = 4
)

// answering begins a function: if its result is one that can be asked for, it
// tells the runtime that it begins.
func (w *writer) answering(sig *types.Signature, body *ast.BlockStmt) *answers {
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

// inBody visits what is in a function's body, but not in functions within.
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

// answered ends a function.
func (w *writer) answered(a *answers) {
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

// within walks a statement all of whose forks have one level.
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

// next is the level of the next fork.
func (a *answers) next() int {
	if a.region != none {
		return a.region
	}
	a.level++
	return a.level - 1
}

// last adds the forks of a return: no other comes behind them, so they have a level
// of their own in a loop too.
func (a *answers) last(add func()) {
	before := a.region
	if !a.sets {
		a.region = none
	}
	add()
	a.region = before
}

// add adds a fork whose first leaf is given.
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

// way is what lies behind a side of a fork.
type way struct {
	results int
	sets    bool // variables
}

// wayOf returns what lies in statements.
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

// sureOf returns sure for a statement that alone decides about the result.
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

// settles reports whether an expression has one result for good.
func (w *writer) settles(e ast.Expr) bool {
	r := w.resultOf(e, false)
	return r == toTrue || r == toFalse
}

// resultOf returns the results that an operand of a return may be.
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

// fork adds a condition that is planned as one that decides about the result.
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

// formula writes a condition as package heuristics reads it.
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

// caseForks adds the cases of a switch, the first of which is given with none of
// them.
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

// conditionForks adds the cases of a switch that are conditions, the first leaf
// of which is given. Behind the last of them lies the default clause. Where only
// that decides, all are one fork.
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
