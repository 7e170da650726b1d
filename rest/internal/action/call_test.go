package action

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/gene/genetest"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// template returns the genes of a call with an id in its path, a query and a body.
func template() *genotype.Call {
	whole := openapi.NewSchema()
	whole.Types = []string{"integer"}
	return genotype.NewBuilder(genotype.Options{}).Call(&openapi.Operation{
		Method: "PUT", Path: "/items/{id}", BodyRequired: true,
		Parameters: []*openapi.Parameter{
			{Name: "id", In: openapi.InPath, Required: true, Schema: whole},
			{Name: "size", In: openapi.InQuery, Schema: whole},
		},
		Bodies: []*openapi.MediaType{{Type: "application/json", Schema: whole}},
	})
}

// TestPartsOfCallsKeepTheLaws lets the kit for genes judge the genes that say who
// makes a call, what it follows and what is wrong with it.
func TestPartsOfCallsKeepTheLaws(t *testing.T) {
	for name, newGene := range map[string]func() gene.Gene{
		"nobody":               func() gene.Gene { return &Identity{} },
		"one user":             func() gene.Gene { return &Identity{users: 1} },
		"three users":          func() gene.Gene { return &Identity{users: 3} },
		"nothing to follow":    func() gene.Gene { return &Follow{} },
		"one to follow":        func() gene.Gene { return &Follow{Chained: true, Params: 1} },
		"several to follow":    func() gene.Gene { return &Follow{Chained: true, Params: 1<<63 | 0b1011} },
		"invalid now and then": func() gene.Gene { return &invalidity{genes: template(), rate: 0.3} },
		"never invalid":        func() gene.Gene { return &invalidity{genes: template()} },
		"nothing to be wrong of": func() gene.Gene {
			return &invalidity{genes: genotype.NewBuilder(genotype.Options{}).Call(&openapi.Operation{Method: "GET",
				Path: "/"}), rate: 0.3}
		},
	} {
		t.Run(name, func(t *testing.T) { genetest.Run(t, newGene) })
	}
}

// TestInvaliditiesOfCopiesAreTheirOwn shows that a copied call becomes invalid
// alone, and that a copied invalidity changes neither call.
func TestInvaliditiesOfCopiesAreTheirOwn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	call := New(&api.Operation{Template: template()}, 0, 0.5)
	clone := call.Clone().(*Call)
	clone.invalidity.Mutate(r, 0)
	assert.True(t, clone.Genotype.IsInvalid())
	assert.False(t, call.Genotype.IsInvalid())

	alone := call.invalidity.Clone()
	alone.Mutate(r, 0)
	assert.Equal(t, true, alone.Value())
	assert.False(t, call.Genotype.IsInvalid())
}

// TestUsersAreDrawn shows that all users make calls, and at times nobody does.
func TestUsersAreDrawn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	g, drawn := &Identity{users: 3}, map[int]int{}
	for range 4000 {
		g.Randomize(r)
		drawn[g.Index]++
	}
	require.Len(t, drawn, 4)
	assert.InDelta(t, anonymousRate, float64(drawn[-1])/4000, 0.015)
	mutated := map[int]int{}
	for range 4000 {
		g.Mutate(r, 0)
		mutated[g.Index]++
	}
	for user := -1; user < 3; user++ {
		assert.InDelta(t, 1000, mutated[user], 150, "user %d", user)
	}
}
