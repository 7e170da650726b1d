package house_test

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGlobals holds that variables of packages are constants in all but name,
// or in [globals] with a reason. These are constants: an error to compare with,
// a pattern or replacer that was made once, an embedded file, and a table of
// plain values, each as long as its package never writes to it and other
// packages cannot.
func TestGlobals(t *testing.T) {
	found := loaded(t).mutable()
	for name, why := range found {
		if globals[name] == "" {
			t.Errorf("%s %s: make it a parameter, or list it in globals with a reason", name, why)
		}
	}
	for name := range globals {
		if found[name] == "" {
			t.Errorf("%s is no global that needs a reason, remove it from globals", name)
		}
	}
}

// mutable returns the variables that are not constants in all but name, each
// with what makes it none.
func (h *house) mutable() map[string]string {
	written, out := map[types.Object]string{}, map[string]string{}
	for _, r := range h.rooms {
		writes(r, written)
	}
	for _, r := range h.rooms {
		eachDecl(r, func(f *sourceFile, d ast.Decl) {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR && f.here {
				r.addMutable(g, written, out)
			}
		})
	}
	return out
}

func (r *room) addMutable(g *ast.GenDecl, written map[types.Object]string, to map[string]string) {
	for _, s := range g.Specs {
		spec := s.(*ast.ValueSpec)
		for i, id := range spec.Names {
			if why := r.changes(id, initial(spec, i), embedded(g, spec), written); why != "" {
				to[r.dir+"."+id.Name] = why
			}
		}
	}
}

// internal reports whether only this module can import a room, so that all who
// could write to its variables are known.
func (r *room) internal() bool { return slices.Contains(strings.Split(r.dir, "/"), "internal") }

// initial is the expression that a variable begins with, nil for none.
func initial(spec *ast.ValueSpec, i int) ast.Expr {
	if i < len(spec.Values) {
		return spec.Values[i]
	}
	return nil
}

// embedded reports whether a variable has the content of a file.
func embedded(g *ast.GenDecl, spec *ast.ValueSpec) bool {
	for _, doc := range []*ast.CommentGroup{g.Doc, spec.Doc} {
		if doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
			return strings.HasPrefix(c.Text, "//go:embed ")
		}) {
			return true
		}
	}
	return false
}

// changes says why a variable is no constant, "" where it is one.
func (r *room) changes(id *ast.Ident, value ast.Expr, embedded bool, written map[types.Object]string) string {
	o := r.info.Defs[id]
	made, _ := value.(*ast.CallExpr)
	switch {
	case id.Name == "_":
		return ""
	case written[o] != "":
		return written[o]
	case madeOnce(made) && (!id.IsExported() || r.internal() || strings.HasPrefix(id.Name, "Err")):
		return ""
	case strings.HasPrefix(id.Name, "Err") && isError(value):
		return ""
	case id.IsExported() && !r.internal():
		return "can be written by other packages"
	case embedded:
		return ""
	case value == nil:
		return "has no value to begin with, so somebody writes it"
	case !plain(o.Type(), nil):
		return "is of a type that can hold state"
	}
	return ""
}

// madeOnce reports whether a value comes from one of the functions of the
// standard library whose results never change.
func madeOnce(call *ast.CallExpr) bool {
	if call == nil {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := f.X.(*ast.Ident)
	name := f.Sel.Name
	return ok && slices.Contains([]string{"errors.New", "fmt.Errorf", "regexp.MustCompile", "strings.NewReplacer"},
		from.Name+"."+name)
}

// isError reports whether a value is an error of another package to compare with.
func isError(value ast.Expr) bool {
	e, ok := value.(*ast.SelectorExpr)
	return ok && strings.HasPrefix(e.Sel.Name, "Err")
}

// TestPatterns compiles the patterns that are compiled when they are first used. The test of refusal does so with those
// that are put together there.
func TestPatterns(t *testing.T) {
	found := 0
	for _, r := range loaded(t).rooms {
		eachDecl(r, func(f *sourceFile, d ast.Decl) {
			ast.Inspect(d, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || types.ExprString(call.Fun) != "lazyregexp.New" {
					return true
				}
				if text := r.info.Types[call.Args[0]].Value; text != nil {
					found++
					_, err := regexp.Compile(constant.StringVal(text))
					require.NoError(t, err, r.dir)
					return true
				}
				assert.Equal(t, "rest/internal/refusal", r.dir, "%s is no constant", types.ExprString(call.Args[0]))
				return true
			})
		})
	}
	assert.Greater(t, found, 100)
}

// plain reports whether values of a type are nothing but data: numbers, texts,
// functions, and collections of these. Pointers, channels and types of other
// modules can hold more.
func plain(t types.Type, within []types.Type) bool {
	if slices.Contains(within, t) {
		return true
	}
	within = append(within, t)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.Invalid
	case *types.Slice:
		return plain(u.Elem(), within)
	case *types.Array:
		return plain(u.Elem(), within)
	case *types.Map:
		return plain(u.Elem(), within) // what a key points to is not changed by way of the map
	case *types.Signature, *types.Interface:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if !plain(f.Type(), within) {
				return false
			}
		}
		return true
	}
	return false
}

// writes adds the variables that a room assigns to, in whole or in part, hands
// out the address of, or calls a method on that may change them.
func writes(r *room, out map[types.Object]string) {
	note := func(e ast.Expr, why string) {
		if o := r.root(e); o != nil && out[o] == "" {
			out[o] = why
		}
	}
	for _, f := range r.files {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					note(e, "is assigned to")
				}
			case *ast.IncDecStmt:
				note(n.X, "is counted with")
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					note(n.X, "has its address taken")
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && slices.Contains([]string{"delete", "clear", "copy"}, f.Name) {
					note(n.Args[0], "is changed by "+f.Name)
				}
			case *ast.SelectorExpr:
				if r.throughAddress(n) {
					note(n.X, "has a method called that may change it")
				}
			}
			return true
		})
	}
}

// throughAddress reports whether a selector is a method that gets the address
// of what is before the point.
func (r *room) throughAddress(e *ast.SelectorExpr) bool {
	s := r.info.Selections[e]
	if s == nil || s.Kind() != types.MethodVal {
		return false
	}
	_, wants := s.Obj().Type().(*types.Signature).Recv().Type().(*types.Pointer)
	_, has := s.Recv().(*types.Pointer)
	return wants && !has
}

// root is the variable that an expression is a part of, nil if it is of none.
func (r *room) root(e ast.Expr) types.Object {
	switch e := e.(type) {
	case *ast.Ident:
		return r.info.Uses[e]
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok && r.isPackage(id) {
			return r.info.Uses[e.Sel]
		}
		return r.root(e.X)
	case *ast.IndexExpr:
		return r.root(e.X)
	case *ast.SliceExpr:
		return r.root(e.X)
	case *ast.ParenExpr:
		return r.root(e.X)
	case *ast.StarExpr:
		return r.root(e.X)
	}
	return nil
}

func (r *room) isPackage(id *ast.Ident) bool {
	_, ok := r.info.Uses[id].(*types.PkgName)
	return ok
}

// The rule is no better than what it takes for a constant.
func TestMutable(t *testing.T) {
	for declaration, want := range map[string]string{
		`var errX = errors.New("x")`:         "",
		`var ErrX = errors.New("x")`:         "",
		`var ErrX = embed.ErrX`:              "",
		`var X = embed.ErrX`:                 "can be written by other packages",
		`var word = regexp.MustCompile("x")`: "",
		`var Word = regexp.MustCompile("x")`: "can be written by other packages",
		`var table = map[string]int{"a": 1}`: "",
		`var Table = map[string]int{"a": 1}`: "can be written by other packages",
		"//go:embed x.txt\nvar text string":  "",
		"var text string": "has no value to begin with, " +
			"so somebody writes it",
		`var x = 1; func f() { x = 2 }`:                         "is assigned to",
		`var x = 1; func f() { x := 1; x = 2; _ = x }`:          "",
		`var x = 1; func f() { x++ }`:                           "is counted with",
		`var x = 1; func f() *int { return &x }`:                "has its address taken",
		`var x = map[int][]int{}; func f() { x[1][2] = 3 }`:     "is assigned to",
		`var x = map[int]int{}; func f() { delete(x, 1) }`:      "is changed by delete",
		`var x = t{}; type t struct{ n int }; func (*t) f() {}`: "",
		`var x = t{}; type t struct{ n int }; func (*t) f() {}; func f() { x.f() }`: "has a method called " +
			"that may change it",
		`var x = t{}; type t struct{ n int }; func (t) f() {}; func f() { x.f() }`: "",
		`var x = &t{}; type t struct{ n int }`:                                     "is of a type that can hold state",
		`var x = map[string]*int{}`:                                                "is of a type that can hold state",
		`var x = sync.OnceValue(func() int { return 1 })`:                          "is of a type that can hold state",
		`var _ any = 1`: "",
	} {
		h := &house{fset: token.NewFileSet(), rooms: map[string]*room{}}
		source := "package p\n" + `import ("errors"; "regexp"; "sync"; "embed")` + "\n" + declaration
		syntax, err := parser.ParseFile(h.fset, "p.go", source, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err, declaration)
		h.rooms["p"] = &room{dir: "p", files: []*sourceFile{{name: "p.go", syntax: syntax, here: true}}}
		h.check("p")
		var got string
		for _, why := range h.mutable() {
			got = why
		}
		assert.Equal(t, want, got, declaration)
	}
}
