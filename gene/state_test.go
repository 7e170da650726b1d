package gene_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

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

// TestTornStatesOfPatterns cuts the choices along a pattern short, or has one too
// many.
func TestTornStatesOfPatterns(t *testing.T) {
	for _, pattern := range []string{`^(ab|c)?[a-z]{2,5}x$`, `^.{1,4}$`} {
		g, r := regex(pattern), newRand(1)
		for range 50 {
			g.Randomize(r)
			choices := []rune(g.State().([]any)[0].(string))
			require.True(t, regex(pattern).SetState(g.State()))
			for n := range choices {
				require.False(t, regex(pattern).SetState([]any{string(choices[:n])}), "%q of %q", string(choices[:n]), string(choices))
			}
			require.False(t, regex(pattern).SetState([]any{string(choices) + "a"}))
			require.False(t, regex(pattern).SetState([]any{string(choices), "a"}))
			require.False(t, regex(pattern).SetState([]any{int64(1)}))
		}
	}
}
