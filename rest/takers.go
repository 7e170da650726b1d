package rest

import (
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// taker is a gene that takes values and has a single one.
type taker struct {
	gene.Gene
	name  string // of its parameter or member, "" for none
	param int    // index of the parameter, inBody for a part of the body
}

// takers returns those of an action.
func takers(a testcase.Action) []taker {
	var out []taker
	a.(*call).visit(func(string) bool { return true }, func(t taker) bool {
		out = append(out, t)
		return true
	})
	return out
}

// visit calls found for the takers of a call with a wanted name until it says no.
func (c *call) visit(wanted func(name string) bool, found func(taker) bool) {
	for i, p := range c.genes.Params {
		if !(taker{p.Gene, p.Spec.Name, i}).visit(wanted, found) {
			return
		}
	}
	if c.genes.Body != nil {
		taker{c.genes.Body, "", genotype.InBody}.visit(wanted, found)
	}
}

// visit reports whether to go on.
func (t taker) visit(wanted func(name string) bool, found func(taker) bool) bool {
	if wanted(t.name) && t.takes() && !found(t) {
		return false
	}
	switch g := t.Gene.(type) {
	case *gene.Object:
		for member, child := range g.Members() {
			if !(taker{child, member, t.param}).visit(wanted, found) {
				return false
			}
		}
	case gene.Parent:
		for child := range g.Children() {
			if !(taker{child, t.name, t.param}).visit(wanted, found) {
				return false
			}
		}
	}
	return true
}

// takes reports whether a gene can be given a plain value. The value of one
// with members would be made for nothing.
func (t taker) takes() bool {
	if _, object := t.Gene.(*gene.Object); object {
		return false
	}
	_, ok := t.Gene.(gene.Assigner)
	return ok && gene.Weight(t.Gene) > 0 && isScalar(t.Value())
}

func isScalar(v any) bool {
	switch v.(type) {
	case []any, value.Object, bool:
		return false
	}
	return true
}
