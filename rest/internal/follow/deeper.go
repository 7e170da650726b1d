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

// renumbered makes two elements in the same place, deletes the first one, by the first number that a service gives, and
// makes another one.
func renumbered(s *scene) bool {
	at := makerOf(s)
	if at < 0 {
		return false
	}
	maker := s.c.Actions[at].(*action.Call)
	twin := maker.Clone().(*action.Call)
	renew(s, twin)
	s.c.Actions = slices.Insert(s.c.Actions, at, testcase.Action(twin))
	c := s.again()
	unconditional(c)
	for i := range c.Genotype.Params {
		if p := &c.Genotype.Params[i]; s.n%2 == 0 && p.Spec.In == openapi.InPath &&
			p.Spec.Name == api.LastParam(c.Op.Spec.Path) {
			if !gene.Assign(p.Gene, int64(1)) && !gene.Assign(p.Gene, "1") {
				return false
			}
			c.Follow.Own |= api.Bit(i) & c.Follow.Params
		}
	}
	next := maker.Clone().(*action.Call)
	renew(s, next)
	s.add(next)
	s.on(s.viewer())
	return true
}

// doubled changes the second of two elements in the same place so that it has one member of the first one.
func doubled(s *scene) bool {
	at := makerOf(s)
	if at < 0 {
		return false
	}
	twin := s.c.Actions[at].Clone().(*action.Call)
	renew(s, twin)
	s.c.Actions = slices.Insert(s.c.Actions, at, testcase.Action(twin))
	c := s.again()
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
	l := shared[s.n%len(shared)]
	v, _ := has.Get(l.Name)
	gene.Assign(l.Gene, v)
	s.on(s.viewer())
	return true
}

// unlocked makes a call that was refused as things were after other steps of what its path leads through: each state
// that these lead to, and some of its parts.
func unlocked(s *scene) bool {
	above := aboveOf(s.about.Op.Spec.Path)
	steps := stepsAt(s, above)
	if len(steps) == 0 {
		return false
	}
	for _, op := range s.Ops {
		if op.Spec.Method == "POST" && strings.HasPrefix(op.Spec.Path, above+"/") &&
			!strings.Contains(op.Spec.Path[len(above):], "{") && !slices.Contains(steps, op) &&
			len(s.Kept(op)) > 0 && op != s.about.Op {
			for range 2 {
				renew(s, s.on(op))
			}
		}
	}
	step := s.on(steps[s.n%len(steps)])
	chooseState(step, s.n/len(steps))
	few(s, s.again(), 1+s.n%2)
	return true
}

// few gives the lists of numbers in the body of a call the first numbers that a service gives.
func few(s *scene, c *action.Call, n int) (sent bool) {
	for _, p := range fields(c.Op.Spec) {
		var list []any
		for k := range n {
			list = append(list, int64(k+1))
		}
		sent = send(c, p.Name, list) || sent
	}
	return sent
}

// aboveOf returns the path template of the resource that the path of an operation leads through last, or to, "" for
// none.
func aboveOf(template string) string {
	if i := strings.LastIndexByte(template, '}'); i >= 0 {
		return template[:i+1]
	}
	return ""
}

// chooseLast gives a call a state to lead to, the last ones first.
func chooseLast(c *action.Call, n int) {
	if choices, _ := choicesIn(c.Op.Spec); len(choices) > 0 {
		chooseState(c, len(choices)-1-n%len(choices))
	}
}

// late makes a call after a step that leads what its path leads through to another state, and reads that before.
func late(s *scene) bool {
	for above := aboveOf(
		s.about.Op.Spec.Path,
	); above != ""; above = aboveOf(above[:strings.LastIndexByte(above, '/')]) {
		steps := slices.DeleteFunc(stepsAt(s, above), func(op *api.Operation) bool {
			return op == s.about.Op && !changesState(op)
		})
		if states := slices.DeleteFunc(slices.Clone(steps), func(op *api.Operation) bool {
			return !changesState(op)
		}); len(states) > 0 {
			steps = states
		}
		if view := s.find("GET", above); view != nil && len(steps) > 0 {
			if s.n%2 == 1 {
				s.again()
			}
			step := s.on(steps[s.n/2%len(steps)])
			chooseLast(step, s.n/2/len(steps))
			s.on(view)
			s.again()
			s.on(view)
			return true
		}
	}
	return false
}

// outside makes a call with each thing in its body that is invalid, one at a time and in turn, and reads what it is
// about in the end.
func outside(s *scene) bool {
	if s.Valid {
		return false
	}
	full(s.about)
	wrong := slices.DeleteFunc(s.about.Genotype.Invalidities(), func(f genotype.Invalid) bool {
		return f.Param != genotype.InBody || f.Whole != genotype.BodyValue || len(f.At) == 0 ||
			value.IsAbsent(f.Value) || strings.HasSuffix(f.What, "wrong type") || f.Value == nil
	})
	if len(wrong) == 0 {
		return false
	}
	s.again()
	room := max(1, min(len(wrong), s.MaxCalls-len(s.c.Actions)-1))
	for k := range room {
		c := s.again()
		unconditional(c)
		c.Genotype.Invalid = &wrong[(s.n*room+k)%len(wrong)]
	}
	s.on(s.reader())
	return true
}

// crowded makes a call with lists of one to three of the first numbers that a service gives, after a read of what it is
// a part of.
func crowded(s *scene) bool {
	above := s.find("GET", aboveOf(s.about.Op.Spec.Path))
	if above == nil || above == s.reader() && s.about.Op.Spec.Path == s.item() {
		return false
	}
	if len(s.c.Actions) > 0 {
		holder := s.c.Actions[0].(*action.Call)
		for _, l := range members(holder) {
			if strings.HasPrefix(words.Plain(l.Name), "max") {
				gene.Assign(l.Gene, int64(1))
			}
		}
	}
	s.again()
	s.on(above)
	for n := range 3 {
		c := s.about.Clone().(*action.Call)
		if !few(s, c, n+1) {
			return false
		}
		s.add(c)
	}
	return true
}

// deepTurn is the turn, of as many and one, in which a test begins deeper.
const deepTurn = 2

// deepen has a test begin with the longer beginning of another call on the same resource every third time: what was
// made for that is there as well, in the state that it needs.
func deepen(s *scene, turn int) {
	if turn%(deepTurn+1) != deepTurn || len(s.c.Actions) == 0 {
		return
	}
	maker := s.c.Actions[0].(*action.Call).Op
	var longer [][]*action.Call
	for _, op := range s.Ops {
		for _, calls := range s.Kept(op) {
			if calls[0].Op == maker && len(calls) > len(s.c.Actions) && len(calls) < s.MaxCalls-3 &&
				op.Spec.Method != "DELETE" && op != s.about.Op {
				longer = append(longer, calls)
			}
		}
	}
	if len(longer) == 0 {
		return
	}
	chosen := longer[s.r.IntN(len(longer))]
	if s.r.IntN(2) == 0 {
		chosen = slices.MaxFunc(longer, func(a, b []*action.Call) int { return len(a) - len(b) })
	}
	mine := s.c.Actions[1:]
	s.c.Actions = nil
	for _, c := range chosen {
		if c.Op.Spec.Method != "GET" {
			s.add(c.Clone().(*action.Call))
		}
	}
	for _, a := range mine {
		if !slices.ContainsFunc(s.c.Actions, func(b testcase.Action) bool {
			return b.(*action.Call).Op == a.(*action.Call).Op
		}) {
			s.c.Actions = append(s.c.Actions, a)
		}
	}
	s.first = len(s.c.Actions)
}

// left makes a call, ends the session of its user, and makes the same call again with the credential of that session.
func left(s *scene) bool {
	if !api.LogsOut(s.about.Op.Spec) {
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
	first := s.on(reads[s.n%len(reads)])
	by(s.about.User.Index, first)
	s.again()
	s.add(first.Clone().(*action.Call))
	return true
}

// ended takes away what was put where only one can be, and looks for it.
func ended(s *scene) bool {
	at := s.about.Op.Spec.Path
	end, view := s.find("DELETE", at), s.find("GET", at)
	if end == nil || api.LastParam(at) != "" {
		return false
	}
	s.again()
	s.on(view)
	s.on(end)
	s.on(view)
	return true
}
