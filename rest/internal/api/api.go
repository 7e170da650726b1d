package api

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// API is what can be called: the operations of a schema, and what they have to
// do with each other. It does not change after newAPI.
type API struct {
	Ops         []*Operation
	Collections map[string]string // by the plain name of the id of an element
}

// New describes operations. Their targets get ids from the registry.
func New(specs []*openapi.Operation, b *genotype.Builder, r *fitness.Registry) *API {
	a := &API{}
	for i, spec := range specs {
		a.Ops = append(a.Ops, newOperation(i, spec, b, r))
	}
	relate(a.Ops)
	a.link()
	a.refer()
	return a
}

// Named returns the operation of a name such as "GET /books", nil for none.
func (a *API) Named(name string) *Operation {
	i := slices.IndexFunc(a.Ops, func(op *Operation) bool { return op.Spec.Name() == name })
	if i < 0 {
		return nil
	}
	return a.Ops[i]
}
