package ground

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/sut"
)

// name is an id that a call names by itself.
type name struct {
	collection, value string
	param             int
	listed            bool // it comes from an answer that reads what all tests share
	itself            bool // it is the id of what the path leads to, in the body
	member            string
}

// leaning says why a call leans on what it names.
func (n *name) leaning(step int, why string) Leaning {
	return Leaning{Why: why, Step: step, Param: n.param, Collection: n.collection, Value: n.value, Member: n.member}
}

// names returns the ids that a call names in its path and its body, and that do not
// come from what the test made. Names below what the test itself made anew are those of
// nobody else; numbers there may count for all.
func (g *Ground) names(x *Exchange) (out []name) {
	op, within := x.Call.Op, false
	for i := range x.Encoded.Path {
		piece := &x.Encoded.Path[i]
		if piece.Param == "" || piece.Raw == "" {
			continue
		}
		collection := api.BeforeParam(op.Spec.Path, piece.Param)
		used, listed := usedInPath(g, x.Uses, i, holds(g.made, collection, piece.Raw) && !holds(g.own, collection, piece.Raw))
		if (!used || listed) && (!within || number(piece.Raw)) {
			out = append(out, name{collection: collection, value: piece.Raw, param: piece.Index, listed: listed})
		}
		within = within || holds(g.created, collection, piece.Raw) || isNew(g, piece.Raw)
	}
	if !x.Encoded.HasBody && !x.Encoded.JSONBody {
		return out
	}
	each(bodyOf(x), func(member, text string) {
		if usedInBody(x.Uses, member) {
			return
		}
		collection := called(g, member, text)
		if ref := op.ReferenceOf(genotype.InBody, member); ref != nil && ref.Collection != "" {
			collection = ref.Collection
		}
		itself := collection == "" && api.OfItself(op.Spec.Path, member)
		if itself {
			collection = api.BeforeParam(op.Spec.Path, api.LastParam(op.Spec.Path))
		}
		if collection != "" {
			out = append(out, name{collection: collection, value: text, param: genotype.InBody, itself: itself, member: member})
		}
	})
	return out
}

// isNew reports whether a name is one that no other test has.
func isNew(g *Ground, text string) bool {
	return slices.ContainsFunc(g.Unique, func(of string) bool { return strings.Contains(text, of) })
}

// strange reports whether nothing is known to have a name, nor hardly anything has it by chance.
func strange(g *Ground, text string) bool {
	least := leastName
	if number(text) {
		least = leastDigits
	}
	return len(text) >= least && len(g.made[text]) == 0 && len(g.found[text]) == 0 && len(g.own[text]) == 0
}

// meet learns from a call that names something in its path of which nothing is known.
func meet(g *Ground, x *Exchange) {
	for _, n := range g.names(x) {
		if x.Answer.Outcome == sut.Answered && n.param != genotype.InBody && !n.listed && strange(g, n.value) {
			g.strangers.meet(x.Call.Op, n.param, n.value, x.Answer.Status)
		}
	}
}

// free reports whether a call that names something would succeed without it as well. What a reading
// call shows may be what another test made.
func free(g *Ground, n *name, op *api.Operation) bool {
	if n.param == genotype.InBody || !g.strangers.anyName(op, n.param) {
		return false
	}
	return !reads(op) || !holds(g.made, n.collection, n.value)
}

// NeedsNamed reports whether a call of an operation was answered 404 for a name that no element has.
func NeedsNamed(g *Ground, op *api.Operation) bool {
	if g == nil {
		return false
	}
	needs, _ := g.strangers.named(op)
	return needs
}

// Takes reports whether a call of an operation succeeded for a name that nothing had, and none found
// nothing under one.
func Takes(g *Ground, op *api.Operation) bool {
	if g == nil {
		return false
	}
	needs, takes := g.strangers.named(op)
	return takes && !needs
}

// TakesAny reports whether a call that leans on what it names in its path would succeed for a name
// that nothing has as well.
func TakesAny(g *Ground, op *api.Operation, l Leaning) bool {
	return g != nil && l.Param != genotype.InBody && g.strangers.anyName(op, l.Param)
}

// counted reports whether a call asks a list to which calls add for elements by a number of its
// own, such as what comes after the element 27, or costs at least 30.
func counted(g *Ground, x *Exchange) bool {
	path := x.Call.Op.Spec.Path
	if !slices.ContainsFunc(g.grown, func(t string) bool { return adds(t, path) || strings.HasPrefix(path, t+"/") }) {
		return false
	}
	for i, q := range x.Encoded.Query {
		used := slices.ContainsFunc(x.Uses, func(u link.Use) bool { return u.In == openapi.InQuery && u.Piece == i })
		if q.Value != "" && number(q.Value) && !used {
			return true
		}
	}
	return false
}

// usedInBody reports whether a member of the body comes from an earlier answer.
func usedInBody(uses []link.Use, member string) bool {
	return slices.ContainsFunc(uses, func(u link.Use) bool {
		return u.In == link.InBodyText && (len(u.At) == 0 || u.At[len(u.At)-1].Name == member)
	})
}

// usedInPath reports whether a piece of the path comes from an earlier answer, and
// whether from one that reads what all tests share, or what another test made.
func usedInPath(g *Ground, uses []link.Use, piece int, others bool) (used, listed bool) {
	for _, u := range uses {
		if u.In == openapi.InPath && u.Piece == piece {
			listed = slices.ContainsFunc(u.Text, func(p link.Piece) bool {
				if p.Origin == nil {
					return false
				}
				shared, read := g.read[p.Origin.Step]
				return shared || read && others
			})
			return true, listed
		}
	}
	return false, false
}

// namesOwn reports whether a call names anything that the test made itself.
func (g *Ground) namesOwn(x *Exchange) bool {
	if slices.ContainsFunc(x.Uses, func(u link.Use) bool {
		return slices.ContainsFunc(u.Text, func(p link.Piece) bool { return p.Origin != nil && !g.read[p.Origin.Step] })
	}) {
		return true
	}
	return slices.ContainsFunc(g.names(x), func(n name) bool { return holds(g.own, n.collection, n.value) })
}

// sendsGiven returns an id in a body that the system gave to another test, "" if there is
// none.
func sendsGiven(g *Ground, x *Exchange) (out string) {
	if reads(x.Call.Op) {
		return ""
	}
	each(bodyOf(x), func(member, text string) {
		if g.given[text] && !usedInBody(x.Uses, member) && len(g.own[text]) == 0 {
			out = text
		}
	})
	return out
}

// fromList notes whether a call takes from a list what another test made, whatever it is
// answered: on a fresh system the list may be empty.
func fromList(g *Ground, x *Exchange, named []name) {
	for _, n := range named {
		if n.listed && g.foreign(n.collection, n.value) {
			g.lean(n.leaning(x.Step, fmt.Sprintf("%s takes %q from a list, which another test made", x.Call.Op.Spec.Name(), n.value)))
			return
		}
	}
}

// chanceless is the length from which on a value is no chance, whatever the collections are
// called.
const chanceless = 16

// holds reports whether an element of a collection is among some.
func holds(in map[string][]string, collection, value string) bool {
	if len(value) >= chanceless {
		return len(in[value]) > 0
	}
	return slices.ContainsFunc(in[value], func(t string) bool { return adds(t, collection) })
}

// adds reports whether what a call of a path adds to may be a collection.
func adds(template, collection string) bool {
	return template == collection || api.Creates(template, collection) || api.SameNoun(template, collection) || alike(template, collection)
}
