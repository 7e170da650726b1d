package expr_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

const own = "example.com/own"

// described are the definitions of named types, as in a suite.
var described = []suite.Type{
	{Name: "example.com/shop.Item",
		Underlying: "struct{Name string; tag string; *example.com/shop.Base; List example.com/shop.List[int]}"},
	{Name: "example.com/shop.Base", Underlying: `struct{N int8 "json:\"a.b/c.D\""}`},
	{Name: "example.com/shop.List[int]", Underlying: "[]int"},
	{Name: own + ".local", Underlying: "struct{hidden int}"},
	{Name: "time.Duration", Underlying: "int64"},
}

func newLiterals(t testing.TB) (*expr.Imports, *expr.Literals) {
	imports := expr.NewImports(own, expr.NewScope())
	l, err := expr.NewLiterals(imports, "pointer", described)
	require.NoError(t, err)
	return imports, l
}

func members(pairs ...any) (out value.Object) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, value.Member{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return out
}

func TestLiterals(t *testing.T) {
	for _, c := range []struct {
		typ          string
		v            any
		given, typed string // "" if no literal has the value
	}{
		{"", int64(3), "3", "3"},
		{"", json.Number("1e400"), `json.Number("1e400")`, `json.Number("1e400")`},
		{"int", int64(3), "3", "3"},
		{"int", 3.0, "3", "3"},
		{"int", 3.5, "", ""},
		{"int", "3", "", ""},
		{"int8", int64(127), "127", "int8(127)"},
		{"int8", int64(128), "", ""},
		{"uint8", int64(-1), "", ""},
		{"uint64", json.Number("18446744073709551615"), "18446744073709551615", "uint64(18446744073709551615)"},
		{"rune", int64('a'), "'a'", "'a'"},
		{"rune", int64(7), "7", "rune(7)"},
		{"float64", int64(3), "3.0", "3.0"},
		{"float64", math.Copysign(0, -1), "math.Copysign(0, -1)", "float64(math.Copysign(0, -1))"},
		{"float32", math.Copysign(0, -1), "float32(math.Copysign(0, -1))", "float32(math.Copysign(0, -1))"},
		{"float32", 1e39, "", ""},
		{"float64", json.Number("1e400"), "", ""},
		{"string", "a\xff`\"", "\"a\\xff`\\\"\"", "\"a\\xff`\\\"\""},
		{"string", nil, "", ""},
		{"bool", false, "false", "false"},
		{"error", nil, "nil", "nil"},
		{"error", "no", `errors.New("no")`, `errors.New("no")`},
		{"error", int64(1), "", ""},
		{"complex128", 1.0, "1.0", "complex128(1.0)"},
		{"any", int64(3), "int64(3)", "int64(3)"},
		{"interface{}", members("a", int64(1), "a", nil), `map[string]any{"a": nil}`, `map[string]any{"a": nil}`},
		{"interface{M()}", nil, "nil", "nil"},
		{"interface{M()}", "x", "", ""},
		{"chan int", nil, "nil", "nil"},
		{"func(int) string", int64(1), "", ""},
		{"time.Duration", int64(5), "5", "time.Duration(5)"},
		{"example.com/other.Unknown", "x", `"x"`, `other.Unknown("x")`},
		{"example.com/other.Unknown", []any{}, "", ""},
		{"example.com/other.unexported", "x", "", ""},
		{own + ".local", members("hidden", int64(1)), "local{hidden: 1}", "local{hidden: 1}"},
		{"[]byte", "a\x00", `[]byte("a\x00")`, `[]byte("a\x00")`},
		{"[]byte", []any{int64(1)}, "[]byte{1}", "[]byte{1}"},
		{"[2]byte", "ab", "", ""},
		{"[2]int", []any{int64(1)}, "[2]int{1}", "[2]int{1}"},
		{"[2]int", []any{int64(1), int64(2), int64(3)}, "", ""},
		{"[2]int", nil, "", ""},
		{"[]int", nil, "nil", "nil"},
		{"[]int", []any{"x"}, "", ""},
		{"[][]string", []any{[]any{"a"}, nil}, `[][]string{{"a"}, nil}`, `[][]string{{"a"}, nil}`},
		{"[]*int", []any{int64(1), nil}, "[]*int{pointer(1), nil}", "[]*int{pointer(1), nil}"},
		{"*[]int", []any{}, "&[]int{}", "&[]int{}"},
		{"*any", int64(1), "pointer[any](int64(1))", "pointer[any](int64(1))"},
		{"*error", "no", `pointer[error](errors.New("no"))`, `pointer[error](errors.New("no"))`},
		{"*[]byte", "a", `pointer[[]byte]([]byte("a"))`, `pointer[[]byte]([]byte("a"))`},
		{"**bool", true, "pointer[*bool](pointer(true))", "pointer[*bool](pointer(true))"},
		{"map[string][]int", members("b", []any{}, "a", nil), `map[string][]int{"b": {}, "a": nil}`,
			`map[string][]int{"b": {}, "a": nil}`},
		{"map[int8]bool", members("-1", true), "map[int8]bool{-1: true}", "map[int8]bool{-1: true}"},
		{"map[int8]bool", members("1", true, "1.0", true), "", ""},
		{"map[int8]bool", members("x", true), "", ""},
		{"map[string]int", []any{}, "", ""},
		{"struct{A int}", members("A", int64(1)), "struct{A int}{A: 1}", "struct{A int}{A: 1}"},
		{"struct{A, B int}", members("B", int64(1), "B", int64(2)), "", ""},
		{"example.com/shop.Item", members("Name", "x", "Base", members("N", int64(1)), "List", []any{int64(2)}),
			`shop.Item{Name: "x", Base: &shop.Base{N: 1}, List: shop.List[int]{2}}`,
			`shop.Item{Name: "x", Base: &shop.Base{N: 1}, List: shop.List[int]{2}}`},
		{"[]example.com/shop.Item", []any{members(), members("tag", "x")}, "", ""},
		{"[]*example.com/shop.Base", []any{members(), members("N", int64(1))}, "[]*shop.Base{{}, {N: 1}}",
			"[]*shop.Base{{}, {N: 1}}"},
		{"example.com/shop.Item", "x", "", ""},
		{"[", nil, "", ""},
		{"int string", int64(1), "", ""},
	} {
		t.Run(fmt.Sprint(c.typ, " ", c.v), func(t *testing.T) {
			for typed, want := range map[bool]string{false: c.given, true: c.typed} {
				imports, l := newLiterals(t)
				typ, err := imports.Localize(c.typ)
				var got *expr.Code
				if err == nil {
					got, err = l.Of(c.v, typ, typed)
				}
				if want == "" {
					assert.Error(t, err)
					continue
				}
				require.NoError(t, err)
				assert.Equal(t, want, got.OneLine())
			}
		})
	}
}

// valueOf draws a type and a plain value of it.
func valueOf(t *rapid.T, depth int) (typ string, v any) {
	kinds := []string{"bool", "string", "int8", "uint16", "int", "rune", "float32", "float64", "any"}
	if depth > 0 {
		kinds = append(kinds, "[]", "[3]", "map[string]", "*", "struct")
	}
	switch kind := rapid.SampledFrom(kinds).Draw(t, "kind"); kind {
	case "bool":
		return kind, rapid.Bool().Draw(t, "bool")
	case "string":
		return kind, string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
	case "int8":
		return kind, int64(rapid.Int8().Draw(t, "int8"))
	case "uint16":
		return kind, int64(rapid.Uint16().Draw(t, "uint16"))
	case "rune":
		return kind, int64(rapid.Int32().Draw(t, "int32"))
	case "int":
		return kind, rapid.Int64().Draw(t, "int")
	case "float32":
		return kind, float64(rapid.Float32().Draw(t, "float32"))
	case "float64":
		return kind, rapid.Float64().Draw(t, "float64")
	case "any":
		if depth == 0 {
			return kind, rapid.Float64().Draw(t, "float64")
		}
		_, v = valueOf(t, depth-1)
		return kind, v
	case "*":
		typ, v = valueOf(t, depth-1)
		return "*" + typ, v
	case "struct":
		first, a := valueOf(t, depth-1)
		second, b := valueOf(t, depth-1)
		return "struct{A " + first + "; B " + second + "}", members("A", a, "B", b)
	case "map[string]":
		typ, v = valueOf(t, depth-1)
		return kind + typ, members(rapid.String().Draw(t, "key"), v)
	default:
		typ, v = valueOf(t, depth-1)
		return kind + typ, []any{v}
	}
}

// Each literal has its type according to the compiler, and a typed literal has the type by itself.
func TestLiteralsHaveTheirTypes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ, v := valueOf(t, 3)
		_, l := newLiterals(&testing.T{})
		given, err := l.Of(v, typ, false)
		require.NoError(t, err)
		typed, err := l.Of(v, typ, true)
		require.NoError(t, err)
		const source = "package p\nimport \"math\"\nvar _ = math.Pi\nfunc pointer[T any](v T) *T { return &v }\nvar " +
			"given %s = %s\nvar typed = %s\n"
		for _, text := range [][2]string{{given.OneLine(), typed.OneLine()}, {given.Fit(90), typed.Fit(90)}} {
			pkg := check(t, fmt.Sprintf(source, typ, text[0], text[1]))
			own, want := pkg.Lookup("typed").Type(), pkg.Lookup("given").Type()
			if !types.Identical(own, want) && typ != "any" {
				t.Fatalf("%s is of type %s, want %s", text[1], own, want)
			}
		}
	})
}

// check parses and type-checks a source.
func check(t *rapid.T, source string) *types.Scope {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", source, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	math := types.NewPackage("math", "math")
	float := types.NewVar(token.NoPos, math, "", types.Typ[types.Float64])
	signature := types.NewSignatureType(nil, nil, nil, types.NewTuple(float, float), types.NewTuple(float), false)
	math.Scope().Insert(types.NewFunc(token.NoPos, math, "Copysign", signature))
	math.Scope().Insert(types.NewConst(token.NoPos, math, "Pi", types.Typ[types.UntypedFloat], constant.MakeFloat64(3)))
	math.MarkComplete()
	config := types.Config{Importer: importer{math}}
	pkg, err := config.Check("p", files, []*ast.File{file}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return pkg.Scope()
}

type importer struct{ pkg *types.Package }

func (i importer) Import(string) (*types.Package, error) { return i.pkg, nil }

// FuzzLiterals uses any text as a type: a text that is no type is refused, and for other texts the result is an
// expression.
func FuzzLiterals(f *testing.F) {
	for _, typ := range []string{"int", "[]a/b.C", "map[string]struct{A int}",
		"f(x)", "...int", "[", "a.b.c", "struct{A, B []int \"x\"}", "[1+1]int", "func()", "*", "[...]int", "a/b.C[d.E]",
		"A\n\n", "A // B", "A /* B */"} {
		f.Add(typ, `{"A":[1,"x",null]}`)
		f.Add(typ, "1")
		f.Add(typ, "null")
	}
	f.Fuzz(func(t *testing.T, typ, text string) {
		v, err := value.ParseJSON([]byte(text))
		if err != nil {
			return
		}
		imports, l := newLiterals(t)
		local, err := imports.Localize(typ)
		if err != nil {
			return
		}
		for _, typed := range []bool{false, true} {
			if got, err := l.Of(v, local, typed); err == nil {
				if _, err := parser.ParseExpr(got.OneLine()); err != nil {
					t.Errorf("%q as %q became %s: %v", text, typ, got.OneLine(), err)
				}
			}
			l.Kind(v, local)
		}
	})
}

func TestImports(t *testing.T) {
	imports := expr.NewImports(own, expr.NewScope("t"), expr.Import{Name: "url", Path: "net/url"})
	for _, c := range []struct{ path, name, want string }{
		{"net/url", "", "url."}, {own, "", ""}, {"example.com/url", "", "url2."}, {"example.com/url", "", "url2."},
		{"gopkg.in/yaml.v3", "", "yaml."}, {"github.com/x/go-shop/v2", "", "shop."}, {"example.com/a-b", "", "ab."},
		{"example.com/odd", "even", "even."}, {"v2", "", "v2."}, {"example.com/t", "", "t2."},
		{"example.com/!", "", "pkg."}, {"example.com/func", "", "pkg2."},
	} {
		assert.Equal(t, c.want, imports.Use(c.path, c.name), c.path)
	}
	code := "var _ = url.X + url2.X + yaml.X + shop.X"
	assert.Equal(t, `import (
	"net/url"

	url2 "example.com/url"
	yaml "gopkg.in/yaml.v3"
	shop "github.com/x/go-shop/v2"
)
`, imports.Declaration(code))
	assert.True(t, imports.Taken("shop"))
	assert.False(t, imports.Taken("other"))
	assert.Contains(t, strings.Join(imports.Names(), " "), "yaml")
}
