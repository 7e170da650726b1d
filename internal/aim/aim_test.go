package aim_test

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// action is an action of some numbers.
type action []gene.Gene

func newAction(values ...int64) action {
	var a action
	for _, v := range values {
		g := gene.NewInt(0, 1_000_000)
		g.Assign(v)
		a = append(a, g)
	}
	return a
}

func (a action) Clone() testcase.Action {
	out := make(action, len(a))
	for i, g := range a {
		out[i] = g.Clone()
	}
	return out
}

func (a action) Genes() iter.Seq[gene.Gene] { return slices.Values(a) }

func numbers(a testcase.Action) (out []int64) {
	for g := range a.Genes() {
		out = append(out, g.Value().(int64))
	}
	return out
}

func takers(a testcase.Action) []gene.Gene { return slices.Collect(a.Genes()) }

func TestAt(t *testing.T) {
	e := &search.Evaluated[*testcase.Case]{
		Individual: &testcase.Case{Actions: []testcase.Action{newAction(1), newAction(2), newAction(3)}},
		Scores:     fitness.Scores{{ID: 4, Action: 1, Value: 1}, {ID: 7, Action: 9, Value: 1}},
	}
	assert.Equal(t, 1, aim.At(e, 4))
	assert.Equal(t, 2, aim.At(e, 5), "the last one without a score")
	assert.Equal(t, 2, aim.At(e, 7), "no more than there are")
}

// TestMutate draws many mutants: each kind of change occurs, all mutants end with the action, and the parent is
// unchanged.
func TestMutate(t *testing.T) {
	parent := &testcase.Case{Actions: []testcase.Action{newAction(10, 20), newAction(30, 20), newAction(99)}}
	var watched []fitness.ID
	given := 0
	m := &aim.Aim{Takers: takers, Given: func(testcase.Action, gene.Gene) { given++ }, Known: sut.Inside{
		Values: func(id fitness.ID) []any { return []any{int64(5000)} },
		Seen:   func(id fitness.ID) []any { return []any{int64(7000)} },
		Watch:  func(id fitness.ID) { watched = append(watched, id) },
	}}
	const draws = 20_000
	seen := map[string]int{}
	r := rand.New(rand.NewPCG(1, 2))
	for range draws {
		child := m.Mutate(r, parent, 1, 3, 0.5)
		if child == nil {
			seen["nothing"]++
			continue
		}
		require.Len(t, child.Actions, 2)
		before, at := numbers(child.Actions[0]), numbers(child.Actions[1])
		near := func(v int64) bool {
			return slices.ContainsFunc(at, func(n int64) bool { return n >= v-1 && n <= v+1 })
		}
		switch {
		case near(5000):
			seen["constant"]++
		case near(7000):
			seen["seen"]++
		case slices.Equal(before, []int64{10, 20}) && at[0] == at[1]:
			seen["copied within"]++
		case slices.Contains(at, 10):
			seen["copied from before"]++
		case before[1] == at[1] && at[1] != 20:
			seen["equal everywhere"]++
		}
	}
	for kind, share := range map[string]float64{
		"nothing": 0.62, "constant": 0.2, "seen": 0.05, "copied within": 0.04, "copied from before": 0.02,
		"equal everywhere": 0.03,
	} {
		assert.InDelta(t, share, float64(seen[kind])/draws, 0.03, kind)
		assert.Positive(t, seen[kind], kind)
	}
	assert.Len(t, watched, draws)
	assert.Equal(t, fitness.ID(3), watched[0])
	assert.Positive(t, given)
	assert.Equal(t, []int64{30, 20}, numbers(parent.Actions[1]))
}

func TestNothingIsKnown(t *testing.T) {
	m := &aim.Aim{Takers: takers}
	parent := &testcase.Case{Actions: []testcase.Action{newAction(1)}}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		require.Nil(t, m.Mutate(r, parent, 0, 1, 0))
	}
	assert.False(t, m.Hint(r, parent, 0, nil))
}

// If no values are equal, none can be changed together; if all are equal, none can be copied.
func TestNothingToCopy(t *testing.T) {
	m := &aim.Aim{Takers: takers, Known: sut.Inside{Values: func(fitness.ID) []any { return nil }}}
	r := rand.New(rand.NewPCG(1, 2))
	copies, together := 0, 0
	for range 2000 {
		if child := m.Mutate(r, &testcase.Case{Actions: []testcase.Action{newAction(1, 2)}}, 0, 1, 0); child != nil {
			n := numbers(child.Actions[0])
			require.Equal(t, n[0], n[1], "it is a copy")
			copies++
		}
		if child := m.Mutate(r, &testcase.Case{Actions: []testcase.Action{newAction(3, 3)}}, 0, 1, 0); child != nil {
			n := numbers(child.Actions[0])
			require.Equal(t, n[0], n[1], "both are changed")
			require.NotEqual(t, int64(3), n[0])
			together++
		}
	}
	assert.Positive(t, copies)
	assert.Positive(t, together)
}
