// Package genotype makes the genes of calls from the schema of an API, and makes
// calls invalid on purpose.
//
// The genes of undeclared inputs, which the program reads although the schema does not declare them, stand behind the
// genes of declared inputs and are off at first. So a call that was made before keeps its genes and sends the same. New
// calls and mutants switch undeclared inputs on now and then.
package genotype

import (
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// Call is the genotype of one call of an operation.
type Call struct {
	path    []pathPiece // all calls of the operation share it. It is read-only.
	Params  Params
	Body    *Body // nil if the operation takes no body
	Invalid *Invalid
}

// Params are the parameters of a call: first the declared parameters, then the undeclared ones.
type Params []Param

// Param is a parameter with its gene. The gene of an optional parameter is a *gene.Optional.
type Param struct {
	Spec  *openapi.Parameter
	Gene  gene.Gene
	Found bool // the parameter is undeclared: the program reads it, and the schema does not declare it
}

// InPath reports whether the parameter is a part of the path.
func (p *Param) InPath() bool { return p.Spec.In == openapi.InPath }

// Label returns the place and the name of the parameter: "query page".
func (p *Param) Label() string { return p.Spec.In + " " + p.Spec.Name }

// Labeled returns the index of the first parameter with the given label (see [Param.Label]), or -1 if there is none.
func (ps Params) Labeled(label string) int {
	return slices.IndexFunc(ps, func(p Param) bool { return p.Label() == label })
}

// clone returns a copy that shares no gene.
func (p *Param) clone() Param { return Param{Spec: p.Spec, Gene: p.Gene.Clone(), Found: p.Found} }

// declared returns the parameters that the schema declares.
func (ps Params) declared() Params {
	for i := range ps {
		if ps[i].Found {
			return ps[:i]
		}
	}
	return ps
}

// pathPiece is a literal of a path template, or a parameter by its index.
type pathPiece struct {
	literal string
	param   int // -1 for a literal
}

// Clone returns a deep copy. A copy of an invalid call is invalid in the same way.
func (c *Call) Clone() *Call {
	out := &Call{path: c.path, Params: make(Params, len(c.Params)), Invalid: c.Invalid}
	for i := range c.Params {
		out.Params[i] = c.Params[i].clone()
	}
	if c.Body != nil {
		out.Body = c.Body.clone()
	}
	return out
}

// Genes yields the genes of the parameters and of the body.
func (c *Call) Genes() iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		for _, p := range c.Params {
			if !yield(p.Gene) {
				return
			}
		}
		if c.Body != nil {
			yield(c.Body)
		}
	}
}

// Randomize draws all values anew. The call is valid afterwards.
func (c *Call) Randomize(r *rand.Rand) {
	c.Invalid = nil
	for i := range c.Params {
		if p := &c.Params[i]; p.Found {
			p.drawFound(r)
		} else {
			p.Gene.Randomize(r)
		}
	}
	if c.Body != nil {
		c.Body.Randomize(r)
	}
}

// Value returns the value that the call sends for a parameter, an invalid part included.
func (c *Call) Value(param int) any {
	v := c.Params[param].Gene.Value()
	if c.Invalid != nil && c.Invalid.Param == param {
		v = c.Invalid.apply(v)
	}
	return v
}

// Encode writes the call into dst, which it resets first.
func (c *Call) Encode(op *openapi.Operation, dst *message.Request) {
	dst.Reset()
	for _, piece := range c.path {
		if piece.param < 0 {
			dst.Path = append(dst.Path, message.PathPiece{Raw: piece.literal, Text: piece.literal})
			continue
		}
		p := message.PathParam(c.Params[piece.param].Spec, c.Value(piece.param))
		p.Index = piece.param
		dst.Path = append(dst.Path, p)
	}
	for i := range c.Params {
		if c.Params[i].InPath() {
			continue
		}
		spec, v := c.Params[i].Spec, c.Value(i)
		if c.Invalid != nil && c.Invalid.Param == i && c.Invalid.InForm() {
			spec = c.Invalid.specSent(spec)
		}
		switch {
		case value.IsAbsent(v) || spec.In == InForm:
		case Surrounds(spec.In):
			dst.Given = append(dst.Given, message.Given{In: spec.In, Name: spec.Name, Value: v})
		default:
			dst.AddParam(spec, v)
		}
	}
	completeHandshake(c.Params, dst)
	c.encodeBody(dst)
	c.Invalid.leaveOperation(dst)
	dst.Gone = c.Invalid.Gone()
	if c.Invalid != nil && c.Invalid.Whole == acceptForeign {
		dst.Headers = append(slices.DeleteFunc(dst.Headers, func(p message.Pair) bool { return p.Name == "Accept" }),
			message.Pair{Name: "Accept", Value: foreignType})
	}
}

// encodeBody writes the body, if there is one. Undeclared fields of forms stand behind the declared fields, or make a
// body of their own.
func (c *Call) encodeBody(dst *message.Request) {
	if c.Body != nil && c.Invalid != nil && c.Invalid.Param == InBody {
		c.Invalid.encodeBody(c.Body.currentType(), c.Body.Value(), dst)
		return
	}
	m, v := &openapi.MediaType{Type: "application/x-www-form-urlencoded"}, value.Absent
	if c.Body != nil && c.Body.Value() != value.Absent {
		m, v = c.Body.currentType(), c.Body.Value()
	}
	if fields := c.foundFields(); len(fields) > 0 && message.KindOf(m.Type) == message.Form {
		declared, _ := v.(value.Object)
		v = slices.Concat(declared, fields)
	}
	if v != value.Absent {
		dst.AddBody(m, v)
	}
}

// IsInvalid reports whether the call is invalid on purpose.
func (c *Call) IsInvalid() bool { return c.Invalid != nil }

// MakeValid makes the call valid again.
func (c *Call) MakeValid() { c.Invalid = nil }

// WholeBody returns the value that the call sends as its body, an invalid part included. It returns value.Absent if
// there is no body.
func (c *Call) WholeBody() any {
	v := c.Body.Value()
	if c.Invalid != nil && c.Invalid.Param == InBody && v != value.Absent {
		v = c.Invalid.apply(v)
	}
	return v
}

func (p *Param) isInput(in Input) bool { return in.isSame(Input{In: p.Spec.In, Name: p.Spec.Name}) }

// drawFound draws the value of an undeclared parameter, which is mostly off.
func (p *Param) drawFound(r *rand.Rand) {
	p.Gene.Randomize(r)
	if Surrounds(p.Spec.In) || !chance.Seldom(r) { // on in half of the draws
		p.Gene.(*gene.Optional).Set(false)
	}
}

// foundFields returns the undeclared fields of a form that are on.
func (c *Call) foundFields() (fields value.Object) {
	for i, p := range c.Params {
		if p.Found && p.Spec.In == InForm {
			if v := c.Value(i); v != value.Absent {
				fields = append(fields, value.Member{Name: p.Spec.Name, Value: v})
			}
		}
	}
	return fields
}
