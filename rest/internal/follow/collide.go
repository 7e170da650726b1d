package follow

import (
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// collided changes the second of two elements so that it has values of the first one: one member, one member beside
// other new values, or all members but one. It reads the second element before and after that.
func collided(s *scene.Scene) bool {
	if s.Reader() == nil || makerOf(s) < 0 || !beside(s) {
		return false
	}
	first := s.Calls[makerOf(s)]
	c := s.About.Clone().(*action.Call)
	unconditional(c)
	taken := members(first)
	has := func(l genotype.Leaf) (v any, ok bool) {
		i := slices.IndexFunc(taken, func(t genotype.Leaf) bool {
			return t.Name == l.Name && !value.IsAbsent(t.Value())
		})
		if i < 0 || !gene.Assign(l.Clone(), taken[i].Value()) {
			return nil, false
		}
		return taken[i].Value(), true
	}
	shared := slices.DeleteFunc(members(c), func(l genotype.Leaf) bool { _, ok := has(l); return !ok })
	if len(shared) == 0 {
		return false
	}
	at := shared[s.N/3%len(shared)]
	collide(s, c, at, has)
	s.On(s.Reader())
	s.Add(c)
	s.On(s.Reader())
	return true
}

// collide gives a call the values of another element: in one input, alone if possible or beside other new values in
// turn, or in all inputs but that one.
func collide(s *scene.Scene, c *action.Call, at genotype.Leaf, has func(genotype.Leaf) (any, bool)) {
	for _, l := range members(c) {
		v, shared := has(l)
		switch one := l.Name == at.Name; {
		case shared && one == (s.N%3 < 2):
			gene.Assign(l.Gene, v)
		case s.N%3 == 0:
			leaveOut(l.Gene)
		default:
			l.Mutate(s.R, 0)
			if g, ok := l.Gene.(gene.Switch); ok {
				g.Set(true)
			}
		}
	}
}

// unconditional removes the headers that make a call depend on a version.
func unconditional(c *action.Call) {
	for i := range c.Genotype.Params {
		if p := &c.Genotype.Params[i]; p.Spec.In == openapi.InHeader &&
			strings.HasPrefix(words.Plain(p.Spec.Name), "if") {
			leaveOut(p.Gene)
		}
	}
}

// freed creates an element twice, where the second creation may be refused, deletes the first element or makes a step
// of it, and creates the element once more.
func freed(s *scene.Scene) bool {
	item := s.Item()
	if item == "" || item == s.About.Op.Spec.Path || api.LastParam(s.About.Op.Spec.Path) != "" {
		return false
	}
	ends := stepsAt(s.Ops, s.Item())
	if op := s.Ops.Find("DELETE", item); op != nil {
		ends = append([]*api.Operation{op}, ends...)
	}
	if len(ends) == 0 {
		return false
	}
	c := s.Again()
	s.Add(c.Clone().(*action.Call))
	end := s.On(ends[s.N%len(ends)])
	chooseState(end, s.N/len(ends))
	s.Add(c.Clone().(*action.Call))
	return true
}

// stepsAt returns the operations that lead a resource to another state: those below its path that create no element
// with a path, and those on its path whose body has a choice and no other required member.
func stepsAt(ops scene.Operations, item string) (out []*api.Operation) {
	for _, op := range ops {
		below := path.Dir(op.Spec.Path) == item && (op.Spec.Method == "POST" || op.Spec.Method == "PUT") &&
			ops.Element(op.Spec.Path) == "" && api.LastParam(op.Spec.Path) == ""
		if item != "" && (below || ops.Verb(op) == "PATCH" && op.Spec.Path == item && changesState(op)) {
			out = append(out, op)
		}
	}
	return out
}

// changesState reports whether an operation sends a choice of a state.
func changesState(op *api.Operation) bool {
	choices, _ := choicesIn(op.Spec)
	return len(choices) > 0
}

// choicesIn returns the choices of the member of a body that states the state of a resource, and the name of the
// member. It returns nil if there is none.
func choicesIn(op *openapi.Operation) (choices []any, name string) {
	for _, m := range op.Bodies {
		if m.Schema == nil {
			continue
		}
		for _, p := range message.Flatten(m.Schema).Properties {
			if p.Schema == nil || !words.States.Has(p.Name) {
				continue
			}
			if choices := message.Flatten(p.Schema).Enum; len(choices) > 1 {
				return choices, p.Name
			}
		}
	}
	return nil, ""
}

// chooseState sets the new state in a call, and removes all other optional members.
func chooseState(c *action.Call, n int) {
	choices, name := choicesIn(c.Op.Spec)
	if len(choices) == 0 {
		return
	}
	for _, l := range members(c) {
		if l.Name == name {
			gene.Assign(l.Gene, choices[n%len(choices)])
		} else {
			leaveOut(l.Gene)
		}
	}
}

// stepped makes two or three steps of a resource in any order, and reads it between them.
func stepped(s *scene.Scene) bool {
	steps := stepsAt(s.Ops, s.Item())
	if s.Reader() == nil || len(steps) == 0 {
		return false
	}
	s.Again()
	s.On(s.Reader())
	for range 3 {
		c := s.On(steps[s.R.IntN(len(steps))])
		chooseState(c, s.R.IntN(1<<8))
		s.On(s.Reader())
	}
	return true
}
