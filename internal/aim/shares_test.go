package aim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// The shares are written as numbers, so that a test fails if a rate changes.

// draw returns how often each result occurs in many draws, as shares.
func draw(draws int, once func() string) map[string]float64 {
	out := map[string]float64{}
	for range draws {
		out[once()] += 1 / float64(draws)
	}
	return out
}

func assertShares(t *testing.T, want, got map[string]float64, delta float64) {
	t.Helper()
	for key := range got {
		assert.Contains(t, want, key)
	}
	for key, share := range want {
		assert.InDelta(t, share, got[key], delta, key)
	}
}

func caseOf(actions ...testcase.Action) *testcase.Case { return &testcase.Case{Actions: actions} }

// TestSharesOfHints: one of two equal genes gets a constant, or its neighbour, and three times in ten the other gene
// gets it too.
func TestSharesOfHints(t *testing.T) {
	m, r := &aim.Aim{Takers: takers}, rand.New(rand.NewPCG(1, 2))
	assertShares(t, map[string]float64{
		"[1000 50]": 0.35 * 4 / 6, "[999 50]": 0.35 / 6, "[1001 50]": 0.35 / 6, "[50 1000]": 0.35 * 4 / 6,
		"[50 999]": 0.35 / 6, "[50 1001]": 0.35 / 6,
		"[1000 1000]": 0.3 * 4 / 6, "[999 999]": 0.3 / 6, "[1001 1001]": 0.3 / 6,
	}, draw(12_000, func() string {
		c := caseOf(newAction(50, 50))
		require.True(t, m.Hint(r, c, 0, []any{int64(1000)}))
		return fmt.Sprint(numbers(c.Actions[0]))
	}), 0.018)
}

// TestHintsAreTriedFourTimes until a gene accepts one that changes it.
func TestHintsAreTriedFourTimes(t *testing.T) {
	m, r := &aim.Aim{Takers: takers}, rand.New(rand.NewPCG(1, 2))
	assertShares(t, map[string]float64{"true": 1 - 1.0/16, "false": 1.0 / 16}, draw(6000, func() string {
		return fmt.Sprint(m.Hint(r, caseOf(newAction(50)), 0, []any{"text", int64(9)}))
	}), 0.012)
	for range 20 {
		assert.False(t, m.Hint(r, caseOf(newAction(50)), 0, []any{int64(50)}), "it has that already")
		assert.False(t, m.Hint(r, caseOf(newAction()), 0, []any{int64(50)}), "nothing takes it")
	}
}

// TestSharesOfKnowledge: constants of the source are used four times in five, if there are any, and otherwise all known
// values.
func TestSharesOfKnowledge(t *testing.T) {
	constants, seen := []any{int64(500_000)}, []any{int64(700_000)}
	give := func(values []any) func(fitness.ID) []any { return func(fitness.ID) []any { return values } }
	for _, tt := range []struct {
		known sut.Inside
		want  map[string]float64
	}{
		{sut.Inside{Values: give(constants), Seen: give(seen)},
			map[string]float64{"constant": 0.2, "seen": 0.05, "none": 0.75}},
		{sut.Inside{Values: give(nil), Seen: give(seen)}, map[string]float64{"seen": 0.25, "none": 0.75}},
		{sut.Inside{Seen: give(seen)}, map[string]float64{"seen": 0.25, "none": 0.75}},
		{sut.Inside{Values: give(constants)}, map[string]float64{"constant": 0.25, "none": 0.75}},
		{sut.Inside{Values: give(nil)}, map[string]float64{"none": 1}},
		{sut.Inside{}, map[string]float64{"none": 1}},
	} {
		m, r := &aim.Aim{Takers: takers, Known: tt.known}, rand.New(rand.NewPCG(1, 2))
		assertShares(t, tt.want, draw(10_000, func() string {
			child := m.Mutate(r, caseOf(newAction(7)), 0, 1, 0)
			switch {
			case child == nil:
				return "none"
			case numbers(child.Actions[0])[0] > 600_000:
				return "seen"
			}
			return "constant"
		}), 0.017)
	}
}

// TestSharesOfCopies: values are copied within the action and from earlier actions equally often; equal values change
// together. Hints are not used.
func TestSharesOfCopies(t *testing.T) {
	given := map[int64]float64{}
	m, r := &aim.Aim{Takers: takers, Known: sut.Inside{Seen: func(fitness.ID) []any { return nil }}},
		rand.New(rand.NewPCG(1, 2))
	m.Given = func(_ testcase.Action, g gene.Gene) { given[g.Value().(int64)] += 1.0 / 20_000 }
	parent := caseOf(newAction(1, 1), newAction(2, 2), newAction(3, 4, 3), newAction(9))
	got := draw(20_000, func() string {
		child := m.Mutate(r, parent, 2, 1, 0)
		if child == nil {
			return "none"
		}
		require.Len(t, child.Actions, 3)
		text := fmt.Sprint(numbers(child.Actions[2]))
		switch at := numbers(child.Actions[2]); {
		case text == "[4 4 3]" || text == "[3 4 4]" || text == "[3 3 3]":
			return "within"
		case at[0] == at[2] && at[0] != 3:
			return "equal"
		case at[0] < 3 || at[1] < 3 || at[2] < 3:
			return fmt.Sprint("from ", min(at[0], at[1], at[2]))
		}
		return text
	})
	for key, share := range map[string]float64{"within": 0.05 * (1 - 0.0953), "from 1": 0.025,
		"from 2": 0.025, "equal": 0.05 * 2 / 3} {
		assert.InDelta(t, share, got[key], 0.007, key)
	}
	// Four of nine pairs within the action differ, and a draw of four tries sometimes finds none.
	assert.InDelta(t, 1-0.05*(1-0.0953)-0.05-0.05*2/3, got["none"], 0.01)
	assert.InDelta(t, 0.025, given[1], 0.006)
	assert.InDelta(t, 0.025, given[2], 0.006)
}

// TestFirstActionsHaveNothingBefore: nothing is copied from before the first one.
func TestFirstActionsHaveNothingBefore(t *testing.T) {
	m, r := &aim.Aim{Takers: takers, Known: sut.Inside{Seen: func(fitness.ID) []any { return nil }}},
		rand.New(rand.NewPCG(1, 2))
	got := draw(6000, func() string {
		child := m.Mutate(r, caseOf(newAction(3, 4), newAction(1, 1)), 0, 1, 0)
		if child == nil {
			return "none"
		}
		return fmt.Sprint(numbers(child.Actions[0]))
	})
	assertShares(t, map[string]float64{"none": 0.95, "[3 3]": 0.025, "[4 4]": 0.025}, got, 0.008)
}

// TestSharesOfTexts: six of ten texts are given as a whole, the others in part.
func TestSharesOfTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	given := func(old string, constant any) map[string]float64 {
		return draw(8000, func() string {
			g := gene.NewString(gene.StringLimits{Unbounded: true})
			require.True(t, gene.Assign(g, old))
			require.True(t, aim.Give(r, g, constant))
			return g.Value().(string)
		})
	}
	assertShares(t, map[string]float64{"new": 0.6, "newa, é9": 0.1, "a, é9new": 0.1, "new, é9": 0.1, "a, new": 0.1},
		given("a, é9", "new"), 0.02)
	assertShares(t, map[string]float64{"new": 0.8, "new--": 0.1, "--new": 0.1}, given("--", "new"), 0.02)
	assertShares(t, map[string]float64{"new": 1}, given("", "new"), 1e-9)
	assertShares(t, map[string]float64{"xb": 1.0 / 3, "ax": 1.0 / 3, "abx": 1.0 / 3}, given("ab", 'x'), 0.025)
	assertShares(t, map[string]float64{"ab": 1}, given("ab", rune(0xD800)), 1e-9)
	assertShares(t, map[string]float64{"7": 4.0 / 6, "6": 1.0 / 6, "8": 1.0 / 6}, given("ab", int64(7)), 0.025)
}

// TestTakes: genes of one plain value, that can be given and mutated.
func TestTakes(t *testing.T) {
	whole := gene.NewInt(0, 9)
	for name, tt := range map[string]struct {
		gene gene.Gene
		want bool
	}{
		"number": {whole, true}, "text": {gene.NewString(gene.StringLimits{Unbounded: true}), true},
		"float":          {gene.NewDouble(gene.FloatLimits{}), true},
		"one value only": {gene.NewInt(3, 3), false}, "bool": {gene.NewBool(), false},
		"record": {gene.NewObject(gene.Field{Name: "a", Gene: whole}), false},
	} {
		assert.Equal(t, tt.want, aim.Takes(tt.gene), name)
	}
	_, isObject := gene.NewObject().Value().(value.Object)
	assert.True(t, isObject)
}
