package gene_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// tag is a gene defined by a user that can take neither values nor states.
type tag struct{ n int64 }

func (g *tag) Clone() gene.Gene           { c := *g; return &c }
func (g *tag) Randomize(r *rand.Rand)     { g.n = r.Int64N(1000) }
func (g *tag) Mutate(*rand.Rand, float64) { g.n++ }
func (g *tag) Value() any                 { return g.n }

func TestGenesThatTakeNothingKeepTheirValue(t *testing.T) {
	make := func() gene.Gene {
		return gene.NewObject(gene.Field{Name: "tag", Gene: gene.NewOptional(&tag{})},
			gene.Field{Name: "list", Gene: gene.NewArray(&tag{}, gene.ArrayLimits{Min: 2, Max: 4})})
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

// TestForeignStates gives each kind of gene the states of all other kinds. The gene may take or refuse them, but has to
// keep its constraints.
func TestForeignStates(t *testing.T) {
	kinds := append(append([]kind{}, scalars...), composites...)
	r := rand.New(rand.NewPCG(3, 4))
	var foreign []any
	for _, k := range kinds {
		g := k.make()
		g.Randomize(r)
		foreign = append(foreign, gene.State(g), []any{gene.State(g)}, []any{true, gene.State(g)},
			[]any{int64(0), gene.State(g)}, []any{int64(99), nil})
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

// TestTornStatesOfPatterns restores lists of choices of a pattern that are too short or one too long.
func TestTornStatesOfPatterns(t *testing.T) {
	for _, pattern := range []string{`^(ab|c)?[a-z]{2,5}x$`, `^.{1,4}$`} {
		g, r := regex(pattern), newRand(1)
		for range 50 {
			g.Randomize(r)
			choices := []rune(g.State().([]any)[0].(string))
			require.True(t, regex(pattern).SetState(g.State()))
			for n := range choices {
				require.False(t, regex(pattern).SetState([]any{string(choices[:n])}), "%q of %q",
					string(choices[:n]), string(choices))
			}
			require.False(t, regex(pattern).SetState([]any{string(choices) + "a"}))
			require.False(t, regex(pattern).SetState([]any{string(choices), "a"}))
			require.False(t, regex(pattern).SetState([]any{int64(1)}))
		}
	}
}

// TestStatesOfOtherShapes restores lists that are too short or too long, values that are no lists, and indices beyond
// the alternatives and seeds.
func TestStatesOfOtherShapes(t *testing.T) {
	one, yes := any(int64(1)), any(true)
	object := func() gene.Gene {
		return gene.NewObject(gene.Field{Name: "a", Gene: gene.NewInt(0, 9)}).SetAdditional(gene.NewInt(0, 9), 1)
	}
	member := func(name string) value.Member { return value.Member{Name: name, Value: one} }
	tests := []struct {
		name      string
		make      func() gene.Gene
		good, bad []any
	}{
		{"tuple", func() gene.Gene { return gene.NewTuple(gene.NewInt(0, 9), gene.NewInt(0, 9)) },
			[]any{[]any{one, one}}, []any{[]any{}, []any{one}, []any{one, one, one}, one, nil, []any{one, yes}}},
		{"array", func() gene.Gene { return gene.NewArray(gene.NewInt(0, 9), gene.ArrayLimits{Min: 1, Max: 2}) },
			[]any{[]any{one}, []any{one, one}}, []any{[]any{}, []any{one, one, one}, one, []any{yes}}},
		{"map", func() gene.Gene { return gene.NewMap(gene.NewEnum("a", "b"), gene.NewInt(0, 9), 1, 2) },
			[]any{[]any{"a", one}, []any{"a", one, "b", one}}, []any{[]any{}, []any{"a"}, []any{"c", one},
				[]any{"a", yes}, []any{"a", one, "b"}, []any{"a", one, "b", one, "a", one}, one}},
		{"object", object, []any{value.Object{member("a")}, value.Object{member("a"), member("b")}},
			[]any{value.Object{}, value.Object{member("b")}, value.Object{member("a"), member("a")},
				value.Object{member("a"), member("b"), member("c")}, []any{one},
				value.Object{{Name: "a", Value: yes}}, value.Object{member("a"), {Name: "b", Value: yes}}}},
		{"choice", func() gene.Gene { return gene.NewChoice(gene.NewInt(0, 9), gene.NewBool()) },
			[]any{[]any{int64(0), one}, []any{int64(1), yes}},
			[]any{[]any{int64(2), one}, []any{int64(-1), one}, []any{int64(1), one}, []any{one}, []any{yes, one}, one}},
		{"seeded", func() gene.Gene { return gene.NewSeeded(gene.NewInt(0, 9), "x") },
			[]any{[]any{nil, one}, []any{int64(0), one}},
			[]any{[]any{int64(1), one}, []any{int64(-1), one}, []any{nil, yes}, []any{nil}, one}},
		{"optional", func() gene.Gene { return gene.NewOptional(gene.NewInt(0, 9)) },
			[]any{[]any{true, one}, []any{false, one}, "z"},
			[]any{[]any{one, one}, []any{true, yes}, []any{true}, "?", one}},
		{"optional cycle", func() gene.Gene { return gene.NewOptional(gene.NewCycle()) },
			[]any{[]any{false, value.Absent}}, []any{[]any{true, value.Absent}}},
		{"nullable", func() gene.Gene { return gene.NewNullable(gene.NewInt(0, 9)) },
			[]any{[]any{true, one}, []any{false, one}}, []any{[]any{one, one}, []any{true, yes}, []any{true}, one}},
		{"nullable cycle", func() gene.Gene { return gene.NewNullable(gene.NewCycle()) },
			[]any{[]any{true, value.Absent}}, []any{[]any{false, value.Absent}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, state := range tt.good {
				back, ok := gene.Restore(tt.make(), state)
				require.True(t, ok, "%v", state)
				require.NoError(t, gene.Check(back))
				assert.True(t, value.Equal(state, gene.State(back)), "%v", state)
			}
			for _, state := range tt.bad {
				_, ok := gene.Restore(tt.make(), state)
				assert.False(t, ok, "%v", state)
			}
		})
	}
}

// rounding is a gene defined by a user that takes more values than it can keep.
type rounding struct{ tag }

func (g *rounding) Clone() gene.Gene { c := *g; return &c }
func (g *rounding) Assign(v any) bool {
	n, ok := v.(int64)
	if ok {
		g.n = n / 10 * 10
	}
	return ok
}

// TestSeedsAreSentAsTheyAre: a seed stays the value even if the inner gene would take it as another value.
func TestSeedsAreSentAsTheyAre(t *testing.T) {
	assert.Equal(t, int64(17), gene.NewSeeded(&rounding{}, int64(17)).Value())
	assert.Equal(t, int64(20), gene.NewSeeded(&rounding{}, int64(20)).Value())
	_, ok := gene.Restore(&rounding{}, int64(17))
	assert.False(t, ok, "nor is a state that becomes another")
}
