package rest

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// API is what can be called: the operations of a schema, and what they have to
// do with each other. It does not change after newAPI.
type API struct {
	ops         []*operation
	collections map[string]string // by the plain name of the id of an element
}

// newAPI describes operations. Their targets get ids from the registry.
func newAPI(specs []*openapi.Operation, b *genotype.Builder, r *fitness.Registry) *API {
	a := &API{}
	for i, spec := range specs {
		a.ops = append(a.ops, newOperation(i, spec, b, r))
	}
	relate(a.ops)
	a.refer()
	return a
}

// named returns the operation of a name such as "GET /books", nil for none.
func (a *API) named(name string) *operation {
	i := slices.IndexFunc(a.ops, func(op *operation) bool { return op.spec.Name() == name })
	if i < 0 {
		return nil
	}
	return a.ops[i]
}
