package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// choiceOf is the operands of a case of a select, and the variable that stands
// in for them.
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
// Where a goto may jump over the variables, and where an operand is longer than a
// line, the select stays as it is.
func (w *statementWriter) beforeSelect(s ast.Stmt) {
	inner := s
	for labeled, ok := inner.(*ast.LabeledStmt); ok; labeled, ok = inner.(*ast.LabeledStmt) {
		inner = labeled.Stmt
	}
	choice, ok := inner.(*ast.SelectStmt)
	if !ok || !w.generics || len(w.fn.jumps) > 0 {
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
		c.variable = w.local("x")
		names = append(names, c.variable)
		text.WriteString(c.variable + " := " + w.operands(c) + "; ")
		w.chosen[c.channel] = c
	}
	w.insert(w.offset(s.Pos()), text.String()+runtimeAlias+".Poll("+strings.Join(names, ", ")+"); ")
}

// choicesOf returns the cases of a select, or nil if one of them has to stay as
// it is.
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
			if !w.oneLine(e.Pos(), e.End()) {
				return nil
			}
		}
		if _, channel := under(w.typeOf(c.channel)).(*types.Chan); !channel || isTypeParam(w.typeOf(c.channel)) {
			return nil
		}
		cases = append(cases, c)
	}
	return cases
}

// operandsOf returns the channel of a case of a select, and the value if the
// case sends one.
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
		return w.moved(w.offset(e.Pos()), w.offset(e.End()), func() { w.exprs.expr(e) })
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
	w.replace(w.offset(channel.Pos()), w.offset(channel.End()), c.variable+".C")
	if value != nil {
		w.replace(w.offset(value.Pos()), w.offset(value.End()), c.variable+".V")
	}
	w.paused = true
}
