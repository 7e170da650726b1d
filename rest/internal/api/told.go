package api

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
)

// Told is an input that takes ids of the elements of a collection, as refusals showed.
type Told struct {
	Place      string // place of the input in the notation of package action
	Collection string
	Makers     []*Operation // operations that create the elements
}

// Tell notes that an input of an operation takes only ids of a collection's elements. It reports whether that is new.
// It ignores a collection whose elements no operation creates.
func (a *API) Tell(op *Operation, place, collection string) bool {
	makers := a.Makers(collection)
	if op == nil || len(makers) == 0 || slices.ContainsFunc(op.Told, func(t Told) bool { return t.Place == place }) {
		return false
	}
	if ref := op.References.atPlace(place); ref != nil {
		news := ref.Collection == collection && op.Insisted&ref.Bit == 0
		if news {
			op.Insisted |= ref.Bit
		}
		return news
	}
	op.Told = append(op.Told, Told{place, collection, makers})
	op.addCreators(makers)
	a.breakCircles()
	return true
}

// atPlace returns the reference of the input at a place, nil for none.
func (rs References) atPlace(place string) *Reference {
	first, _, _ := strings.Cut(place, "/")
	param, err := strconv.Atoi(first)
	if err != nil {
		return nil
	}
	return rs.Of(param, place[strings.LastIndexByte(place, '/')+1:])
}

// Makers returns the operations that create elements of a collection.
func (a *API) Makers(collection string) []*Operation {
	return Select(a.Ops, func(c *Operation) bool {
		return c.Spec.Method == "POST" && Creates(c.Spec.Path, collection) || c.Chooses && PutsInto(c.Spec, collection)
	})
}

// NamedBy returns the collection of the first word that is, or contains, the noun of a collection, "" for none.
func (a *API) NamedBy(said []string) string {
	for _, word := range said {
		parts := strings.FieldsFunc(word, func(r rune) bool { return r == '_' || r == '-' })
		for _, part := range append([]string{word}, parts...) {
			for _, noun := range Singulars(words.Plain(part)) {
				if collection := a.Collections[noun+"id"]; collection != "" {
					return collection
				}
			}
		}
	}
	return ""
}

// refersTo returns the collections whose elements a call of an operation names outside of its path.
func (o *Operation) refersTo() (out []string) {
	for i := range o.References {
		if c := o.References[i].Collection; c != "" {
			out = append(out, c)
		}
	}
	for i := range o.Told {
		out = append(out, o.Told[i].Collection)
	}
	return out
}

// NamesNothing reports whether no input of an operation can name an element: the operation has neither a body nor a
// path parameter.
func NamesNothing(op *openapi.Operation) bool {
	return !strings.Contains(op.Path, "{") && len(op.Bodies) == 0
}

// Stirring returns the operations that may change the state of the resources that a call of op names. They name such a
// resource outside of their path, as a payment names an order. Or their path leads through a resource that op names
// outside of its own path. If op names nothing, all changing operations may: an order may take the content of a cart.
func (a *API) Stirring(op *Operation) []*Operation {
	about, led := op.refersTo(), []string{}
	for _, param := range op.Spec.Parameters {
		if param.In == openapi.InPath {
			led = append(led, ElementsOf(op, param.Name))
		}
	}
	switch {
	case len(about)+len(led) > 0:
	case !NamesNothing(op.Spec):
		return nil
	default:
		return Select(a.Ops, func(c *Operation) bool { return c != op && isChanging(c.Spec.Method) })
	}
	return Select(a.Ops, func(c *Operation) bool {
		if c == op || !isChanging(c.Spec.Method) {
			return false
		}
		named := func(collection string) bool {
			return slices.Contains(about, collection) || slices.Contains(led, collection)
		}
		through := func(collection string) bool { return strings.HasPrefix(c.Spec.Path, collection+"/{") }
		return slices.ContainsFunc(c.refersTo(), named) || slices.ContainsFunc(about, through)
	})
}
