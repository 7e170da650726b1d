package action

import (
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// Taker is a gene of a call that accepts plain values and has a single one.
type Taker struct {
	gene.Gene
	Name  string // of its parameter or member, "" for none
	Param int    // index of the parameter, inBody for a part of the body

	within string // the names of the members around it
}

// Place names the place of a taker in a call of its operation. The elements of a list
// share a place.
func (t Taker) Place() string { return strconv.Itoa(t.Param) + t.within + "/" + t.Name }

// names are the names of the members that lead to a taker in the value of its parameter
// or body.
func (t Taker) names() []string {
	return strings.Split(strings.TrimPrefix(t.within+"/"+t.Name, "/"), "/")[1:]
}

// Place is an input of all calls of an operation.
type Place struct {
	Op   int    // the index of the operation
	Path string // see [Taker.Place]
}

// PlaceOf returns the place of a taker of a call.
func PlaceOf(c *Call, t Taker) Place { return Place{c.Op.Index, t.Place()} }

// Takers returns the takers of an action.
func Takers(a testcase.Action) []Taker {
	var out []Taker
	a.(*Call).visit(func(string) bool { return true }, func(t Taker) bool {
		out = append(out, t)
		return true
	})
	return out
}

// visit calls found for the takers of a call with a wanted name until found
// returns false.
func (c *Call) visit(wanted func(name string) bool, found func(Taker) bool) {
	for i, p := range c.Genotype.Params {
		if !(Taker{p.Gene, p.Spec.Name, i, ""}).visit(wanted, found) {
			return
		}
	}
	if c.Genotype.Body != nil {
		Taker{c.Genotype.Body, "", genotype.InBody, ""}.visit(wanted, found)
	}
}

// visit reports whether to continue.
func (t Taker) visit(wanted func(name string) bool, found func(Taker) bool) bool {
	if wanted(t.Name) && t.takes() && !found(t) {
		return false
	}
	switch g := t.Gene.(type) {
	case gene.Record:
		within := t.within + "/" + t.Name
		for member, child := range g.Members() {
			if !(Taker{child, member, t.Param, within}).visit(wanted, found) {
				return false
			}
		}
	case gene.Parent:
		for child := range g.Children() {
			if !(Taker{child, t.Name, t.Param, t.within}).visit(wanted, found) {
				return false
			}
		}
	}
	return true
}

// Lists returns the lists of an action, each with the place of its elements.
func Lists(a testcase.Action) (out []Taker) {
	c := a.(*Call)
	for i, p := range c.Genotype.Params {
		out = (Taker{p.Gene, p.Spec.Name, i, ""}).lists(out)
	}
	if c.Genotype.Body != nil {
		out = Taker{c.Genotype.Body, "", genotype.InBody, ""}.lists(out)
	}
	return out
}

// lists adds the lists in a gene.
func (t Taker) lists(out []Taker) []Taker {
	switch g := t.Gene.(type) {
	case *gene.Array:
		out = append(out, t)
		for child := range g.Children() {
			out = Taker{child, t.Name, t.Param, t.within}.lists(out)
		}
	case gene.Record:
		for member, child := range g.Members() {
			out = Taker{child, member, t.Param, t.within + "/" + t.Name}.lists(out)
		}
	case gene.Parent:
		for child := range g.Children() {
			out = Taker{child, t.Name, t.Param, t.within}.lists(out)
		}
	}
	return out
}

// takes reports whether Assign can give a gene a plain value. It does not ask
// genes with members for their value, because building it would be wasted work.
func (t Taker) takes() bool {
	if _, record := t.Gene.(gene.Record); record {
		return false
	}
	_, ok := t.Gene.(gene.Assigner)
	return ok && gene.Weight(t.Gene) > 0 && IsScalar(t.Value())
}

func IsScalar(v any) bool {
	switch v.(type) {
	case []any, value.Object, bool:
		return false
	}
	return true
}
