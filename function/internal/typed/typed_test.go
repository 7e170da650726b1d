package typed_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"net/url"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/function/internal/typed"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/gene/genetest"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

type (
	Level int8
	Code  string
	Raw   []byte
	Base  struct{ ID uint64 }
	Item  struct {
		Base
		Name   string
		Level  Level
		Prices map[Code][]float32
		By     map[uint8]bool
		Next   *Item
		Limits [2]*int
		secret int
	}
	hidden  int
	Private struct{ Kind hidden }
	Tree    []Tree
)

// types are the types that have genes.
var types = map[string]reflect.Type{
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](), "text": reflect.TypeFor[Code](),
	"int": reflect.TypeFor[int](), "int8": reflect.TypeFor[Level](), "int16": reflect.TypeFor[int16](),
	"rune": reflect.TypeFor[rune](), "int64": reflect.TypeFor[int64](),
	"uint": reflect.TypeFor[uint](), "byte": reflect.TypeFor[byte](), "uint16": reflect.TypeFor[uint16](),
	"uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](),
	"float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](),
	"bytes": reflect.TypeFor[[]byte](), "raw": reflect.TypeFor[Raw](), "levels": reflect.TypeFor[[]Level](),
	"grid": reflect.TypeFor[[3][2]string](),
	"map":  reflect.TypeFor[map[string]int](), "numbers": reflect.TypeFor[map[int]string](),
	"duration": reflect.TypeFor[time.Duration](),
	"struct":   reflect.TypeFor[Item](), "anonymous": reflect.TypeFor[struct{ A, B int }](),
	"empty":   reflect.TypeFor[struct{}](),
	"pointer": reflect.TypeFor[*string](), "pointers": reflect.TypeFor[**int](), "tree": reflect.TypeFor[Tree](),
	"any": reflect.TypeFor[any](), "error": reflect.TypeFor[error](),
	"partial": reflect.TypeFor[struct {
		A int
		b int
	}](),
}

func TestGenesConform(t *testing.T) {
	for name, typ := range types {
		t.Run(name, func(t *testing.T) {
			g, err := typed.Gene(typ, -1)
			require.NoError(t, err)
			genetest.Run(t, func() gene.Gene { return g.Clone() })
		})
	}
}

// TestValuesComeBack draws values of each type. The Go value made from a plain value converts back to the same plain
// value, and from that the same Go value is made.
func TestValuesComeBack(t *testing.T) {
	for name, typ := range types {
		if name == "error" { // the text of an error does not determine its type
			continue
		}
		t.Run(name, func(t *testing.T) {
			g, err := typed.Gene(typ, -1)
			require.NoError(t, err)
			rapid.Check(t, func(t *rapid.T) {
				r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
				g := g.Clone()
				for g.Randomize(r); rapid.Bool().Draw(t, "more"); g.Mutate(r, 0.5) {
				}
				made, err := typed.Make(typ, g.Value())
				require.NoError(t, err)
				plain, ok := typed.Plain(made)
				require.True(t, ok)
				again, err := typed.Make(typ, plain)
				require.NoError(t, err)
				require.Equal(t, made.Interface(), again.Interface())
			})
		})
	}
}

func TestMadeValuesAreFresh(t *testing.T) {
	first, err := typed.Make(reflect.TypeFor[[]int](), []any{int64(1), int64(2)})
	require.NoError(t, err)
	second, err := typed.Make(reflect.TypeFor[[]int](), []any{int64(1), int64(2)})
	require.NoError(t, err)
	first.Interface().([]int)[0] = 7
	assert.Equal(t, []int{1, 2}, second.Interface())
}

func TestTypesWithoutValues(t *testing.T) {
	for name, tt := range map[string]struct {
		t    reflect.Type
		want string
	}{
		"function":  {reflect.TypeFor[func()](), "no values can be made of the type func()"},
		"channel":   {reflect.TypeFor[[]chan int](), "no values can be made of the type chan int"},
		"interface": {reflect.TypeFor[json.Marshaler](), "no values can be made of the type json.Marshaler"},
		"complex":   {reflect.TypeFor[complex128](), "no values can be made of the type complex128"},
		"field": {reflect.TypeFor[url.URL](),
			"field User of url.URL: no values can be made of the type url.Userinfo: none of its fields is exported"},
		"time": {reflect.TypeFor[time.Time](),
			"no values can be made of the type time.Time: none of its fields is exported"},
		"not exported": {reflect.TypeFor[Private](), "field Kind of typed_test.Private: no values can be made of " +
			"the type typed_test.hidden, which is not exported"},
		"element": {reflect.TypeFor[map[string]big.Int](),
			"no values can be made of the type big.Int: none of its fields is exported"},
		"keys": {reflect.TypeFor[map[bool]int](),
			"no values can be made of the type map[bool]int: its keys are neither strings nor whole numbers"},
		"a large array": {reflect.TypeFor[[1000]int](),
			"no values can be made of the type [1000]int: it has more than 256 elements"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := typed.Gene(tt.t, -1)
			require.ErrorIs(t, err, typed.ErrType)
			assert.EqualError(t, err, tt.want)
		})
	}
}

func TestMakeRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		t reflect.Type
		v any
	}{
		"text for a number":     {reflect.TypeFor[int](), "1"},
		"too large":             {reflect.TypeFor[int8](), int64(128)},
		"below zero":            {reflect.TypeFor[uint](), int64(-1)},
		"a fraction":            {reflect.TypeFor[int](), 1.5},
		"nil for a number":      {reflect.TypeFor[int](), nil},
		"a number for a text":   {reflect.TypeFor[string](), int64(1)},
		"too few elements":      {reflect.TypeFor[[2]int](), []any{int64(1)}},
		"an unknown field":      {reflect.TypeFor[Item](), value.Object{{Name: "Nom", Value: "x"}}},
		"a field not exported":  {reflect.TypeFor[Item](), value.Object{{Name: "secret", Value: int64(1)}}},
		"a promoted field":      {reflect.TypeFor[Item](), value.Object{{Name: "ID", Value: int64(1)}}},
		"a key that is no byte": {reflect.TypeFor[map[uint8]bool](), value.Object{{Name: "256", Value: true}}},
		"a key that is a text":  {reflect.TypeFor[map[int]bool](), value.Object{{Name: "a", Value: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := typed.Make(tt.t, tt.v)
			assert.Error(t, err)
		})
	}
}

func TestPlain(t *testing.T) {
	one := 1
	loop := &Item{}
	loop.Next = loop
	for name, tt := range map[string]struct {
		v    any
		want any
		ok   bool
	}{
		"zero fields are left out": {Item{Name: "a", Base: Base{7}}, value.Object{{Name: "Base",
			Value: value.Object{{Name: "ID", Value: int64(7)}}}, {Name: "Name", Value: "a"}}, true},
		"keys in order": {map[int]bool{10: true, -1: true, 9: false},
			value.Object{{Name: "-1", Value: true}, {Name: "9", Value: false}, {Name: "10", Value: true}}, true},
		"pointer":             {&one, int64(1), true},
		"nil slice":           {[]int(nil), nil, true},
		"empty slice":         {[]int{}, []any{}, true},
		"bytes":               {[]byte("\xff"), "\xff", true},
		"large":               {uint64(math.MaxUint64), json.Number("18446744073709551615"), true},
		"nil function":        {(func())(nil), nil, true},
		"any":                 {[]any{"a", int64(1), nil}, []any{"a", int64(1), nil}, true},
		"any of another type": {[]any{1}, nil, false},
		"not a number":        {math.NaN(), nil, false},
		"infinite":            {float32(math.Inf(1)), nil, false},
		"a secret":            {Item{secret: 1}, nil, false},
		"function":            {func() {}, nil, false},
		"itself":              {loop, nil, false},
		"type not exported":   {[]hidden{}, nil, false},
		"key not exported":    {map[hidden]int{}, nil, false},
		"time":                {time.Unix(1, 0), nil, false},
		"error in a field":    {struct{ Err error }{errors.New("x")}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := typed.Plain(reflect.ValueOf(tt.v))
			assert.Equal(t, tt.ok, ok)
			if ok {
				assert.Equal(t, tt.want, got)
			}
		})
	}
}

func TestSpell(t *testing.T) {
	const here = "github.com/evoke-go/evoke/function/internal/typed_test."
	for want, typ := range map[string]reflect.Type{
		"[]byte":                         reflect.TypeFor[[]byte](),
		"map[string]any":                 reflect.TypeFor[map[string]any](),
		"error":                          reflect.TypeFor[error](),
		"*" + here + "Item":              types["struct"].Field(5).Type.Elem(),
		"map[" + here + "Code][]float32": types["struct"].Field(3).Type,
		"struct{A int; B [2]net/url.URL}": reflect.TypeFor[struct {
			A int
			B [2]url.URL
			c int
		}](),
	} {
		if want == "*"+here+"Item" {
			typ = reflect.PointerTo(typ)
		}
		assert.Equal(t, want, typed.Spell(typ))
	}
	assert.Equal(t, []suite.Type{
		{Name: here + "Item", Underlying: "struct{" + here + "Base; Name string; Level " + here + "Level; Prices map[" +
			here + "Code][]float32; By map[byte]bool; Next *" + here + "Item; Limits [2]*int}"},
		{Name: here + "Base", Underlying: "struct{ID uint64}"},
		{Name: here + "Level", Underlying: "int8"},
		{Name: here + "Code", Underlying: "string"},
	}, typed.Named(reflect.TypeFor[[]Item](), reflect.TypeFor[*Level](), reflect.TypeFor[error]()))
}

func TestHidden(t *testing.T) {
	assert.True(t, typed.Hidden(reflect.TypeFor[[]*Item]()))
	assert.False(t, typed.Hidden(reflect.TypeFor[map[string]Base]()))
	assert.False(t, typed.Hidden(reflect.TypeFor[Tree]()))
}
