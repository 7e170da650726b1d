package rest

import (
	"slices"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/schema"
)

// refer finds the references of all operations. What creates an element of
// the collection that one names may create what its operation needs.
func (a *API) refer() {
	a.collections = collectionsOf(a.ops)
	for _, o := range a.ops {
		o.references = a.referencesOf(o)
		for i := range o.references {
			ref := &o.references[i]
			o.following |= ref.bit
			o.chained = true
			if collection := ref.collection; collection != "" {
				o.add(creators(a.ops, func(c *operation) bool {
					return c.spec.Method == "POST" && creates(c.spec.Path, collection) || c.chooses && c.putsInto(collection)
				}))
			} else if ref.param == genotype.InBody || o.template.Params[ref.param].Spec.In != openapi.InHeader {
				o.add(creators(a.ops, func(c *operation) bool { return c.hands(ref.like) }))
			}
		}
	}
}

// names returns the plain names of an operation's parameters outside of the
// path and of the members of its bodies.
func (o *operation) names() []string {
	var out []string
	for _, param := range o.spec.Parameters {
		if param.In != openapi.InPath {
			out = append(out, plainName(param.Name))
		}
	}
	for _, body := range o.spec.Bodies {
		if body.Schema == nil {
			continue
		}
		for _, property := range schema.Flatten(body.Schema).Properties {
			out = append(out, plainName(property.Name))
		}
	}
	return out
}

// add appends operations to the creators that are not there yet, and makes
// them a group of what the operation needs. An element may refer to another of
// its own collection.
func (o *operation) add(makers []*operation) {
	if len(makers) == 0 {
		return
	}
	for _, maker := range makers {
		if maker != o && !slices.Contains(o.creators, maker) {
			o.creators = append(o.creators, maker)
		}
	}
	if !slices.ContainsFunc(o.needs, func(group []*operation) bool { return slices.Equal(group, makers) }) {
		o.needs = append(o.needs, makers)
	}
}
