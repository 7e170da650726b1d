package testcase_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/testcase"
)

// draws is the number of mutants that measures a share to about half a per cent.
const draws = 12000

// tolerance is more than four standard deviations of a share of draws.
const tolerance = 0.02

// names returns the names of the actions. A new action has the name -1.
func names(c *testcase.Case) []int {
	out := []int{}
	for _, a := range c.Actions {
		out = append(out, a.(*step).name)
	}
	return out
}

// shapes returns the shares of the sequences of action names among the mutants without a change of values.
func shapes(mutate func(r *rand.Rand) *testcase.Case) map[string]float64 {
	r, out, n := rand.New(rand.NewPCG(1, 2)), map[string]float64{}, 0
	for range draws {
		if c := mutate(r); sum(c) == 0 {
			out[fmt.Sprint(names(c))]++
			n++
		}
	}
	for shape := range out {
		out[shape] /= float64(n)
	}
	return out
}

func assertShares(t *testing.T, want, got map[string]float64) {
	t.Helper()
	for shape, share := range got {
		assert.InDelta(t, want[shape], share, tolerance, "%s", shape)
	}
	for shape, share := range want {
		assert.InDelta(t, share, got[shape], tolerance, "%s", shape)
	}
}

func TestStructureMutations(t *testing.T) {
	tests := []struct {
		name         string
		actions, max int
		want         map[string]float64
	}{
		{"one action", 1, 0, map[string]float64{"[-1 0]": 1. / 2, "[0 -1]": 1. / 2}},
		{"one action and no room", 1, 1, map[string]float64{"[-1]": 1}},
		{"several actions", 3, 0, map[string]float64{
			"[1 2]": 1. / 9, "[0 2]": 1. / 9, "[0 1]": 1. / 9, // removed
			"[1 0 2]": 1. / 9, "[2 1 0]": 1. / 9, "[0 2 1]": 1. / 9, // swapped
			"[-1 0 1 2]": 1. / 12, "[0 -1 1 2]": 1. / 12, "[0 1 -1 2]": 1. / 12, "[0 1 2 -1]": 1. / 12,
		}},
		{"several actions and no room", 3, 3, map[string]float64{
			"[1 2]": 1. / 9, "[0 2]": 1. / 9, "[0 1]": 1. / 9,
			"[1 0 2]": 1. / 9, "[2 1 0]": 1. / 9, "[0 2 1]": 1. / 9,
			"[-1 1 2]": 1. / 9, "[0 -1 2]": 1. / 9, "[0 1 -1]": 1. / 9, // replaced
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := &testcase.Mutator{New: fresh, StructureRate: 1, MaxActions: tt.max}
			parent := newCase(tt.actions, 1)
			assertShares(t, tt.want, shapes(func(r *rand.Rand) *testcase.Case { return m.Mutate(r, parent, 0) }))
		})
	}
}

// TestStructureMutationsForAnAction: a mutant ends with the given action, which stays. The test checks the shares of
// the changes before it.
func TestStructureMutationsForAnAction(t *testing.T) {
	tests := []struct {
		name    string
		at, max int
		want    map[string]float64
	}{
		{"the first", 0, 0, map[string]float64{"[-1 0]": 1}},
		{"the first, no room", 0, 1, map[string]float64{"[-1]": 1}},
		{"one before it", 1, 0, map[string]float64{
			"[1]":      1. / 4,                     // the other action removed
			"[-1 1]":   1. / 4,                     // the other action replaced
			"[0 1]":    1. / 4,                     // the other action swapped with itself
			"[-1 0 1]": 1. / 8, "[0 -1 1]": 1. / 8, // an action added
		}},
		{"two before it", 2, 0, map[string]float64{
			"[1 2]": 1. / 8, "[0 2]": 1. / 16, "[2]": 1. / 16, // one action removed, or all up to it
			"[-1 1 2]": 1. / 8, "[0 -1 2]": 1. / 8,
			"[1 0 2]": 1. / 8, "[0 1 2]": 1. / 8,
			"[-1 0 1 2]": 1. / 12, "[0 -1 1 2]": 1. / 12, "[0 1 -1 2]": 1. / 12,
		}},
		{"two before it, no room", 2, 3, map[string]float64{
			"[1 2]": 1. / 8, "[0 2]": 1. / 16, "[2]": 1. / 16,
			"[-1 1 2]": 1./8 + 1./12, "[0 -1 2]": 1./8 + 1./12, "[0 1 -1]": 1. / 12,
			"[1 0 2]": 1. / 8, "[0 1 2]": 1. / 8,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := &testcase.Mutator{New: fresh, StructureRate: 1 / 0.3, MaxActions: tt.max}
			parent := newCase(4, 1)
			assertShares(t, tt.want, shapes(func(r *rand.Rand) *testcase.Case {
				return m.MutateAt(r, parent, tt.at, 0)
			}))
			assert.Equal(t, []int{0, 1, 2, 3}, names(parent))
		})
	}
}

// TestStructureRates counts the mutants with the values of the parent, which are those with a changed structure.
func TestStructureRates(t *testing.T) {
	for rate, want := range map[float64]struct{ mutate, aimed float64 }{
		0: {0.5, 0.15}, 0.2: {0.2, 0.06}, 1: {1, 0.3}, -1: {0, 0},
	} {
		m := &testcase.Mutator{New: fresh, StructureRate: rate}
		r, parent := rand.New(rand.NewPCG(3, 4)), newCase(3, 2)
		var structure, aimed float64
		for range draws {
			if sum(m.Mutate(r, parent, 0)) == 0 {
				structure++
			}
			if sum(m.MutateAt(r, parent, 2, 0)) == 0 {
				aimed++
			}
		}
		assert.InDelta(t, want.mutate, structure/draws, tolerance, "rate %v", rate)
		assert.InDelta(t, want.aimed, aimed/draws, tolerance, "rate %v, aimed", rate)
	}
}

// TestActionsWithoutGenesArePrepared: for an action without genes, MutateAt changes the actions before it, at any rate.
func TestActionsWithoutGenesArePrepared(t *testing.T) {
	m := &testcase.Mutator{New: fresh, StructureRate: -1}
	parent := newCase(2, 1)
	parent.Actions[1].(*step).genes = nil
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		require.Zero(t, sum(m.MutateAt(r, parent, 1, 0)))
	}
}

// TestValuesOfTheActionAreAimedAt counts how often genes of the given action and of the actions before it are changed.
func TestValuesOfTheActionAreAimedAt(t *testing.T) {
	m := &testcase.Mutator{New: fresh, StructureRate: -1}
	r, parent := rand.New(rand.NewPCG(7, 8)), newCase(3, 1)
	var before, aimed float64
	for range draws {
		c := m.MutateAt(r, parent, 1, 0)
		require.Equal(t, []int{0, 1}, names(c))
		before += float64(c.Actions[0].(*step).genes[0].n)
		aimed += float64(c.Actions[1].(*step).genes[0].n)
	}
	// In one of five mutations both actions are mutated, each with probability 1/2, again until one changes, so each in
	// 2/3 of them. In the other mutations only the last action changes.
	assert.InDelta(t, 0.2*2/3, before/draws, tolerance)
	assert.InDelta(t, 0.8+0.2*2/3, aimed/draws, tolerance)
	for range 200 {
		require.EqualValues(t, 1, sum(m.MutateAt(r, parent, 0, 0)), "there is no other")
	}
}

// heavy is a gene with any weight. It records the focus of its last mutation.
type heavy struct {
	counter
	weight, focus float64
}

func (h *heavy) Clone() gene.Gene                   { d := *h; return &d }
func (h *heavy) Weight() float64                    { return h.weight }
func (h *heavy) Mutate(_ *rand.Rand, focus float64) { h.n, h.focus = h.n+1, focus }

// load is an action of heavy genes.
type load []*heavy

func (l load) Clone() testcase.Action {
	out := make(load, len(l))
	for i, h := range l {
		out[i] = h.Clone().(*heavy)
	}
	return out
}

func (l load) Genes() iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		for _, h := range l {
			if !yield(h) {
				return
			}
		}
	}
}

// TestGenesMutateByTheirWeight has three genes, one of them of weight 0. Each is mutated with its share of the total
// weight, again until one is.
func TestGenesMutateByTheirWeight(t *testing.T) {
	parent := &testcase.Case{Actions: []testcase.Action{load{{weight: 1}, {weight: 0}, {weight: 3}}}}
	m := &testcase.Mutator{New: fresh, StructureRate: -1}
	for name, mutate := range map[string]func(r *rand.Rand, focus float64) *testcase.Case{
		"any":   func(r *rand.Rand, focus float64) *testcase.Case { return m.Mutate(r, parent, focus) },
		"aimed": func(r *rand.Rand, focus float64) *testcase.Case { return m.MutateAt(r, parent, 0, focus) },
	} {
		r, seen := rand.New(rand.NewPCG(9, 10)), [3]float64{}
		for range draws {
			for i, h := range mutate(r, 0.75).Actions[0].(load) {
				if h.n > 0 {
					seen[i]++
					assert.Equal(t, 0.75, h.focus, "the focus is passed on")
				}
				require.LessOrEqual(t, h.n, int64(1))
			}
		}
		some := 1 - 0.75*0.25
		assert.InDelta(t, 0.25/some, seen[0]/draws, tolerance, name)
		assert.Zero(t, seen[1], name)
		assert.InDelta(t, 0.75/some, seen[2]/draws, tolerance, name)
	}
}

// TestActionsBeforeTheAction: Mutator.Before gets the greatest number of actions allowed and may change the given
// action, and its actions stand in a row before that action.
func TestActionsBeforeTheAction(t *testing.T) {
	type kind struct{ length, room int }
	parent := newCase(3, 1)
	r, seen := rand.New(rand.NewPCG(11, 12)), map[kind]bool{}
	for range 2000 {
		asked := 0
		m := &testcase.Mutator{New: fresh, StructureRate: 1 / 0.3, MaxActions: 6}
		m.Before = func(_ *rand.Rand, next testcase.Action, room int) (row []testcase.Action) {
			asked = room
			require.Equal(t, 2, next.(*step).name)
			next.(*step).name = 20
			for i := range room {
				row = append(row, &step{name: -2 - i})
			}
			return row
		}
		c := m.MutateAt(r, parent, 2, 0)
		all := names(c)
		if asked == 0 {
			continue
		}
		seen[kind{len(all), asked}] = true
		require.Equal(t, 20, all[len(all)-1], "the action stays the last one")
		first := slices.Index(all, -2)
		for i := range asked {
			require.Equal(t, -2-i, all[first+i], "the row is kept: %v", all)
		}
		require.Len(t, all, 6, "all the room is used: %v", all)
	}
	assert.Equal(t, map[kind]bool{{6, 3}: true, {6, 4}: true}, seen, "added, or in place of another")
	assert.Equal(t, []int{0, 1, 2}, names(parent))
}

func TestCasesGrowToTheDefaultLength(t *testing.T) {
	m := &testcase.Mutator{New: fresh, StructureRate: 1 / 0.3}
	for name, mutate := range map[string]func(r *rand.Rand, c *testcase.Case) *testcase.Case{
		"any":   func(r *rand.Rand, c *testcase.Case) *testcase.Case { return m.Mutate(r, c, 0) },
		"aimed": func(r *rand.Rand, c *testcase.Case) *testcase.Case { return m.MutateAt(r, c, len(c.Actions)-1, 0) },
	} {
		r, c, longest := rand.New(rand.NewPCG(13, 14)), newCase(1, 1), 0
		for range 6000 {
			if next := mutate(r, c); len(next.Actions) >= len(c.Actions)-1 {
				c = next
			}
			longest = max(longest, len(c.Actions))
		}
		assert.Equal(t, testcase.DefaultMaxActions, longest, name)
	}
}

func TestCopiesAreDeep(t *testing.T) {
	parent := newCase(3, 2)
	for _, c := range []*testcase.Case{parent.Clone(), parent.Upto(1)} {
		for g := range c.Genes() {
			g.Mutate(nil, 0)
		}
		c.Actions[0] = &step{name: 9}
	}
	assert.Equal(t, []int{0, 1, 2}, names(parent))
	assert.Zero(t, sum(parent))
	assert.Equal(t, []int{0, 1}, names(parent.Upto(1)))

	n := 0
	for range parent.Genes() {
		if n++; n == 3 {
			break // an iterator that ignores break panics
		}
	}
	assert.Equal(t, 3, n)
}
