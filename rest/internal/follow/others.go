package follow

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// stranger returns another user than that of the act, -1 for nobody, each in turn. It returns false if the act has no
// user, or if there is no other one.
func stranger(s *scene.Scene, nobody bool) (int, bool) {
	own := s.About.User.Index
	if own < 0 || own >= s.Users {
		return auth.Anonymous, nobody && own >= 0
	}
	n := s.Users - 1
	if nobody {
		n++
	}
	if n == 0 {
		return 0, false
	}
	if d := s.Digit(n); d < s.Users-1 {
		return (own + 1 + d) % s.Users, true
	}
	return auth.Anonymous, true
}

// lastDeletes sorts operations so that those that delete come last.
func lastDeletes(ops []*api.Operation) []*api.Operation {
	rank := func(op *api.Operation) int {
		if op.Spec.Method == "DELETE" {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(ops, func(a, b *api.Operation) int { return rank(a) - rank(b) })
	return ops
}

// tried has another user, or nobody, read and change the element of a user, and what is above it: in a few ways, or in
// all ways, the deletion last. Before that the calls that make the element choose other values from few, a step leads
// it to another state, or the other user is given access: they may decide who sees it.
func tried(s *scene.Scene) bool {
	kind, item := s.Digit(5), s.Item()
	other, ok := stranger(s, kind == 0)
	if !ok || item == "" {
		return false
	}
	above := item[:strings.IndexByte(item, '}')+1]
	ops := waysInto(s, above, kind == 1)
	if kind == 1 {
		for _, c := range append(slices.Clip(s.Calls), s.About) {
			choose(c, s.N)
		}
	}
	s.Again()
	s.On(s.Reader())
	switch kind {
	case 0:
		ops = slices.DeleteFunc(ops, func(op *api.Operation) bool { return op.Spec.Method == "GET" })
		if n := len(ops); n > 0 {
			at := s.Digit(n)
			ops = slices.Concat(ops[at:], ops[:at])[:min(n, 3)]
		}
		by(other, s.On(s.Reader()))
	case 2:
		if states := statesOf(s, above); len(states) > 0 {
			s.Add(states[s.Digit(len(states))])
		}
	case 3:
		if !grant(s, other) {
			return false
		}
	}
	if kind < 2 && s.R.IntN(2) == 0 {
		bare(s.On(s.Lister()))
		by(other, bare(s.On(s.Lister())))
	}
	for k, op := range ops {
		if len(s.Calls) < s.MaxCalls-1 || k == len(ops)-1 {
			by(other, s.On(op))
		}
	}
	if s.On(s.Reader()); kind == 4 {
		for _, op := range s.Ops.WhoAmI() {
			by(other, bare(s.On(op)))
		}
	}
	return len(ops) > 0
}

// waysInto returns the operations on the element of the test, directly below it, and on what is above it, the deletion
// last. With open set, it leaves out those that refused another user before.
func waysInto(s *scene.Scene, above string, open bool) []*api.Operation {
	item := s.Item()
	return lastDeletes(slices.DeleteFunc(slices.Clone(s.Ops), func(op *api.Operation) bool {
		at := op.Spec.Path
		within := at == item || strings.HasPrefix(at, item+"/") && !strings.Contains(at[len(item):], "{")
		return !within && at != above || at == above && at != item && op.Spec.Method == "DELETE" || op == s.About.Op ||
			open && op.Targets.Forbidden()
	}))
}

// estranged is tried with other values for inputs with few values, and without operations that refused it before.
func estranged(s *scene.Scene) bool {
	s.N = 5*s.N + 1
	return tried(s)
}

// choose sets the inputs with few values in the body of a call to one of these values.
func choose(c *action.Call, turn int) {
	for _, l := range members(c) {
		choices := gene.Listed(l.Gene)
		if gene.Assign(l.Clone(), true) && gene.Assign(l.Clone(), false) {
			choices = []any{true, false}
		}
		choices = slices.DeleteFunc(slices.Clone(choices), value.IsAbsent)
		if len(choices) > 1 && c.Op.Spec.Method != "GET" {
			gene.Assign(l.Gene, choices[turn%len(choices)])
		}
	}
}

// nowhere is an id that does not exist.
const nowhere = 987654

// overlooked has another user, who may have read who it is before, read the element of a user on all routes:
// at its path, in its parents, with its parts, in lists without and with each parameter, in exports, and below an id
// that does not exist.
func overlooked(s *scene.Scene) bool {
	kind := s.Digit(3)
	other, ok := stranger(s, false)
	list := s.List()
	if !ok || s.Item() == "" && list == nil {
		return false
	}
	for _, op := range s.Ops.WhoAmI() {
		if s.R.IntN(2) == 0 {
			by(other, s.On(op))
		}
	}
	full(s.Again())
	if kind == 1 && list != nil {
		s.Add(bare(s.Bind(list)))
		by(other, bare(s.On(list)))
		for _, q := range queries(list) {
			ask(s, by(other, bare(s.On(list))), q)
		}
		return true
	}
	views := s.Views()
	for _, op := range views {
		by(other, bare(s.On(op)))
		if c := bare(s.Bind(op)); kind == 2 && astray(c, s.Item()) {
			s.Add(by(other, c))
		}
	}
	return len(views) > 0
}

// astray has a call below an element name an element that does not exist. It returns false for other calls.
func astray(c *action.Call, item string) bool {
	for i := range c.Genotype.Params {
		if p := &c.Genotype.Params[i]; item != "" && strings.HasPrefix(c.Op.Spec.Path, item+"/") &&
			p.Spec.In == openapi.InPath && p.Spec.Name == api.LastParam(item) {
			own(c, i)
			return gene.Assign(p.Gene, int64(nowhere)) || gene.Assign(p.Gene, "nowhere")
		}
	}
	return false
}

// grant adds a call, other than the act, that changes something below a resource and names a user, such as a member. It
// returns false if there is none.
func grant(s *scene.Scene, user int) bool {
	for _, op := range s.Ops {
		m := op.Spec.Method
		if m != "POST" && m != "PUT" || !strings.Contains(op.Spec.Path, "}/") || op == s.About.Op ||
			user >= len(s.Names) {
			continue
		}
		c := s.Bind(op)
		if s.R.IntN(2) == 0 {
			mutate(s.R, c)
		}
		for _, t := range action.Takers(c) {
			if (t.Param < 0 || c.Genotype.Params[t.Param].InPath()) && words.Person.Has(t.Name) &&
				gene.Assign(t.Gene, s.Names[user]) {
				c.Keep(t)
				s.Add(c)
				return true
			}
		}
	}
	return false
}

// borrowed has another user make the element that the act refers to. The user of the act tries to read that element,
// and makes the act.
func borrowed(s *scene.Scene) bool {
	other, ok := stranger(s, false)
	at := -1
	for i, c := range s.Calls {
		item := s.Ops.Element(c.Op.Spec.Path)
		if s.Ops.Find("GET", item) != nil && refers(s.Ops, s.About.Op, item) {
			at = i
		}
	}
	if !ok || at < 0 {
		return false
	}
	maker := s.Calls[at].Clone().(*action.Call)
	renew(s.R, maker)
	s.Add(by(other, maker))
	by(s.About.User.Index, s.On(s.Ops.Find("GET", s.Ops.Element(maker.Op.Spec.Path))))
	c := s.Again()
	full(c)
	c.Follow.Enabled, c.Follow.Own = c.Op.Chained, 0
	return true
}

// keyed has another user make what a user makes, with the same key of idempotency, and read the result.
func keyed(s *scene.Scene) bool {
	other, ok := stranger(s, false)
	c := s.Copy()
	at := slices.IndexFunc(c.Genotype.Params, func(p genotype.Param) bool {
		return p.Spec.In == openapi.InHeader && words.Once().MatchString(p.Spec.Name)
	})
	if !ok || at < 0 || s.Reader() == nil {
		return false
	}
	giveKey(s, c, at)
	s.Add(c)
	s.Add(by(other, c.Clone().(*action.Call)))
	by(other, s.On(s.Reader()))
	return true
}
