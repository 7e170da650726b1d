package rest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
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

// A parameter that was given a value on purpose does not follow any more.
func TestResolveLeavesOwnValues(t *testing.T) {
	op := &operation{spec: &openapi.Operation{Method: "GET", Path: "/shops/{shop}/books/{book}"}, chained: true, following: 0b11}
	c := &call{op: op, follow: follow{chained: true, on: true, params: 0b11}}
	m := answers{origins: []origin{{template: "/shops", field: "id", value: "7"}, {template: "/shops/{shop}/books", field: "id", value: "8"}}}
	resolved := func() string {
		e := &message.Request{Path: []message.PathPiece{{Text: "/shops/"}, {Param: "shop", Index: 0}, {Text: "/books/"}, {Param: "book", Index: 1}}}
		e.Path[1].Set("1")
		e.Path[3].Set("2")
		m.resolve(c, e, nil)
		return string(e.Target(nil, ""))
	}
	assert.Equal(t, "/shops/7/books/8", resolved())
	c.keep(taker{param: 1})
	assert.Equal(t, "/shops/7/books/2", resolved())
	c.keep(taker{param: genotype.InBody, name: "shop"})
	c.keep(taker{param: 0})
	assert.Equal(t, "/shops/1/books/2", resolved())
}
