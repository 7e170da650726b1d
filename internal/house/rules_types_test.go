package house_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// functionsByType counts the functions of a package that are given a struct
// with state: its methods, the methods of structs of the package that it embeds,
// and each function, or method of another type, with a parameter that is the
// struct or a pointer to it. All of these know its fields and have to be read
// when a field changes, whatever their shape.
//
// A struct has state if a function writes a field by a pointer that it was
// given, or if a struct that it embeds has. Other structs are values, which are
// there to be given. A function that returns the struct and does not take it
// makes it and does not count.
func functionsByType(_ *house, r *room) map[string]int {
	given, state := map[*types.TypeName]map[*types.Func]bool{}, map[*types.TypeName]bool{}
	eachDecl(r, func(f *sourceFile, d ast.Decl) {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !f.here {
			return
		}
		o := r.info.Defs[fn.Name].(*types.Func)
		for _, v := range givenTo(o) {
			if s := r.structOf(v.Type()); s != nil {
				if given[s] == nil {
					given[s] = map[*types.Func]bool{}
				}
				given[s][o] = true
			}
		}
		r.addWritten(fn, givenTo(o), state)
	})
	out := map[string]int{}
	for s, functions := range given {
		has := state[s]
		for m, from := range r.promoted(s) {
			functions[m] = true
			has = has || state[from]
		}
		if has {
			out[r.dir+"."+s.Name()] = len(functions)
		}
	}
	return out
}

// givenTo are the receiver and the parameters of a function.
func givenTo(f *types.Func) []*types.Var {
	out := slices.Collect(f.Signature().Params().Variables())
	if receiver := f.Signature().Recv(); receiver != nil {
		out = append(out, receiver)
	}
	return out
}

// structOf is the struct of the room that a type is or points to, nil for others.
func (r *room) structOf(t types.Type) *types.TypeName {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() != r.checked {
		return nil
	}
	if _, ok := n.Underlying().(*types.Struct); !ok {
		return nil
	}
	return n.Origin().Obj()
}

// promoted are the methods that a struct has from structs of the room, each with
// the struct that declares it.
func (r *room) promoted(s *types.TypeName) map[*types.Func]*types.TypeName {
	out := map[*types.Func]*types.TypeName{}
	for m := range types.NewMethodSet(types.NewPointer(s.Type())).Methods() {
		f := m.Obj().(*types.Func).Origin()
		if from := r.structOf(f.Signature().Recv().Type()); from != nil {
			out[f] = from
		}
	}
	return out
}

// addWritten adds the structs that a function writes a field of by a pointer
// that it was given.
func (r *room) addWritten(fn *ast.FuncDecl, given []*types.Var, to map[*types.TypeName]bool) {
	note := func(e ast.Expr) {
		o, _ := r.root(e).(*types.Var)
		if _, whole := e.(*ast.Ident); o == nil || whole || !slices.Contains(given, o) {
			return
		}
		if _, ok := o.Type().(*types.Pointer); !ok {
			return
		}
		if s := r.structOf(o.Type()); s != nil {
			to[s] = true
		}
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				note(e)
			}
		case *ast.IncDecStmt:
			note(n.X)
		}
		return true
	})
}

func TestFunctionsByType(t *testing.T) {
	for name, tt := range map[string]struct {
		source string
		want   map[string]int
	}{
		"value":            {`type t struct{ n int }; func (x t) f() {}; func g(x *t) int { return x.n }`, nil},
		"copy":             {`type t struct{ n int }; func (x t) f() { x.n = 1 }`, nil},
		"method":           {`type t struct{ n int }; func (x *t) f() { x.n = 1 }`, map[string]int{"t": 1}},
		"count":            {`type t struct{ n int }; func (x *t) f() { x.n++ }`, map[string]int{"t": 1}},
		"part of a field":  {`type t struct{ m map[int]int }; func f(x *t) { x.m[1] = 1 }`, map[string]int{"t": 1}},
		"another variable": {`type t struct{ n int }; func (x *t) f() { x = nil }`, nil},
		"functions": {`type t struct{ n int }; func f(x *t) { x.n = 1 }; func g(_ int, x t, _ *t) {}; func h(x []t) {}`,
			map[string]int{"t": 2}},
		"maker": {`type t struct{ n int }; func (x *t) f() { x.n = 1 }; func newT() *t { return nil }`,
			map[string]int{"t": 1}},
		"methods of others": {`type t struct{ n int }; func (x *t) f() { x.n = 1 }; type u int; func (u) g(x *t) {}`,
			map[string]int{"t": 2}},
		"embedded": {`type t struct{ n int }; func (x *t) f() { x.n = 1 }
			type u struct { *t }; func (x u) g() {}`, map[string]int{"t": 1, "u": 2}},
		"embedded interface": {`type t interface{ f() }; type u struct { t; n int }; func (x *u) g() { x.n = 1 }`,
			map[string]int{"u": 1}},
		"type with a parameter": {`type t[E any] struct{ n int }; func (x *t[E]) f() { x.n = 1 }; func g(x *t[int]) {}`,
			map[string]int{"t": 2}},
	} {
		t.Run(name, func(t *testing.T) {
			h := &house{fset: token.NewFileSet(), rooms: map[string]*room{}}
			syntax, err := parser.ParseFile(h.fset, "p.go", "package p\n"+tt.source, parser.SkipObjectResolution)
			require.NoError(t, err)
			r := &room{dir: "p", files: []*sourceFile{{name: "p.go", syntax: syntax, here: true}}}
			h.rooms["p"] = r
			h.check("p")
			want := map[string]int{}
			for name, n := range tt.want {
				want["p."+name] = n
			}
			assert.Equal(t, want, functionsByType(h, r))
		})
	}
}
