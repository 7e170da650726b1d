package gene_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

func parse(t testing.TB, text string) any {
	v, err := value.ParseJSON([]byte(text))
	require.NoError(t, err)
	return v
}

func show(g gene.Gene) string { return string(value.AppendJSON(nil, g.Value())) }

func TestArraysKeepTheirLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.IntRange(0, 5).Draw(t, "low")
		high := rapid.IntRange(low, 8).Draw(t, "high")
		g := gene.NewArray(gene.NewInt(0, 9),
			gene.ArrayLimits{Min: low, Max: high, Unique: rapid.Bool().Draw(t, "unique")})
		for _, v := range values(g, 60) {
			if n := len(v.([]any)); n < low || n > high {
				t.Fatalf("%d elements, not %d to %d", n, low, high)
			}
		}
		if err := gene.Check(g); err != nil {
			t.Fatal(err)
		}
	})
}

func TestCollectionsReachTheirLimits(t *testing.T) {
	sizes := map[int]bool{}
	for _, v := range values(gene.NewArray(gene.NewBool(), gene.ArrayLimits{Min: 2, Max: 30}), 2000) {
		sizes[len(v.([]any))] = true
	}
	assert.True(t, sizes[2] && sizes[3] && sizes[30])
	assert.True(t, reached(counted(1, 3), parse(t, `{"id":1}`)))
	assert.True(t, reached(gene.NewMap(gene.NewEnum("a", "b"), gene.NewConst(1), 0, 2), parse(t, `{"a":1,"b":1}`)))
}

func TestCollectionsClampImpossibleLimits(t *testing.T) {
	huge := gene.NewArray(gene.NewArray(gene.NewBool(), gene.ArrayLimits{Min: 1 << 40, Max: -1}),
		gene.ArrayLimits{Min: 1 << 40, Max: -1})
	tests := []struct {
		name string
		gene gene.Gene
		size int
	}{
		{"billions of billions", huge, 1},
		{"more unique values than there are",
			gene.NewArray(gene.NewBool(), gene.ArrayLimits{Min: 4, Max: 4, Unique: true}), 2},
		{"swapped", gene.NewArray(gene.NewBool(), gene.ArrayLimits{Min: 4, Max: 2}), 2},
		{"negative", gene.NewArray(gene.NewBool(), gene.ArrayLimits{Min: -4, Max: 2}), 0},
		{"cycle", gene.NewArray(gene.NewCycle(), gene.ArrayLimits{Min: 4, Max: 9}), 0},
		{"too few names", gene.NewMap(gene.NewConst("x"), gene.NewBool(), 3, 5), 1},
		{"more members than fields", gene.NewObject(gene.Field{Name: "a", Gene: gene.NewBool()}).SetCount(3, 5), 1},
		{"fewer members than fields", counted(0, 0), 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			size := 0
			switch v := tt.gene.Value().(type) {
			case []any:
				size = len(v)
			case value.Object:
				size = len(v)
			}
			assert.Equal(t, tt.size, size)
			tt.gene.Randomize(newRand(1))
			tt.gene.Mutate(newRand(2), 0)
			assert.NoError(t, gene.Check(tt.gene))
		})
	}
}

func TestObjectAssign(t *testing.T) {
	g := gene.NewObject(
		gene.Field{Name: "id", Gene: gene.NewInt(1, 9)},
		gene.Field{Name: "tag", Gene: gene.NewOptional(text(1, 5))},
		gene.Field{Name: "parent", Gene: gene.NewCycle()},
	)
	tests := []struct {
		text string
		want bool
	}{
		{`{"id":3}`, true},
		{`{"tag":"x","id":3}`, true},
		{`{"tag":"x"}`, false},
		{`{"id":30}`, false},
		{`{"id":3,"parent":null}`, false},
		{`{"id":3,"id":4}`, false},
		{`{"id":3,"more":true}`, false},
		{`[]`, false},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			c := g.Clone()
			before := show(c)
			v := parse(t, tt.text)
			assert.Equal(t, tt.want, gene.Assign(c, v))
			if tt.want {
				assert.True(t, value.Equal(v, c.Value()), show(c))
			} else {
				assert.Equal(t, before, show(c))
			}
		})
	}
}

func TestObjectWithAdditionalMembers(t *testing.T) {
	g := gene.NewObject(gene.Field{Name: "id", Gene: gene.NewInt(1, 9)}).SetAdditional(gene.NewBool(), 1)
	assert.True(t, g.Assign(parse(t, `{"id":3,"more":true}`)))
	assert.Equal(t, `{"id":3,"more":true}`, show(g))
	assert.False(t, g.Assign(parse(t, `{"id":3,"more":true,"most":true}`)))
	assert.False(t, g.Assign(parse(t, `{"id":3,"more":1}`)))
	assert.Equal(t, `{"id":3,"more":true}`, show(g))
	assert.Equal(t, int64(3), g.Field("id").Value())
	assert.Nil(t, g.Field("more"))
}

func TestOptional(t *testing.T) {
	o := gene.NewOptional(gene.NewInt(0, 1000))
	assert.True(t, o.On())
	o.Set(false)
	assert.Equal(t, value.Absent, o.Value())
	assert.Empty(t, slices.Collect(o.Children()))
	assert.False(t, gene.Assign(o, "x"))
	assert.True(t, gene.Assign(o, int64(7)))
	assert.True(t, o.On())
	o.Set(false)
	o.Set(true)
	assert.Equal(t, int64(7), o.Value(), "switching off keeps the value")
	o.Mutate(newRand(1), 0)
	assert.NotEqual(t, int64(7), o.Value())
}

func TestOptionalDrawnOffIsRandomOnceOn(t *testing.T) {
	seen := map[any]bool{}
	for seed := range uint64(200) {
		o := gene.NewOptional(gene.NewInt(0, 1_000_000))
		o.Randomize(newRand(seed))
		c := o.Clone().(*gene.Optional)
		o.Set(true)
		c.Set(true)
		assert.Equal(t, o.Value(), c.Value())
		seen[o.Value()] = true
	}
	assert.Greater(t, len(seen), 100)
}

func TestOptionalOffSharesButDoesNotLeak(t *testing.T) {
	o := gene.NewOptional(order())
	o.Set(false)
	c := o.Clone().(*gene.Optional)
	o.Set(true)
	o.Mutate(newRand(1), 0)
	o.Mutate(newRand(2), 0)
	c.Set(true)
	fresh := gene.NewOptional(order())
	assert.Equal(t, show(fresh), show(c))
}

func TestSeeded(t *testing.T) {
	g := gene.NewSeeded(gene.NewInt(0, 9), 4, 77, "word")
	assert.Equal(t, int64(4), g.Value(), "it begins with the first seed")
	var raw, inner int
	for _, v := range values(g, 2000) {
		if v == "word" || v == int64(77) {
			raw++
		} else {
			inner++
		}
	}
	assert.Greater(t, raw, 50)
	assert.Greater(t, inner, 500)
	assert.True(t, gene.Assign(g, "word"))
	assert.False(t, gene.Assign(g, "other"))
}

func TestChoiceAssign(t *testing.T) {
	g := gene.NewChoice(gene.NewInt(0, 9), text(1, 3), gene.NewConst(nil))
	for _, v := range []any{"abc", int64(3), nil} {
		assert.True(t, gene.Assign(g, v))
		assert.Equal(t, v, g.Value())
	}
	assert.False(t, gene.Assign(g, "abcd"))
	assert.Nil(t, g.Value())
}

func TestWeightedChoiceKeepsItsWeights(t *testing.T) {
	g := gene.NewWeightedChoice([]float64{8, 2}, gene.NewConst("often"), gene.NewConst("seldom"))
	r, often := newRand(1), 0
	for range 5000 {
		if g.Randomize(r); g.Value() == "often" {
			often++
		}
	}
	assert.InDelta(t, 4000, often, 150)
}

func TestDisruptiveMutatesAtItsRate(t *testing.T) {
	g := gene.NewDisruptive(gene.NewBool(), 0.1)
	r, changed := newRand(1), 0
	for range 5000 {
		before := g.Value()
		if g.Mutate(r, 0); g.Value() != before {
			changed++
		}
	}
	assert.InDelta(t, 500, changed, 100)
	assert.Zero(t, gene.Weight(gene.NewDisruptive(gene.NewBool(), 0)))
}

// TestMutationIsSmall: one mutation of a big tree changes one place.
func TestMutationIsSmall(t *testing.T) {
	g, r := gene.Gene(order()), newRand(1)
	g.Randomize(r)
	for range 500 {
		before := g.Value().(value.Object)
		g.Mutate(r, 0.5)
		changed := 0
		for _, m := range g.Value().(value.Object) {
			if old, ok := before.Get(m.Name); ok && !value.Equal(old, m.Value) {
				changed++
			}
		}
		assert.LessOrEqual(t, changed, 1)
	}
}

// TestEveryPartIsMutated: mutation reaches each member of a big tree.
func TestEveryPartIsMutated(t *testing.T) {
	g, r := gene.Gene(order()), newRand(1)
	g.Randomize(r)
	touched := map[string]bool{}
	for range 3000 {
		before := g.Value().(value.Object)
		g.Mutate(r, 0)
		for _, m := range g.Value().(value.Object) {
			if old, _ := before.Get(m.Name); !value.Equal(old, m.Value) {
				touched[m.Name] = true
			}
		}
	}
	assert.Len(t, touched, 9, "%v", touched)
}

func TestWalkStopsAndDescends(t *testing.T) {
	g := gene.NewTuple(gene.NewBool(), gene.NewTuple(gene.NewInt32(), gene.NewOptional(gene.NewBool())))
	assert.Len(t, slices.Collect(gene.Walk(g)), 6)
	n := 0
	for range gene.Walk(g) {
		if n++; n == 4 {
			break
		}
	}
	assert.Equal(t, 4, n)
}

// TestRepeatedElements: an element of a list of unique elements can be assigned the value of another element. Such a
// list can still be assigned simpler lists, and keeps them.
func TestRepeatedElements(t *testing.T) {
	list := gene.NewArray(gene.NewInt(0, 9), gene.ArrayLimits{Max: 8, Unique: true})
	require.True(t, gene.Assign(list, []any{int64(1), int64(2), int64(3)}))
	repeats := []any{int64(1), int64(1)}
	assert.False(t, gene.Assign(list.Clone(), repeats))
	for e := range list.Children() {
		require.True(t, gene.Assign(e, int64(1)))
	}
	require.True(t, gene.Assign(list, repeats))
	assert.Equal(t, repeats, list.Value())
	require.True(t, gene.Assign(list, []any{int64(4), int64(5)}))
	assert.False(t, gene.Assign(list, repeats), "it is one of unique elements again")
}
