package rest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/derive"
	"github.com/evoke-go/evoke/testcase"
)

// labels has two operations, of which the second needs what the first one makes.
const labels = `
openapi: 3.0.3
info: {title: Shelves, version: "1"}
paths:
  /shelves:
    post:
      parameters: [{name: n, in: query, required: true, schema: {type: integer}}]
      responses: {"201": {description: made}}
  /labels:
    post:
      parameters: [{name: shelf, in: query, required: true, schema: {type: integer}}]
      responses: {"201": {description: made}}
`

// TestRefusedPreparation: a call that was refused prepares nothing, so an accepted one takes its place; an accepted one
// stays, and so does a refused one where none was accepted.
func TestRefusedPreparation(t *testing.T) {
	p := policyOf(t, labels, Options{})
	call := func(op int, n int64) *action.Call {
		c := action.New(p.api.Ops[op], 0, 0)
		require.True(t, gene.Assign(c.Genotype.Params[0].Gene, n))
		return c
	}
	first := func(c *testcase.Case) any { return c.Actions[0].(*action.Call).Genotype.Value(0) }
	shelf := p.api.Named("POST /shelves").Index
	label := p.api.Named("POST /labels").Index
	made, refused := call(shelf, 1), call(shelf, 2)
	r := rand.New(rand.NewPCG(1, 2))
	from := &derive.Refused{Test: &testcase.Case{Actions: []testcase.Action{refused, call(label, 7)}}, At: 1}
	assert.Equal(t, int64(2), first(p.sampler.preparation.accepted(r, from)), "none was accepted")
	p.pool.Succeeded([]*action.Call{made})
	c := p.sampler.preparation.accepted(r, from)
	assert.Equal(t, int64(1), first(c))
	assert.Len(t, c.Actions, 2)
	assert.NotSame(t, made, c.Actions[0])
	from.Done = []*action.Call{refused}
	assert.Equal(t, int64(2), first(p.sampler.preparation.accepted(r, from)), "it was accepted")
}
