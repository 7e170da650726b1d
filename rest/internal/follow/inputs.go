package follow

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// word is a text that is not empty.
const word = "evoke"

// members returns the inputs of the body of a call.
func members(c *action.Call) []genotype.Leaf {
	return slices.DeleteFunc(genotype.Leaves(c.Genotype), func(l genotype.Leaf) bool { return l.In != "" })
}

// sending returns the inputs of the body that a call sends.
func sending(c *action.Call) []genotype.Leaf {
	return slices.DeleteFunc(members(c), func(l genotype.Leaf) bool { return value.IsAbsent(l.Value()) })
}

// texts returns the inputs of a body that accept any text.
func texts(c *action.Call) []genotype.Leaf {
	return slices.DeleteFunc(members(c), func(l genotype.Leaf) bool { return !gene.Assign(l.Clone(), word) })
}

// text returns the value of a gene if it is a text, else "".
func text(g gene.Gene) string {
	t, _ := g.Value().(string)
	return t
}

// turnOn has a gene send a value, turnOff has it send none, if it is optional.
func turnOn(g gene.Gene) {
	if s, ok := g.(gene.Switch); ok {
		s.Set(true)
	}
}

func turnOff(g gene.Gene) {
	if s, ok := g.(gene.Switch); ok {
		s.Set(false)
	}
}

// optional returns the inputs of the body that a call may leave out.
func optional(c *action.Call) []genotype.Leaf {
	return slices.DeleteFunc(members(c), func(l genotype.Leaf) bool { _, ok := l.Gene.(gene.Switch); return !ok })
}

// full sends all optional members in the body of a call.
func full(c *action.Call) {
	for _, l := range members(c) {
		turnOn(l.Gene)
	}
}

// sendSome sends about half of the optional members in the body of a call, and replaces an empty text by a word half
// of the time.
func sendSome(r *rand.Rand, c *action.Call) {
	for _, l := range members(c) {
		if g, ok := l.Gene.(gene.Switch); ok && r.IntN(2) == 0 {
			g.Set(true)
		}
		if l.Value() == "" && r.IntN(2) == 0 {
			gene.Assign(l.Gene, word)
		}
	}
}

// vary gives one to three inputs of a body other values, and sends all or some of its optional members.
func vary(r *rand.Rand, c *action.Call) {
	if r.IntN(2) == 0 {
		full(c)
	} else {
		sendSome(r, c)
	}
	all := sending(c)
	for range min(len(all), 1+r.IntN(3)) {
		all[r.IntN(len(all))].Mutate(r, 0)
	}
}

// differ gives, mostly, all inputs of a body other values, so that elements can be told apart. It sends all optional
// members, or those that the call already sends.
func differ(r *rand.Rand, c *action.Call) {
	switch r.IntN(4) {
	case 0:
		vary(r, c)
		return
	case 1:
		full(c)
	}
	for _, l := range sending(c) {
		l.Mutate(r, 0)
	}
}

// renew gives the texts in the body of a call new values, so that they are unique. Names of users and elements of lists
// stay.
func renew(r *rand.Rand, c *action.Call) {
	for _, l := range members(c) {
		if _, isText := l.Value().(string); isText && l.List == 0 && !words.Person.Has(l.Name) {
			l.Mutate(r, 0)
		}
	}
}

// only removes the optional members from the body of a call, except one.
func only(r *rand.Rand, c *action.Call) {
	free := optional(c)
	if len(free) == 0 {
		return
	}
	keep := r.IntN(len(free))
	for i, l := range free {
		l.Gene.(gene.Switch).Set(i == keep)
		if i == keep {
			l.Mutate(r, 0)
			turnOn(l.Gene)
		}
	}
}

// unconditional removes the headers that make a call depend on a version.
func unconditional(c *action.Call) {
	for i := range c.Genotype.Params {
		if p := &c.Genotype.Params[i]; p.Spec.In == openapi.InHeader &&
			strings.HasPrefix(words.Plain(p.Spec.Name), "if") {
			turnOff(p.Gene)
		}
	}
}

// bare removes the optional parameters from the query of a call.
func bare(c *action.Call) *action.Call {
	if c != nil {
		for i := range c.Genotype.Params {
			if p := &c.Genotype.Params[i]; p.Spec.In == openapi.InQuery {
				turnOff(p.Gene)
			}
		}
	}
	return c
}

// by sets the user of a call.
func by(user int, c *action.Call) *action.Call {
	if c != nil {
		c.User.Index = user
	}
	return c
}

// own has a parameter keep its value, whatever answers say.
func own(c *action.Call, param int) { c.Follow.Own |= api.Bit(param) & c.Follow.Params }

// followed reports whether an input of a body takes an id of an earlier answer.
func followed(c *action.Call, l genotype.Leaf) bool {
	f := &c.Follow
	return f.Enabled && f.Params&^f.Own&c.Op.BitOf(genotype.InBody, l.Name) != 0
}

// fields returns the members of the JSON body of an operation.
func fields(op *openapi.Operation) []openapi.Property {
	for _, m := range op.Bodies {
		if m.Schema != nil && strings.Contains(m.Type, "json") {
			return message.Flatten(m.Schema).Properties
		}
	}
	return nil
}

// schemaOf returns the schema of a member of the body of an operation, nil for none.
func schemaOf(op *openapi.Operation, member string) *openapi.Schema {
	for _, p := range fields(op) {
		if p.Name == member && p.Schema != nil {
			return message.Flatten(p.Schema)
		}
	}
	return nil
}

// objectOf returns the body of a call if it is an object, else an empty object.
func objectOf(c *action.Call) value.Object {
	if c.Genotype.Body == nil || !c.Genotype.Body.On || c.Genotype.Body.Inner() == nil {
		return nil
	}
	o, _ := c.Genotype.Body.Inner().Value().(value.Object)
	return o
}

// send sets a member in the body of a call. It returns false if the body does not accept it.
func send(c *action.Call, name string, v any) bool {
	o := slices.Clone(objectOf(c))
	if i := slices.IndexFunc(o, func(m value.Member) bool { return m.Name == name }); i >= 0 {
		o[i].Value = v
	} else {
		o = append(o, value.Member{Name: name, Value: v})
	}
	return c.Genotype.Body != nil && c.Genotype.Body.Inner() != nil && gene.Assign(c.Genotype.Body.Inner(), o)
}
