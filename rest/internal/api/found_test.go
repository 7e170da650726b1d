package api

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

const variants = `
openapi: 3.0.3
info: {title: Variants, version: "1"}
paths:
  /a:
    post: {responses: {"200": {description: ok}}}
  /a?beta=true:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {agent: {type: string}}}}}}
      responses: {"200": {description: ok}}
  /a/b:
    post: {responses: {"200": {description: ok}}}
`

// What tells an operation from others of its path is an input of that one.
func TestInputsOfVariantsAreTheirs(t *testing.T) {
	a := New(resttest.Read(t, variants).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	beta := genotype.Input{In: "query", Name: "beta"}
	agent := genotype.Input{
		In: genotype.InWhole, Name: "application/json",
		Type: `{"type":"object","properties":{"agent":{"type":"string"}}}`,
	}
	for _, op := range a.Ops {
		for _, in := range []genotype.Input{beta, agent, {In: "query", Name: "other"}} {
			a.Find(op, in)
		}
	}
	assert.Equal(t, []string{"query other"}, a.Ops[0].Undeclared())
	assert.Equal(t, []string{"query other"}, a.Ops[1].Undeclared())
	assert.Equal(t, []string{"body application/json with agent", "query beta", "query other"}, a.Ops[2].Undeclared())
}
