package aim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/sut"
)

// Each kind of value that a program compares with can become one of a gene.
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
		{"pattern", text(), sut.Pattern("^a{3}$"), "aaa"},
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
	assert.False(t, aim.Give(r, gene.NewInt(0, 100), sut.Pattern("^4$")))
	assert.False(t, aim.Give(r, text(), sut.Pattern("(")))
}
