package effects

import (
	"slices"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
)

// name is an id in a call that does not come from an earlier answer of its test.
type name struct {
	collection, value string
	param             int
	member            string // body member, "" in the path
	listed            bool   // taken from an answer that shows state all tests share
	itself            bool   // in the body, the id of the resource at the end of the path

	own     bool // the current test created the element
	touched bool // the current test changed the element
	altered bool // other tests changed the element, and the current test did not create it
}

// end reports whether the name is the last in the path of a call and names the element that the path leads to.
func (n *name) end(path string) bool { return n.param != genotype.InBody && leads(path, n.collection) }

// names returns the ids in the path and body of a call that do not come from resources of its test. It leaves out names
// below a resource that the test created, because no other test can have such names. Numbers stay: they may count over
// all resources. read is [attempt.read] of the test.
func (v *inventory) names(x *link.Exchange, read map[int]bool) []name {
	out := v.inBody(x, v.inPath(x, read))
	for i := range out {
		n := &out[i]
		n.own, n.touched = v.own.has(n.collection, n.value), v.touched.has(n.collection, n.value)
		n.altered = !n.own && v.altered.has(n.collection, n.value)
	}
	return out
}

// inPath returns the names in the path of a call. See names.
func (v *inventory) inPath(x *link.Exchange, read map[int]bool) (out []name) {
	op, within := x.Call.Op, false
	for i := range x.Encoded.Path {
		piece := &x.Encoded.Path[i]
		if piece.Param == "" || piece.Raw == "" {
			continue
		}
		collection := api.BeforeParam(op.Spec.Path, piece.Param)
		others := v.made.has(collection, piece.Raw) && !v.own.has(collection, piece.Raw)
		used, listed := usedInPath(x.Uses, i, read, others)
		if (!used || listed) && (!within || number(piece.Raw)) {
			out = append(out, name{collection: collection, value: piece.Raw, param: piece.Index, listed: listed})
		}
		within = within || v.created.has(collection, piece.Raw) || v.isNew(piece.Raw)
	}
	return out
}

// inBody appends the names in the body of a call. See names.
func (v *inventory) inBody(x *link.Exchange, out []name) []name {
	if !x.Encoded.HasBody && !x.Encoded.JSONBody {
		return out
	}
	op := x.Call.Op
	each(bodyOf(x), func(member, text string) {
		if usedInBody(x.Uses, member) {
			return
		}
		collection := v.called(member, text)
		if ref := op.References.Of(genotype.InBody, member); ref != nil && ref.Collection != "" {
			collection = ref.Collection
		}
		itself := collection == "" && api.OfItself(op.Spec.Path, member)
		if itself {
			collection = api.BeforeParam(op.Spec.Path, api.LastParam(op.Spec.Path))
		}
		if collection != "" {
			out = append(out, name{collection: collection, value: text, param: genotype.InBody,
				itself: itself, member: member})
		}
	})
	return out
}

// asksByNumber reports whether a read has a number in its query that does not come from an answer: the elements after
// 27, or the elements that cost at least 30.
func asksByNumber(x *link.Exchange) bool {
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

// usedInPath reports whether a piece of the path comes from an earlier answer (used), and whether from an answer that
// shows state all tests share (listed). others says that another test created the named element; then the answer to any
// read counts as shared.
func usedInPath(uses []link.Use, piece int, read map[int]bool, others bool) (used, listed bool) {
	for _, u := range uses {
		if u.In == openapi.InPath && u.Piece == piece {
			listed = slices.ContainsFunc(u.Text, func(p link.Piece) bool {
				if p.Origin == nil {
					return false
				}
				shared, isRead := read[p.Origin.Step]
				return shared || isRead && others
			})
			return true, listed
		}
	}
	return false, false
}

// namesOwn reports whether a call names a resource that its test created.
func namesOwn(x *link.Exchange, named []name, read map[int]bool) bool {
	made := func(p link.Piece) bool { return p.Origin != nil && !read[p.Origin.Step] }
	if slices.ContainsFunc(x.Uses, func(u link.Use) bool { return slices.ContainsFunc(u.Text, made) }) {
		return true
	}
	return slices.ContainsFunc(named, func(n name) bool { return n.own })
}
