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
	"github.com/evoke-go/evoke/rest/internal/message"
)

// stepsAt returns the operations that lead a resource to another state: those below its path that create no element
// with a path, and those on its path whose body has a choice and no other required member.
func stepsAt(ops scene.Operations, item string) (out []*api.Operation) {
	for _, op := range ops {
		below := path.Dir(op.Spec.Path) == item && (op.Spec.Method == "POST" || op.Spec.Method == "PUT") &&
			ops.Element(op.Spec.Path) == "" && api.LastParam(op.Spec.Path) == ""
		choices, _ := choicesIn(op.Spec)
		if item != "" && (below || ops.Verb(op) == "PATCH" && op.Spec.Path == item && len(choices) > 0) {
			out = append(out, op)
		}
	}
	return out
}

// choicesIn returns the choices of the member of a body that states the state of a resource, and the name of the
// member: one that is called like a state, or else in a step the only one with choices. It returns nil if there is
// none.
func choicesIn(op *openapi.Operation) (choices []any, name string) {
	several := false
	for _, p := range fields(op) {
		if p.Schema == nil || len(message.Flatten(p.Schema).Enum) < 2 {
			continue
		}
		all := message.Flatten(p.Schema).Enum
		if words.States.Has(p.Name) {
			return all, p.Name
		}
		if strings.Contains(op.Path, "}/") && api.LastParam(op.Path) == "" {
			several = several || name != ""
			choices, name = all, p.Name
		}
	}
	if several {
		return nil, ""
	}
	return choices, name
}

// chooseState sets the new state in a call. A call that only changes its state sends no other optional members, and a
// step to another state than before sends all.
func chooseState(c *action.Call, n int) {
	choices, name := choicesIn(c.Op.Spec)
	if len(choices) == 0 {
		return
	}
	state := choices[n%len(choices)]
	for _, l := range members(c) {
		switch {
		case l.Name == name:
			gene.Assign(l.Gene, state)
		case words.States.Has(name):
			turnOff(l.Gene)
		default:
			turnOn(l.Gene)
		}
	}
}

// endsOf returns calls that end an element of the test: the deletion, and then statesOf.
func endsOf(s *scene.Scene, item string) []*action.Call {
	op := s.Ops.Find("DELETE", item)
	if op == nil || op == s.About.Op {
		return statesOf(s, item)
	}
	c := s.Bind(op)
	unconditional(c)
	return append([]*action.Call{c}, statesOf(s, item)...)
}

// statesOf returns calls that lead an element of the test to another state, the last states first.
func statesOf(s *scene.Scene, item string) (out []*action.Call) {
	for _, op := range stepsAt(s.Ops, item) {
		choices, _ := choicesIn(op.Spec)
		if op == s.About.Op && len(choices) == 0 {
			continue
		}
		for n := range max(1, len(choices)) {
			c := s.Bind(op)
			unconditional(c)
			chooseState(c, max(0, len(choices)-1-n))
			out = append(out, c)
		}
	}
	return out
}

// elements returns the path templates of the elements that the calls before the act make or name, the last one first.
func elements(s *scene.Scene) (out []string) {
	add := func(at string) {
		if at != "" && at != s.Item() && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	for at := s.About.Op.Spec.Path; strings.Contains(at, "}"); at = path.Dir(at) {
		if strings.HasSuffix(at, "}") {
			add(at)
		}
	}
	for _, c := range slices.Backward(s.Calls) {
		if c.Op.Spec.Method != "GET" {
			add(s.Ops.Item(c.Op.Spec))
		}
	}
	return out
}

// ended is an act after the end of an element that it needs: of its own, of a parent, or of what it refers to. In two
// of three turns the act comes before the end as well, and then again or followed by another act on what is left.
func ended(s *scene.Scene) []*action.Call {
	at, kind := s.About.Op.Spec.Path, s.Digit(3)
	var ends []*action.Call
	for _, e := range elements(s) {
		ends = append(ends, endsOf(s, e)...)
	}
	if item := s.Item(); item != "" && strings.HasPrefix(at, item) {
		ends = append(ends, endsOf(s, item)...)
	}
	if end := s.Ops.Find("DELETE", at); end != nil && end != s.About.Op && api.LastParam(at) == "" {
		ends = append(ends, s.Bind(end)) // of what exists once
	}
	if len(ends) == 0 {
		return nil
	}
	end, a := ends[s.Digit(len(ends))], s.Copy()
	switch kind {
	case 0:
		return []*action.Call{end, a}
	case 1:
		return append([]*action.Call{a, end}, onward(s)...)
	}
	next := a.Clone().(*action.Call)
	renew(s.R, next)
	return []*action.Call{a, end, next}
}

// onward returns a further act on the element of the test, below it, or with it, if there is one.
func onward(s *scene.Scene) []*action.Call {
	all := slices.DeleteFunc(s.Ops.Changes(s.Item()), func(op *api.Operation) bool {
		return op == s.About.Op || strings.Contains(op.Spec.Path[len(s.Item()):], "{")
	})
	for _, op := range s.Ops {
		if refers(s.Ops, op, s.Item()) && !slices.Contains(all, op) {
			all = append(all, op)
		}
	}
	if len(all) == 0 {
		return nil
	}
	c := s.Bind(all[s.R.IntN(len(all))])
	unconditional(c)
	return []*action.Call{c}
}

// refers reports whether an operation makes something that refers to a kind of element outside of its path.
func refers(ops scene.Operations, op *api.Operation, item string) bool {
	is := func(collection string) bool { return collection != "" && ops.Element(collection) == item }
	return op.Spec.Method == "POST" && item != "" && (slices.ContainsFunc(op.References, func(r api.Reference) bool {
		return is(r.Collection)
	}) || slices.ContainsFunc(op.Told, func(t api.Told) bool { return is(t.Collection) }))
}

// referred is an act on an element that has a part, or that something refers to, which is read.
func referred(s *scene.Scene) []*action.Call {
	c := s.Copy()
	if withPart(s) == nil {
		return nil
	}
	full(c)
	unconditional(c)
	mutate(s.R, c)
	return []*action.Call{c}
}

// withPart makes something that refers to the element of the test, a part of it, or else one of the given changes of
// it, and has the test watch that. It returns the call, nil for none.
func withPart(s *scene.Scene, changes ...*api.Operation) *action.Call {
	parts := slices.DeleteFunc(slices.Clone(s.Ops), func(op *api.Operation) bool {
		return op == s.About.Op || !refers(s.Ops, op, s.Item())
	})
	parts = slices.Concat(parts, s.Ops.Below("POST", s.Item()), changes)
	if len(parts) == 0 {
		return nil
	}
	part := s.On(parts[s.Digit(len(parts))])
	if user := part.User.Index; s.Users > 1 && user >= 0 && s.R.IntN(3) == 0 {
		part.User.Index = (user + 1) % s.Users
	}
	for _, at := range []string{s.Ops.Element(part.Op.Spec.Path), part.Op.Spec.Path} {
		if read := bare(s.Bind(s.Ops.Find("GET", at))); read != nil && len(s.Watched) == 0 {
			s.Watched = append(s.Watched, read)
		}
	}
	return part
}

// deleted is the deletion of an element that has parts, was changed, or is referred to, and then an act on what is
// left, the creation of a part, or that of the element.
func deleted(s *scene.Scene) []*action.Call {
	at, kind := s.Maker(), s.Digit(4)
	changes := slices.DeleteFunc(s.Ops.Changes(s.Item()), func(op *api.Operation) bool {
		m := s.Ops.Verb(op)
		return m != "PUT" && m != "PATCH"
	})
	part, out := withPart(s, changes...), []*action.Call{s.Copy()}
	switch {
	case kind == 0 && len(changes) > 0:
		return append(out, s.Bind(changes[s.R.IntN(len(changes))]))
	case kind == 1 && part != nil:
		part = part.Clone().(*action.Call)
		renew(s.R, part)
		return append(out, part)
	case kind == 2 && at >= 0:
		return append(out, s.Calls[at].Clone().(*action.Call))
	}
	return append(out, onward(s)...)
}

// left is a read, the end of the session of its user, and the read again with the credential of that session.
func left(s *scene.Scene) bool {
	if !api.LogsOut(s.About.Op.Spec) {
		return false
	}
	reads := api.Select(s.Ops, func(op *api.Operation) bool {
		return op.Spec.Method == "GET" && api.LastParam(op.Spec.Path) == "" && api.NeedsCredential(op.Spec) &&
			len(s.Kept(op)) > 0
	})
	if len(reads) == 0 {
		return false
	}
	first := by(s.About.User.Index, s.On(reads[s.N%len(reads)]))
	s.Again()
	s.Add(first.Clone().(*action.Call))
	return true
}

// mistaken is a log-in, and the same with a wrong text in one member.
func mistaken(s *scene.Scene) bool {
	if s.Enters == nil || !s.Enters(s.About.Op) {
		return false
	}
	c := s.Again().Clone().(*action.Call)
	all := slices.DeleteFunc(action.Takers(c), func(t action.Taker) bool { return t.Param >= 0 || text(t.Gene) == "" })
	if len(all) == 0 {
		return false
	}
	t := all[s.N%len(all)]
	c.Follow.Own |= c.Op.BitOf(t.Param, t.Name) & c.Follow.Params
	s.Add(c)
	return gene.Assign(t.Gene, text(t.Gene)+"2")
}
