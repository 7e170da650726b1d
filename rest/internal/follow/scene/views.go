package scene

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
)

// Views returns the operations that read something which may depend on the resource of the test, the nearest first: the
// resource, its list, and what is below it. Then come the other elements on its path and of the test, sums and exports,
// and the lists of other elements. The calls of the test bind all parameters of their paths.
func (s *Scene) Views() []*api.Operation {
	calls := append(slices.Clip(s.Calls), s.About)
	var out []*api.Operation
	far := map[*api.Operation]int{}
	for _, op := range s.Ops {
		if op.Spec.Method != "GET" || op == s.About.Op || !s.Bound(op, calls) {
			continue
		}
		if d := s.distance(op); d >= 0 {
			out, far[op] = append(out, op), d
		}
	}
	slices.SortStableFunc(out, func(a, b *api.Operation) int { return cmp.Compare(far[a], far[b]) })
	return out
}

// Far is the least distance of a read that is neither of the resource nor of its list or its parts.
const Far = 3

// distance returns how far a read is from the resource of the test, -1 for a read that shows nothing of the test.
func (s *Scene) distance(op *api.Operation) int {
	at, item := op.Spec.Path, s.Item()
	lists := func(c *action.Call) bool { return s.Ops.List(c.Op.Spec.Path) == op }
	switch {
	case at == item:
		return 0
	case op == s.List(), op == s.Lister():
		return 1
	case item != "" && strings.HasPrefix(at, item+"/"):
		return 2
	case api.LastParam(at) != "", s.Ops.Element(at) == "" && strings.Contains(at, "{"):
		return Far
	case s.Ops.Element(at) == "":
		return Far + 1
	case strings.HasPrefix(item, at+"/"), slices.ContainsFunc(s.Calls, lists):
		return Far + 2
	}
	return -1
}

// Remote returns the Views that are Far from the resource.
func (s *Scene) Remote() []*api.Operation {
	return slices.DeleteFunc(s.Views(), func(op *api.Operation) bool { return s.distance(op) < Far })
}

// Bound reports whether the path of an operation can be filled from some calls: each of its parameters names an element
// that a call creates, or that the path of a call names.
func (s *Scene) Bound(op *api.Operation, calls []*action.Call) bool {
	for i := range op.Template.Params {
		p := op.Template.Params[i].Spec
		binds := func(c *action.Call) bool { return s.Ops.Makes(c.Op, op, p.Name) || names(c.Op, op, p.Name) }
		if p.In == openapi.InPath && !slices.ContainsFunc(calls, binds) {
			return false
		}
	}
	return true
}

// Makes reports whether the operation maker creates the elements that a parameter in the path of op names.
func (ops Operations) Makes(maker, op *api.Operation, param string) bool {
	collection, spec := api.ElementsOf(op, param), maker.Spec
	return maker.Chooses && api.PutsInto(spec, collection) || spec.Method == "POST" &&
		(api.Creates(spec.Path, collection) || ops.Element(spec.Path) == collection+"/{"+param+"}")
}

// names reports whether two operations have the same parameter in their paths.
func names(a, b *api.Operation, param string) bool {
	return strings.Contains(a.Spec.Path, "{"+param+"}") && sameParam(b.Spec, a.Spec, param)
}

// Nth makes a call name an element of the resource that is not the latest one: the one that the test made last for 1,
// the one before it for 2. It reports whether the call has a parameter for it. With all set, the parents of the element
// are those that the test made in the same order.
func (s *Scene) Nth(c *action.Call, n int, all bool) (ok bool) {
	for _, t := range action.Takers(c) {
		if t.Param < 0 || c.Genotype.Params[t.Param].Spec.In != openapi.InPath ||
			!all && !strings.HasSuffix(s.Item(), "{"+t.Name+"}") {
			continue
		}
		ok = c.Claim(t, action.Source{Collection: api.ElementsOf(c.Op, t.Name), Made: n}) || ok
	}
	return ok
}

// Maker returns the index of the call of the test that makes the resource, -1 for none.
func (s *Scene) Maker() int {
	item := s.Item()
	return slices.IndexFunc(s.Calls, func(c *action.Call) bool {
		op := c.Op.Spec
		return op.Method == "PUT" && op.Path == item ||
			op.Method == "POST" && item != "" && s.Ops.Element(op.Path) == item
	})
}
