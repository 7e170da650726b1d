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

// Taker is a gene of a call that takes plain values and has a single plain value.
type Taker struct {
	gene.Gene
	Name  string // name of the parameter or member, "" for none
	Param int    // index of the parameter, genotype.InBody for a part of the body

	within string // names of the members around the taker
}

// Place names the place of a taker in a call of its operation. The elements of a list share a place.
func (t Taker) Place() string { return strconv.Itoa(t.Param) + t.within + "/" + t.Name }

// IsBeside reports whether two takers of calls of one operation share a place.
func (t Taker) IsBeside(other Taker) bool {
	return t.Param == other.Param && t.Name == other.Name && t.within == other.within
}

// memberNames returns the names of the members that lead to a taker, in the value of its parameter or body.
func (t Taker) memberNames() []string {
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
	room := 2 * len(c.Genotype.Params) // each parameter has a gene, and mostly a gene around it
	if b := c.Genotype.Body; b != nil && b.On {
		room += usualBody
	}
	return slices.AppendSeq(make([]Taker, 0, room), c.Inputs())
}

// usualBody is the greatest number of takers in most bodies.
const usualBody = 32

// Inputs yields the takers of a call. The caller must not change any of them before it has all.
func (c *Call) Inputs() iter.Seq[Taker] {
	return func(yield func(Taker) bool) {
		c.walk(func(t Taker) bool { return !t.takesValues() || yield(t) })
	}
}

// Lists returns the lists of an action, each with the place of its elements.
func Lists(a testcase.Action) (out []Taker) {
	a.(*Call).walk(func(t Taker) bool {
		if _, isList := t.Gene.(*gene.Array); isList {
			out = append(out, t)
		}
		return true
	})
	return out
}

// walk calls visit for each gene of the parameters and the body of a call, with its place, until visit returns false.
func (c *Call) walk(visit func(Taker) bool) {
	for i, p := range c.Genotype.Params {
		if !(Taker{p.Gene, p.Spec.Name, i, ""}).walk(visit) {
			return
		}
	}
	if c.Genotype.Body != nil {
		Taker{c.Genotype.Body, "", genotype.InBody, ""}.walk(visit)
	}
}

// walk calls visit for a gene and the genes inside of it, until visit returns false. It reports whether it called visit
// for all of them.
func (t Taker) walk(visit func(Taker) bool) bool {
	if !visit(t) {
		return false
	}
	switch g := t.Gene.(type) {
	case gene.Record:
		return t.walkMembers(g, visit)
	case gene.Wrapper:
		inner := g.Inner()
		return inner == nil || Taker{inner, t.Name, t.Param, t.within}.walk(visit)
	case gene.Parent:
		return t.walkChildren(g, visit)
	}
	return true
}

func (t Taker) walkChildren(g gene.Parent, visit func(Taker) bool) bool {
	for child := range g.Children() {
		if !(Taker{child, t.Name, t.Param, t.within}).walk(visit) {
			return false
		}
	}
	return true
}

func (t Taker) walkMembers(g gene.Record, visit func(Taker) bool) bool {
	within := t.within + "/" + t.Name
	for member, child := range g.Members() {
		if !(Taker{child, member, t.Param, within}).walk(visit) {
			return false
		}
	}
	return true
}

// Named returns the gene of a member of a dictionary (a [gene.Map]) in the call, if the taker holds the name of that
// member. It returns nil for all other takers.
func (t Taker) Named(c *genotype.Call) gene.Gene {
	if t.Param == genotype.InBody {
		return named(c.Body, t.Gene)
	}
	return named(c.Params[t.Param].Gene, t.Gene)
}

// named searches a gene for the dictionary with the name gene, and returns the gene of the member with the name.
func named(in, name gene.Gene) gene.Gene {
	switch g := in.(type) {
	case *gene.Map:
		before := gene.Gene(nil)
		for child := range g.Children() { // names and values in turns
			if before == name {
				return child
			}
			before = child
		}
	case gene.Wrapper:
		return named(g.Inner(), name)
	}
	if p, ok := in.(gene.Parent); ok {
		for child := range p.Children() {
			if of := named(child, name); of != nil {
				return of
			}
		}
	}
	return nil
}

// takesValues reports whether the gene takes plain values.
func (t Taker) takesValues() bool {
	_, ok := t.Gene.(gene.Assigner)
	return ok && isSingle(t.Gene) && gene.Weight(t.Gene) > 0
}

// isSingle reports whether a gene has a scalar value. It does not ask genes with parts for their values, because it
// would be slow to build these.
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

// IsScalar reports whether a value is a text, a number, null or absent. It returns false for lists, objects and bools.
func IsScalar(v any) bool {
	switch v.(type) {
	case []any, value.Object, bool:
		return false
	}
	return true
}
