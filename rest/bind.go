package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// bindRate is the share of new calls that name what earlier calls made.
const bindRate = 0.8

// bind gives the references of the call the ids that earlier calls of the test
// chose for what they make, the latest for each.
func (c *call) bind(r *rand.Rand, a *API, earlier []testcase.Action) {
	if len(a.collections) == 0 || len(earlier) == 0 || r.Float64() >= bindRate {
		return
	}
	named := func(name string) bool { return a.collections[plainName(name)] != "" }
	c.visit(named, func(reference taker) bool {
		name := plainName(reference.name)
		for i := len(earlier) - 1; i >= 0; i-- {
			if id, ok := earlier[i].(*call).chose(a.collections[name], name); ok && gene.Assign(reference.Gene, id) {
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

// keep has a part of a call keep its own value.
func (c *call) keep(t taker) {
	if t.param != genotype.InBody {
		c.follow.keep(bit(t.param))
	} else if ref := c.op.referenceOf(t.param, t.name); ref != nil {
		c.follow.keep(ref.bit)
	}
}
