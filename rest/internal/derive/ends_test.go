package derive

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/value"
)

const counters = `
openapi: 3.0.3
info: {title: Counters, version: "1"}
paths:
  /counters/{at}:
    put:
      parameters:
        - {name: at, in: path, required: true, schema: {type: integer}}
        - {name: by, in: query, required: true, schema: {type: integer, format: int64}}
        - {name: X-Least, in: header, required: true, schema: {type: integer, minimum: 0}}
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [to], properties: {to: {type: integer,
          format: int32}}}}}
      responses: {"200": {description: changed}}
`

// TestEndsOfIntegers: every integer gets the ends of 32 and 64 bits and what is beside them, as far as the schema
// allows, and the ends of 64 bits come among the first.
func TestEndsOfIntegers(t *testing.T) {
	ops := api.New(resttest.Read(t, counters).Operations, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{}).Ops
	c := action.New(ops[0], 0, 0)
	c.Randomize(rand.New(rand.NewPCG(1, 2)))
	for i := range c.Genotype.Params {
		require.True(t, gene.Assign(c.Genotype.Params[i].Gene, int64(5)))
	}
	require.True(t, gene.Assign(c.Genotype.Body.Inner(), value.Object{{Name: "to", Value: int64(5)}}))
	v := NewVariants(VariantSource{Ops: ops, MaxCalls: 5,
		Kept: func(*api.Operation) [][]*action.Call { return [][]*action.Call{{c}} }})
	seen := map[string][]any{}
	for _, each := range of(v, edged) {
		for _, l := range genotype.Leaves(last(each).Genotype) {
			if got := l.Value(); got != int64(5) {
				seen[l.Path] = append(seen[l.Path], got)
			}
		}
	}
	const most, least = int64(9223372036854775807), int64(-9223372036854775808)
	for _, place := range []string{"at", "by", "X-Least"} {
		want := []any{most, most - 1, int64(2147483648), int64(2147483647), int64(2147483646)}
		if place != "X-Least" {
			want = append(want, least, least+1, int64(-2147483647), int64(-2147483648), int64(-2147483649))
			assert.Contains(t, seen[place][:6], least, place)
		}
		assert.Subset(t, seen[place], want, place)
		assert.Contains(t, seen[place][:4], most, place)
	}
	assert.Subset(t, seen["/to"], []any{int64(2147483647), int64(2147483646), int64(-2147483647), int64(-2147483648)})
	assert.NotContains(t, seen["/to"], most)
}
