package rest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFollowByParameter(t *testing.T) {
	const params = 0b1011 // the third parameter is not in the path
	g := &follow{chained: true, params: params}
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[any]bool{}
	for range 300 {
		g.Randomize(r)
		for range 3 {
			g.Mutate(r)
			seen[g.Value()] = true
			back := &follow{chained: true, params: params}
			assert.True(t, back.set(g.Value()))
			assert.Equal(t, g.Value(), back.Value())
			for i := range 4 {
				assert.Equal(t, g.on && (params>>i&1 == 0 || g.own>>i&1 == 0), g.On(i))
			}
		}
	}
	assert.Len(t, seen, 2+7, "off, on, and each of the other sets of three")
	assert.False(t, g.set(int64(0b100)))
	assert.False(t, g.set("on"))
	assert.False(t, (&follow{}).set(true))
}
