package follow

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/value"
)

// another makes a second element before that of the test: with the same parents, or with parents of its own if apart is
// set. Members that have to be unique get different values. It returns the call that makes it, nil for none.
func another(s *scene.Scene, apart bool) *action.Call {
	at := s.Maker()
	if at < 0 || apart && 2*(at+1) > s.MaxCalls-3 {
		return nil
	}
	var made []*action.Call
	for i, call := range s.Calls[:at+1] {
		if !apart && i < at {
			continue
		}
		c := call.Clone().(*action.Call)
		if i == 0 || i == at && !apart || !strings.Contains(c.Op.Spec.Path, "{") {
			if distinguish(s, c); s.R.IntN(3) == 0 {
				vary(s.R, c)
			}
		}
		made = append(made, c)
	}
	before := at
	if apart {
		before = 0
	}
	s.Calls = slices.Insert(s.Calls, before, made...)
	return made[len(made)-1]
}

// distinguish gives the call that makes an element other texts, and another id if the call chooses it.
func distinguish(s *scene.Scene, c *action.Call) {
	renew(s.R, c)
	for i := range c.Genotype.Params {
		if p := &c.Genotype.Params[i]; c.Op.Chooses && p.InPath() && api.EndsIn(c.Op.Spec.Path, p.Spec.Name) {
			p.Gene.Mutate(s.R, 0)
		}
	}
}

// siblings is an act on one of two elements, both of which are read: on the first or on the second one, with values of
// the first one, or before a new element takes its place. The act may as well be the creation of the second one.
func siblings(s *scene.Scene) []*action.Call {
	a := s.Copy()
	unconditional(a)
	if s.About.Op.Spec.Method == "POST" && s.Maker() < 0 {
		next := a.Clone().(*action.Call)
		distinguish(s, next)
		if s.Digit(2) == 1 {
			full(next)
		}
		return []*action.Call{a, next}
	}
	kind, isEnd := s.Digit(3), a.Op.Spec.Method == "DELETE"
	first := another(s, s.Digit(3) == 1)
	if first == nil {
		return nil
	}
	pair(s)
	switch {
	case kind == 1 && isEnd:
		next := first.Clone().(*action.Call)
		distinguish(s, next)
		s.Nth(a, 2, true)
		return []*action.Call{a, next}
	case kind > 0 && !isEnd && collide(s, a, first), kind == 2:
	default:
		s.Nth(a, 2, true)
	}
	return []*action.Call{a}
}

// pair has the test watch two elements and their list.
func pair(s *scene.Scene) {
	for n := range 2 {
		if c := s.Bind(s.Reader()); c != nil {
			s.Nth(c, n+1, true)
			s.Watched = append(s.Watched, c)
		}
	}
	if c := bare(s.Bind(s.Lister())); c != nil {
		s.Watched = append(s.Watched, c)
	}
}

// collide gives a call the values of another element: in one input alone, in one beside other new values, in all but
// one, or in all but free texts, after a third element that is equal to the other one. It returns false if they have no
// input in common.
func collide(s *scene.Scene, c, first *action.Call) bool {
	kind := s.R.IntN(4)
	if kind == 3 {
		for _, l := range sending(first) {
			if _, isText := l.Value().(string); !isText && schemaOf(c.Op.Spec, l.Name) != nil && !followed(first, l) {
				l.Mutate(s.R, 0)
			}
		}
	}
	has := objectOf(first)
	var shared []string
	for _, l := range members(c) {
		if v, ok := has.Get(l.Name); ok && gene.Assign(l.Clone(), v) {
			shared = append(shared, l.Name)
		}
	}
	if len(shared) == 0 {
		return false
	}
	if kind == 3 {
		twin := first.Clone().(*action.Call)
		distinguish(s, twin)
		s.Calls = slices.Insert(s.Calls, slices.Index(s.Calls, first)+1, twin)
	}
	at := shared[s.R.IntN(len(shared))]
	for _, l := range members(c) {
		v, _ := has.Get(l.Name)
		_, free := v.(string)
		if of := schemaOf(c.Op.Spec, l.Name); of != nil && len(of.Enum) > 0 {
			free = false
		}
		switch taken := slices.Contains(shared, l.Name); {
		case kind == 3 && taken && !free, kind < 3 && taken && (l.Name == at) == (kind < 2):
			gene.Assign(l.Gene, v)
		case kind == 0, kind == 3 && !taken:
			turnOff(l.Gene)
		case kind != 3:
			l.Mutate(s.R, 0)
			turnOn(l.Gene)
		}
	}
	return true
}

// crowded makes several parts of a resource with small numbers, by each user or for each: a resource with a small
// capacity is full then. Lists of numbers have one to three elements.
func crowded(s *scene.Scene) []*action.Call {
	if len(s.Calls) == 0 {
		return nil
	}
	holder := s.Calls[len(s.Calls)-1]
	read := s.Ops.Find("GET", s.Ops.Element(holder.Op.Spec.Path))
	if holder.Op.Spec.Method != "POST" || read == nil {
		return nil
	}
	s.Watched = []*action.Call{bare(s.Bind(read))}
	full(holder)
	small, users := int64(1+s.Digit(2)), s.Digit(3)
	for _, l := range members(holder) {
		_, numeric := value.Rat(l.Value())
		if most := strings.HasPrefix(words.Plain(l.Name), "max"); numeric && (most || users < 2) &&
			!gene.Assign(l.Gene, small) {
			gene.Assign(l.Gene, int64(2))
		}
	}
	var out []*action.Call
	for k := range 3 {
		c := s.Copy()
		renew(s.R, c)
		if users == 2 {
			few(c, k+1)
		}
		for _, l := range members(c) {
			if words.Person.Has(l.Name) && len(s.Names) > 0 {
				gene.Assign(l.Gene, s.Names[(k+s.N)%len(s.Names)])
			}
		}
		if s.Users > 1 && users == 0 && c.User.Index >= 0 {
			by((c.User.Index+k)%s.Users, c)
		}
		out = append(out, c)
	}
	return out
}
