package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/wire"
	"github.com/evoke-go/evoke/value"
)

// corruption is one deliberate violation of the schema. It lies over the
// genes, which stay valid, so that taking it away gives a valid call again.
type corruption struct {
	what  string // in a few words, for people
	param int    // index of the parameter, or inBody
	at    []step // where in the value
	value any    // what stands there instead; gene.Absent drops it
	whole wholeBody
}

// inBody is the place of a corruption of the body.
const inBody = -1

// wholeBody is what can be wrong with a body apart from its value.
type wholeBody uint8

const (
	bodyValue     wholeBody = iota // nothing: the value is wrong
	bodyMissing                    // there is none
	bodyMalformed                  // the text is cut short
	bodyForeign                    // the media type is unknown
)

// step leads into a member by name, or into an element when name is "".
type step struct {
	name  string
	index int
}

// apply puts the violation into a value, which stays unchanged itself.
func (f *corruption) apply(v any) any { return replaceAt(v, f.at, f.value) }

// replaceAt returns a copy of v that holds value at a place. If the place
// is gone, it returns v; only a missing member at its end is added.
func replaceAt(v any, at []step, val any) any {
	if len(at) == 0 {
		return val
	}
	next := at[0]
	switch v := v.(type) {
	case value.Object:
		out := make(value.Object, len(v), len(v)+1)
		copy(out, v)
		for i := range out {
			if next.name != "" && out[i].Name == next.name {
				out[i].Value = replaceAt(out[i].Value, at[1:], val)
				return out
			}
		}
		if len(at) == 1 && next.name != "" && val != value.Absent {
			return append(out, value.Member{Name: next.name, Value: val})
		}
	case []any:
		if next.name == "" && next.index < len(v) {
			out := make([]any, len(v))
			copy(out, v)
			out[next.index] = replaceAt(out[next.index], at[1:], val)
			return out
		}
	}
	return v
}

// encodeBody writes a body with the violation.
func (f *corruption) encodeBody(op *openapi.Operation, body *bodyGene, dst *message.Request) {
	v := body.Value()
	if v == value.Absent || f.whole == bodyMissing {
		return
	}
	if f.whole == bodyValue {
		v = f.apply(v)
	}
	if v == value.Absent {
		return
	}
	dst.AddBody(op.Bodies[body.media], v)
	switch f.whole {
	case bodyForeign:
		dst.ContentType = "application/x-evoke"
	case bodyMalformed:
		dst.Body, dst.JSONBody = malformed(dst.Body), false
	}
}

// malformed cuts the end off a text, or adds one where there is none to cut.
func malformed(body []byte) []byte {
	if n := len(body); n > 0 {
		switch body[n-1] {
		case '}', ']', '"', '>':
			return body[:n-1]
		}
	}
	return append(body, "}"...)
}

// corrupt gives the call one deliberate violation of the schema, if there is
// anything that the schema demands.
func (c *callGenes) corrupt(r *rand.Rand) {
	var v violations
	for i, p := range c.params {
		v.ofParam(i, p)
	}
	if c.body != nil {
		v.ofBody(c)
	}
	c.fault = nil
	if len(v.found) > 0 {
		c.fault = &v.found[r.IntN(len(v.found))]
	}
}

// violation says what is wrong with the call on purpose, "" for nothing.
func (c *callGenes) violation() string {
	if c.fault == nil {
		return ""
	}
	return c.fault.what
}

// ofParam lists what can be wrong with one parameter.
func (v *violations) ofParam(i int, p paramGene) {
	v.param, v.typed = i, p.spec.ContentType != "" && wire.KindOf(p.spec.ContentType) == wire.JSON
	v.place = p.spec.In + " " + p.spec.Name
	v.segment = p.spec.In == openapi.InPath
	if p.spec.Required && !v.segment {
		v.add("is missing", nil, value.Absent)
	}
	v.visit(p.spec.Schema, p.gene.Value(), nil)
}

// ofBody lists what can be wrong with the body.
func (v *violations) ofBody(c *callGenes) {
	v.param, v.place, v.segment = inBody, "body", false
	if c.body.required {
		v.addBody("is missing", bodyMissing)
	}
	val := c.body.Value()
	if val == value.Absent {
		return
	}
	m := c.plan.bodies[c.body.media]
	kind := wire.KindOf(m.Type)
	v.typed = kind == wire.JSON
	v.addBody("has an unknown media type", bodyForeign)
	if kind == wire.JSON || kind == wire.XML {
		v.addBody("is malformed", bodyMalformed)
	}
	v.visit(m.Schema, val, nil)
}
