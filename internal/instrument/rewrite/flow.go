package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

// leaves reports whether control never continues after a statement: for the terminating statements of the language
// specification, for other jumps, and for calls that do not return.
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

// leavesLabeled is leaves for a statement that a break may leave.
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

// clausesLeave reports whether control leaves the function or loop from each clause of a switch or select; a switch
// needs a default clause for that.
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

// breaks reports whether s contains a break of the statement around it: a break with its label or, if implicit, a break
// without a label that belongs to no inner statement.
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

// ends are the functions of the standard library that do not return.
var ends = map[string]bool{
	"os.Exit": true, "runtime.Goexit": true, "syscall.Exit": true,
	"log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true, "log.Panic": true, "log.Panicf": true,
	"log.Panicln": true, "(*log.Logger).Fatal": true, "(*log.Logger).Fatalf": true, "(*log.Logger).Fatalln": true,
	"(*log.Logger).Panic": true, "(*log.Logger).Panicf": true, "(*log.Logger).Panicln": true,
}

// noReturn reports whether e calls panic or a function that ends the program or the goroutine.
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

// callee returns the function or builtin that a call names, nil for other callees.
func (s *Source) callee(call *ast.CallExpr) types.Object {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return s.Info.Uses[fun]
	case *ast.SelectorExpr:
		return s.Info.Uses[fun.Sel]
	}
	return nil
}

// failingFunctions returns the functions of the package that never return a nil error: each of their return statements
// has an error. A function with a deferred call may return nil after all, when the call stops a panic.
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
	for settled := false; !settled; { // until no more are found: the functions may call one another
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

// alwaysFails reports whether all return statements of a body return an error that is not nil. results is the number of
// results.
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

// makesError reports whether an expression is an error that is never nil: it has a concrete type, is a variable of a
// package, or calls a function that never returns nil.
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

// function is what the rewriter knows of the function whose body it rewrites.
type function struct {
	body    *ast.BlockStmt
	answers *answers // nil if no condition can ask for its result
	results *types.Tuple
	fails   bool                 // it never returns a nil error
	jumps   map[string]bool      // labels with a goto
	nonNil  map[types.Object]int // variables that an if around has checked to be non-nil
}

// gotos returns the labels that gotos of a body name, except in function literals.
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
	told := w.beginAnswers(sig, body)
	asked := told
	if told != nil && told.heeded {
		asked = nil
	}
	w.fn = &function{body: body, answers: asked, results: sig.Results(), fails: alwaysErrs(w.facts, sig),
		jumps: gotos(body), nonNil: map[types.Object]int{}}
	count(w.page, body)
	w.lists.block(body, guard{})
	w.endAnswers(told)
	w.fn, w.page.paused = outer, paused
}
