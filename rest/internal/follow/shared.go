package follow

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// shared has a user give another one a part in something, such as the role of a member, and the other one change what
// is there in all ways.
func shared(s *scene) bool {
	own, grants := s.about.User.Index, grantsOf(s)
	changes := s.changes()
	if s.Users < 2 || own < 0 || own >= s.Users || len(grants) == 0 || len(changes) < 2 {
		return false
	}
	other := (own + 1 + s.n%(s.Users-1)) % s.Users
	s.again()
	s.on(s.reader())
	if !grant(s, s.on(grants[s.n%len(grants)]), s.Names[other]) {
		return false
	}
	by(other, s.on(s.reader()))
	slices.SortStableFunc(changes, func(a, b *api.Operation) int { // those that leave it there first
		return strings.Compare(deletes(a), deletes(b))
	})
	for _, op := range changes {
		by(other, s.on(op))
	}
	return true
}

// deletes is "1" for an operation that deletes, else "0".
func deletes(op *api.Operation) string {
	if op.Spec.Method == "DELETE" {
		return "1"
	}
	return "0"
}

// grantsOf returns the operations that change something below a resource and take the name of a user.
func grantsOf(s *scene) (out []*api.Operation) {
	for _, op := range s.Ops {
		if m := op.Spec.Method; m != "POST" && m != "PUT" || !strings.Contains(op.Spec.Path, "}/") || op == s.about.Op {
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

// takesPerson reports whether an input in a place is called like a person.
func takesPerson(in, name string) bool {
	return (in == "" || in == openapi.InPath) && words.Person.Has(name)
}

// grant gives a call the name of a user where it takes one, and its other inputs other values now and then. It returns
// false if it takes none.
func grant(s *scene, c *action.Call, name string) bool {
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

// sendOthers gives the inputs of the body of a call other values every other time.
func sendOthers(s *scene, c *action.Call) {
	if s.n%2 == 1 {
		return
	}
	mutate(s.r, c)
}
