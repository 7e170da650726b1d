package action

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// bindRate is the share of new calls that refer to what earlier calls made.
const bindRate = 0.8

// Bind sets the references of the call to the ids that earlier calls of the
// test chose for what they make. The latest id of each kind wins.
func (c *Call) Bind(r *rand.Rand, a *api.API, earlier []testcase.Action) {
	if len(a.Collections) == 0 || len(earlier) == 0 || r.Float64() >= bindRate {
		return
	}
	named := func(name string) bool { return a.Collections[api.PlainName(name)] != "" }
	c.visit(named, func(reference Taker) bool {
		name := api.PlainName(reference.Name)
		for i := len(earlier) - 1; i >= 0; i-- {
			if id, ok := earlier[i].(*Call).chose(a.Collections[name], name); ok && gene.Assign(reference.Gene, id) {
				break
			}
		}
		return true
	})
}

// chose returns the id that a call chooses for the element that it adds to a
// collection.
func (c *Call) chose(collection, name string) (id any, ok bool) {
	posted := c.Op.Spec.Method == "POST" && api.Creates(c.Op.Spec.Path, collection)
	if !posted && !c.Op.PutsInto(collection) {
		return nil, false
	}
	named := func(member string) bool {
		field := api.PlainName(member)
		return field == name || posted && field == "id"
	}
	c.visit(named, func(t Taker) bool {
		id, ok = t.Value(), true
		return false
	})
	return id, ok
}

// Keep makes a part of a call keep its own value. What is invalid on purpose there goes:
// it would hide the value.
func (c *Call) Keep(t Taker) {
	c.Follow.keep(c.Op.BitOf(t.Param, t.Name))
	c.disclaim(t)
	if f := c.Genotype.Invalid; f != nil && f.Within(t.Param, t.names()) {
		c.Genotype.MakeValid()
	}
}

// Sent returns the value that an input has in the request, with what is invalid there on
// purpose.
func Sent(c *Call, t Taker) any {
	if c.Genotype.Invalid == nil {
		return t.Value()
	}
	v, hidden := c.Genotype.Invalid.Over(t.Param, t.names())
	switch {
	case !hidden:
		return t.Value()
	case !IsScalar(v):
		return value.Absent
	}
	return v
}

// About makes a call one on the same resource as another call of its operation: with
// the parameters of its path, by the same user.
func (c *Call) About(other *Call) {
	for i := range c.Genotype.Params {
		if c.Genotype.Params[i].Spec.In == openapi.InPath {
			c.Genotype.Params[i].Gene = other.Genotype.Params[i].Gene.Clone()
		}
	}
	c.User, c.Follow = other.User, other.Follow
}
