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
	w.stmts.simple(s.Init)
	if s.Tag == nil || w.isTrue(s.Tag) {
		w.conditionSwitch(s)
		return
	}
	if values := w.tagValues(s); values != nil {
		w.tagSwitch(s, values)
		return
	}
	w.exprs.expr(s.Tag)
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		w.exprs.exprs(c.List)
		w.lists.clause(c.Body, c.Pos(), c.Colon, guard{}, false)
	}
}

func (w *facts) isTrue(e ast.Expr) bool {
	v := w.Info.Types[e].Value
	return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
}

// conditionSwitch rewrites a switch whose cases are conditions. They are
// numbered together, so that all of them guard the default clause.
func (w *switchWriter) conditionSwitch(s *ast.SwitchStmt) {
	all := guard{first: w.conditions}
	guards := map[ast.Stmt]guard{}
	for _, clause := range s.Body.List {
		g := guard{first: w.conditions, side: true}
		for _, e := range clause.(*ast.CaseClause).List {
			w.conds.plan(e, true)
		}
		g.count = w.conditions - g.first
		guards[clause] = g
	}
	all.count = w.conditions - all.first
	w.conditionForks(s, all.first)
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		w.exprs.exprs(c.List)
		g := guards[c]
		if c.List == nil {
			g = all
		}
		w.lists.clause(c.Body, c.Pos(), c.Colon, g, g.count > 0 && c.List != nil)
	}
}

// maxCases bounds the values of a switch that are compared one by one each
// time it runs.
const maxCases = 512

// tagValues returns the values of a switch on numbers or strings as literals,
// in the order of the source; nil for other switches.
func (w *switchWriter) tagValues(s *ast.SwitchStmt) []string {
	t := w.typeOf(s.Tag)
	info, kind := basic(t)
	if !w.generics || isTypeParam(t) || info&(types.IsInteger|types.IsFloat|types.IsString) == 0 || info&types.IsUntyped != 0 ||
		kind == types.Uintptr || w.isConstant(s.Tag) || w.contextual(s.Tag) {
		return nil
	}
	var values []string
	for _, clause := range s.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			text := literal(w.Info.Types[e].Value, info)
			if text == "" || !types.Identical(w.typeOf(e), t) {
				return nil
			}
			values = append(values, text)
		}
	}
	if len(values) > maxCases {
		w.note(s.Pos(), fmt.Sprintf("switch with more than %d values", maxCases))
		return nil
	}
	return values
}

// literal returns a constant as a literal of its kind, since its own source
// may mean something else where the tag stands. It returns "" if there is
// none.
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

// tagSwitch wraps the tag of a switch so that it tells how far it is from
// each value; the switch itself remains.
func (w *switchWriter) tagSwitch(s *ast.SwitchStmt, values []string) {
	letter := w.operation(s.Tag)
	choice := w.choice(w.conditions, letter, values)
	guards, other := w.caseConditions(s)
	w.caseForks(s, other.first)
	cell := fmt.Sprintf("&%s[%d]", choicesArray, choice)
	if name := w.conds.heeded(s.Tag); name != "" {
		heed := fmt.Sprintf("%s.HeedCases(%s,%s)", runtimeAlias, cell, name)
		if call := w.conds.heeds[s.Tag]; call != nil {
			w.insert(w.offset(w.conds.start(call)), heed+";")
		} else {
			cell = heed
		}
	}
	w.insert(w.offset(s.Tag.Pos()), fmt.Sprintf("%s.Switch%s(%s,%s, ", runtimeAlias, strings.ToUpper(letter), w.inGroup(), cell))
	w.exprs.expr(s.Tag)
	w.insert(w.offset(s.Tag.End()), ")")
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		g := guards[c]
		if c.List == nil {
			g = other
		}
		w.lists.clause(c.Body, c.Pos(), c.Colon, g, true)
	}
}

// caseConditions numbers the values of a switch and the outcome that none of
// them fits.
func (w *switchWriter) caseConditions(s *ast.SwitchStmt) (guards map[ast.Stmt]guard, other guard) {
	tag := oneLine(w.text(s.Tag.Pos(), s.Tag.End()))
	op := w.operation(s.Tag) + "="
	guards = map[ast.Stmt]guard{}
	at := s.Pos()
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		if c.List == nil {
			at = c.Pos()
			continue
		}
		guards[c] = guard{first: w.conditions, count: len(c.List), side: true}
		for _, e := range c.List {
			w.caseCondition(e.Pos(), op, tag+" == "+oneLine(w.text(e.Pos(), e.End())))
			w.consts.values(e)
		}
	}
	other = guard{first: w.conditions, count: 1, side: true}
	w.caseCondition(at, opFlag, "switch "+tag+": none of the cases")
	return guards, other
}

func (w *switchWriter) caseCondition(at token.Pos, op, text string) {
	line, column := w.place(at)
	w.sites.condition(kindCase, op, line, column, oneLine([]byte(text)))
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
	w.stmts.simple(s.Init)
	w.stmts.simple(s.Assign)
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		w.lists.clause(c.Body, c.Pos(), c.Colon, guard{}, false)
	}
}

func (w *statementWriter) selectStmt(s *ast.SelectStmt) {
	for _, clause := range s.Body.List {
		c := clause.(*ast.CommClause)
		w.comm(c.Comm)
		w.lists.clause(c.Body, c.Pos(), c.Colon, guard{}, false)
	}
}
