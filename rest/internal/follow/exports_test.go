package follow

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

// TestExports: somebody else who sees the list is shown the other forms of it as well.
func TestExports(t *testing.T) {
	doc := resttest.Read(t, lamps+`
  /lamps.csv: {get: {responses: {"200": {description: all}}}}
  /lamps/export: {get: {responses: {"200": {description: all}}}}
`)
	ops := api.New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}).Ops
	c, r, seen := checksOn(t, ops, 2), rand.New(rand.NewPCG(1, 4)), ""
	for next := c.at(r, always); next != nil; next = c.at(r, always) {
		seen += told(next) + "\n"
	}
	for _, form := range []string{"GET lamps.csv by 1", "GET lamps/export by 1"} {
		assert.True(t, strings.Contains(seen, "GET lamps by 1, "+form), form)
	}
}
