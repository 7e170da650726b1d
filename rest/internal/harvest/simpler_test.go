package harvest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/gene/genetest"
	"github.com/evoke-go/evoke/value"
)

// ticket is a gene of a user: a code that may be left out, with an example and
// a simple form.
type ticket struct {
	n   int64
	off bool
}

func (g *ticket) Clone() gene.Gene               { c := *g; return &c }
func (g *ticket) Randomize(r *rand.Rand)         { *g = ticket{n: r.Int64N(1000)} }
func (g *ticket) Mutate(r *rand.Rand, _ float64) { g.n, g.off = (g.n+1+r.Int64N(99))%1000, false }
func (g *ticket) Absence() (now, forever bool)   { return g.off, false }
func (g *ticket) Assign(v any) bool {
	if value.IsAbsent(v) {
		*g = ticket{off: true}
		return true
	}
	n, ok := v.(int64)
	if ok = ok && 0 <= n && n < 1000; ok {
		*g = ticket{n: n}
	}
	return ok
}

func (g *ticket) Value() any {
	if g.off {
		return value.Absent
	}
	return g.n
}

func (g *ticket) Set(on bool) bool {
	changed := g.off == on
	if changed {
		*g = ticket{off: !on}
	}
	return changed
}

func (g *ticket) Settle() bool {
	changed := g.off || g.n != 7
	*g = ticket{n: 7}
	return changed
}

func (g *ticket) Simpler() []any {
	if g.off || g.n < 10 {
		return nil
	}
	return []any{"refused", g.n % 10}
}

// TestGenesOfUsersBecomeSimpler shows that a user's gene is made simpler by what
// it says of itself.
func TestGenesOfUsersBecomeSimpler(t *testing.T) {
	genetest.Run(t, func() gene.Gene { return &ticket{} })
	tests := []struct {
		name    string
		simpler func(g gene.Gene, inExample bool) []func()
		want    any
		example bool // also within an example
	}{
		{"example", example, int64(7), false},
		{"fewer", fewer, value.Absent, true},
		{"shorter", shorter, int64(5), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := &ticket{n: 345}
			changes := tt.simpler(g, false)
			require.Len(t, changes, 1)
			assert.Equal(t, int64(345), g.Value(), "nothing is changed yet")
			assert.Equal(t, tt.example, len(tt.simpler(g, true)) > 0)
			changes[0]()
			assert.Equal(t, tt.want, g.Value())
			assert.Empty(t, tt.simpler(g, false), "it is as simple as that")
		})
	}
}

// TestListsAndMapsBecomeSmaller shows what is tried of them, in this order.
func TestListsAndMapsBecomeSmaller(t *testing.T) {
	list := func(values ...any) gene.Gene {
		g := gene.NewArray(gene.NewInt(0, 9), gene.ArrayLimits{Max: -1})
		require.True(t, gene.Assign(g, values))
		return g
	}
	one, two, three := any(int64(1)), any(int64(2)), any(int64(3))
	results := func(g gene.Gene, simpler func(gene.Gene, bool) []func()) (out []any) {
		for i := range simpler(g, false) {
			c := g.Clone()
			simpler(c, false)[i]()
			out = append(out, c.Value())
		}
		return out
	}
	assert.Empty(t, results(list(one), fewer))
	assert.Equal(t, []any{[]any{one}}, results(list(one, two, three), fewer))
	assert.Empty(t, fewer(list(one, two), true), "an example stays as it is")

	least := gene.NewArray(gene.NewInt(0, 9), gene.ArrayLimits{Min: 2, Max: 4})
	require.True(t, gene.Assign(least, []any{one, two, three}))
	assert.Empty(t, fewer(least, false), "the list needs two")

	members := gene.NewMap(gene.NewEnum("a", "b"), gene.NewBool(), 0, 2)
	require.True(t, gene.Assign(members, value.Object{{Name: "a", Value: true}}))
	assert.Equal(t, []any{value.Object{}}, results(members, fewer))
}
