package action

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// Bind sets the references of the call to the ids that earlier calls of the test chose for the elements that they
// create. The latest id of each kind wins.
func (c *Call) Bind(r *rand.Rand, a *api.API, earlier []testcase.Action) {
	if len(a.Collections) == 0 || len(earlier) == 0 || !chance.Mostly(r) {
		return
	}
	c.Refer(earlier)
	c.walk(func(reference Taker) bool {
		plain := words.AppendPlain(make([]byte, 0, 64), reference.Name)
		if a.Collections[string(plain)] == "" || !reference.takesValues() {
			return true
		}
		name := string(plain)
		for i := len(earlier) - 1; i >= 0; i-- {
			if id, ok := earlier[i].(*Call).chosenID(a.Collections[name], name); ok && gene.Assign(reference.Gene, id) {
				break
			}
		}
		return true
	})
}

// Insist makes the parts of a call that refusals showed to be references take their values from earlier answers.
func (c *Call) Insist(earlier []testcase.Action) {
	if c.Op.Insisted != 0 {
		c.Follow.Enabled = c.Op.Chained
		c.Follow.Own &^= c.Op.Insisted
	}
	c.Refer(earlier)
}

// Another returns a call that creates an element like the one of this call, with other texts where any text is allowed,
// because a name can mostly be given only once.
func (c *Call) Another(r *rand.Rand) *Call {
	out := c.Clone().(*Call)
	for _, t := range Takers(out) {
		text, ok := t.Value().(string)
		if ok && text != "" && c.Op.References.Of(t.Param, t.Name) == nil && chance.Mostly(r) {
			gene.Assign(t.Gene, text+string(rune('a'+r.IntN('z'-'a'+1))))
		}
	}
	return out
}

// Refer makes the inputs that only refusals showed to be references claim the ids of the elements that earlier calls of
// the test create.
func (c *Call) Refer(earlier []testcase.Action) {
	var takers []Taker
	for i := range c.Op.Told {
		told := &c.Op.Told[i]
		makes := func(a testcase.Action) bool { return slices.Contains(told.Makers, a.(*Call).Op) }
		if !slices.ContainsFunc(earlier, makes) {
			continue
		}
		if takers == nil {
			takers = Takers(c)
		}
		for _, t := range takers {
			if strings.HasSuffix(told.Place, t.Name) && t.Place() == told.Place {
				c.Claim(t, Source{Collection: told.Collection})
			}
		}
	}
}

// chosenID returns the id that a call chooses for the element that it adds to a collection. name is the plain name of
// the id. chose returns false if the call adds no element, or has no such id.
func (c *Call) chosenID(collection, name string) (id any, ok bool) {
	posted := c.Op.Spec.Method == "POST" && api.Creates(c.Op.Spec.Path, collection)
	if !posted && !api.PutsInto(c.Op.Spec, collection) {
		return nil, false
	}
	c.walk(func(t Taker) bool {
		if field := words.Plain(t.Name); (field == name || posted && field == "id") && t.takesValues() {
			id, ok = t.Value(), true
		}
		return !ok
	})
	return id, ok
}

// Keep makes a part of a call keep its own value. It makes the part valid, because an invalid value would hide this
// value.
func (c *Call) Keep(t Taker) {
	c.Follow.keep(c.Op.BitOf(t.Param, t.Name))
	c.disclaim(t)
	if f := c.Genotype.Invalid; f != nil && f.Within(t.Param, t.memberNames()) {
		c.Genotype.MakeValid()
	}
}

// Sent returns the value that an input has in the request, which may be invalid on purpose.
func Sent(c *Call, t Taker) any {
	if c.Genotype.Invalid == nil {
		return t.Value()
	}
	v, hidden := c.Genotype.Invalid.Over(t.Param, t.memberNames())
	switch {
	case !hidden:
		return t.Value()
	case !IsScalar(v):
		return value.Absent
	}
	return v
}

// OnSame points a call at the resource of a call of another operation, and gives it the same user. Path parameters get
// the values of the other call as far as both path templates begin alike.
func OnSame(c, other *Call) {
	c.User, c.Follow.Enabled, c.Follow.Own = other.User, c.Op.Chained && other.Follow.Enabled, 0
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		name := p.Spec.Name
		j := other.Genotype.Params.Labeled(p.Label())
		if j < 0 || !p.InPath() || api.BeforeParam(c.Op.Spec.Path, name) != api.BeforeParam(other.Op.Spec.Path, name) {
			continue
		}
		p.Gene = other.Genotype.Params[j].Gene.Clone()
		if other.Follow.Own&other.Op.BitOf(j, name) != 0 {
			c.Follow.Own |= c.Op.BitOf(i, name)
		}
		for _, k := range other.claims {
			if k.In == p.Label() {
				c.claims = append(slices.Clip(c.claims), k)
			}
		}
	}
}
