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
	"github.com/evoke-go/evoke/value"
)

// acts returns the acts of a test, and completes its preparation. It returns nil if the test has nothing to examine.
type acts func(*scene.Scene) []*action.Call

// played returns the pattern "prepare, observe, act, observe" with one or more acts. Only several refusals show
// something even if no read observes them.
func played(with acts) func(*scene.Scene) bool {
	return func(s *scene.Scene) bool {
		all := with(s)
		if len(all) == 0 || !watch(s, len(all)) && (len(all) == 1 || !all[1].Genotype.IsInvalid()) {
			return false
		}
		observe(s)
		for _, c := range all {
			s.Add(c)
			observe(s)
		}
		return true
	}
}

// once is an act with certain values.
func once(with values) acts {
	return func(s *scene.Scene) []*action.Call {
		c := s.Copy()
		if !with(s, c) {
			return nil
		}
		return []*action.Call{c}
	}
}

// as is an act with the values that it had.
func as(*scene.Scene, *action.Call) bool { return true }

// afterIt is an act with certain values, after the act with the values that it had.
func afterIt(with values) acts {
	return func(s *scene.Scene) []*action.Call {
		first := s.Copy()
		full(first)
		c := first.Clone().(*action.Call)
		if !with(s, c) {
			return nil
		}
		return []*action.Call{first, c}
	}
}

// same is an act twice: with the same values, with others, or with another act on the same element between.
func same(s *scene.Scene) []*action.Call {
	c := s.Copy()
	unconditional(c)
	if s.N%3 == 1 || s.About.Op.Spec.Method == "PUT" {
		vary(s.R, c)
	}
	next := c.Clone().(*action.Call)
	switch kind := s.Digit(3); {
	case kind == 1 && isStep(s.Ops, next.Op):
		mutate(s.R, next)
	case kind == 2:
		return between(s, c, next)
	}
	return []*action.Call{c, next}
}

// isStep reports whether an operation leads an element to another state, and makes none.
func isStep(ops scene.Operations, op *api.Operation) bool {
	return op.Spec.Method == "POST" && ops.Element(op.Spec.Path) == "" && api.LastParam(op.Spec.Path) == ""
}

// between puts another act on the same element between two acts, if there is one.
func between(s *scene.Scene, a, b *action.Call) []*action.Call {
	all := slices.DeleteFunc(s.Ops.Changes(s.Item()), func(op *api.Operation) bool {
		return op.Spec.Method == "DELETE" || op == s.About.Op || len(s.Kept(op)) == 0
	})
	if len(all) == 0 {
		return []*action.Call{a, b}
	}
	c := s.Bind(all[s.R.IntN(len(all))])
	chooseState(c, s.R.IntN(1<<8))
	return []*action.Call{a, c, b}
}

// less is an act with all members, and then the same without one of them, or without all.
func less(s *scene.Scene) []*action.Call {
	all := s.Copy()
	full(all)
	c := all.Clone().(*action.Call)
	free := optional(c)
	if len(free) == 0 {
		return nil
	}
	every, at := s.R.IntN(2) == 0, s.Digit(len(free))
	for i, l := range free {
		if every || i == at {
			turnOff(l.Gene)
		}
	}
	return []*action.Call{all, c}
}

// altered is an act, and the same with a value in one of its inputs that programs tend to damage. Before another
// spelling of a value, the act comes twice.
func altered(of func(*scene.Scene, *action.Call, genotype.Leaf) []any, isSpelling bool) acts {
	return func(s *scene.Scene) []*action.Call {
		type turn struct {
			at int
			to any
		}
		first := s.Copy()
		unconditional(first)
		if !isSpelling || s.N%2 == 1 {
			full(first)
		}
		var turns []turn
		all := members(first)
		for i, l := range all {
			for _, v := range of(s, first, l) {
				turns = append(turns, turn{i, v})
			}
		}
		if len(turns) == 0 {
			return nil
		}
		t := turns[s.Digit(len(turns))]
		for i, l := range all {
			if i != t.at && s.Ops.Verb(first.Op) == "PATCH" {
				turnOff(l.Gene)
			}
		}
		for range 8 {
			if l := all[t.at]; (l.Value() == t.to || l.Value() == nil) && !gene.Assign(l.Gene, true) {
				l.Mutate(s.R, 0)
			}
		}
		second := first.Clone().(*action.Call)
		if !isSpelling && s.About.Op.Spec.Method == "POST" {
			renew(s.R, second)
		}
		if l := members(second)[t.at]; !gene.Assign(l.Gene, t.to) && !send(second, l.Name, t.to) {
			return nil
		}
		if isSpelling {
			return []*action.Call{first, first.Clone().(*action.Call), second}
		}
		return []*action.Call{first, second}
	}
}

// renewed is a change that gives an element an extreme value. A creation with that value comes before the creation of
// the element: it may be refused.
func renewed(s *scene.Scene) []*action.Call {
	at, c := s.Maker(), s.Copy()
	if at < 0 {
		return nil
	}
	full(c)
	maker := s.Calls[at].Clone().(*action.Call)
	type turn struct {
		in, of genotype.Leaf
		to     any
	}
	var turns []turn
	for _, l := range members(c) {
		for _, of := range sending(maker) {
			if of.Name == l.Name && !followed(maker, of) {
				for _, v := range extremes(l) {
					turns = append(turns, turn{l, of, v})
				}
			}
		}
	}
	if len(turns) == 0 {
		return nil
	}
	t := turns[s.Digit(len(turns))]
	if s.Ops.Verb(c.Op) == "PATCH" {
		for _, l := range members(c) {
			turnOff(l.Gene)
		}
		turnOn(t.in.Gene)
	}
	if !gene.Assign(t.in.Gene, t.to) || !gene.Assign(t.of.Gene, t.to) {
		return nil
	}
	s.Calls = slices.Insert(s.Calls, at, maker)
	return []*action.Call{c}
}

// versioned is an act twice with the same key or the same version, or with another act between.
func versioned(s *scene.Scene) []*action.Call {
	c, found, keyed := s.Copy(), false, false
	from := func(t action.Taker, header bool, name string) {
		if at := s.Maker(); at >= 0 && s.N%2 == 0 {
			c.Claim(t, action.Source{Operation: s.Calls[at].Op.Spec.Name(), Header: header, Name: name})
		}
		found = true
	}
	for _, t := range action.Takers(c) {
		isHeader := t.Param >= 0 && c.Genotype.Params[t.Param].Spec.In == openapi.InHeader
		switch {
		case isHeader && words.Once().MatchString(t.Name):
			giveKey(s, c, t.Param)
			found, keyed = true, true
		case isHeader && words.ByETag.Has(t.Name):
			turnOn(c.Genotype.Params[t.Param].Gene)
			from(t, true, "Etag")
		case t.Param < 0 && words.Versions.Has(t.Name) && gene.Assign(t.Gene, int64(1-s.N%2)):
			c.Follow.Own |= c.Op.BitOf(t.Param, t.Name) & c.Follow.Params
			from(t, false, "/"+t.Name)
		}
	}
	if !found {
		return nil
	}
	s.Digit(2)
	next := c.Clone().(*action.Call)
	if !keyed {
		for _, l := range sending(next) {
			if _, isText := l.Value().(string); isText && !words.Versions.Has(l.Name) {
				l.Mutate(s.R, 0)
			}
		}
	}
	if s.Digit(2) == 1 {
		return between(s, c, next)
	}
	return []*action.Call{c, next}
}

// giveKey gives a call a key of idempotency.
func giveKey(s *scene.Scene, c *action.Call, param int) {
	g := c.Genotype.Params[param].Gene
	turnOn(g)
	if v := g.Value(); value.IsAbsent(v) || v == "" {
		g.Randomize(s.R)
	}
	own(c, param)
}

// undone is an act and another one that may take it back: another step or another state of the element, its deletion,
// or a change to the values that it had. Now and then the act comes once more after that, or further such acts do.
func undone(s *scene.Scene) []*action.Call {
	a, at := s.Copy(), s.Maker()
	unconditional(a)
	kind, ways := s.Digit(3), endsOf(s, s.Item())
	for _, method := range []string{"PATCH", "PUT"} {
		if c := s.Bind(s.Ops.Find(method, s.Item())); c != nil {
			unconditional(c)
			before := s.About
			if at >= 0 {
				before = s.Calls[at]
			}
			take(c, objectOf(before))
			ways = append(ways, c)
		}
	}
	if a.Op.Spec.Method == "DELETE" && at >= 0 {
		ways = append(ways, s.Calls[at].Clone().(*action.Call))
	}
	if len(ways) == 0 {
		return nil
	}
	out := []*action.Call{a, ways[s.Digit(len(ways))]}
	switch {
	case kind == 1 && a.Op.Spec.Method == "POST" && !isStep(s.Ops, a.Op): // refused as long as the first one is there
		out = slices.Insert(out, 1, a.Clone().(*action.Call))
		fallthrough
	case kind == 1:
		out = append(out, a.Clone().(*action.Call))
	case kind == 2:
		for range 2 {
			out = append(out, ways[s.R.IntN(len(ways))].Clone().(*action.Call))
		}
	}
	return out
}

// take gives the inputs of a body the values of an object, and leaves out those that it lacks.
func take(c *action.Call, from value.Object) {
	for _, l := range members(c) {
		if v, has := from.Get(l.Name); !has || !gene.Assign(l.Gene, v) {
			turnOff(l.Gene)
		}
	}
}

// refused is an act with invalid data beside other values: with any, or several such acts with each kind of it in their
// bodies.
func refused(s *scene.Scene) []*action.Call {
	if s.Valid {
		return nil
	}
	var out []*action.Call
	for k := range 1 + maxWrong*s.Digit(2) {
		c := s.Copy()
		unconditional(c)
		vary(s.R, c)
		if wrong := wrongBodies(c); k > 0 && len(wrong) > 0 {
			c.Genotype.Invalid = &wrong[(s.N*maxWrong+k)%len(wrong)]
		} else {
			c.Genotype.MakeInvalid(s.R)
		}
		if c.Genotype.Invalid != nil {
			out = append(out, c)
		}
	}
	return out
}

// wrongBodies returns the ways to make a part of a body invalid, but for those that change its type.
func wrongBodies(c *action.Call) []genotype.Invalid {
	return slices.DeleteFunc(c.Genotype.Invalidities(), func(f genotype.Invalid) bool {
		return f.Param != genotype.InBody || f.Whole != genotype.BodyValue || len(f.At) == 0 ||
			value.IsAbsent(f.Value) || strings.HasSuffix(f.What, "wrong type") || f.Value == nil
	})
}

// maxWrong is the greatest number of acts with invalid data in a test.
const maxWrong = 3

// unlocked is an act that was refused because of the state, after a step of a resource on its path: each state that the
// steps lead to, with some parts of the resource.
func unlocked(s *scene.Scene) []*action.Call {
	at := s.About.Op.Spec.Path
	above := at[:strings.LastIndexByte(at, '}')+1]
	states := statesOf(s, above)
	if len(states) == 0 {
		return nil
	}
	for _, op := range s.Ops.Below("POST", above) {
		if !strings.Contains(op.Spec.Path[len(above):], "{") && !isStep(s.Ops, op) && len(s.Kept(op)) > 0 &&
			op != s.About.Op {
			for range 2 {
				renew(s.R, s.On(op))
			}
		}
	}
	c := s.Copy()
	few(c, 1+s.Digit(2))
	return []*action.Call{states[s.Digit(len(states))], c}
}
