package action

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFollowByParameter(t *testing.T) {
	const params = 0b1011 // the third parameter is not in the path
	g := &Follow{Chained: true, Params: params}
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[any]bool{}
	for range 300 {
		g.Randomize(r)
		for range 3 {
			g.Mutate(r, 0)
			seen[g.Value()] = true
			back := &Follow{Chained: true, Params: params}
			assert.True(t, back.Assign(g.Value()))
			assert.Equal(t, g.Value(), back.Value())
			for i := range 4 {
				assert.Equal(t, g.Enabled && (params>>i&1 == 0 || g.Own>>i&1 == 0), g.On(i))
			}
		}
	}
	assert.Len(t, seen, 2+7, "off, on, and each of the other sets of three")
	assert.False(t, g.Assign(int64(0b100)))
	assert.False(t, g.Assign("on"))
	assert.False(t, (&Follow{}).Assign(true))
}
