package genotype

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/value"
)

const animals = `
openapi: 3.0.3
info: {title: Animals, version: "1"}
paths:
  /animals:
    post:
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Animal'}}}}
      responses: {"201": {description: made}}
components:
  schemas:
    Animal: {oneOf: [{$ref: '#/components/schemas/Pet'}, {$ref: '#/components/schemas/Herd'}],
      discriminator: {propertyName: kind, mapping: {pet: '#/components/schemas/Pet',
        herd: '#/components/schemas/Herd'}}}
    Pet: {type: object, required: [kind, species], properties: {kind: {type: string}, species: {type: string}},
      oneOf: [{$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Cat'}],
      discriminator: {propertyName: species, mapping: {d: '#/components/schemas/Dog', c: '#/components/schemas/Cat'}}}
    Dog: {type: object, required: [species, bark], properties: {species: {type: string}, bark: {type: integer}}}
    Cat: {type: object, required: [species, lives], properties: {species: {type: string}, lives: {type: integer}}}
    Herd: {type: object, required: [kind], properties: {kind: {type: string}}}
`

// TestNestedDiscriminators: a union within a union has values of its own discriminator.
func TestNestedDiscriminators(t *testing.T) {
	c, r := NewBuilder(Options{}).Call(resttest.Read(t, animals).Operations[0]), rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for range 300 {
		c.Randomize(r)
		c.MakeValid()
		body := c.Body.Value().(value.Object)
		kind, _ := body.Get("kind")
		species, _ := body.Get("species")
		_, barks := body.Get("bark")
		_, lives := body.Get("lives")
		switch kind {
		case "pet":
			assert.Contains(t, []any{"d", "c"}, species)
			assert.Equal(t, species == "d", barks)
			assert.Equal(t, species == "c", lives)
			seen[species.(string)] = true
		default:
			assert.Equal(t, "herd", kind)
		}
	}
	assert.Len(t, seen, 2)
}
