package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// stmt rewrites the parts of a statement.
func (w *statementWriter) stmt(s ast.Stmt) {
	before := w.page.paused
	if isCompound(s) {
		defer func() { w.page.paused = before || w.facts.pauses(s) }()
	}
	w.all.fn.answers.within(s, func() { w.dispatch(s) })
}

func (w *statementWriter) dispatch(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		w.all.lists.block(s, guard{})
	case *ast.LabeledStmt:
		w.stmt(s.Stmt)
	case *ast.IfStmt:
		w.ifStmt(s)
	case *ast.ForStmt:
		w.all.loops.forStmt(s)
	case *ast.RangeStmt:
		w.all.loops.rangeStmt(s)
	case *ast.SwitchStmt:
		w.all.switches.switchStmt(s)
	case *ast.TypeSwitchStmt:
		w.all.switches.typeSwitch(s)
	case *ast.SelectStmt:
		w.selectStmt(s)
	default:
		w.simple(s)
	}
}

// simple rewrites the expressions of a statement without inner statements.
func (w *statementWriter) simple(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		w.targets(s.Lhs)
		if compoundAssign(w, s) {
			return
		}
		if !slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return blankless(e) != nil }) && len(s.Rhs) == 1 {
			noteDropped(w, s.Rhs[0])
		} else {
			w.all.exprs.exprs(s.Rhs)
		}
		w.all.setFork(s)
	case *ast.IncDecStmt:
		w.target(s.X)
		incDec(w, s)
	case *ast.ExprStmt:
		noteDropped(w, s.X)
	case *ast.SendStmt:
		w.all.exprs.expr(s.Chan)
		w.all.exprs.expr(s.Value)
		w.page.paused = true
	case *ast.DeclStmt:
		w.all.genDecl(s.Decl.(*ast.GenDecl))
	case *ast.GoStmt:
		w.launched(s.Call)
	case *ast.DeferStmt:
		w.launched(s.Call)
	}
}

// launched rewrites the parts of a call in a go or defer statement, which itself stays a call.
func (w *statementWriter) launched(call *ast.CallExpr) {
	w.all.exprs.expr(call.Fun)
	w.all.exprs.exprs(call.Args)
}

func (w *statementWriter) targets(list []ast.Expr) {
	for _, e := range list {
		w.target(e)
	}
}

// target rewrites the parts of an expression that is assigned to.
func (w *statementWriter) target(e ast.Expr) {
	if index, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
		w.all.exprs.expr(index.X)
		w.all.exprs.expr(index.Index)
		return
	}
	w.all.exprs.expr(e)
}

func (w *statementWriter) ifStmt(s *ast.IfStmt) {
	w.simple(s.Init)
	g := w.all.conds.cond(s.Cond)
	w.all.conds.fork(s.Cond, w.all.wayOf(s.Body), w.all.wayOf(s.Else))
	g.side = true
	after := w.page.paused
	w.page.insert(w.page.offset(s.Body.Lbrace)+1, ignoredErrorNote(w, s))
	w.withNonNil(w.nonNil(s.Cond, true), s.Body, func() { w.all.lists.block(s.Body, g) })
	g.side, w.page.paused = false, after
	switch other := s.Else.(type) {
	case *ast.BlockStmt:
		w.withNonNil(w.nonNil(s.Cond, false), other, func() { w.all.lists.block(other, g) })
	case *ast.IfStmt:
		w.ifStmt(other)
	}
}

// cond rewrites a condition that may be of any boolean type, and returns the range of its leaves.
func (w *conditionWriter) cond(e ast.Expr) guard {
	if e == nil {
		return guard{}
	}
	g := w.plan(e, true)
	w.all.exprs.expr(e)
	return g
}

// nonNil returns the variables that are not nil if cond has the value side.
func (w *statementWriter) nonNil(cond ast.Expr, side bool) []types.Object {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return w.nonNil(e.X, !side)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND && side || e.Op == token.LOR && !side {
			return append(w.nonNil(e.X, side), w.nonNil(e.Y, side)...)
		}
		if (e.Op == token.NEQ) == side && (e.Op == token.NEQ || e.Op == token.EQL) && w.facts.isNil(e.Y) {
			if id, ok := ast.Unparen(e.X).(*ast.Ident); ok && w.facts.Info.Uses[id] != nil {
				return []types.Object{w.facts.Info.Uses[id]}
			}
		}
	}
	return nil
}

// withNonNil rewrites a block in which variables are known not to be nil, except for those that the block assigns to.
func (w *statementWriter) withNonNil(variables []types.Object, body *ast.BlockStmt, rewrite func()) {
	if len(variables) == 0 {
		rewrite()
		return
	}
	assigned := w.assigned(body)
	for _, v := range variables {
		if !assigned[v] {
			w.all.fn.nonNil[v]++
			defer func() { w.all.fn.nonNil[v]-- }()
		}
	}
	rewrite()
}

// assigned returns the variables that a block assigns to, or whose address it takes.
func (w *statementWriter) assigned(body *ast.BlockStmt) map[types.Object]bool {
	all := map[types.Object]bool{}
	see := func(list ...ast.Expr) {
		for _, e := range list {
			if id, ok := ast.Unparen(e).(*ast.Ident); ok {
				all[w.facts.Info.ObjectOf(id)] = true
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			see(n.Lhs...)
		case *ast.RangeStmt:
			if n.Key != nil {
				see(n.Key)
			}
			if n.Value != nil {
				see(n.Value)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				see(n.X)
			}
		}
		return true
	})
	return all
}

// commaOK notes the second value of `v, ok := ...`, unless the if after it or the key of a map reports it already.
func (w *statementWriter) commaOK(s, next ast.Stmt) {
	var left, right []ast.Expr
	switch s := s.(type) {
	case *ast.AssignStmt:
		left, right = s.Lhs, s.Rhs
	case *ast.DeclStmt:
		left, right = declared(s)
	}
	if len(left) != 2 || len(right) != 1 {
		return
	}
	ok, isName := left[1].(*ast.Ident)
	if !isName || ok.Name == "_" || !w.facts.tells(right[0]) ||
		!types.Identical(w.facts.typeOf(ok), types.Typ[types.Bool]) {
		return
	}
	if branch, isIf := next.(*ast.IfStmt); isIf && branch.Init == nil && mentions(branch.Cond, ok.Name) {
		return
	}
	c := w.page.condition(kindOK, opFlag, s.Pos(), s.End())
	w.page.insert(w.page.offset(s.End()), "; "+w.page.probe("Bool", c)+", "+ok.Name+")")
}

// declared returns both sides of `var v, ok = ...`.
func declared(s *ast.DeclStmt) (left, right []ast.Expr) {
	decl := s.Decl.(*ast.GenDecl)
	if decl.Tok != token.VAR || len(decl.Specs) != 1 || decl.Lparen.IsValid() {
		return nil, nil
	}
	spec := decl.Specs[0].(*ast.ValueSpec)
	for _, name := range spec.Names {
		left = append(left, name)
	}
	return left, spec.Values
}

// tells reports whether e is an expression of the form that has a second result ok.
func (w *facts) tells(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.TypeAssertExpr:
		return true
	case *ast.UnaryExpr:
		return e.Op == token.ARROW
	case *ast.IndexExpr:
		return isMap(w.typeOf(e.X)) && !w.hasKeyProbe(e)
	}
	return false
}

// mentions reports whether a name is a leaf of a condition.
func mentions(cond ast.Expr, name string) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.Ident:
		return e.Name == name
	case *ast.UnaryExpr:
		return e.Op == token.NOT && mentions(e.X, name)
	case *ast.BinaryExpr:
		return (e.Op == token.LAND || e.Op == token.LOR) && (mentions(e.X, name) || mentions(e.Y, name))
	}
	return false
}

// ignorableErrors matches functions whose errors may be ignored: functions that clean up, and functions that write
// output.
var ignorableErrors = regexp.MustCompile(`^(F?[Pp]rint(f|ln)?|[Ww]rite\w*|[Cc]lose\w*|Flush|Sync|Rollback|` +
	`Encode|Execute(Template)?|Copy(N|Buffer)?|Remove(All)?|` +
	`Set\w*Deadline|Shutdown|Stop|Kill|Release|Unsubscribe|Render|JSON\w*|` +
	`XML\w*|HTML|String|Send(String|Status|File)?|Log)$`)

// noteDropped rewrites a call whose results are not used. If its last result is an error, it is noted, unless the call
// writes the answer to the caller of the system.
func noteDropped(w *statementWriter, e ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || w.facts.library || !w.facts.generics || !errorMatters(w.facts, call) {
		w.all.exprs.expr(e)
		return
	}
	of := strconv.Quote(shortened(types.ExprString(call.Fun)))
	switch t := w.facts.typeOf(call).(type) {
	case *types.Tuple:
		if t.Len() != 2 || !isError(t.At(1).Type()) {
			w.all.exprs.expr(e)
			return
		}
		w.page.insert(w.page.offset(e.Pos()), fmt.Sprintf("%s.Called(%s).Dropped(", runtimeAlias, of))
	default:
		if t == nil || !isError(t) {
			w.all.exprs.expr(e)
			return
		}
		w.page.insert(w.page.offset(e.Pos()), fmt.Sprintf("%s.Dropped(%s, ", runtimeAlias, of))
	}
	w.all.exprs.expr(e)
	w.page.insert(w.page.offset(e.End()), ")")
}

// errorMatters reports whether the error of a call means that something was not done.
func errorMatters(w *facts, call *ast.CallExpr) bool {
	f, ok := w.callee(call).(*types.Func)
	if !ok || ignorableErrors.MatchString(f.Name()) {
		return false
	}
	if fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && answersTo(w.typeOf(fun.X)) {
		return false
	}
	return !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return answersTo(w.typeOf(arg)) })
}

// answersTo reports whether a value of a type writes the answer to a request.
func answersTo(t types.Type) bool {
	switch withoutVersion(strings.TrimLeft(types.TypeString(t, func(p *types.Package) string {
		return withoutVersion(p.Path())
	}), "*")) {
	case "net/http.ResponseWriter", "github.com/gin-gonic/gin.Context", "github.com/labstack/echo.Context",
		"github.com/gofiber/fiber.Ctx":
		return true
	}
	return false
}

// maxCalled bounds the source of a call in a note, in bytes.
const maxCalled = 60

// shortened returns the end of a text that is too long.
func shortened(text string) string {
	if len(text) <= maxCalled {
		return text
	}
	return "..." + strings.ToValidUTF8(text[len(text)-maxCalled:], "")
}

// ignoredErrorNote returns the note for an if statement that tests an error and does nothing about it, or only logs it.
// It returns "" for other statements.
func ignoredErrorNote(w *statementWriter, s *ast.IfStmt) string {
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || w.facts.library || s.Else != nil || cond.Op != token.NEQ || !w.facts.isNil(cond.Y) ||
		slices.ContainsFunc(s.Body.List, func(s ast.Stmt) bool { return !logs(w.facts, s) }) {
		return ""
	}
	id, ok := ast.Unparen(cond.X).(*ast.Ident)
	if !ok || !isError(w.facts.typeOf(id)) {
		return ""
	}
	return fmt.Sprintf("%s.Dropped(%q, %s);", runtimeAlias, id.Name, id.Name)
}

// logs reports whether a statement only logs.
func logs(w *facts, s ast.Stmt) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(e.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := w.callee(call).(*types.Func)
	if !ok || f.Pkg() == nil || noted[f.FullName()] != noteNone {
		return false
	}
	switch withoutVersion(f.Pkg().Path()) {
	case "log", "log/slog", "github.com/sirupsen/logrus", "github.com/rs/zerolog", "github.com/rs/zerolog/log",
		"go.uber.org/zap", "k8s.io/klog", "github.com/golang/glog", "github.com/go-logr/logr",
		"github.com/hashicorp/go-hclog", "github.com/go-kit/log":
		return true
	}
	return false
}
