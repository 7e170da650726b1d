package api

import (
	"slices"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/schema"
)

// refer finds the references of all operations. An operation that creates
// elements of the collection to which a reference leads may create what the
// operation needs.
func (a *API) refer() {
	a.Collections = collectionsOf(a.Ops)
	for _, o := range a.Ops {
		o.declare()
		o.References = a.referencesOf(o)
		for i := range o.References {
			ref := &o.References[i]
			o.Following |= ref.Bit
			o.Chained = true
			if o.fills(ref) {
				continue
			}
			if collection := ref.Collection; collection != "" {
				o.add(a.makersIn(collection))
			} else if ref.Param == genotype.InBody || o.Template.Params[ref.Param].Spec.In != openapi.InHeader {
				o.add(creators(a.Ops, func(c *Operation) bool { return c.hands(ref.Like) }))
			}
		}
		o.tell()
	}
}

// names returns the plain names of an operation's parameters outside of the
// path and of the members of its bodies.
func (o *Operation) names() []string {
	var out []string
	for _, param := range o.Spec.Parameters {
		if param.In != openapi.InPath {
			out = append(out, PlainName(param.Name))
		}
	}
	for _, body := range o.Spec.Bodies {
		if body.Schema == nil {
			continue
		}
		for _, property := range schema.Flatten(body.Schema).Properties {
			out = append(out, PlainName(property.Name))
		}
	}
	return out
}

// add adds operations to the creators, each once, and makes them one group of
// what the operation needs. An element may refer to another element of its own
// collection.
func (o *Operation) add(makers []*Operation) {
	if len(makers) == 0 {
		return
	}
	for _, maker := range makers {
		if maker != o && !slices.Contains(o.Creators, maker) {
			o.Creators = append(o.Creators, maker)
		}
	}
	same := func(group []*Operation) bool { return slices.Equal(group, makers) }
	switch {
	case !slices.ContainsFunc(o.Needs, same):
		o.Needs = append(o.Needs, makers)
	case !slices.ContainsFunc(o.Twice, same):
		o.Twice = append(o.Twice, makers)
	}
}
