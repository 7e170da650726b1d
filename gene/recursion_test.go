package gene_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

func node(members ...gene.Field) gene.Gene {
	return gene.NewObject(append([]gene.Field{{Name: "v", Gene: gene.NewInt(0, 9)}}, members...)...)
}

// chain returns a gene for values with an optional next value of the same kind.
func chain() gene.Gene {
	k := gene.NewRecursion(node())
	k.Close(node(gene.Field{Name: "next", Gene: gene.NewOptional(k.Gene())}))
	return k.Gene()
}

// tree returns a gene for values with children of the same kind.
func tree() gene.Gene {
	k := gene.NewRecursion(node())
	k.Close(node(gene.Field{Name: "children", Gene: gene.NewArray(k.Gene(), gene.ArrayLimits{Max: -1})}))
	return k.Gene()
}

// expression returns a gene for a number, or an object of two required expressions.
func expression() gene.Gene {
	leaf := gene.NewInt(0, 9)
	k := gene.NewRecursion(leaf)
	pair := func(op string) gene.Gene {
		return gene.NewObject(gene.Field{Name: "left", Gene: k.Gene()}, gene.Field{Name: "right", Gene: k.Gene()},
			gene.Field{Name: "op", Gene: gene.NewConst(op)})
	}
	k.Close(gene.NewChoice(leaf, pair("and"), pair("or"), pair("xor")))
	return k.Gene()
}

// depth returns the depth of nesting of a value.
func depth(v any) int {
	deepest := 0
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			deepest = max(deepest, depth(m.Value))
		}
		return 1 + deepest
	case []any:
		for _, e := range v {
			deepest = max(deepest, depth(e))
		}
	}
	return deepest
}

var recursive = []kind{{"chain", chain}, {"tree", tree}, {"expression", expression}}

// TestDrawsComeToAnEnd: drawn values seldom contain others, so that draws are small on average.
func TestDrawsComeToAnEnd(t *testing.T) {
	for _, k := range recursive {
		t.Run(k.name, func(t *testing.T) {
			g, r, sum, deepest := k.make(), newRand(1), 0, 0
			for range 5000 {
				g.Randomize(r)
				for range gene.Walk(g) {
					sum++
				}
				deepest = max(deepest, depth(g.Value()))
			}
			assert.Less(t, sum/5000, 12)
			assert.Greater(t, deepest, 2)
		})
	}
}

// TestMutationGoesDeep: a search that keeps deeper values reaches the depth that it wants.
func TestMutationGoesDeep(t *testing.T) {
	for _, k := range recursive {
		t.Run(k.name, func(t *testing.T) {
			g, r := k.make(), newRand(1)
			tries := 0
			for ; depth(g.Value()) < 20; tries++ {
				require.Less(t, tries, 20_000)
				next := g.Clone()
				if next.Mutate(r, 0.5); depth(next.Value()) >= depth(g.Value()) {
					g = next
				}
			}
			assert.Less(t, tries, 1000)
			back := copyState(t, g, k.make())
			assert.True(t, value.Equal(g.Value(), back.Value()), "the state of a deep value is restored")
			again := k.make()
			require.True(t, gene.Assign(again, g.Value()))
			assert.True(t, value.Equal(g.Value(), again.Value()))
		})
	}
}

// TestGrowthIsBounded: the values of a search that keeps larger values stop growing at some size.
func TestGrowthIsBounded(t *testing.T) {
	size := func(g gene.Gene) (n int) {
		for range gene.Walk(g) {
			n++
		}
		return n
	}
	for _, k := range recursive {
		t.Run(k.name, func(t *testing.T) {
			g, r, largest := k.make(), newRand(1), 0
			for range 20_000 {
				next := g.Clone()
				next.Mutate(r, 0.5)
				if n := size(next); n >= size(g) || largest > 900 {
					g, largest = next, max(largest, n)
				}
			}
			assert.Greater(t, largest, 500)
			assert.Less(t, largest, 2000)
		})
	}
}

// TestSimplerValuesOfTheSameKind: an inner value may replace its outer value.
func TestSimplerValuesOfTheSameKind(t *testing.T) {
	g := expression()
	pair := func(op string, left, right any) any {
		return value.Object{{Name: "left", Value: left}, {Name: "right", Value: right}, {Name: "op", Value: op}}
	}
	inner := pair("or", int64(1), int64(2))
	require.True(t, gene.Assign(g, pair("and", inner, int64(3))))
	s := g.(gene.Simplifier)
	assert.Equal(t, []any{int64(0), inner, int64(3)}, s.Simpler())
	require.True(t, gene.Assign(g, inner))
	assert.Equal(t, []any{int64(0), int64(1), int64(2)}, s.Simpler())
	require.True(t, gene.Assign(g, int64(2)))
	assert.Empty(t, s.Simpler())
}

// TestDeepValuesAreAssignedInTime: Assign tells alternatives apart by a small member before it tries deep members.
func TestDeepValuesAreAssignedInTime(t *testing.T) {
	var v any = int64(1)
	for range 60 {
		v = value.Object{{Name: "left", Value: v}, {Name: "right", Value: int64(2)}, {Name: "op", Value: "xor"}}
	}
	g := expression()
	require.True(t, gene.Assign(g, v))
	assert.True(t, value.Equal(v, g.Value()))
}
