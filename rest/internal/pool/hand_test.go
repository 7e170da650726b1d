package pool

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/value"
)

// An operation gets what another one succeeded with that sends nearly the same: each call
// once, a few at most, and the body as a whole.
func TestHand(t *testing.T) {
	ops, l, kept := boatsAPI(t)
	post, put, get := named(ops, "POST /boats"), named(ops, "PUT /boats/{boatId}"), named(ops, "GET /boats")
	assert.Nil(t, l.Handed(put), "nothing succeeded")
	r := rand.New(rand.NewPCG(1, 2))
	body := value.Object{{Name: "sailNumber", Value: "GER 7"}, {Name: "length", Value: int64(41)},
		{Name: "ports", Value: []any{"Kiel", "Riga"}}}
	for range maxHanded + 1 {
		c := action.New(post, 0, 0)
		c.Randomize(r)
		c.Genotype.Body.Set(true)
		require.True(t, gene.Assign(c.Genotype.Body.Inner(), body))
		kept[post] = append(kept[post], []*action.Call{c})
	}
	for i := range maxHanded {
		calls := l.Handed(put)
		require.Equal(t, kept[post][i], calls)
		c := action.New(put, 0, 0)
		c.Randomize(r)
		require.True(t, l.Hand(r, c, calls[0]))
		assert.Equal(t, body, c.Genotype.Body.Inner().Value())
	}
	assert.Nil(t, l.Handed(put), "the others are as likely to be refused")
	assert.Nil(t, l.Handed(get), "it sends too little of that")
	assert.Nil(t, (*Values)(nil).Handed(put))
}
