package follow

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// mistaken logs a user in, and once more with a wrong text in one member.
func mistaken(s *scene.Scene) bool {
	if s.Enters == nil || !s.Enters(s.About.Op) {
		return false
	}
	c := s.Again().Clone().(*action.Call)
	texts := slices.DeleteFunc(members(c), func(l genotype.Leaf) bool { return text(l.Gene) == "" })
	if len(texts) == 0 {
		return false
	}
	l := texts[s.N%len(texts)]
	c.Follow.Own |= c.Op.BitOf(genotype.InBody, l.Name) & c.Follow.Params
	s.Add(c)
	return gene.Assign(l.Gene, text(l.Gene)+"2")
}

// estranged makes another user list, read and change an element of a user, with the operations that have not refused
// that yet. From the second try on, the creating calls send other values for inputs with few values, since these may
// decide who sees the element.
func estranged(s *scene.Scene) bool {
	own := s.About.User.Index
	if s.Item() == "" || own < 0 || own >= s.Users || s.Users < 2 {
		return false
	}
	ops := append(s.Ops.Changes(s.Item()), s.Ops.Below("GET", s.Item())...)
	ops = slices.DeleteFunc(ops, func(op *api.Operation) bool {
		further := strings.Contains(strings.TrimPrefix(op.Spec.Path, s.Item()), "{")
		return op == s.About.Op || further || op.Targets.Forbidden()
	})
	if view := s.Reader(); view != nil && !view.Targets.Forbidden() {
		ops = append(ops, view)
	}
	slices.SortStableFunc(ops, func(a, b *api.Operation) int { return strings.Compare(deletes(a), deletes(b)) })
	list := s.Lister()
	if len(ops) == 0 && list == nil {
		return false
	}
	if s.N > 0 {
		otherwise(s, s.N)
	}
	other := (own + 1 + s.N%(s.Users-1)) % s.Users
	s.Again()
	bare(s.On(list))
	by(other, bare(s.On(list)))
	for i := range ops {
		by(other, s.On(ops[(i+s.N)%len(ops)]))
	}
	return true
}

// otherwise sets the inputs with few values, in the calls that create the element of the test, to other values in
// turn: they may decide who can see and change the element.
func otherwise(s *scene.Scene, turn int) {
	for _, c := range s.Calls {
		if c.Op.Spec.Method != "GET" {
			choose(c, turn)
		}
	}
	choose(s.About, turn)
}

// choose sets the inputs with few values in the body of a call to one of these values.
func choose(c *action.Call, turn int) {
	for _, l := range members(c) {
		choices := gene.Listed(l.Gene)
		if gene.Assign(l.Clone(), true) && gene.Assign(l.Clone(), false) {
			choices = []any{true, false}
		}
		choices = slices.DeleteFunc(slices.Clone(choices), value.IsAbsent)
		if len(choices) > 1 {
			gene.Assign(l.Gene, choices[turn%len(choices)])
		}
	}
}

// move leads the last element of the test to another state, or changes it, with the next operation that does so. It
// returns false if there is none.
func move(s *scene.Scene, turn int) bool {
	all := slices.DeleteFunc(s.Ops.Changes(s.Item()), func(op *api.Operation) bool {
		return deletes(op) == "1" || op == s.About.Op || len(s.Kept(op)) == 0 || s.Ops.Element(op.Spec.Path) != ""
	})
	if len(all) == 0 {
		return false
	}
	c := s.On(all[turn%len(all)])
	choose(c, turn+1)
	return true
}
