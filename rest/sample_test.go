package rest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

func TestChainsMakeAllThatIsNeeded(t *testing.T) {
	a := api.New(resttest.Read(t, resttest.Shop).Operations, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{})
	var names []string
	for _, op := range chainTo(a.Named("POST /v1/orders")) {
		names = append(names, op.Spec.Name())
	}
	assert.ElementsMatch(t, []string{"POST /v1/customers", "POST /v1/categories", "POST /v1/orders"}, names)
	assert.Equal(t, "POST /v1/orders", names[2])
}
