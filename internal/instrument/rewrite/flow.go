package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

// leaves reports whether control never goes on behind a statement: the
// terminating statements of the language specification, the other ways to
// jump, and calls that do not return.
func (w *flow) leaves(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		return w.noReturn(s.X)
	case *ast.BlockStmt:
		return w.listLeaves(s.List)
	case *ast.IfStmt:
		return s.Else != nil && w.leaves(s.Body) && w.leaves(s.Else)
	case *ast.LabeledStmt:
		return w.leavesLabeled(s.Stmt, s.Label.Name)
	}
	return w.leavesLabeled(s, "")
}

// leavesLabeled is leaves for the statements that a break may leave.
func (w *flow) leavesLabeled(s ast.Stmt, label string) bool {
	switch s := s.(type) {
	case *ast.ForStmt:
		return s.Cond == nil && !breaks(s.Body, label, true)
	case *ast.SwitchStmt:
		return w.clausesLeave(s.Body, label, true)
	case *ast.TypeSwitchStmt:
		return w.clausesLeave(s.Body, label, true)
	case *ast.SelectStmt:
		return w.clausesLeave(s.Body, label, false)
	case *ast.RangeStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.DeclStmt, *ast.EmptyStmt, *ast.SendStmt, *ast.GoStmt,
		*ast.DeferStmt, *ast.BadStmt:
		return false
	}
	return !breaks(s, label, false) && w.leaves(s)
}

func (w *flow) listLeaves(list []ast.Stmt) bool {
	for i := len(list) - 1; i >= 0; i-- {
		if _, empty := list[i].(*ast.EmptyStmt); !empty {
			return w.leaves(list[i])
		}
	}
	return false
}

// clausesLeave reports whether no clause falls out of its switch or select;
// a switch needs a default clause for that.
func (w *flow) clausesLeave(body *ast.BlockStmt, label string, needsDefault bool) bool {
	for _, clause := range body.List {
		list := clauseBody(clause)
		if isDefault(clause) {
			needsDefault = false
		}
		if !w.listLeaves(list) || breaks(&ast.BlockStmt{List: list}, label, true) {
			return false
		}
	}
	return !needsDefault
}

func clauseBody(clause ast.Stmt) []ast.Stmt {
	if c, ok := clause.(*ast.CommClause); ok {
		return c.Body
	}
	return clause.(*ast.CaseClause).Body
}

func isDefault(clause ast.Stmt) bool {
	if c, ok := clause.(*ast.CommClause); ok {
		return c.Comm == nil
	}
	return clause.(*ast.CaseClause).List == nil
}

// breaks reports whether s holds a break of the statement around it: one that
// names the label or, if implicit, one without a label that is not of a
// statement further in.
func breaks(s ast.Stmt, label string, implicit bool) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			found = found ||
				n.Tok == token.BREAK && (n.Label == nil && implicit || n.Label != nil && n.Label.Name == label)
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			if implicit {
				found = found || breaks(n.(ast.Stmt), label, false)
				return false
			}
		}
		return !found
	})
	return found
}

// ends names the functions of the standard library that do not return.
var ends = map[string]bool{
	"os.Exit": true, "runtime.Goexit": true, "syscall.Exit": true,
	"log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true, "log.Panic": true, "log.Panicf": true,
	"log.Panicln": true, "(*log.Logger).Fatal": true, "(*log.Logger).Fatalf": true, "(*log.Logger).Fatalln": true,
	"(*log.Logger).Panic": true, "(*log.Logger).Panicf": true, "(*log.Logger).Panicln": true,
}

// noReturn reports whether e calls panic or a function that ends the program
// or the goroutine.
func (w *flow) noReturn(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch callee := w.callee(call).(type) {
	case *types.Builtin:
		return callee.Name() == "panic"
	case *types.Func:
		return ends[callee.FullName()]
	}
	return false
}

// callee returns the function or builtin that a call names, nil for others.
func (s *Source) callee(call *ast.CallExpr) types.Object {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return s.Info.Uses[fun]
	case *ast.SelectorExpr:
		return s.Info.Uses[fun.Sel]
	}
	return nil
}

// failingFunctions returns the functions of the package that return an error, and never
// nil for it: each of their returns has one. A function with a deferred call may return
// nil after all, when that stops a panic.
func (s *Source) failingFunctions() map[*types.Func]bool {
	bodies := map[*types.Func]*ast.BlockStmt{}
	known := &facts{Source: s, failing: map[*types.Func]bool{}}
	for i := range s.Files {
		for _, d := range s.Files[i].Syntax.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Body == nil {
				continue
			}
			f, ok := s.Info.Defs[d.Name].(*types.Func)
			if results := f.Signature().Results(); ok && results.Len() > 0 &&
				isError(results.At(results.Len()-1).Type()) {
				bodies[f], known.failing[f] = d.Body, true
			}
		}
	}
	for settled := false; !settled; { // they may call one another
		settled = true
		for f, body := range bodies {
			if !known.alwaysFails(body, f.Signature().Results().Len()) {
				delete(bodies, f)
				delete(known.failing, f)
				settled = false
			}
		}
	}
	return known.failing
}

// alwaysFails reports whether all returns of a body, which has so many results, return
// an error.
func (w *facts) alwaysFails(body *ast.BlockStmt, results int) bool {
	fails := true
	inBody(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.DeferStmt:
			fails = false
		case *ast.ReturnStmt:
			fails = fails && (len(n.Results) == results || len(n.Results) == 1) &&
				makesError(w, n.Results[len(n.Results)-1])
		}
	})
	return fails
}

// makesError reports whether an expression is an error and never nil: one of a concrete
// type, a variable of a package, or the call of what never returns nil.
func makesError(w *facts, e ast.Expr) bool {
	e = ast.Unparen(e)
	switch t := w.typeOf(e).(type) {
	case *types.Tuple: // the results of a call
	default:
		if w.isNil(e) || isTypeParam(t) {
			return false
		}
		if !isInterface(t) {
			return t != types.Typ[types.Invalid]
		}
	}
	switch e := e.(type) {
	case *ast.Ident:
		return w.isSentinel(e)
	case *ast.SelectorExpr:
		return w.isSentinel(e.Sel)
	case *ast.CallExpr:
		f, ok := w.callee(e).(*types.Func)
		return ok && (f.FullName() == "errors.New" || f.FullName() == "fmt.Errorf" || w.failing[f.Origin()])
	}
	return false
}

// function is what the statements of a function body need to know of it.
type function struct {
	body    *ast.BlockStmt
	answers *answers // nil if nobody can ask for its result
	results *types.Tuple
	fails   bool                 // it never returns nil for its error
	jumps   map[string]bool      // labels that a goto names
	nonNil  map[types.Object]int // variables that an if around has found not to be nil
}

// gotos returns the labels that gotos of a body name, those in function
// literals left out.
func gotos(body *ast.BlockStmt) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				names[n.Label.Name] = true
			}
		}
		return true
	})
	return names
}

// function rewrites the body of a function.
func (w *writer) function(sig *types.Signature, body *ast.BlockStmt) {
	outer, paused := w.fn, w.page.paused
	w.page.paused = true
	told := w.answering(sig, body)
	asked := told
	if told != nil && told.heeded {
		asked = nil
	}
	w.fn = &function{body: body, answers: asked, results: sig.Results(), fails: alwaysErrs(w.facts, sig),
		jumps: gotos(body), nonNil: map[types.Object]int{}}
	count(w.page, body)
	w.lists.block(body, guard{})
	w.answered(told)
	w.fn, w.page.paused = outer, paused
}
