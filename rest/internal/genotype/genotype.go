// Package genotype makes the genes of calls from the schema of an API, and makes
// calls invalid on purpose.
//
// Inputs that the program reads and the schema does not declare stand behind the declared ones and are off at
// first. So a call that was made before keeps its genes and sends the same; new calls and mutants switch them on
// now and then.
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
	path    []pathPiece // that of all calls of the operation. It is read-only.
	Params  Params
	Body    *Body // nil if the operation takes none
	Invalid *Invalid
}

// Params are the values of the parameters of a call: first the declared parameters, then the
// found ones.
type Params []Param

// Param is the value of one parameter. Optional parameters are
// *gene.Optional.
type Param struct {
	Spec  *openapi.Parameter
	Gene  gene.Gene
	Found bool // the program reads it, and the schema does not declare it
}

// InPath reports whether the parameter is a part of the path.
func (p *Param) InPath() bool { return p.Spec.In == openapi.InPath }

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

// pathPiece is a literal of a path template, or a parameter by index.
type pathPiece struct {
	literal string
	param   int // -1 for a literal
}

// Clone returns a deep copy, which is invalid in the same way.
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
			p.draw(r)
		} else {
			p.Gene.Randomize(r)
		}
	}
	if c.Body != nil {
		c.Body.Randomize(r)
	}
}

// Value is the value of a parameter, with what is invalid in it on purpose.
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
			spec = c.Invalid.spec(spec)
		}
		if v != value.Absent && spec.In != InForm {
			dst.AddParam(spec, v)
		}
	}
	shake(c.Params, dst)
	c.encodeBody(dst)
	c.Invalid.detour(dst)
	dst.Gone = c.Invalid.Gone()
	if c.Invalid != nil && c.Invalid.Whole == acceptForeign {
		dst.Headers = append(slices.DeleteFunc(dst.Headers, func(p message.Pair) bool { return p.Name == "Accept" }),
			message.Pair{Name: "Accept", Value: foreignType})
	}
}

// encodeBody writes the body, if it is there. Fields of forms that are not declared
// are a body, or stand behind those of another form.
func (c *Call) encodeBody(dst *message.Request) {
	if c.Body != nil && c.Invalid != nil && c.Invalid.Param == InBody {
		c.Invalid.encodeBody(c.Body.mediaType(), c.Body.Value(), dst)
		return
	}
	m, v := &openapi.MediaType{Type: "application/x-www-form-urlencoded"}, value.Absent
	if c.Body != nil && c.Body.Value() != value.Absent {
		m, v = c.Body.mediaType(), c.Body.Value()
	}
	if fields := c.form(); len(fields) > 0 && message.KindOf(m.Type) == message.Form {
		declared, _ := v.(value.Object)
		v = slices.Concat(declared, fields)
	}
	if v != value.Absent {
		dst.AddBody(m, v)
	}
}

// IsInvalid reports whether something in the call is invalid on purpose.
func (c *Call) IsInvalid() bool { return c.Invalid != nil }

// MakeValid makes the call valid again.
func (c *Call) MakeValid() { c.Invalid = nil }

// WholeBody is the value of the body, with what is invalid in it on purpose. It is
// value.Absent if there is no body.
func (c *Call) WholeBody() any {
	v := c.Body.Value()
	if c.Invalid != nil && c.Invalid.Param == InBody && v != value.Absent {
		v = c.Invalid.apply(v)
	}
	return v
}

func (p *Param) is(in Input) bool { return in.same(Input{In: p.Spec.In, Name: p.Spec.Name}) }

// draw draws a parameter that is not declared, which is mostly off.
func (p *Param) draw(r *rand.Rand) {
	p.Gene.Randomize(r)
	if !chance.Seldom(r) { // on in half of the draws
		p.Gene.(*gene.Optional).Set(false)
	}
}

// form returns the fields of a form that are not declared and are on.
func (c *Call) form() (fields value.Object) {
	for i, p := range c.Params {
		if p.Found && p.Spec.In == InForm {
			if v := c.Value(i); v != value.Absent {
				fields = append(fields, value.Member{Name: p.Spec.Name, Value: v})
			}
		}
	}
	return fields
}
