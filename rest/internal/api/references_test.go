package api

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

func TestReferencesOfNames(t *testing.T) {
	a := New(resttest.Read(t, resttest.Shop).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	want := map[string][]string{
		"POST /v1/customers":      nil,
		"POST /v1/categories":     {"parentid is id of /v1/categories"},
		"PUT /v1/categories/{id}": {"ifmatch is etag of "},
		"GET /v1/orders":          {"cursor is cursor of ", "customerid is customerid of /v1/customers"},
		"POST /v1/orders":         {"billingcustomerid is customerid of /v1/customers", "customeruuid is customerid of /v1/customers", "categoryid is categoryid of /v1/categories"},
	}
	for _, op := range a.Ops {
		var got []string
		for _, ref := range op.References {
			got = append(got, fmt.Sprintf("%s is %s of %s", ref.name, ref.Like, ref.Collection))
			assert.NotZero(t, op.Following&ref.Bit)
		}
		assert.ElementsMatch(t, want[op.Spec.Name()], got, op.Spec.Name())
	}
}
