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
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// beside puts calls that make another element before those that make the one of the test. What has to be unique differs
// in those at the root: the others belong to something else. It returns false if none do.
func beside(s *scene) bool {
	earlier := s.c.Actions
	if len(earlier) == 0 || 2*len(earlier) > s.MaxCalls-3 {
		return false
	}
	s.c.Actions = nil
	for i, a := range earlier {
		c := a.Clone().(*action.Call)
		if i == 0 || !strings.Contains(c.Op.Spec.Path, "{") {
			renew(s, c)
		}
		s.add(c)
	}
	s.c.Actions = append(s.c.Actions, earlier...)
	return true
}

// renew gives the texts of the body of a call other values, but for names of users, so that nothing has to be unique
// that is there already.
func renew(s *scene, c *action.Call) {
	for _, l := range members(c) {
		if _, isText := l.Value().(string); isText && !words.Person.Has(l.Name) {
			l.Mutate(s.r, 0)
		}
	}
}

// makerOf returns the index of the call of the test that makes the resource, -1 for none.
func makerOf(s *scene) int {
	item := s.item()
	return slices.IndexFunc(s.c.Actions, func(a testcase.Action) bool {
		op := a.(*action.Call).Op.Spec
		return op.Method == "PUT" && op.Path == item || op.Method == "POST" && item != "" && s.element(op.Path) == item
	})
}

// spared deletes one of two elements, and lists what there is before and after it.
func spared(s *scene) bool {
	list := s.lister()
	if list == nil || makerOf(s) < 0 || !beside(s) {
		return false
	}
	bare(s.on(list))
	s.again()
	bare(s.on(list))
	return true
}

// numbered deletes the first of two elements, by the first number that a service gives, and makes another one.
func numbered(s *scene) bool {
	at := makerOf(s)
	if at < 0 || !beside(s) {
		return false
	}
	c := s.again()
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
	next := s.c.Actions[at].Clone().(*action.Call)
	renew(s, next)
	s.add(next)
	bare(s.on(s.lister()))
	return true
}

// keyed makes the same call twice with the same key for it.
func keyed(s *scene) bool {
	c := s.again()
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In == openapi.InHeader && words.Once().MatchString(p.Spec.Name) {
			if g, ok := p.Gene.(gene.Switch); ok {
				g.Set(true)
			}
			if v := p.Gene.Value(); value.IsAbsent(v) || v == "" {
				p.Gene.Randomize(s.r)
			}
			c.Follow.Own |= api.Bit(i) & c.Follow.Params
			s.add(c.Clone().(*action.Call))
			return true
		}
	}
	return false
}

// outdated changes something twice with the same version in the body, one of the first that a service gives.
func outdated(s *scene) bool {
	if s.reader() == nil {
		return false
	}
	s.on(s.reader())
	c := s.again()
	for _, l := range members(c) {
		if !words.Versions.Has(l.Name) || !gene.Assign(l.Gene, int64(1-s.n%2)) {
			continue
		}
		c.Follow.Own |= c.Op.BitOf(genotype.InBody, l.Name) & c.Follow.Params
		next := c.Clone().(*action.Call)
		for _, other := range members(next) {
			if _, isText := other.Value().(string); isText && other.Name != l.Name {
				other.Mutate(s.r, 0)
			}
		}
		s.on(s.reader())
		s.add(next)
		s.on(s.reader())
		return true
	}
	return false
}

// conflicted makes a call that was refused as things were, and reads what it is about before and after it.
func conflicted(s *scene) bool {
	view := s.viewer()
	if view == nil {
		return false
	}
	bare(s.on(view))
	s.again()
	bare(s.on(view))
	return true
}
