package action

import (
	"iter"
	"slices"
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

// IsBeside reports whether two takers of calls of one operation share a place.
func (t Taker) IsBeside(other Taker) bool {
	return t.Param == other.Param && t.Name == other.Name && t.within == other.within
}

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
	c := a.(*Call)
	room := 2 * len(c.Genotype.Params) // for genes and what is around them
	if b := c.Genotype.Body; b != nil && b.On {
		room += usualBody
	}
	return slices.AppendSeq(make([]Taker, 0, room), c.Inputs())
}

// usualBody is how many takers most bodies have at most.
const usualBody = 32

// Inputs yields the takers of a call, of which nobody may change any before all are there.
func (c *Call) Inputs() iter.Seq[Taker] {
	return func(yield func(Taker) bool) { c.visit(func(string) bool { return true }, yield) }
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
		return visitMembers(g, t.Param, t.within+"/"+t.Name, wanted, found)
	case gene.Wrapper:
		inner := g.Inner()
		return inner == nil || Taker{inner, t.Name, t.Param, t.within}.visit(wanted, found)
	case gene.Parent:
		return t.visitChildren(g, wanted, found)
	}
	return true
}

func visitMembers(
	g gene.Record, param int, within string, wanted func(name string) bool, found func(Taker) bool,
) bool {
	for member, child := range g.Members() {
		if !(Taker{child, member, param, within}).visit(wanted, found) {
			return false
		}
	}
	return true
}

func (t Taker) visitChildren(g gene.Parent, wanted func(name string) bool, found func(Taker) bool) bool {
	for child := range g.Children() {
		if !(Taker{child, t.Name, t.Param, t.within}).visit(wanted, found) {
			return false
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

// takes reports whether Assign can give a gene a plain value.
func (t Taker) takes() bool {
	_, ok := t.Gene.(gene.Assigner)
	return ok && isSingle(t.Gene) && gene.Weight(t.Gene) > 0
}

// isSingle reports whether a gene has a scalar value. It asks none for a value that has parts, because building it
// would be wasted work.
func isSingle(g gene.Gene) bool {
	switch w := g.(type) {
	case gene.Record, *gene.Array:
		return false
	case *gene.String:
		return true
	case gene.Wrapper:
		if inner := w.Inner(); inner != nil {
			return isSingle(inner)
		}
	}
	return IsScalar(g.Value())
}

func IsScalar(v any) bool {
	switch v.(type) {
	case []any, value.Object, bool:
		return false
	}
	return true
}
