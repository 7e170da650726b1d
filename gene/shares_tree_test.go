package gene_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

func asText(_, after any) string {
	if value.IsAbsent(after) {
		return "absent"
	}
	return string(value.AppendJSON(nil, after))
}

// TestPartsThatMayBeMissing checks how often optional genes are switched off and on, and how often nullable genes
// become null and non-null.
func TestPartsThatMayBeMissing(t *testing.T) {
	coin := func() gene.Gene { return gene.NewBool() }
	assertShares(t, map[string]float64{"absent": 0.5, "true": 0.25, "false": 0.25},
		shares(gene.NewOptional(coin()), randomized, asText))
	assertShares(t, map[string]float64{"absent": 0.05, "true": 0.95},
		shares(gene.NewOptional(coin()), mutated(0), asText))
	assertShares(t, map[string]float64{"absent": 1}, shares(gene.NewOptional(gene.NewConst(1)), mutated(0), asText))
	off := gene.NewOptional(coin())
	assert.True(t, off.Set(false))
	assertShares(t, map[string]float64{"false": 1}, shares(off, mutated(0), asText))

	assertShares(t, map[string]float64{"null": 0.1, "true": 0.45, "false": 0.45},
		shares(gene.NewNullable(coin()), randomized, asText))
	assertShares(t, map[string]float64{"null": 0.05, "true": 0.95},
		shares(gene.NewNullable(coin()), mutated(0), asText))
	assertShares(t, map[string]float64{"null": 1}, shares(gene.NewNullable(gene.NewConst(1)), mutated(0), asText))
	assertShares(t, map[string]float64{"false": 1},
		shares(with(t, gene.NewNullable(coin()), nil), mutated(0), asText))
	assertShares(t, map[string]float64{`"a"`: 1},
		shares(with(t, gene.NewNullable(gene.NewEnum(nil, "a")), nil), mutated(0), asText))

	assert.InDelta(t, 1.05, gene.Weight(gene.NewOptional(coin())), 1e-9)
	assert.InDelta(t, 0.2, gene.Weight(off), 1e-9)
	assert.InDelta(t, 1.05, gene.Weight(gene.NewNullable(coin())), 1e-9)
	assert.InDelta(t, 0.2, gene.Weight(with(t, gene.NewNullable(coin()), nil)), 1e-9)
	assert.Zero(t, gene.Weight(gene.NewNullable(gene.NewConst(nil))))
}

// TestAlternatives checks how often mutation takes another alternative or seed.
func TestAlternatives(t *testing.T) {
	choice := func() gene.Gene { return gene.NewChoice(gene.NewBool(), gene.NewConst("x"), gene.NewConst("y")) }
	assertShares(t, map[string]float64{"true": 0.95, `"x"`: 0.025, `"y"`: 0.025}, shares(choice(), mutated(0), asText))
	assertShares(t, map[string]float64{"true": 1. / 6, "false": 1. / 6, `"x"`: 1. / 3, `"y"`: 1. / 3},
		shares(choice(), randomized, asText))
	assertShares(t, map[string]float64{"false": 0.25, "true": 0.25, `"y"`: 0.5},
		shares(with(t, choice(), "x"), mutated(0), asText))
	weighted := gene.NewWeightedChoice([]float64{8, 1}, gene.NewConst("x"), gene.NewConst("y"), gene.NewConst("z"))
	assertShares(t, map[string]float64{`"x"`: 0.8, `"y"`: 0.1, `"z"`: 0.1}, shares(weighted, randomized, asText))
	assertShares(t, map[string]float64{`"y"`: 0.5, `"z"`: 0.5}, shares(weighted, mutated(0), asText))
	assert.InDelta(t, 1.2, gene.Weight(choice()), 1e-9)
	assert.InDelta(t, 0.2, gene.Weight(with(t, choice(), "x")), 1e-9)
	assert.InDelta(t, 1, gene.Weight(gene.NewChoice(gene.NewBool())), 1e-9)

	seeded := func() gene.Gene { return gene.NewSeeded(gene.NewBool(), false, "x", "y") }
	assertShares(t, map[string]float64{"false": 0.35 + 0.1, "true": 0.35, `"x"`: 0.1, `"y"`: 0.1},
		shares(seeded(), randomized, asText))
	assertShares(t, map[string]float64{"true": 0.95, `"x"`: 0.05 * 2 / 3, `"y"`: 0.05 / 3},
		shares(seeded(), mutated(0), asText))
	assertShares(t, map[string]float64{"false": 0.97, `"y"`: 0.05 * 2 / 3},
		shares(with(t, seeded(), "x"), mutated(0), asText))
	assert.InDelta(t, 1.05, gene.Weight(seeded()), 1e-9)
	assert.InDelta(t, 1, gene.Weight(with(t, seeded(), "x")), 1e-9)
	assert.InDelta(t, 0.05, gene.Weight(gene.NewSeeded(gene.NewConst(1), 1, 2)), 1e-9)
	assert.Zero(t, gene.Weight(gene.NewSeeded(gene.NewConst(1), 1)))

	assertShares(t, map[string]float64{"1": 0.25, "2": 0.25, "3": 0.25, "4": 0.25},
		shares(gene.NewEnum(1, 2, 3, 4), randomized, asText))
	assertShares(t, map[string]float64{"2": 1. / 3, "3": 1. / 3, "4": 1. / 3},
		shares(gene.NewEnum(1, 2, 3, 4), mutated(0), asText))
	assertShares(t, map[string]float64{"true": 0.5, "false": 0.5}, shares(gene.NewBool(), randomized, asText))
}

// TestListsResize checks how often a list gets longer, gets shorter or changes an element.
func TestListsResize(t *testing.T) {
	places := [5]float64{}
	kind := func(before, after any) string {
		b, a := before.([]any), after.([]any)
		switch {
		case len(a) > len(b):
			return "longer"
		case len(a) < len(b):
			return "shorter"
		case value.Equal(a, b):
			return "same"
		}
		for i := range b {
			if !value.Equal(a[i], b[i]) {
				places[i] += 1. / draws
			}
		}
		return "changed"
	}
	list := func(low, high int, values ...any) gene.Gene {
		return with(t, gene.NewArray(gene.NewInt(0, 1<<40), gene.ArrayLimits{Min: low, Max: high}), values)
	}
	one, two, three := any(int64(100)), any(int64(200)), any(int64(300))
	assertShares(t, map[string]float64{"longer": 0.1, "shorter": 0.1, "changed": 0.8},
		shares(list(0, 9, one, two, three), mutated(0), kind))
	for i := range 3 {
		assert.InDelta(t, 0.8/3, places[i], tolerance, "element %d", i)
	}
	assertShares(t, map[string]float64{"longer": 0.2, "changed": 0.8},
		shares(list(3, 9, one, two, three), mutated(0), kind))
	assertShares(t, map[string]float64{"shorter": 0.2, "changed": 0.8},
		shares(list(0, 3, one, two, three), mutated(0), kind))
	assertShares(t, map[string]float64{"changed": 1}, shares(list(3, 3, one, two, three), mutated(0), kind))
	assertShares(t, map[string]float64{"longer": 1}, shares(list(0, 3), mutated(0), kind))

	// In a list of unique elements with all possible values, two elements are swapped.
	full := with(t, gene.NewArray(gene.NewEnum(1, 2, 3), gene.ArrayLimits{Min: 3, Max: 3, Unique: true}),
		[]any{int64(1), int64(2), int64(3)})
	assertShares(t, map[string]float64{"[2,1,3]": 1. / 3, "[3,2,1]": 1. / 3, "[1,3,2]": 1. / 3},
		shares(full, mutated(0), asText))

	inserted := [4]float64{}
	shares(list(3, 9, one, two, three), mutated(0), func(before, after any) string {
		b, a := before.([]any), after.([]any)
		if len(a) <= len(b) {
			return ""
		}
		at := 0
		for at < 3 && value.Equal(a[at], b[at]) {
			at++
		}
		inserted[at] += 1. / draws
		return ""
	})
	for at, share := range inserted {
		assert.InDelta(t, 0.2/4, share, tolerance, "at %d", at)
	}
	assert.InDelta(t, 4, gene.Weight(list(0, 9, one, two, three)), 1e-9)
	assert.InDelta(t, 3, gene.Weight(list(3, 3, one, two, three)), 1e-9)

	length := func(_, after any) string { return fmt.Sprint(len(after.([]any))) }
	assertShares(t, map[string]float64{"2": 0.1/3 + 0.9/6, "3": 0.1/3 + 0.9/6, "4": 0.15, "5": 0.15,
		"6": 0.15, "7": 0.15, "50": 0.1 / 3},
		shares(gene.NewArray(gene.NewBool(), gene.ArrayLimits{Min: 2, Max: 90}), randomized, length))
	assertShares(t, map[string]float64{"0": 0.1/3 + 0.9/6, "1": 0.1/3 + 0.9/6, "2": 0.15, "3": 0.15,
		"4": 0.15, "5": 0.15 + 0.1/3},
		shares(gene.NewArray(gene.NewBool(), gene.ArrayLimits{Max: -1}), randomized, length))
	tuple := gene.NewTuple(gene.NewInt(0, 1<<40), gene.NewBool(), gene.NewConst("x"),
		gene.NewTuple(gene.NewInt(0, 1<<40), gene.NewInt(0, 1<<40)))
	places = [5]float64{}
	assertShares(t, map[string]float64{"changed": 1}, shares(tuple, mutated(0), kind))
	for i, want := range [...]float64{0.25, 0.25, 0, 0.5} {
		assert.InDelta(t, want, places[i], tolerance, "element %d", i)
	}
}

// TestMapsResize checks how often maps get longer or shorter, and that names and values change equally often.
func TestMapsResize(t *testing.T) {
	kind := func(before, after any) string {
		b, a := before.(value.Object), after.(value.Object)
		if len(a) != len(b) {
			return map[bool]string{true: "longer", false: "shorter"}[len(a) > len(b)]
		}
		for i := range b {
			if a[i].Name != b[i].Name {
				return "name " + b[i].Name
			} else if !value.Equal(a[i].Value, b[i].Value) {
				return "value " + b[i].Name
			}
		}
		return "same"
	}
	pages := func(low, high int) gene.Gene {
		return with(t, gene.NewMap(text(1, 20), gene.NewInt(0, 1<<40), low, high),
			value.Object{{Name: "a", Value: int64(5)}, {Name: "b", Value: int64(6)}})
	}
	each := map[string]float64{"name a": 0.2, "name b": 0.2, "value a": 0.2, "value b": 0.2}
	with := func(more map[string]float64) map[string]float64 {
		for k, v := range each {
			more[k] = v
		}
		return more
	}
	assertShares(t, with(map[string]float64{"longer": 0.1, "shorter": 0.1}), shares(pages(0, 9), mutated(0), kind))
	assertShares(t, with(map[string]float64{"longer": 0.2}), shares(pages(2, 9), mutated(0), kind))
	assertShares(t, with(map[string]float64{"shorter": 0.2}), shares(pages(0, 2), mutated(0), kind))
	assert.InDelta(t, 5, gene.Weight(pages(0, 9)), 1e-9)
	assert.InDelta(t, 4, gene.Weight(pages(2, 2)), 1e-9)
	size := func(_, after any) string { return fmt.Sprint(len(after.(value.Object))) }
	assertShares(t, map[string]float64{"1": 0.1/3 + 0.9/6, "2": 0.1/3 + 0.9/6, "3": 0.15, "4": 0.15,
		"5": 0.15, "6": 0.15, "40": 0.1 / 3},
		shares(gene.NewMap(gene.NewUUID(), gene.NewBool(), 1, 40), randomized, size))
}

// TestMembersComeAndGo checks how often an object adds or removes a member.
func TestMembersComeAndGo(t *testing.T) {
	field := func(name string, g gene.Gene) gene.Field { return gene.Field{Name: name, Gene: g} }
	count := func() gene.Gene { return gene.NewInt(0, 1<<40) }
	shape := func(before, after any) string {
		b, a := before.(value.Object), after.(value.Object)
		out := ""
		for _, name := range []string{"id", "a", "b"} {
			old, was := b.Get(name)
			now, is := a.Get(name)
			switch {
			case was && !is:
				out += " without " + name
			case is && !was:
				out += " with " + name
			case was && is && !value.Equal(old, now):
				out += " other " + name
			}
		}
		for _, m := range a {
			if m.Name != "id" && m.Name != "a" && m.Name != "b" {
				out += " more"
			}
		}
		return out
	}
	fields := func() *gene.Object {
		return gene.NewObject(field("id", count()), field("a", gene.NewOptional(count())),
			field("b", gene.NewOptional(count())))
	}
	some := func() gene.Gene {
		return with(t, fields(), value.Object{{Name: "id", Value: int64(1 << 20)},
			{Name: "a", Value: int64(1 << 20)}})
	}
	assertShares(t, map[string]float64{" other id": 0.45, " other a": 0.45, " with b": 0.05, " without a": 0.05},
		shares(some(), mutated(0), shape))
	all := func() gene.Gene {
		return with(t, fields(), value.Object{{Name: "id", Value: int64(1 << 20)}, {Name: "a", Value: int64(1 << 20)},
			{Name: "b", Value: int64(1 << 20)}})
	}
	assertShares(t, map[string]float64{" other id": 0.3, " other a": 0.3, " other b": 0.3, " without a": 0.05,
		" without b": 0.05}, shares(all(), mutated(0), shape))
	exactly := with(t, fields().SetCount(2, 2), value.Object{{Name: "id", Value: int64(1 << 20)},
		{Name: "a", Value: int64(1 << 20)}})
	assertShares(t, map[string]float64{" other id": 0.45, " other a": 0.45, " without a with b": 0.1},
		shares(exactly, mutated(0), shape))

	more := gene.NewObject(field("id", count())).SetAdditional(gene.NewBool(), 3)
	assertShares(t, map[string]float64{" other id": 0.9, " more": 0.1},
		shares(with(t, more, value.Object{{Name: "id", Value: int64(1 << 20)}}), mutated(0), shape))
	extras := func(_, after any) string { return fmt.Sprint(len(after.(value.Object)) - 1) }
	assertShares(t, map[string]float64{"0": 0.8, "1": 0.2 / 3, "2": 0.2 / 3, "3": 0.2 / 3},
		shares(more, randomized, extras))
	assert.InDelta(t, 2, gene.Weight(more), 1e-9)
	assert.InDelta(t, 1+1.05+0.2, gene.Weight(some()), 1e-9)

	lengths := map[int]bool{}
	for _, v := range values(gene.NewObject().SetAdditional(gene.NewBool(), 2), 3000) {
		for _, m := range v.(value.Object) {
			lengths[len(m.Name)] = true
		}
	}
	for n := 1; n <= 8; n++ {
		assert.True(t, lengths[n], "a name of %d characters", n)
	}
}

// TestDisruptiveGenesRest checks the mutation rate of a disruptive gene, and that a clone keeps it.
func TestDisruptiveGenesRest(t *testing.T) {
	for rate, want := range map[float64]float64{-1: 0, 0: 0, 0.3: 0.3, 1: 1, 7: 1} {
		g := gene.NewDisruptive(gene.NewBool(), rate).Clone()
		assert.InDelta(t, want, shares(g, mutated(0), asText)["true"], tolerance)
		require.Equal(t, want > 0, gene.Weight(g) > 0)
	}
}
