// Package api describes an API in one plain form for all parts of the search: its operations with their genes and
// targets, the operations that make a resource which another operation needs, and the links of the schema.
// Answers add to it: inputs that the program reads and the schema does not declare, ids that answers have, and
// references that refusals tell.
//
// An operation that changes an element by POST is searched as a PUT or a PATCH ([Verb]), while its calls stay as
// the schema says.
package api

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/oracle"
)

// API describes the operations of a schema and the relations between them. Answers add to it after New.
type API struct {
	Ops         []*Operation
	Collections map[string]string // path of the collection, by the plain name of the id of its elements

	builder *genotype.Builder
	texts   texts
	fresh   []Finding // inputs that no other process knows yet
	strays
}

// strays holds, by name, the operations that calls were made of and that the schema does not have.
type strays struct {
	registry *fitness.Registry
	named    map[string]*Operation
}

// Stray returns the operation of a method and path that the schema does not have, the same one each time. It only has
// targets of faults.
func (a *API) Stray(method, path string) *Operation {
	spec := &openapi.Operation{Method: method, Path: path}
	op := a.named[spec.Name()]
	if op == nil {
		op = &Operation{Index: -1, Spec: spec, Targets: &operationTargets{registry: a.registry, name: spec.Name(),
			faults: map[faultKey]fitness.ID{}}}
		a.named[spec.Name()] = op
	}
	return op
}

// New describes the operations of a schema. The registry gives their targets ids.
func New(specs []*openapi.Operation, b *genotype.Builder, r *fitness.Registry) *API {
	a := &API{builder: b, texts: texts{}, strays: strays{r, map[string]*Operation{}}}
	for i, spec := range specs {
		a.Ops = append(a.Ops, newOperation(i, spec, b, r))
	}
	findCreators(a.Ops)
	a.addLinks()
	a.findReferences()
	for i, pointer := range namesInside(specs) {
		a.Give(a.Ops[i], pointer, specs[i].Path)
	}
	return a
}

// At returns the operation that has the fault of a finding. An exchange of op showed the finding, but the fault may lie
// in another operation.
func (a *API) At(op *Operation, f *oracle.Finding) *Operation {
	if f.Of == nil || f.Of == op.Spec {
		return op
	}
	if i := slices.IndexFunc(a.Ops, func(o *Operation) bool { return o.Spec == f.Of }); i >= 0 {
		return a.Ops[i]
	}
	if o := a.named[f.Of.Name()]; o != nil {
		return o
	}
	return op
}

// Named returns the operation with a name such as "GET /books", nil for none.
func (a *API) Named(name string) *Operation {
	i := slices.IndexFunc(a.Ops, func(op *Operation) bool { return op.Spec.Name() == name })
	if i < 0 {
		return nil
	}
	return a.Ops[i]
}
