package reduce_test

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/testcase"
)

// numbers is an action with numbers.
type numbers []gene.Gene

func (n numbers) Genes() iter.Seq[gene.Gene] { return slices.Values(n) }

func (n numbers) Clone() testcase.Action {
	out := make(numbers, len(n))
	for i, g := range n {
		out[i] = g.Clone()
	}
	return out
}

func of(values ...int64) (out numbers) {
	for _, v := range values {
		g := gene.NewInt64()
		gene.Assign(g, v)
		out = append(out, g)
	}
	return out
}

func (n numbers) at(i int) int64 { return n[i].Value().(int64) }

// minimiser returns a Minimiser for a program that adds the first numbers of all actions: a sum above 40 covers target
// 1 at the last action, and two equal numbers in an action cover target 2.
func minimiser(executed *int) *reduce.Minimiser {
	return &reduce.Minimiser{
		Reducer: reducer(1), Shrinks: 60,
		Execute: func(_ context.Context, form *testcase.Case, _ bool) (scores fitness.Scores, ok bool, _ error) {
			*executed++
			sum := int64(0)
			equal := fitness.Score{ID: 2}
			for i, a := range form.Actions {
				n := a.(numbers)
				sum += n.at(0)
				if len(n) > 1 && n.at(0) == n.at(1) {
					equal = fitness.Score{ID: 2, Value: 1, Action: int32(i)}
				}
			}
			if sum > 40 {
				scores = append(scores, fitness.Score{ID: 1, Value: 1, Action: int32(len(form.Actions) - 1)})
			}
			return append(scores, equal), len(form.Actions) > 0, nil
		},
	}
}

func TestMinimise(t *testing.T) {
	ctx, executed := context.Background(), 0
	m := minimiser(&executed)
	yes := func() bool { return true }
	c := &reduce.Candidate{
		Test: &testcase.Case{Actions: []testcase.Action{of(5, 1), of(900, 7), of(3, 3)}}, Need: []fitness.ID{1, 2, 3},
	}
	kept, err := m.ConfirmAll(ctx, []*reduce.Candidate{c}, nil)
	require.NoError(t, err)
	require.Len(t, kept, 1)
	assert.Equal(t, []fitness.ID{1, 2}, c.Need, "nothing shows the third")
	require.NoError(t, m.DropActions(ctx, c, 0, yes))
	require.Len(t, c.Test.Actions, 2, "the first action is not needed")
	require.NoError(t, m.SimplifyAction(ctx, c, 0, yes))
	require.NoError(t, m.SimplifyAction(ctx, c, 1, yes))
	big, last := c.Test.Actions[0].(numbers), c.Test.Actions[1].(numbers)
	assert.Greater(t, big.at(0)+last.at(0), int64(40))
	assert.Less(t, big.at(0)+last.at(0), int64(120), "about as little as is needed")
	assert.Zero(t, big.at(1), "it does not matter")
	assert.Equal(t, last.at(0), last.at(1), "both become simple together")
	assert.Less(t, executed, 60)

	ok, err := m.Adopt(ctx, c, &testcase.Case{})
	assert.True(t, err == nil && !ok, "no suite can have it")
	none, err := m.ConfirmAll(ctx, []*reduce.Candidate{c}, func() bool { return false })
	assert.True(t, err == nil && len(none) == 0, "there is no time")
}

// TestSimplifyAll: each test has to show the targets that no other test shows, added tests have their turn too, and a
// test of an earlier suite stays as it is.
func TestSimplifyAll(t *testing.T) {
	cs := candidates(test(1, [2]int{0, 0}, [2]int{1, 0}), test(2, [2]int{1, 0}, [2]int{2, 1}), test(3, [2]int{4, 2}))
	cs[2].Former = &problem.Former{}
	var turns []int
	needs := map[int][]fitness.ID{}
	out, err := reduce.SimplifyAll(context.Background(), reducer(), cs, reduce.Simplification[*reduce.Candidate]{
		Order: func(a, b *reduce.Candidate) int { return cmp.Compare(len(b.Test.Actions), len(a.Test.Actions)) },
		Divide: func(_ context.Context, c *reduce.Candidate, s *reduce.Shares) ([]*reduce.Candidate, error) {
			if len(c.Test.Actions) != 2 {
				return nil, nil
			}
			more := candidates(test(4, [2]int{2, 3}))
			s.Add(more[0], 1)
			return more, nil
		},
		Simplify: func(_ context.Context, c *reduce.Candidate) error {
			turns = append(turns, len(c.Test.Actions))
			needs[len(c.Test.Actions)] = slices.Clone(c.Need)
			return nil
		},
	}, func() bool { return true })
	require.NoError(t, err)
	assert.Equal(t, []int{2, 1, 4}, turns)
	assert.Equal(t, map[int][]fitness.ID{2: {2}, 1: {0}, 4: {2}}, needs)
	assert.Len(t, out, 4)
	assert.Equal(t, []fitness.ID{4}, cs[2].Need)
}
