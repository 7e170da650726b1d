package gene_test

import (
	"testing"

	"github.com/evoke-go/evoke/gene"
	"github.com/stretchr/testify/assert"
)

func TestSettleTakesTheFirstSeed(t *testing.T) {
	g := gene.NewSeeded(gene.NewInt(0, 10), int64(3), int64(4))
	assert.False(t, g.Settle(), "it begins there")
	assert.True(t, gene.Assign(g, int64(7)))
	assert.True(t, g.Settle())
	assert.Equal(t, int64(3), g.Value())
	assert.False(t, gene.NewSeeded(gene.NewBool()).Settle(), "no seeds")
}
