package follow

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// shared makes a user give another user access to a resource, such as the role of a member. The other user then
// changes the resource in all ways.
func shared(s *scene.Scene) bool {
	own, grants := s.About.User.Index, grantsOf(s.Ops, s.About.Op)
	changes := s.Ops.Changes(s.Item())
	if s.Users < 2 || own < 0 || own >= s.Users || len(grants) == 0 || len(changes) < 2 {
		return false
	}
	other := (own + 1 + s.N%(s.Users-1)) % s.Users
	s.Again()
	s.On(s.Reader())
	if !grant(s, s.On(grants[s.N%len(grants)]), s.Names[other]) {
		return false
	}
	by(other, s.On(s.Reader()))
	slices.SortStableFunc(changes, func(a, b *api.Operation) int { // changes before deletions
		return strings.Compare(deletes(a), deletes(b))
	})
	for _, op := range changes {
		by(other, s.On(op))
	}
	return true
}

// deletes returns "1" for an operation that deletes, else "0".
func deletes(op *api.Operation) string {
	if op.Spec.Method == "DELETE" {
		return "1"
	}
	return "0"
}

// grantsOf returns the operations, except one, that change something below a resource and take the name of a user.
func grantsOf(ops scene.Operations, but *api.Operation) (out []*api.Operation) {
	for _, op := range ops {
		if m := op.Spec.Method; m != "POST" && m != "PUT" || !strings.Contains(op.Spec.Path, "}/") || op == but {
			continue
		}
		if slices.ContainsFunc(genotype.Leaves(op.Template), func(l genotype.Leaf) bool {
			return takesPerson(l.In, l.Name)
		}) {
			out = append(out, op)
		}
	}
	return out
}

// takesPerson reports whether an input has the name of a person, such as an owner.
func takesPerson(in, name string) bool {
	return (in == "" || in == openapi.InPath) && words.Person.Has(name)
}

// grant sets the name of a user in a call, and other values in its other inputs now and then. It returns false if no
// input takes a user.
func grant(s *scene.Scene, c *action.Call, name string) bool {
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In == openapi.InPath && takesPerson(p.Spec.In, p.Spec.Name) && gene.Assign(p.Gene, name) {
			c.Follow.Own |= api.Bit(i) & c.Follow.Params
			sendOthers(s, c)
			return true
		}
	}
	for _, l := range members(c) {
		if takesPerson(l.In, l.Name) && gene.Assign(l.Gene, name) {
			return true
		}
	}
	return false
}

// sendOthers gives the inputs of a body other values in every second test.
func sendOthers(s *scene.Scene, c *action.Call) {
	if s.N%2 == 1 {
		return
	}
	mutate(s.R, c)
}
