package aim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/sut"
)

// Each kind of value that a program compares with can be given to a gene.
func TestGive(t *testing.T) {
	text := func() gene.Gene { return gene.NewString(gene.StringLimits{Unbounded: true}) }
	for _, tt := range []struct {
		name  string
		gene  gene.Gene
		value any
		want  any // one of the values that come up
	}{
		{"text", text(), "wanted", "wanted"},
		{"number", gene.NewInt(0, 100), int64(42), int64(42)},
		{"number beside a limit", gene.NewInt(0, 100), int64(42), int64(41)},
		{"number as text", text(), int64(42), "42"},
		{"number as float", gene.NewDouble(gene.FloatLimits{}), int64(42), 42.0},
		{"float", gene.NewDouble(gene.FloatLimits{}), 0.5, 0.5},
		{"float as text", text(), 0.5, "0.5"},
		{"character", text(), 'x', "x"},
		{"pattern", text(), sut.Wanted{Form: probe.Matching, Text: "^a{3}$"}, "aaa"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			seen := map[any]bool{}
			for range 50 {
				g := tt.gene.Clone()
				require.True(t, aim.Give(r, g, tt.value))
				require.NoError(t, gene.Check(g))
				seen[g.Value()] = true
			}
			assert.True(t, seen[tt.want], "%v", seen)
		})
	}
	r := rand.New(rand.NewPCG(1, 2))
	assert.False(t, aim.Give(r, gene.NewInt(0, 100), "text"))
	assert.False(t, aim.Give(r, gene.NewInt(0, 100), sut.Wanted{Form: probe.Matching, Text: "^4$"}))
	assert.False(t, aim.Give(r, text(), sut.Wanted{Form: probe.Matching, Text: "("}))
}

// TestTextsAreGivenWholeOrInPart: six of ten texts replace the whole value, the others are put before it, after it, or
// in place of a word.
func TestTextsAreGivenWholeOrInPart(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	given := func(old string, constant any) map[string]float64 {
		const draws = 8000
		out := map[string]float64{}
		for range draws {
			g := gene.NewString(gene.StringLimits{Unbounded: true})
			require.True(t, gene.Assign(g, old))
			require.True(t, aim.Give(r, g, constant))
			out[g.Value().(string)] += 1.0 / draws
		}
		return out
	}
	assertShares(t, map[string]float64{
		"new": 0.6, "newone, two": 0.1, "one, twonew": 0.1, "new, two": 0.1, "one, new": 0.1,
	}, given("one, two", "new"), 0.02)
	assertShares(t, map[string]float64{"new": 0.6 + 0.2, "new--": 0.1, "--new": 0.1}, given("--", "new"), 0.02)
	assertShares(t, map[string]float64{"new": 1}, given("", "new"), 1e-9)
	assertShares(t, map[string]float64{"xb": 1.0 / 3, "ax": 1.0 / 3, "abx": 1.0 / 3}, given("ab", 'x'), 0.03)
	assertShares(t, map[string]float64{"7": 4.0 / 6, "6": 1.0 / 6, "8": 1.0 / 6}, given("ab", int64(7)), 0.03)
	assertShares(t, map[string]float64{"ab": 1}, given("ab", rune(0xD800)), 1e-9)
}
