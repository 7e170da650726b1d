package rest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/schema"
	"github.com/evoke-go/evoke/testcase"
)

// bindRate is the share of new calls that name what earlier calls made.
const bindRate = 0.8

// refer finds the references of all operations. What creates an element of
// the collection that one names may create what its operation needs.
func (p *Problem) refer() {
	p.collections = collectionsOf(p.ops)
	for _, o := range p.ops {
		o.references = p.referencesOf(o)
		for i := range o.references {
			ref := &o.references[i]
			o.following |= ref.bit
			o.chained = true
			if collection := ref.collection; collection != "" {
				o.add(creators(p.ops, func(c *operation) bool {
					return c.spec.Method == "POST" && creates(c.spec.Path, collection) || c.chooses && c.putsInto(collection)
				}))
			} else if ref.param == genotype.InBody || o.template.Params[ref.param].Spec.In != openapi.InHeader {
				o.add(creators(p.ops, func(c *operation) bool { return c.hands(ref.like) }))
			}
		}
		p.recalls[o.index].late = len(o.needs) > 0
	}
}

// telling reports whether the plain name of an id says what it is the id of.
func telling(name string) bool { return len(name) > 2 && strings.HasSuffix(name, "id") }

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

// bind gives the references of a call the ids that earlier calls of the test
// chose for what they make, the latest for each.
func (p *Problem) bind(r *rand.Rand, next testcase.Action, earlier []testcase.Action) {
	if len(p.collections) == 0 || len(earlier) == 0 || r.Float64() >= bindRate {
		return
	}
	named := func(name string) bool { return p.collections[plainName(name)] != "" }
	next.(*call).visit(named, func(reference taker) bool {
		name := plainName(reference.name)
		for i := len(earlier) - 1; i >= 0; i-- {
			if id, ok := earlier[i].(*call).chose(p.collections[name], name); ok && gene.Assign(reference.Gene, id) {
				break
			}
		}
		return true
	})
}

// chose returns the id that a call chooses for the element of a collection that
// it makes.
func (c *call) chose(collection, name string) (id any, ok bool) {
	posted := c.op.spec.Method == "POST" && creates(c.op.spec.Path, collection)
	if !posted && !c.op.putsInto(collection) {
		return nil, false
	}
	named := func(member string) bool {
		field := plainName(member)
		return field == name || posted && field == "id"
	}
	c.visit(named, func(t taker) bool {
		id, ok = t.Value(), true
		return false
	})
	return id, ok
}
