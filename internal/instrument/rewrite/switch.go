package rewrite

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

func (w *switchWriter) switchStmt(s *ast.SwitchStmt) {
	w.all.stmts.simple(s.Init)
	if s.Tag == nil || w.facts.isTrue(s.Tag) {
		w.conditionSwitch(s)
		return
	}
	if values := w.tagValues(s); values != nil {
		w.tagSwitch(s, values)
		return
	}
	w.all.exprs.expr(s.Tag)
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		w.all.exprs.exprs(c.List)
		w.all.lists.clause(c.Body, c.Pos(), c.Colon, guard{}, false)
	}
}

func (s *Source) isTrue(e ast.Expr) bool {
	v := s.Info.Types[e].Value
	return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
}

// conditionSwitch rewrites a switch whose cases are conditions. The conditions are numbered one after the other, so
// that all of them can guard the default clause.
func (w *switchWriter) conditionSwitch(s *ast.SwitchStmt) {
	all := guard{first: w.page.sites.conditions}
	guards := map[ast.Stmt]guard{}
	for _, clause := range s.Body.List {
		g := guard{first: w.page.sites.conditions, side: true}
		for _, e := range clause.(*ast.CaseClause).List {
			w.all.conds.plan(e, true)
		}
		g.count = w.page.sites.conditions - g.first
		guards[clause] = g
	}
	all.count = w.page.sites.conditions - all.first
	w.conditionForks(s, all.first)
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		w.all.exprs.exprs(c.List)
		g := guards[c]
		if c.List == nil {
			g = all
		}
		w.all.lists.clause(c.Body, c.Pos(), c.Colon, g, g.count > 0 && c.List != nil)
	}
}

// maxCases bounds the values of a switch, since each evaluation compares them one by one.
const maxCases = 512

// tagValues returns the values of a switch on numbers or strings as literals, in the order of the source; nil for other
// switches.
func (w *switchWriter) tagValues(s *ast.SwitchStmt) []string {
	t := w.facts.typeOf(s.Tag)
	info, kind := basic(t)
	if !w.facts.generics || isTypeParam(t) || info&(types.IsInteger|types.IsFloat|types.IsString) == 0 ||
		info&types.IsUntyped != 0 ||
		kind == types.Uintptr || w.facts.isConstant(s.Tag) || w.facts.contextual(s.Tag) {
		return nil
	}
	var values []string
	for _, clause := range s.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			text := literal(w.facts.Info.Types[e].Value, info)
			if text == "" || !types.Identical(w.facts.typeOf(e), t) {
				return nil
			}
			values = append(values, text)
		}
	}
	if len(values) > maxCases {
		w.page.note(s.Pos(), fmt.Sprintf("switch with more than %d values", maxCases))
		return nil
	}
	return values
}

// literal returns a constant as a literal of its kind, since names in its source may have another meaning at the place
// of the tag. It returns "" if there is no literal.
func literal(v constant.Value, info types.BasicInfo) string {
	switch {
	case v == nil:
		return ""
	case info&types.IsString != 0:
		return strconv.Quote(constant.StringVal(v))
	case info&types.IsInteger != 0:
		return constant.ToInt(v).ExactString()
	}
	f, _ := constant.Float64Val(constant.ToFloat(v))
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// tagSwitch wraps the tag of a switch in a probe that computes the distance to each value; the switch itself stays.
func (w *switchWriter) tagSwitch(s *ast.SwitchStmt, values []string) {
	letter := w.facts.operation(s.Tag)
	choice := w.page.sites.choice(w.page.sites.conditions, letter, values)
	guards, other := w.caseConditions(s)
	w.caseForks(s, other.first)
	cell := fmt.Sprintf("&%s[%d]", choicesArray, choice)
	if name := w.all.conds.heardFunction(s.Tag); name != "" {
		heed := fmt.Sprintf("%s.HeedCases(%s,%s)", runtimeAlias, cell, name)
		if call := w.all.conds.heeds[s.Tag]; call != nil {
			w.page.insert(w.page.offset(w.all.conds.start(call)), heed+";")
		} else {
			cell = heed
		}
	}
	w.page.insert(w.page.offset(s.Tag.Pos()),
		fmt.Sprintf("%s.Switch%s(%s,%s, ", runtimeAlias, strings.ToUpper(letter), w.page.inGroup(), cell))
	w.all.exprs.expr(s.Tag)
	w.page.insert(w.page.offset(s.Tag.End()), ")")
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		g := guards[c]
		if c.List == nil {
			g = other
		}
		w.all.lists.clause(c.Body, c.Pos(), c.Colon, g, true)
	}
}

// caseConditions numbers the values of a switch and the condition "no case".
func (w *switchWriter) caseConditions(s *ast.SwitchStmt) (guards map[ast.Stmt]guard, other guard) {
	tag := oneLine(w.page.text(s.Tag.Pos(), s.Tag.End()))
	op := w.facts.operation(s.Tag) + "="
	guards = map[ast.Stmt]guard{}
	at := s.Pos()
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		if c.List == nil {
			at = c.Pos()
			continue
		}
		guards[c] = guard{first: w.page.sites.conditions, count: len(c.List), side: true}
		for _, e := range c.List {
			w.caseCondition(e.Pos(), op, tag+" == "+oneLine(w.page.text(e.Pos(), e.End())))
			w.all.consts.values(e)
		}
	}
	other = guard{first: w.page.sites.conditions, count: 1, side: true}
	w.caseCondition(at, opFlag, "switch "+tag+": none of the cases")
	return guards, other
}

func (w *switchWriter) caseCondition(at token.Pos, op, text string) {
	line, column := w.page.place(at)
	w.page.sites.condition(kindCase, op, line, column, oneLine([]byte(text)))
}

// operation returns the letter for comparisons of a basic type.
func (w *facts) operation(e ast.Expr) string {
	info, _ := basic(w.typeOf(e))
	switch {
	case info&types.IsString != 0:
		return "s"
	case info&types.IsFloat != 0:
		return "f"
	case info&types.IsUnsigned != 0:
		return "u"
	}
	return "i"
}

func (w *switchWriter) typeSwitch(s *ast.TypeSwitchStmt) {
	w.all.stmts.simple(s.Init)
	w.all.stmts.simple(s.Assign)
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		w.all.lists.clause(c.Body, c.Pos(), c.Colon, guard{}, false)
	}
}

func (w *statementWriter) selectStmt(s *ast.SelectStmt) {
	for _, clause := range s.Body.List {
		c := clause.(*ast.CommClause)
		w.comm(c.Comm)
		w.all.lists.clause(c.Body, c.Pos(), c.Colon, guard{}, false)
	}
}

// choiceOf is the operands of a case of a select, and the variable that replaces them.
type choiceOf struct {
	channel, value ast.Expr // value is nil for a case that receives
	variable       string
}

// beforeSelect evaluates the operands of a select before it, and has the runtime
// try its cases in their order. So
//
//	select { case x := <-f(): ... case g() <- y: ... }
//
// becomes
//
//	evoke_x1 := evoke_p.From(f()); evoke_x2 := evoke_p.To(g()).Value(y); evoke_p.Poll(evoke_x1, evoke_x2);
//	select { case x := <-evoke_x1.C: ... case evoke_x2.C <- evoke_x2.V: ... }
//
// If a goto may jump over the variables, or an operand is longer than a line, the select stays as it is.
func (w *statementWriter) beforeSelect(s ast.Stmt) {
	inner := s
	for labeled, ok := inner.(*ast.LabeledStmt); ok; labeled, ok = inner.(*ast.LabeledStmt) {
		inner = labeled.Stmt
	}
	choice, ok := inner.(*ast.SelectStmt)
	if !ok || !w.facts.generics || len(w.all.fn.jumps) > 0 {
		return
	}
	cases := w.choicesOf(choice)
	if len(cases) < 2 {
		return
	}
	var text strings.Builder
	var names []string
	for i := range cases {
		c := &cases[i]
		c.variable = w.page.local("x")
		names = append(names, c.variable)
		text.WriteString(c.variable + " := " + w.operands(c) + "; ")
		w.chosen[c.channel] = c
	}
	w.page.insert(w.page.offset(s.Pos()), text.String()+runtimeAlias+".Poll("+strings.Join(names, ", ")+"); ")
}

// choicesOf returns the cases of a select, or nil if one of them has to stay as it is.
func (w *statementWriter) choicesOf(s *ast.SelectStmt) []choiceOf {
	var cases []choiceOf
	for _, clause := range s.Body.List {
		comm := clause.(*ast.CommClause).Comm
		if comm == nil {
			continue
		}
		c := choiceOf{}
		c.channel, c.value = operandsOf(comm)
		for _, e := range present(c.channel, c.value) {
			if !w.page.oneLine(e.Pos(), e.End()) {
				return nil
			}
		}
		t := w.facts.typeOf(c.channel)
		if _, channel := under(t).(*types.Chan); !channel || isTypeParam(t) {
			return nil
		}
		cases = append(cases, c)
	}
	return cases
}

// operandsOf returns the channel of a case of a select, and the value if the case sends one.
func operandsOf(comm ast.Stmt) (channel, value ast.Expr) {
	var received ast.Expr
	switch s := comm.(type) {
	case *ast.SendStmt:
		return s.Chan, s.Value
	case *ast.ExprStmt:
		received = s.X
	case *ast.AssignStmt:
		received = s.Rhs[0]
	}
	return ast.Unparen(received).(*ast.UnaryExpr).X, nil
}

// operands returns the call of the runtime that makes the variable of a case.
func (w *statementWriter) operands(c *choiceOf) string {
	text := func(e ast.Expr) string {
		return w.page.moved(w.page.offset(e.Pos()), w.page.offset(e.End()), func() { w.all.exprs.expr(e) })
	}
	if c.value == nil {
		return runtimeAlias + ".From(" + text(c.channel) + ")"
	}
	return runtimeAlias + ".To(" + text(c.channel) + ").Value(" + text(c.value) + ")"
}

// comm rewrites the statement of a case of a select.
func (w *statementWriter) comm(comm ast.Stmt) {
	if comm == nil {
		return
	}
	channel, value := operandsOf(comm)
	c := w.chosen[channel]
	if c == nil {
		w.simple(comm)
		return
	}
	if s, ok := comm.(*ast.AssignStmt); ok && s.Tok == token.ASSIGN {
		w.targets(s.Lhs)
	}
	w.page.replace(w.page.offset(channel.Pos()), w.page.offset(channel.End()), c.variable+".C")
	if value != nil {
		w.page.replace(w.page.offset(value.Pos()), w.page.offset(value.End()), c.variable+".V")
	}
	w.page.paused = true
}
