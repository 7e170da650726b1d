package gene_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// exactValue draws plain values of all kinds, the odd ones often.
func exactValue(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Just(value.Absent), rapid.Bool().AsAny(), rapid.Int64().AsAny(), rapid.Float64().AsAny(),
		rapid.SampledFrom([]any{1.0, math.Copysign(0, -1), 0.0, math.Inf(1), math.MaxFloat64, 5e-324, 1e21}),
		rapid.SampledFrom([]any{json.Number("1.0"), json.Number("12345678901234567890"), json.Number("1"), json.Number("no number"), json.Number("1e400")}),
		rapid.String().AsAny(), rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 8), func(b []byte) any { return string(b) }),
		rapid.SampledFrom([]any{"", "$bytes", "\ufffd", "\x00"}),
	}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	name := rapid.OneOf(rapid.SampledFrom([]string{"a", "b", "$absent", "$bytes", "$x", "", "\xff"}), rapid.String())
	list := rapid.Map(rapid.SliceOfN(exactValue(depth-1), 0, 4), func(l []any) any { return l })
	member := rapid.Custom(func(t *rapid.T) value.Member {
		return value.Member{Name: name.Draw(t, "name"), Value: exactValue(depth-1).Draw(t, "value")}
	})
	members := rapid.Map(rapid.SliceOfN(member, 0, 4), func(l []value.Member) any { return value.Object(l) })
	return rapid.OneOf(append(leaves, list, members)...)
}

func TestExactValuesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := exactValue(3).Draw(t, "value")
		data := value.AppendExact(nil, v)
		require.True(t, json.Valid(data), "%s", data)
		back, err := value.ParseExact(data)
		require.NoError(t, err)
		require.Equal(t, v, back)
		if f, ok := v.(float64); ok {
			require.Equal(t, math.Float64bits(f), math.Float64bits(back.(float64)))
		}
	})
}

func TestParseExactRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON": `{`, "unknown mark": `{"$what":1}`, "no base 64": `{"$bytes":"%"}`, "no text": `[{"$number":1}]`,
		"no float": `{"$float":"xyz"}`, "half a member": `{"$members":["a"]}`, "name that is none": `{"$members":[1,2]}`,
		"bad name": `{"$members":[{"$bytes":"%"},2]}`, "bad member": `{"$members":["a",{"$what":1}]}`, "nested": `{"a":[{"$absent":false}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := value.ParseExact([]byte(text))
			assert.Error(t, err)
		})
	}
}

func FuzzParseExact(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"$float":"8000000000000000"},{"$members":["x",{"$absent":true},"x",2]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := value.ParseExact(data)
		if err != nil {
			return
		}
		again, err := value.ParseExact(value.AppendExact(nil, v))
		require.NoError(t, err)
		if string(value.AppendExact(nil, again)) != string(value.AppendExact(nil, v)) {
			t.Fatalf("%#v comes back as %#v", v, again)
		}
	})
}

// tag is a gene of a user that can take neither values nor states.
type tag struct{ n int64 }

func (g *tag) Clone() gene.Gene           { c := *g; return &c }
func (g *tag) Randomize(r *rand.Rand)     { g.n = r.Int64N(1000) }
func (g *tag) Mutate(*rand.Rand, float64) { g.n++ }
func (g *tag) Value() any                 { return g.n }

func TestGenesThatTakeNothingKeepTheirValue(t *testing.T) {
	make := func() gene.Gene {
		return gene.NewObject(gene.Field{Name: "tag", Gene: gene.NewOptional(&tag{})}, gene.Field{Name: "list", Gene: gene.NewArray(&tag{}, gene.ArrayLimits{Min: 2, Max: 4})})
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		g := make()
		g.Randomize(r)
		back := copyState(t, g, make())
		require.True(t, value.Equal(g.Value(), back.Value()))
		again := copyState(t, back.Clone(), make())
		require.True(t, value.Equal(g.Value(), again.Value()), "a restored gene can be saved again")
		before := again.Value()
		again.Mutate(r, 0.5)
		require.False(t, value.Equal(before, again.Value()), "mutation goes on")
		require.True(t, value.Equal(g.Value(), back.Value()), "and leaves others alone")
		require.True(t, value.Equal(again.Value(), copyState(t, again, make()).Value()))
	}
}

func copyState(t testing.TB, from, to gene.Gene) gene.Gene {
	t.Helper()
	state, err := value.ParseExact(value.AppendExact(nil, gene.State(from)))
	require.NoError(t, err)
	back, ok := gene.Restore(to, state)
	require.True(t, ok)
	return back
}

// TestForeignStates gives each kind of gene the states of all others: it has to
// take or refuse them, and what it took has to keep its constraints.
func TestForeignStates(t *testing.T) {
	kinds := append(append([]kind{}, scalars...), composites...)
	r := rand.New(rand.NewPCG(3, 4))
	var foreign []any
	for _, k := range kinds {
		g := k.make()
		g.Randomize(r)
		foreign = append(foreign, gene.State(g), []any{gene.State(g)}, []any{true, gene.State(g)}, []any{int64(0), gene.State(g)}, []any{int64(99), nil})
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			for _, state := range foreign {
				back, ok := gene.Restore(k.make(), state)
				if !ok {
					continue
				}
				_ = back.Value()
				back.Mutate(r, 0.5)
			}
		})
	}
}
