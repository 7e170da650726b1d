package api

import (
	"iter"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// findReferences finds the references of all operations. An operation with a reference to a collection needs the
// operations that create elements of the collection.
func (a *API) findReferences() {
	nouns := nounsOf(a.Ops)
	for _, o := range a.Ops {
		a.findForeign(o, nouns)
	}
	a.Collections = collectionsOf(a.Ops, nouns)
	for _, o := range a.Ops {
		o.useCreatorsOfLinks()
		a.needForeign(o)
		o.References = a.referencesOf(o)
		for i := range o.References {
			ref := &o.References[i]
			o.Following |= ref.Bit
			o.Chained = true
			if o.Links.fills(ref) || createsOwner(o.Spec, ref.Collection) {
				continue
			}
			if collection := ref.Collection; collection != "" {
				o.addCreators(a.Makers(collection))
			} else if ref.Param == genotype.InBody || o.Template.Params[ref.Param].Spec.In != openapi.InHeader {
				o.addCreators(Select(a.Ops, func(c *Operation) bool {
					return c.answersUnsent(ref.Like, c.Spec.Method == "GET")
				}))
			}
		}
		o.assignBits()
	}
	a.breakCircles()
}

// needForeign makes an operation need the creators of the elements that its Foreign parameters name. The operation
// cannot choose the ids of these elements.
func (a *API) needForeign(o *Operation) {
	if len(o.Foreign) == 0 || o.knowsPath() {
		return
	}
	for _, param := range o.Spec.Parameters {
		if collection := o.Foreign[param.Name]; collection != "" {
			o.addCreators(a.Makers(collection))
		}
	}
	o.Chooses = o.Chooses && o.Foreign[LastParam(o.Spec.Path)] == ""
}

// sentNames returns the plain names of the inputs of an operation outside of its path.
func sentNames(op *openapi.Operation) (names []string) {
	for in, name := range Inputs(op) {
		if in != openapi.InPath {
			names = append(names, words.Plain(name))
		}
	}
	return names
}

// Inputs yields the place and the name of each input of an operation: the parameters, then the members of bodies with
// the place "".
func Inputs(op *openapi.Operation) iter.Seq2[string, string] {
	return func(yield func(in, name string) bool) {
		for _, p := range op.Parameters {
			if !yield(p.In, p.Name) {
				return
			}
		}
		for _, body := range op.Bodies {
			if body.Schema == nil {
				continue
			}
			for _, property := range message.Flatten(body.Schema).Properties {
				if !yield("", property.Name) {
					return
				}
			}
		}
	}
}

// addCreators makes operations creators of this operation, and one group of its needs. An operation may be its own
// maker: an element may refer to another element of its collection.
func (o *Operation) addCreators(makers []*Operation) {
	if len(makers) == 0 {
		return
	}
	for _, maker := range makers {
		if maker != o && !slices.Contains(o.Creators, maker) {
			o.Creators = append(o.Creators, maker)
		}
	}
	same := func(group []*Operation) bool { return slices.Equal(group, makers) }
	switch {
	case !slices.ContainsFunc(o.Needs, same):
		o.Needs = append(o.Needs, makers)
	case !slices.ContainsFunc(o.Twice, same):
		o.Twice = append(o.Twice, makers)
	}
}

// AddsTo reports whether calls of an operation usually create elements of a collection, or of a collection with the
// same noun elsewhere.
func AddsTo(op *openapi.Operation, collection string) bool {
	return op.Method == "POST" && (Creates(op.Path, collection) || SameNoun(op.Path, collection)) ||
		PutsInto(op, collection)
}

// Bring notes that an accepted call of "to" sent a value from an answer of "from". If "from" is a POST on another
// collection of the same noun ("/v2/files" for "/files/{id}"), it becomes a creator for all paths through the
// collection.
func (a *API) Bring(from, to *Operation) {
	for _, collection := range collections(to.Spec.Path) {
		if from.Spec.Method != "POST" || !SameNoun(from.Spec.Path, collection) {
			continue
		}
		for _, o := range a.Ops {
			if slices.Contains(collections(o.Spec.Path), collection) && !slices.Contains(o.Creators, from) {
				o.Creators = append(slices.Clip(o.Creators), from)
				joinNeeds(o, from, collection)
			}
		}
	}
	a.breakCircles()
}

// createsOwner reports whether an operation creates the resource to which a collection belongs, as a table has rows.
// Then the elements of the collection cannot exist before the call.
func createsOwner(op *openapi.Operation, collection string) bool {
	return op.Method == "POST" && slices.ContainsFunc(collections(collection), func(made string) bool {
		return Creates(op.Path, made) || SameNoun(op.Path, made)
	})
}

// joinNeeds adds an operation to the group of needs whose makers create elements of a collection, or makes a new group
// of it.
func joinNeeds(o, maker *Operation, collection string) {
	makes := func(other *Operation) bool {
		return other != maker && (AddsTo(other.Spec, collection) || haveGift(other.Gifts, collection))
	}
	for i, group := range o.Needs {
		if slices.ContainsFunc(group, makes) {
			o.Needs[i] = append(slices.Clip(group), maker)
			return
		}
	}
	o.Needs = append(o.Needs, []*Operation{maker})
}

// breakCircles breaks circles of needs, because otherwise no operation of a circle could be first. In each circle, the
// operation with the shortest path loses the need.
func (a *API) breakCircles() {
	for {
		ready := a.findReady()
		var out *Operation
		for _, o := range a.Ops {
			if !ready[o] && needsItself(o) &&
				(out == nil || strings.Count(o.Spec.Path, "/") < strings.Count(out.Spec.Path, "/")) {
				out = o
			}
		}
		if out == nil {
			return
		}
		out.Needs = slices.DeleteFunc(slices.Clone(out.Needs), func(group []*Operation) bool {
			return !slices.ContainsFunc(group, func(m *Operation) bool { return ready[m] })
		})
	}
}

// findReady returns the operations whose needs can be met by calls one after the other. Operations of the same path
// meet each other's needs.
func (a *API) findReady() map[*Operation]bool {
	ready := map[*Operation]bool{}
	for before := -1; before < len(ready); {
		before = len(ready)
		for _, o := range a.Ops {
			missing := slices.ContainsFunc(o.Needs, func(group []*Operation) bool {
				return !slices.ContainsFunc(group, func(m *Operation) bool {
					return ready[m] || m.Spec.Path == o.Spec.Path
				})
			})
			if !missing {
				ready[o] = true
			}
		}
	}
	return ready
}

// needsItself reports whether the operation is in its own needs, directly or through the needs of others.
func needsItself(o *Operation) bool {
	seen := map[*Operation]bool{}
	var visit func(of *Operation) bool
	visit = func(of *Operation) bool {
		for _, group := range of.Needs {
			for _, maker := range group {
				if maker == o {
					return true
				}
				if !seen[maker] {
					if seen[maker] = true; visit(maker) {
						return true
					}
				}
			}
		}
		return false
	}
	return visit(o)
}

// Gift says that answers of an operation have the id of an element of a collection at a place.
type Gift struct {
	Pointer    string // to the id in the body
	Collection string // path before the parameter that takes the id
}

// Give notes that an accepted call used, after a collection in its path, the value at a pointer in an answer of "from".
// Then "from" meets the need of all paths through the collection, as a creator, or as a source of ids if no creator is
// known. It reports whether this is new. "from" may be nil.
func (a *API) Give(from *Operation, pointer, collection string) bool {
	gift := Gift{pointer, collection}
	if from == nil || slices.Contains(from.Gifts, gift) {
		return false
	}
	from.Gifts = append(slices.Clip(from.Gifts), gift)
	adds := func(o *Operation) bool { return AddsTo(o.Spec, collection) }
	for _, o := range a.Ops {
		made := from.Spec.Method == "GET" && slices.ContainsFunc(o.Creators, adds)
		if o != from && Names(o, collection) && !slices.Contains(o.Creators, from) && !made {
			o.Creators = append(slices.Clip(o.Creators), from)
			joinNeeds(o, from, collection)
		}
	}
	a.breakCircles()
	return true
}

// Names reports whether calls of an operation name elements of a collection, in the path or elsewhere.
func Names(o *Operation, collection string) bool {
	return slices.Contains(collections(o.Spec.Path), collection) ||
		slices.ContainsFunc(o.References, func(r Reference) bool {
			return r.Collection == collection || r.Collection != "" && SameNoun(r.Collection, collection)
		})
}

// IsGiven reports whether any operation is known to answer ids of elements of a collection.
func (a *API) IsGiven(collection string) bool {
	return slices.ContainsFunc(a.Ops, func(o *Operation) bool { return haveGift(o.Gifts, collection) })
}

// haveGift reports whether gifts have ids of elements of a collection.
func haveGift(gifts []Gift, collection string) bool {
	return slices.ContainsFunc(gifts, func(g Gift) bool { return g.Collection == collection })
}
