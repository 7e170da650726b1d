package rest

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// numbers has an operation of two numbers in its query, and one of two texts.
const numbers = `
openapi: 3.0.3
info: {title: Numbers, version: "1"}
paths:
  /n:
    get:
      parameters:
        - {name: a, in: query, required: true, schema: {type: integer, minimum: 0, maximum: 1000000}}
        - {name: b, in: query, required: true, schema: {type: integer, minimum: 0, maximum: 1000000}}
      responses: {"200": {description: some}}
`

// pairOf is a call with two numbers.
func pairOf(p *Problem, a, b int64) *action.Call {
	c := action.New(p.api.Ops[0], 0, 0)
	gene.Assign(c.Genotype.Params[0].Gene, a)
	gene.Assign(c.Genotype.Params[1].Gene, b)
	return c
}

func pairIn(a testcase.Action) [2]int64 {
	c := a.(*action.Call)
	return [2]int64{c.Genotype.Value(0).(int64), c.Genotype.Value(1).(int64)}
}

func near(pair [2]int64, v int64) bool {
	return slices.ContainsFunc(pair[:], func(n int64) bool { return n >= v-1 && n <= v+1 })
}

// TestMutateForAims draws many mutants for the target that the second of three
// calls reached: they end with that call, and each kind of guess has its share.
func TestMutateForAims(t *testing.T) {
	p := policyOf(t, numbers, Options{})
	var watched []fitness.ID
	p.mutator = newMutator(p.sampler, p.pool, sut.Inside{
		Values: func(id fitness.ID) []any { return []any{int64(500_000)} },
		Seen:   func(id fitness.ID) []any { return []any{int64(700_000)} },
		Watch:  func(id fitness.ID) { watched = append(watched, id) },
	}, false)
	parent := &search.Evaluated[*testcase.Case]{
		Individual: &testcase.Case{Actions: []testcase.Action{pairOf(p, 10, 20), pairOf(p, 30, 20), pairOf(p, 99, 98)}},
		Scores:     fitness.Scores{{ID: 7, Action: 0, Value: 1}, {ID: 8, Action: 1, Value: 0.5}},
	}
	const draws = 20_000
	seen, r := map[string]float64{}, rand.New(rand.NewPCG(1, 2))
	for range draws {
		child := p.mutator.aim.Mutate(r, parent.Individual, 1, 8, 0.5)
		kind := "none"
		if child != nil {
			require.Len(t, child.Actions, 2)
			kind = guessed(pairIn(child.Actions[0]), pairIn(child.Actions[1]))
		}
		seen[kind] += 1.0 / draws
	}
	assertShares(t, map[string]float64{
		// Nothing else is 30, and 20 cannot be copied to 20.
		"none": 0.6 + 0.05/2, "constant": 0.25 * 0.8, "seen": 0.25 * 0.2, "within": 0.05 / 2,
		"within or from before": 0.05/2 + 0.05/3,
		"from before":           0.05 * 2 / 3, "everywhere": 0.05 / 2,
	}, seen, 0.008, "kinds")
	assert.Len(t, watched, draws)
	assert.Equal(t, fitness.ID(8), watched[0])
	assert.Equal(t, [2]int64{30, 20}, pairIn(parent.Individual.Actions[1]), "the parent stays")
}

// guessed tells how the second of two calls with 10, 20 and 30, 20 was changed.
func guessed(before, at [2]int64) string {
	switch {
	case near(at, 500_000):
		return "constant"
	case near(at, 700_000):
		return "seen"
	case before == [2]int64{10, 20} && at[0] == at[1] && at[0] == 30:
		return "within"
	case before == [2]int64{10, 20} && at == [2]int64{20, 20}:
		return "within or from before"
	case before == [2]int64{10, 20} && slices.Contains(at[:], 10):
		return "from before"
	case before[1] == at[1]:
		return "everywhere"
	}
	return "something else"
}

// TestMutantsEndWithTheirTarget: the calls behind the one that reached a target are
// dropped; a target that nothing reached keeps them all.
func TestMutantsEndWithTheirTarget(t *testing.T) {
	p := policyOf(t, numbers, Options{})
	p.executor.Tally[0].Statuses[200] = 1 // it is no goal
	parent := &search.Evaluated[*testcase.Case]{
		Individual: &testcase.Case{Actions: []testcase.Action{pairOf(p, 1, 2), pairOf(p, 3, 4), pairOf(p, 5, 6)}},
		Scores: fitness.Scores{{ID: 7, Action: 0, Value: 1}, {ID: 8, Action: 1, Value: 0.5},
			{ID: 9, Action: 40, Value: 1}},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for target, pairs := range map[fitness.ID][][2]int64{
		7: {{1, 2}}, 8: {{1, 2}, {3, 4}}, 9: {{1, 2}, {3, 4}, {5, 6}}, 5: {{1, 2}, {3, 4}, {5, 6}},
	} {
		const draws = 3000
		values, aimed, lengths := 0, 0, map[int]int{}
		for range draws {
			child := p.MutateFor(r, parent, target, 0)
			lengths[len(child.Actions)]++
			n := len(pairs)
			if len(child.Actions) == n && pairIn(child.Actions[n-1]) != pairs[n-1] {
				values++
				if n == 1 || pairIn(child.Actions[0]) == pairs[0] {
					aimed++
				}
			}
		}
		assert.LessOrEqual(t, len(lengths), 2*len(pairs)+10)
		assert.Greater(t, lengths[len(pairs)], draws/2, "target %d: %v", target, lengths)
		assert.Greater(t, values, draws*6/10, "target %d", target)
		assert.Greater(t, aimed, values*85/100, "target %d", target)
	}
}

// TestNoGuessWithoutKnowledge: a program that cannot be looked into has nothing to
// look for.
func TestNoGuessWithoutKnowledge(t *testing.T) {
	p, r := policyOf(t, numbers, Options{}), rand.New(rand.NewPCG(1, 2))
	parent := &testcase.Case{Actions: []testcase.Action{pairOf(p, 10, 10)}}
	for range 200 {
		require.Nil(t, p.mutator.aim.Mutate(r, parent, 0, 1, 0))
	}
	p.mutator.aim.Known.Seen = func(fitness.ID) []any { return []any{int64(5)} }
	assert.InDelta(t, 0.25, share(4000, func() bool {
		child := p.mutator.aim.Mutate(r, parent, 0, 1, 0)
		return child != nil && near(pairIn(child.Actions[0]), 5)
	}), 0.03, "what was seen is all there is")
	p.mutator.aim.Known.Seen = nil
	p.mutator.aim.Known.Values = func(fitness.ID) []any { return []any{int64(5)} }
	assert.InDelta(t, 0.25, share(4000, func() bool {
		child := p.mutator.aim.Mutate(r, parent, 0, 1, 0)
		return child != nil && near(pairIn(child.Actions[0]), 5)
	}), 0.03, "so are constants")
}

// TestHintsAreShared: a constant is given to either gene, moved by one to either
// side at times, and in three of ten hints to all that were equal.
func TestHintsAreShared(t *testing.T) {
	p, r := policyOf(t, numbers, Options{}), rand.New(rand.NewPCG(1, 2))
	got, both, first := map[int64]float64{}, 0.0, 0.0
	const draws = 12_000
	for range draws {
		c := &testcase.Case{Actions: []testcase.Action{pairOf(p, 50, 50)}}
		require.True(t, p.mutator.aim.Hint(r, c, 0, []any{int64(1000)}))
		pair := pairIn(c.Actions[0])
		switch {
		case pair[0] == pair[1]:
			both += 1.0 / draws
		case pair[0] != 50:
			first += 1.0 / draws
		}
		got[max(pair[0], pair[1])] += 1.0 / draws
	}
	assert.InDelta(t, 0.3, both, 0.02)
	assert.InDelta(t, 0.35, first, 0.02)
	for v, share := range map[int64]float64{1000: 4.0 / 6, 999: 1.0 / 6, 1001: 1.0 / 6} {
		assert.InDelta(t, share, got[v], 0.02, v)
	}
	assert.Len(t, got, 3)
}

// TestHintsOnlyChange: what a gene has already is no hint, and another gene or
// constant is tried four times.
func TestHintsOnlyChange(t *testing.T) {
	p, r := policyOf(t, numbers, Options{}), rand.New(rand.NewPCG(1, 2))
	c := &testcase.Case{Actions: []testcase.Action{pairOf(p, 50, 50)}}
	assert.False(t, p.mutator.aim.Hint(r, c, 0, []any{int64(50)}))
	assert.False(t, p.mutator.aim.Hint(r, c, 0, nil))
	assert.False(t, p.mutator.aim.Hint(r, c, 0, []any{"text"}))
	assert.InDelta(t, 1-1.0/16, share(6000, func() bool {
		return p.mutator.aim.Hint(r, &testcase.Case{Actions: []testcase.Action{pairOf(p, 50, 50)}},
			0, []any{"text", int64(9)})
	}), 0.015)
}

// looking is a system that can be looked into and does nothing else.
type looking struct {
	System
	constants []any
}

func (l *looking) Inside(*fitness.Registry) sut.Inside { return sut.Inside{Constants: l.constants} }

func (*looking) Begin(context.Context, bool) error { return nil }

func (*looking) Take(_ context.Context, into []sut.Reached) ([]sut.Reached, error) { return into, nil }

// TestConstantsOfTheProgram: the problem takes them from its system, except for
// a search without memory.
func TestConstantsOfTheProgram(t *testing.T) {
	for _, off := range []bool{false, true} {
		p, err := New(resttest.Read(t, numbers), &looking{constants: []any{int64(777)}}, &fitness.Registry{},
			Options{NoMemory: off, InvalidRate: -1})
		require.NoError(t, err)
		r := rand.New(rand.NewPCG(1, 2))
		got := share(4000, func() bool { return near(pairIn(p.sampler.drafts.anyCall(r)), 777) })
		want := 0.2
		if off {
			want = 0
		}
		assert.InDelta(t, want, got, 0.025)
	}
}

// TestValuesThatAreCopiedStay: a value that was given on purpose is not replaced
// by what earlier answers name.
func TestValuesThatAreCopiedStay(t *testing.T) {
	p, r := policyOf(t, lending, Options{}), rand.New(rand.NewPCG(1, 2))
	loan := func() *action.Call {
		c := action.New(p.api.Named("POST /loans"), 0, 0)
		c.Follow.Enabled = true
		body, _ := value.ParseJSON([]byte(`{"bookId": 3, "readerId": 4}`))
		require.True(t, gene.Assign(c.Genotype.Body.Contents[0], body))
		return c
	}
	for range 50 {
		c := loan()
		require.True(t, p.mutator.aim.Hint(r, &testcase.Case{Actions: []testcase.Action{c}}, 0, []any{int64(99)}))
		require.NotZero(t, c.Follow.Own)
	}
	p.mutator.aim.Known.Values = func(fitness.ID) []any { return nil }
	copies := share(2000, func() bool {
		child := p.mutator.aim.Mutate(r, &testcase.Case{Actions: []testcase.Action{loan()}}, 0, 1, 0)
		if child == nil {
			return false
		}
		require.NotZero(t, child.Actions[0].(*action.Call).Follow.Own, "a copy is all that it can be")
		return true
	})
	assert.Positive(t, copies)
}

// TestWhoLeavesInMutants: the mutant ends with the call that reached the target, waits with the calls before it, and is
// made once of a parent.
func TestWhoLeavesInMutants(t *testing.T) {
	p := policyOf(t, numbers, Options{})
	parent := &testcase.Case{Actions: []testcase.Action{pairOf(p, 10, 20), pairOf(p, 30, 20), pairOf(p, 99, 98)}}
	d := &departing{tried: map[fitness.ID]*testcase.Case{}}
	child := d.next(parent, 1, 8)
	require.Len(t, child.Actions, 2)
	require.False(t, child.Actions[0].(*action.Call).Genotype.Invalid.Gone())
	require.True(t, child.Actions[1].(*action.Call).Genotype.Invalid.Gone())
	assert.Nil(t, d.next(parent, 1, 8), "it would be the same")
	assert.NotNil(t, d.next(parent, 1, 9), "another target")
	assert.NotNil(t, d.next(child, 0, 8), "another parent")
	assert.Nil(t, d.next(child, 1, 8), "the client has left already")
	assert.Nil(t, (*departing)(nil).next(parent, 1, 8))
}
