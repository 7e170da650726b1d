package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Go visits maps and draws random numbers by chance. Rewritten code asks the runtime instead: it uses a fixed order
// while a search looks for tests, and otherwise chance.

// rangeMap rewrites the head of a range over a map, from
//
//	for k, v := range m {
//	for evoke_r1, k, v := evoke_p.Range(m); evoke_r1.Next(&k, &v); {
//
// where the second line is the result. The scope of k and v is that of the language version of the file. It returns
// false for other ranges.
func (w *loopWriter) rangeMap(s *ast.RangeStmt) bool {
	key, value := blankless(s.Key), blankless(s.Value)
	if w.facts.library || !w.facts.generics || !w.hasOrder(core(w.facts.typeOf(s.X))) || key == nil && value == nil ||
		!w.page.oneLine(s.Key.Pos(), s.Body.Lbrace) {
		return false
	}
	walk := w.page.local("r")
	if s.Tok == token.ASSIGN {
		w.rangePairs(s, walk)
		return true
	}
	names, next := []string{walk, "_", "_"}, "Next("
	switch {
	case value == nil:
		next = "NextKey("
	case key == nil:
		next = "NextValue("
	}
	var addresses []string
	for i, e := range []ast.Expr{key, value} {
		if e != nil {
			names[i+1] = e.(*ast.Ident).Name
			addresses = append(addresses, "&"+names[i+1])
		}
	}
	w.page.replace(w.page.offset(s.Key.Pos()), w.page.offset(s.X.Pos()),
		strings.Join(names, ", ")+" := "+runtimeAlias+".Range(")
	w.all.exprs.readingRange(s)
	w.page.insert(w.page.offset(s.X.End()), "); "+walk+"."+next+strings.Join(addresses, ", ")+");")
	return true
}

// hasOrder reports whether a type is a map that the runtime can visit in an order of its keys: the keys have to be
// comparable in the language version of the file.
func (w *loopWriter) hasOrder(t types.Type) bool {
	m, ok := under(t).(*types.Map)
	return ok && (w.facts.anyEqual || isPlain(m.Key()) || isTypeParam(m.Key()))
}

// rangePairs rewrites a range that assigns to existing variables. The variables are evaluated again in each iteration.
func (w *loopWriter) rangePairs(s *ast.RangeStmt, walk string) {
	left, right := "", walk+".Key"
	for _, e := range present(s.Key, s.Value) {
		if e == s.Value {
			left, right = left+", ", right+", "+walk+".Value"
		}
		left += w.page.moved(w.page.offset(e.Pos()), w.page.offset(e.End()), func() { w.all.stmts.target(e) })
	}
	w.page.replace(w.page.offset(s.Key.Pos()), w.page.offset(s.X.Pos()), walk+" := "+runtimeAlias+".RangePairs(")
	w.all.exprs.readingRange(s)
	w.page.insert(w.page.offset(s.X.End()), "); "+walk+".Next();")
	w.page.insert(w.page.offset(s.Body.Lbrace)+1, left+" = "+right+";")
}

// blankless returns e, or nil if e is nil or the blank identifier.
func blankless(e ast.Expr) ast.Expr {
	if id, ok := e.(*ast.Ident); e == nil || ok && id.Name == "_" {
		return nil
	}
	return e
}

// core returns the type that all types of a type parameter have as their underlying type, if its constraint allows only
// one. It returns other types as they are.
func core(t types.Type) types.Type {
	p, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t
	}
	constraint := p.Constraint().Underlying().(*types.Interface)
	if constraint.NumEmbeddeds() != 1 {
		return t
	}
	only := constraint.EmbeddedType(0)
	if union, ok := only.(*types.Union); ok && union.Len() == 1 {
		only = union.Term(0).Type()
	}
	return only
}

// oneLine reports whether two positions are on the same line.
func (w *page) oneLine(from, to token.Pos) bool { return w.tok.Line(from) == w.tok.Line(to) }

// byChance are functions whose results depend on chance or on the clock, with the functions of the runtime that replace
// them.
var byChance = map[string]string{
	"maps.All": "MapAll", "maps.Keys": "MapKeys", "maps.Values": "MapValues", "maps.DeleteFunc": "MapDeleteFunc",
	"golang.org/x/exp/maps.Keys": "KeyList", "golang.org/x/exp/maps.Values": "ValueList",
	"time.Now": "Now", "time.Since": "Since", "time.Until": "Until", "time.Sleep": "Sleep",
	"math/rand/v2.N": "RandN",
}

// drawn are the functions of math/rand/v2 that are also methods of a generator.
var drawn = map[string]bool{
	"ExpFloat64": true, "Float32": true, "Float64": true, "Int": true, "Int32": true, "Int32N": true, "Int64": true,
	"Int64N": true, "IntN": true, "NormFloat64": true, "Perm": true, "Shuffle": true, "Uint": true, "Uint32": true,
	"Uint32N": true, "Uint64": true,
	"Uint64N": true, "UintN": true,
}

// drawnFirst are the functions of math/rand that are also methods of a generator. Read is left out: the method is not
// safe for concurrent use.
var drawnFirst = map[string]bool{
	"ExpFloat64": true, "Float32": true, "Float64": true, "Int": true, "Int31": true, "Int31n": true,
	"Int63": true, "Int63n": true,
	"Intn": true, "NormFloat64": true, "Perm": true, "Seed": true, "Shuffle": true, "Uint32": true, "Uint64": true,
}

// standIn returns the replacement of a function whose results depend on chance, "" for other functions.
func (w *disorder) standIn(e *ast.SelectorExpr) string {
	f, ok := w.Info.Uses[e.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil || !w.generics || w.library {
		return ""
	}
	with := byChance[f.Pkg().Path()+"."+f.Name()]
	switch path := f.Pkg().Path(); {
	case path == "math/rand/v2" && drawn[f.Name()]:
		with = "Rand()." + f.Name()
	case path == "math/rand" && drawnFirst[f.Name()]:
		with = "FirstRand()." + f.Name()
	}
	if strings.HasSuffix(with, "List") && !w.returnsSlice(f) {
		return "" // the function of a later version returns an iterator
	}
	return with
}

// changing are the functions of package os that change files. Package probe/files has a replacement with the same name
// for each. It is a package of its own, so that a program that changes no files does not import os.
var changing = map[string]bool{
	"Chmod": true, "Chown": true, "Chtimes": true, "CopyFS": true, "Create": true, "CreateTemp": true, "Link": true,
	"Mkdir": true, "MkdirAll": true, "MkdirTemp": true, "OpenFile": true, "Remove": true, "RemoveAll": true,
	"Rename": true, "Symlink": true,
	"Truncate": true, "WriteFile": true,
}

// changes returns the name of the function of package os that an expression names, if it changes files, else "".
func (w *disorder) changes(e *ast.SelectorExpr) string {
	f, ok := w.Info.Uses[e.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Pkg().Path() != "os" || f.Signature().Recv() != nil ||
		!w.generics || !changing[f.Name()] {
		return ""
	}
	return f.Name()
}

func (w *disorder) returnsSlice(f *types.Func) bool {
	_, slice := under(f.Signature().Results().At(0).Type()).(*types.Slice)
	return slice
}

// selector rewrites a selector expression.
func (w *expressionWriter) selector(e *ast.SelectorExpr) {
	if with := w.all.chance.standIn(e); with != "" {
		w.page.unused(e)
		w.page.replace(w.page.offset(e.Pos()), w.page.offset(e.End()), runtimeAlias+"."+with)
		return
	}
	if name := w.all.chance.changes(e); name != "" && w.page.imports.files != "" {
		w.page.unused(e)
		w.page.replace(w.page.offset(e.Pos()), w.page.offset(e.End()),
			w.page.imports.qualifier(w.page.imports.files)+"."+name)
		return
	}
	selection := w.facts.Info.Selections[e]
	if w.facts.library || !w.facts.generics || selection == nil || selection.Kind() != types.MethodVal ||
		selection.Obj().(*types.Func).FullName() != "(*sync.Map).Range" || !w.all.chance.reaches(selection) {
		w.expr(e.X)
		return
	}
	fields, address := w.all.chance.embedded(selection)
	w.page.insert(w.page.offset(e.X.Pos()), runtimeAlias+".InSyncMap("+address)
	w.expr(e.X)
	w.page.insert(w.page.offset(e.X.End()), fields+")")
}

// embedded returns the fields through which a selector reaches a method, and the operator & if the method needs the
// address of the last field.
func (w *disorder) embedded(s *types.Selection) (fields, address string) {
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := under(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		f := under(t).(*types.Struct).Field(i)
		fields, t = fields+"."+f.Name(), f.Type()
	}
	if _, pointer := under(t).(*types.Pointer); pointer {
		return fields, ""
	}
	return fields, "&"
}

// reaches reports whether this package may name the fields through which a selector goes.
func (w *disorder) reaches(s *types.Selection) bool {
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := under(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		f := under(t).(*types.Struct).Field(i)
		if t = f.Type(); !f.Exported() && f.Pkg() != w.Types {
			return false
		}
	}
	return true
}

// isMapKeys reports whether a call is of the method MapKeys of package reflect.
func (w *disorder) isMapKeys(e *ast.CallExpr) bool {
	f, ok := w.callee(e).(*types.Func)
	return ok && w.generics && !w.library && f.FullName() == "(reflect.Value).MapKeys" &&
		!isMethodExpression(w.facts, e)
}

// aroundStart rewrites a statement that starts a goroutine, by the function rewrite. It puts the probe Starting before
// the statement and Started after it.
func (w *statementWriter) aroundStart(s ast.Stmt, rewrite func()) {
	inner := s
	for labeled, ok := inner.(*ast.LabeledStmt); ok; labeled, ok = inner.(*ast.LabeledStmt) {
		inner = labeled.Stmt
	}
	if !w.all.chance.starts(inner) {
		rewrite()
		return
	}
	w.page.insert(w.page.offset(inner.Pos()), runtimeAlias+".Starting();")
	rewrite()
	w.page.insert(w.page.offset(inner.End()), "; "+runtimeAlias+".Started()")
}

// starts reports whether a statement starts a goroutine.
func (w *disorder) starts(s ast.Stmt) bool {
	if expr, ok := s.(*ast.ExprStmt); ok {
		call, ok := expr.X.(*ast.CallExpr)
		return ok && w.startsGoroutine(call)
	}
	_, ok := s.(*ast.GoStmt)
	return ok
}

// startsGoroutine reports whether a call is of a method such as
// [sync.WaitGroup.Go], which calls a function in a new goroutine.
func (w *disorder) startsGoroutine(call *ast.CallExpr) bool {
	f, ok := w.callee(call).(*types.Func)
	if !ok || f.Name() != "Go" || f.Signature().Recv() == nil || len(call.Args) != 1 {
		return false
	}
	_, function := under(w.typeOf(call.Args[0])).(*types.Signature)
	return function
}
