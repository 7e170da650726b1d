package follow

import (
	"math/rand/v2"
	"slices"

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

// leaveOut switches a gene off, if it is optional.
func leaveOut(g gene.Gene) {
	if s, ok := g.(gene.Switch); ok {
		s.Set(false)
	}
}

// members returns the inputs of the body of a call.
func members(c *action.Call) []genotype.Leaf {
	return slices.DeleteFunc(genotype.Leaves(c.Genotype), func(l genotype.Leaf) bool { return l.In != "" })
}

// full sends all optional members in the body of a call.
func full(c *action.Call) {
	for _, l := range members(c) {
		if g, ok := l.Gene.(gene.Switch); ok {
			g.Set(true)
		}
	}
}

// sendSome sends about half of the optional members in the body of a call, and replaces an empty text by a word half
// of the time.
func sendSome(r *rand.Rand, c *action.Call) {
	for _, l := range members(c) {
		if g, ok := l.Gene.(gene.Switch); ok && r.IntN(2) == 0 {
			g.Set(true)
		}
		if l.Value() == "" && r.IntN(2) == 0 {
			gene.Assign(l.Gene, word)
		}
	}
}

// vary gives one to three inputs of a body other values, and sends all or some of its optional members.
func vary(r *rand.Rand, c *action.Call) {
	if r.IntN(2) == 0 {
		full(c)
	} else {
		sendSome(r, c)
	}
	all := slices.DeleteFunc(members(c), func(l genotype.Leaf) bool { return value.IsAbsent(l.Value()) })
	for range min(len(all), 1+r.IntN(3)) {
		all[r.IntN(len(all))].Mutate(r, 0)
	}
}

// differ gives, mostly, all inputs of a body other values, so that elements can be told apart. It sends all optional
// members, or those that the call already sends.
func differ(r *rand.Rand, c *action.Call) {
	switch r.IntN(4) {
	case 0:
		vary(r, c)
		return
	case 1:
		full(c)
	}
	for _, l := range members(c) {
		if !value.IsAbsent(l.Value()) {
			l.Mutate(r, 0)
		}
	}
}

// only removes the optional members from the body of a call, except one input.
func only(r *rand.Rand, c *action.Call) {
	var free []genotype.Leaf
	for _, l := range members(c) {
		if _, ok := l.Gene.(gene.Switch); ok {
			free = append(free, l)
		}
	}
	if len(free) == 0 {
		return
	}
	keep := r.IntN(len(free))
	for i, l := range free {
		l.Gene.(gene.Switch).Set(i == keep)
		if i == keep {
			l.Mutate(r, 0)
			l.Gene.(gene.Switch).Set(true)
		}
	}
}

// readBack reads a created or changed element at its path and in its list.
func readBack(s *scene.Scene) bool {
	if s.About.Op.Spec.Method != "POST" {
		if s.N%2 == 1 {
			bare(s.On(s.Lister()))
		}
		s.On(s.Reader())
	}
	writes(s, s.Again())
	read := s.On(s.Reader())
	list := bare(s.On(s.Lister()))
	return read != nil || list != nil
}

// twice makes the same call twice, and reads after each.
func twice(s *scene.Scene) bool {
	view := s.Viewer()
	if view == nil {
		return false
	}
	vary(s.R, s.About)
	unconditional(s.About)
	lists := s.Ops.ListsBeside(s.About.Op.Spec.Path)
	for range 2 {
		s.Again()
		s.On(view)
		if len(lists) > 0 {
			bare(s.On(lists[s.N%len(lists)]))
		}
	}
	return true
}

// step makes a step of a resource twice, with other values now and then, and reads the resource before
// and after each time.
func step(s *scene.Scene) bool {
	if s.Reader() == nil || s.Item() == s.About.Op.Spec.Path || api.LastParam(s.About.Op.Spec.Path) != "" {
		return false
	}
	s.On(s.Reader())
	if c := s.Again(); s.N%4 == 3 {
		mutate(s.R, c)
	}
	s.On(s.Reader())
	if c := s.Again(); s.N%2 == 1 {
		mutate(s.R, c)
	}
	s.On(s.Reader())
	return true
}

// mutate gives all inputs of the body of a call other values.
func mutate(r *rand.Rand, c *action.Call) {
	for _, l := range members(c) {
		l.Mutate(r, 0)
	}
}

// omit sends all members, and then the same without one of them.
func omit(s *scene.Scene) bool {
	if s.Reader() == nil {
		return false
	}
	all := s.Again()
	full(all)
	s.On(s.Reader())
	less := all.Clone().(*action.Call)
	every := s.R.IntN(2) == 0
	free := slices.DeleteFunc(members(less), func(l genotype.Leaf) bool { _, ok := l.Gene.(gene.Switch); return !ok })
	if len(free) == 0 {
		return false
	}
	keep := s.R.IntN(len(free))
	for i, l := range free {
		if every || i == keep {
			leaveOut(l.Gene)
		}
	}
	s.Add(less)
	s.On(s.Reader())
	return true
}

// deleted deletes an element that has parts, and then reads it, the parts and the list.
func deleted(s *scene.Scene) bool {
	parts := s.Ops.Below("POST", s.Item())
	if len(parts) > 0 {
		s.On(parts[s.R.IntN(len(parts))])
	}
	s.On(s.Reader())
	s.Again()
	s.On(s.Reader())
	for _, op := range s.Ops.Below("GET", s.Item()) {
		if len(s.Calls) < s.MaxCalls-2 {
			s.On(op)
		}
	}
	if op := s.Ops.Find("PATCH", s.Item()); op != nil && s.R.IntN(2) == 0 {
		s.On(op)
		s.On(s.Reader())
	} else if len(parts) > 0 && s.R.IntN(2) == 0 {
		s.On(parts[s.R.IntN(len(parts))])
		s.On(s.Reader())
	}
	bare(s.On(s.Lister()))
	return true
}

// refused reads a resource before and after a call with one piece of invalid data.
func refused(s *scene.Scene) bool {
	if s.Valid {
		return false
	}
	op := s.Viewer()
	if s.About.Op.Spec.Method == "POST" && api.LastParam(s.About.Op.Spec.Path) == "" {
		if list := s.List(); list != nil {
			op = list
		}
	}
	before := bare(s.On(op))
	if before == nil {
		return false
	}
	c := s.Again()
	vary(s.R, c)
	c.Genotype.MakeInvalid(s.R)
	s.Add(before.Clone().(*action.Call))
	return c.Genotype.Invalid != nil
}

// looked reads a resource twice, with other reads between.
func looked(s *scene.Scene) bool {
	s.Again()
	for _, op := range s.Ops {
		if op.Spec.Method == "GET" && op != s.About.Op && s.R.IntN(3) == 0 && len(s.Calls) < s.MaxCalls-1 {
			s.On(op)
		}
	}
	s.Again()
	return true
}

// foreign makes another user, or an anonymous caller, read and change an element of a user.
func foreign(s *scene.Scene) bool {
	if s.Item() == "" || s.About.User.Index < 0 {
		return false
	}
	changes := s.Ops.Changes(s.Item())
	round := s.N / max(1, len(changes)) // so that in the end each user makes each change
	other := auth.Anonymous
	if s.Users > 1 && round%3 < 2 {
		other = (s.About.User.Index + 1 + s.R.IntN(s.Users-1)) % s.Users
	}
	s.Again()
	s.On(s.Reader())
	if s.R.IntN(2) == 0 {
		bare(s.On(s.Lister()))
		by(other, bare(s.On(s.Lister())))
		if all := s.Ops.Exports(s.Lister()); len(all) > 0 {
			by(other, bare(s.On(all[s.N%len(all)])))
		}
	}
	by(other, s.On(s.Reader()))
	if len(changes) == 0 {
		return true
	}
	by(other, s.On(changes[s.N%len(changes)]))
	if next := changes[(s.N+1+round)%len(changes)]; s.R.IntN(2) == 0 {
		by(other, s.On(next))
	}
	s.On(s.Reader())
	return true
}

// bare removes the optional parameters from the query of a call.
func bare(c *action.Call) *action.Call {
	if c != nil {
		for i := range c.Genotype.Params {
			if p := &c.Genotype.Params[i]; p.Spec.In == openapi.InQuery {
				leaveOut(p.Gene)
			}
		}
	}
	return c
}

// by sets the user of a call.
func by(user int, c *action.Call) {
	if c != nil {
		c.User.Index = user
	}
}

// listed reads the list of several elements: the whole list, pages, filtered by values of an element, and sorted.
func listed(s *scene.Scene) bool {
	list := stocked(s)
	if list == nil {
		return false
	}
	inputs := asked(list)
	for k := range min(3, len(inputs)) {
		ask(s, bare(s.On(list)), inputs[(3*s.N+k)%len(inputs)])
	}
	if s.N%4 == 1 {
		askTwo(s, list, inputs)
	}
	return true
}

// askTwo reads a list with values for two of its query parameters, other ones in each turn. Parameters of pages do not
// count.
func askTwo(s *scene.Scene, list *api.Operation, inputs []int) {
	inputs = slices.DeleteFunc(slices.Clone(inputs), func(i int) bool {
		return words.Limits.Has(list.Template.Params[i].Spec.Name)
	})
	n := len(inputs)
	if n < 2 {
		return
	}
	turn, c := s.N/4, bare(s.On(list))
	ask(s, c, inputs[turn%n])
	ask(s, c, inputs[(turn+1+turn/n%(n-1))%n])
}

// asked returns the indexes of the parameters for pages of a list: the one for the length first, then those for the
// beginning.
func asked(list *api.Operation) (out []int) {
	paged := false
	for i := range list.Template.Params {
		p := &list.Template.Params[i]
		name := words.Plain(p.Spec.Name)
		switch {
		case p.Spec.In != openapi.InQuery:
		case words.Limits.Has(name) && !paged:
			paged = true
			out = slices.Insert(out, 0, i)
		case !(words.Offsets + words.Pages).Has(name):
			out = append(out, i)
		}
	}
	return out
}
