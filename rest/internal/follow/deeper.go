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

// renumbered creates two elements in the same parent, deletes the first one, by the first number that a service
// assigns as an id, and creates a new one.
func renumbered(s *scene.Scene) bool {
	at := makerOf(s)
	if at < 0 {
		return false
	}
	maker := s.Calls[at]
	twin := maker.Clone().(*action.Call)
	renew(s.R, twin)
	s.Calls = slices.Insert(s.Calls, at, twin)
	c := s.Again()
	unconditional(c)
	for i := range c.Genotype.Params {
		if p := &c.Genotype.Params[i]; s.N%2 == 0 && p.Spec.In == openapi.InPath &&
			p.Spec.Name == api.LastParam(c.Op.Spec.Path) {
			if !gene.Assign(p.Gene, int64(1)) && !gene.Assign(p.Gene, "1") {
				return false
			}
			c.Follow.Own |= api.Bit(i) & c.Follow.Params
		}
	}
	next := maker.Clone().(*action.Call)
	renew(s.R, next)
	s.Add(next)
	s.On(s.Viewer())
	return true
}

// doubled changes the second of two elements in the same parent so that it has one member of the first one.
func doubled(s *scene.Scene) bool {
	at := makerOf(s)
	if at < 0 {
		return false
	}
	twin := s.Calls[at].Clone().(*action.Call)
	renew(s.R, twin)
	s.Calls = slices.Insert(s.Calls, at, twin)
	c := s.Again()
	unconditional(c)
	has := objectOf(twin)
	var shared []genotype.Leaf
	for _, l := range members(c) {
		if _, isText := l.Value().(string); isText {
			if v, sends := has.Get(l.Name); sends && gene.Assign(l.Clone(), v) {
				shared = append(shared, l)
			}
		}
	}
	if len(shared) == 0 {
		return false
	}
	l := shared[s.N%len(shared)]
	v, _ := has.Get(l.Name)
	gene.Assign(l.Gene, v)
	s.On(s.Viewer())
	return true
}

// unlocked makes a call that was refused because of the state, after other steps of a resource on its path: each state
// that the steps lead to, and some parts of the resource.
func unlocked(s *scene.Scene) bool {
	above := aboveOf(s.About.Op.Spec.Path)
	steps := stepsAt(s.Ops, above)
	if len(steps) == 0 {
		return false
	}
	for _, op := range s.Ops {
		if op.Spec.Method == "POST" && strings.HasPrefix(op.Spec.Path, above+"/") &&
			!strings.Contains(op.Spec.Path[len(above):], "{") && !slices.Contains(steps, op) &&
			len(s.Kept(op)) > 0 && op != s.About.Op {
			for range 2 {
				renew(s.R, s.On(op))
			}
		}
	}
	step := s.On(steps[s.N%len(steps)])
	chooseState(step, s.N/len(steps))
	few(s.Again(), 1+s.N%2)
	return true
}

// few fills the lists of numbers in the body of a call with the first numbers that a service assigns.
func few(c *action.Call, n int) (sent bool) {
	for _, p := range fields(c.Op.Spec) {
		var list []any
		for k := range n {
			list = append(list, int64(k+1))
		}
		sent = send(c, p.Name, list) || sent
	}
	return sent
}

// aboveOf returns the path template of the last resource on the path of an operation, or "" if there is none.
func aboveOf(template string) string {
	if i := strings.LastIndexByte(template, '}'); i >= 0 {
		return template[:i+1]
	}
	return ""
}

// chooseLast sets the new state in a call. It begins with the last states.
func chooseLast(c *action.Call, n int) {
	if choices, _ := choicesIn(c.Op.Spec); len(choices) > 0 {
		chooseState(c, len(choices)-1-n%len(choices))
	}
}

// late makes a call after a step of a resource on its path, and reads the resource before the call.
func late(s *scene.Scene) bool {
	for above := aboveOf(
		s.About.Op.Spec.Path,
	); above != ""; above = aboveOf(above[:strings.LastIndexByte(above, '/')]) {
		steps := slices.DeleteFunc(stepsAt(s.Ops, above), func(op *api.Operation) bool {
			return op == s.About.Op && !changesState(op)
		})
		if states := slices.DeleteFunc(slices.Clone(steps), func(op *api.Operation) bool {
			return !changesState(op)
		}); len(states) > 0 {
			steps = states
		}
		if view := s.Ops.Find("GET", above); view != nil && len(steps) > 0 {
			if s.N%2 == 1 {
				s.Again()
			}
			step := s.On(steps[s.N/2%len(steps)])
			chooseLast(step, s.N/2/len(steps))
			s.On(view)
			s.Again()
			s.On(view)
			return true
		}
	}
	return false
}

// outside makes a call with each kind of invalid data in its body, one at a time, and reads its resource at the end.
func outside(s *scene.Scene) bool {
	if s.Valid {
		return false
	}
	full(s.About)
	wrong := slices.DeleteFunc(s.About.Genotype.Invalidities(), func(f genotype.Invalid) bool {
		return f.Param != genotype.InBody || f.Whole != genotype.BodyValue || len(f.At) == 0 ||
			value.IsAbsent(f.Value) || strings.HasSuffix(f.What, "wrong type") || f.Value == nil
	})
	if len(wrong) == 0 {
		return false
	}
	s.Again()
	room := max(1, min(len(wrong), s.MaxCalls-len(s.Calls)-1))
	for k := range room {
		c := s.Again()
		unconditional(c)
		c.Genotype.Invalid = &wrong[(s.N*room+k)%len(wrong)]
	}
	s.On(s.Reader())
	return true
}

// crowded makes a call with lists of one to three of the first numbers that a service assigns, after a read of its
// parent.
func crowded(s *scene.Scene) bool {
	above := s.Ops.Find("GET", aboveOf(s.About.Op.Spec.Path))
	if above == nil || above == s.Reader() && s.About.Op.Spec.Path == s.Item() {
		return false
	}
	if len(s.Calls) > 0 {
		holder := s.Calls[0]
		for _, l := range members(holder) {
			if strings.HasPrefix(words.Plain(l.Name), "max") {
				gene.Assign(l.Gene, int64(1))
			}
		}
	}
	s.Again()
	s.On(above)
	for n := range 3 {
		c := s.About.Clone().(*action.Call)
		if !few(c, n+1) {
			return false
		}
		s.Add(c)
	}
	return true
}

// deepTurn is the turn, counted from 0, of every three, in which a test begins with more calls.
const deepTurn = 2

// deepen makes every third test begin with the longer beginning of another call on the same resource: that beginning
// also creates elements in the state that the other call needs.
func deepen(s *scene.Scene, turn int) {
	if turn%(deepTurn+1) != deepTurn || len(s.Calls) == 0 {
		return
	}
	maker := s.Calls[0].Op
	var longer [][]*action.Call
	for _, op := range s.Ops {
		for _, calls := range s.Kept(op) {
			if calls[0].Op == maker && len(calls) > len(s.Calls) && len(calls) < s.MaxCalls-3 &&
				op.Spec.Method != "DELETE" && op != s.About.Op {
				longer = append(longer, calls)
			}
		}
	}
	if len(longer) == 0 {
		return
	}
	chosen := longer[s.R.IntN(len(longer))]
	if s.R.IntN(2) == 0 {
		chosen = slices.MaxFunc(longer, func(a, b []*action.Call) int { return len(a) - len(b) })
	}
	var calls []*action.Call
	for _, c := range chosen {
		if c.Op.Spec.Method != "GET" {
			calls = append(calls, c.Clone().(*action.Call))
		}
	}
	for _, c := range s.Calls[1:] {
		if !slices.ContainsFunc(calls, func(other *action.Call) bool { return other.Op == c.Op }) {
			calls = append(calls, c)
		}
	}
	s.Begin(calls)
}

// left makes a call, ends the session of its user, and repeats the call with the credential of that session.
func left(s *scene.Scene) bool {
	if !api.LogsOut(s.About.Op.Spec) {
		return false
	}
	var reads []*api.Operation
	for _, op := range s.Ops {
		if op.Spec.Method == "GET" && api.LastParam(op.Spec.Path) == "" && api.NeedsCredential(op.Spec) &&
			len(s.Kept(op)) > 0 {
			reads = append(reads, op)
		}
	}
	if len(reads) == 0 {
		return false
	}
	first := s.On(reads[s.N%len(reads)])
	by(s.About.User.Index, first)
	s.Again()
	s.Add(first.Clone().(*action.Call))
	return true
}

// ended deletes a resource that exists once, and then reads it.
func ended(s *scene.Scene) bool {
	at := s.About.Op.Spec.Path
	end, view := s.Ops.Find("DELETE", at), s.Ops.Find("GET", at)
	if end == nil || api.LastParam(at) != "" {
		return false
	}
	s.Again()
	s.On(view)
	s.On(end)
	s.On(view)
	return true
}
