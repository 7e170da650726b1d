package rest

import (
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// callGenes is the genotype of one call of an operation.
type callGenes struct {
	plan   *callPlan
	params []paramGene
	body   *bodyGene // nil if the operation takes none
	fault  *corruption
}

// paramGene is the value of one parameter. Optional parameters are
// *gene.Optional.
type paramGene struct {
	spec *openapi.Parameter
	gene gene.Gene
}

// callPlan is what all calls of an operation share. It is read-only.
type callPlan struct {
	path   []planPiece
	other  []int // indices of the parameters outside of the path
	bodies []*openapi.MediaType
}

// planPiece is a literal of a path template, or a parameter by index.
type planPiece struct {
	literal string
	param   int // -1 for a literal
}

// Clone returns a deep copy, deliberate violation included.
func (c *callGenes) Clone() *callGenes {
	out := &callGenes{plan: c.plan, params: make([]paramGene, len(c.params)), fault: c.fault}
	for i, p := range c.params {
		out.params[i] = paramGene{spec: p.spec, gene: p.gene.Clone()}
	}
	if c.body != nil {
		out.body = c.body.clone()
	}
	return out
}

// Genes yields the genes of the parameters and of the body.
func (c *callGenes) Genes() iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		for _, p := range c.params {
			if !yield(p.gene) {
				return
			}
		}
		if c.body != nil {
			yield(c.body)
		}
	}
}

// Randomize draws all values anew, without a violation.
func (c *callGenes) Randomize(r *rand.Rand) {
	c.fault = nil
	for _, p := range c.params {
		p.gene.Randomize(r)
	}
	if c.body != nil {
		c.body.Randomize(r)
	}
}

// value is the value of a parameter, with the deliberate violation in it.
func (c *callGenes) value(param int) any {
	v := c.params[param].gene.Value()
	if c.fault != nil && c.fault.param == param {
		v = c.fault.apply(v)
	}
	return v
}

// encode writes the call into dst, which it resets first.
func (c *callGenes) encode(op *openapi.Operation, dst *message.Request) {
	dst.Reset()
	for _, piece := range c.plan.path {
		if piece.param < 0 {
			dst.Path = append(dst.Path, message.PathPiece{Raw: piece.literal, Text: piece.literal})
			continue
		}
		p := message.PathParam(c.params[piece.param].spec, c.value(piece.param))
		p.Index = piece.param
		dst.Path = append(dst.Path, p)
	}
	for _, i := range c.plan.other {
		if v := c.value(i); v != value.Absent {
			dst.AddParam(c.params[i].spec, v)
		}
	}
	if c.body != nil {
		c.encodeBody(op, dst)
	}
}

// encodeBody writes the body, if it is there.
func (c *callGenes) encodeBody(op *openapi.Operation, dst *message.Request) {
	if c.fault != nil && c.fault.param == inBody {
		c.fault.encodeBody(op, c.body, dst)
		return
	}
	if v := c.body.Value(); v != value.Absent {
		dst.AddBody(op.Bodies[c.body.media], v)
	}
}

// corrupted reports whether the call has a deliberate violation.
func (c *callGenes) corrupted() bool { return c.fault != nil }

// clearCorruption makes the call valid again.
func (c *callGenes) clearCorruption() { c.fault = nil }

// whole is the value of the body with its flaw, gene.Absent for none.
func (c *callGenes) whole() any {
	v := c.body.Value()
	if c.fault != nil && c.fault.param == inBody && v != value.Absent {
		v = c.fault.apply(v)
	}
	return v
}
