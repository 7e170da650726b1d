package follow

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// beside puts calls that create a second element before those that create the element of the test. In collections at
// the root, members that have to be unique get different values. Elsewhere the second element belongs to another
// parent. It returns false if no call creates an element.
func beside(s *scene.Scene) bool {
	earlier := s.Calls
	if len(earlier) == 0 || 2*len(earlier) > s.MaxCalls-3 {
		return false
	}
	s.Calls = nil
	for i, call := range earlier {
		c := call.Clone().(*action.Call)
		if i == 0 || !strings.Contains(c.Op.Spec.Path, "{") {
			renew(s.R, c)
		}
		s.Add(c)
	}
	s.Calls = append(s.Calls, earlier...)
	return true
}

// renew gives the texts in the body of a call new values, so that they are unique. Names of users stay.
func renew(r *rand.Rand, c *action.Call) {
	for _, l := range members(c) {
		if _, isText := l.Value().(string); isText && !words.Person.Has(l.Name) {
			l.Mutate(r, 0)
		}
	}
}

// makerOf returns the index of the call of the test that creates the resource, or -1 if there is none.
func makerOf(s *scene.Scene) int {
	item := s.Item()
	return slices.IndexFunc(s.Calls, func(c *action.Call) bool {
		op := c.Op.Spec
		return op.Method == "PUT" && op.Path == item ||
			op.Method == "POST" && item != "" && s.Ops.Element(op.Path) == item
	})
}

// spared deletes one of two elements, and lists the collection before and after that.
func spared(s *scene.Scene) bool {
	list := s.Lister()
	if list == nil || makerOf(s) < 0 || !beside(s) {
		return false
	}
	bare(s.On(list))
	s.Again()
	bare(s.On(list))
	return true
}

// numbered deletes the first of two elements, by the first number that a service assigns as an id, and creates a new
// one.
func numbered(s *scene.Scene) bool {
	at := makerOf(s)
	if at < 0 || !beside(s) {
		return false
	}
	c := s.Again()
	last := -1
	for i := range c.Genotype.Params {
		if p := &c.Genotype.Params[i]; p.Spec.In == openapi.InPath && p.Spec.Name == api.LastParam(c.Op.Spec.Path) {
			last = i
		}
	}
	if last < 0 || !gene.Assign(c.Genotype.Params[last].Gene, int64(1)) &&
		!gene.Assign(c.Genotype.Params[last].Gene, "1") {
		return false
	}
	c.Follow.Own |= api.Bit(last) & c.Follow.Params
	next := s.Calls[at].Clone().(*action.Call)
	renew(s.R, next)
	s.Add(next)
	bare(s.On(s.Lister()))
	return true
}

// keyed makes the same call twice with the same idempotency key.
func keyed(s *scene.Scene) bool {
	c := s.Again()
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In == openapi.InHeader && words.Once().MatchString(p.Spec.Name) {
			if g, ok := p.Gene.(gene.Switch); ok {
				g.Set(true)
			}
			if v := p.Gene.Value(); value.IsAbsent(v) || v == "" {
				p.Gene.Randomize(s.R)
			}
			c.Follow.Own |= api.Bit(i) & c.Follow.Params
			s.Add(c.Clone().(*action.Call))
			return true
		}
	}
	return false
}

// outdated changes a resource twice with the same version in the body, one of the first that a service assigns.
func outdated(s *scene.Scene) bool {
	if s.Reader() == nil {
		return false
	}
	s.On(s.Reader())
	c := s.Again()
	for _, l := range members(c) {
		if !words.Versions.Has(l.Name) || !gene.Assign(l.Gene, int64(1-s.N%2)) {
			continue
		}
		c.Follow.Own |= c.Op.BitOf(genotype.InBody, l.Name) & c.Follow.Params
		next := c.Clone().(*action.Call)
		for _, other := range members(next) {
			if _, isText := other.Value().(string); isText && other.Name != l.Name {
				other.Mutate(s.R, 0)
			}
		}
		s.On(s.Reader())
		s.Add(next)
		s.On(s.Reader())
		return true
	}
	return false
}

// conflicted makes a call that was refused because of the state, and reads its resource before and after that.
func conflicted(s *scene.Scene) bool {
	view := s.Viewer()
	if view == nil {
		return false
	}
	bare(s.On(view))
	s.Again()
	bare(s.On(view))
	return true
}
