package follow

import (
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// leaveOut switches a gene off, if it can be.
func leaveOut(g gene.Gene) {
	if s, ok := g.(gene.Switch); ok {
		s.Set(false)
	}
}

// members returns the inputs of the body of a call.
func members(c *action.Call) []genotype.Leaf {
	return slices.DeleteFunc(genotype.Leaves(c.Genotype), func(l genotype.Leaf) bool { return l.In != "" })
}

// full sends all that can be left out of the body of a call.
func full(c *action.Call) {
	for _, l := range members(c) {
		if g, ok := l.Gene.(gene.Switch); ok {
			g.Set(true)
		}
	}
}

// sendSome sends about half of what can be left out of the body of a call, and a word in place of an empty text
// half of the time.
func sendSome(s *scene, c *action.Call) {
	for _, l := range members(c) {
		if g, ok := l.Gene.(gene.Switch); ok && s.r.IntN(2) == 0 {
			g.Set(true)
		}
		if l.Value() == "" && s.r.IntN(2) == 0 {
			gene.Assign(l.Gene, word)
		}
	}
}

// vary gives one to three inputs of the body of a call other values, and sends all that can be left out, or some of
// it.
func (s *scene) vary(c *action.Call) {
	if s.r.IntN(2) == 0 {
		full(c)
	} else {
		sendSome(s, c)
	}
	all := slices.DeleteFunc(members(c), func(l genotype.Leaf) bool { return value.IsAbsent(l.Value()) })
	for range min(len(all), 1+s.r.IntN(3)) {
		all[s.r.IntN(len(all))].Mutate(s.r, 0)
	}
}

// differ gives mostly all inputs of the body of a call other values, so that elements can be told apart: with all that
// can be left out, or with what the call sends.
func (s *scene) differ(c *action.Call) {
	switch s.r.IntN(4) {
	case 0:
		s.vary(c)
		return
	case 1:
		full(c)
	}
	for _, l := range members(c) {
		if !value.IsAbsent(l.Value()) {
			l.Mutate(s.r, 0)
		}
	}
}

// only leaves out what can be left out of the body of a call but for one input.
func (s *scene) only(c *action.Call) {
	var free []genotype.Leaf
	for _, l := range members(c) {
		if _, ok := l.Gene.(gene.Switch); ok {
			free = append(free, l)
		}
	}
	if len(free) == 0 {
		return
	}
	keep := s.r.IntN(len(free))
	for i, l := range free {
		l.Gene.(gene.Switch).Set(i == keep)
		if i == keep {
			l.Mutate(s.r, 0)
			l.Gene.(gene.Switch).Set(true)
		}
	}
}

// readBack reads what was made or changed, by its path and in its list.
func (s *scene) readBack() bool {
	if s.about.Op.Spec.Method != "POST" {
		if s.n%2 == 1 {
			bare(s.on(s.lister()))
		}
		s.on(s.reader())
	}
	writes(s, s.again())
	read := s.on(s.reader())
	list := bare(s.on(s.lister()))
	return read != nil || list != nil
}

// twice says the same twice, and reads after each time.
func (s *scene) twice() bool {
	view := s.viewer()
	if view == nil {
		return false
	}
	s.vary(s.about)
	unconditional(s.about)
	lists := listsBeside(s)
	for range 2 {
		s.again()
		s.on(view)
		if len(lists) > 0 {
			bare(s.on(lists[s.n%len(lists)]))
		}
	}
	return true
}

// listsBeside returns the operations that read what stands beside the path of the call of the test, and has no
// parameter of its own.
func listsBeside(s *scene) (out []*api.Operation) {
	for _, op := range s.Ops {
		at := op.Spec.Path
		if op.Spec.Method == "GET" && path.Dir(at) == path.Dir(s.about.Op.Spec.Path) && at != s.about.Op.Spec.Path &&
			api.LastParam(at) == "" {
			out = append(out, op)
		}
	}
	return out
}

// step makes a step of a resource twice, with other values now and then, and reads the resource before
// and after each time.
func (s *scene) step() bool {
	if s.reader() == nil || s.item() == s.about.Op.Spec.Path || api.LastParam(s.about.Op.Spec.Path) != "" {
		return false
	}
	s.on(s.reader())
	if c := s.again(); s.n%4 == 3 {
		mutate(s.r, c)
	}
	s.on(s.reader())
	if c := s.again(); s.n%2 == 1 {
		mutate(s.r, c)
	}
	s.on(s.reader())
	return true
}

// mutate gives all inputs of the body of a call other values.
func mutate(r *rand.Rand, c *action.Call) {
	for _, l := range members(c) {
		l.Mutate(r, 0)
	}
}

// omit sends all there is, and then the same without something.
func (s *scene) omit() bool {
	if s.reader() == nil {
		return false
	}
	all := s.again()
	full(all)
	s.on(s.reader())
	less := all.Clone().(*action.Call)
	every := s.r.IntN(2) == 0
	free := slices.DeleteFunc(members(less), func(l genotype.Leaf) bool { _, ok := l.Gene.(gene.Switch); return !ok })
	if len(free) == 0 {
		return false
	}
	keep := s.r.IntN(len(free))
	for i, l := range free {
		if every || i == keep {
			leaveOut(l.Gene)
		}
	}
	s.add(less)
	s.on(s.reader())
	return true
}

// deleted deletes what has parts, and looks for it, for the parts and in the list.
func (s *scene) deleted() bool {
	parts := s.below("POST", s.item())
	if len(parts) > 0 {
		s.on(parts[s.r.IntN(len(parts))])
	}
	s.on(s.reader())
	s.again()
	s.on(s.reader())
	for _, op := range s.below("GET", s.item()) {
		if len(s.c.Actions) < s.MaxCalls-2 {
			s.on(op)
		}
	}
	if op := s.find("PATCH", s.item()); op != nil && s.r.IntN(2) == 0 {
		s.on(op)
		s.on(s.reader())
	} else if len(parts) > 0 && s.r.IntN(2) == 0 {
		s.on(parts[s.r.IntN(len(parts))])
		s.on(s.reader())
	}
	bare(s.on(s.lister()))
	return true
}

// refused reads before and after a call with one thing that is invalid on purpose.
func (s *scene) refused() bool {
	if s.Valid {
		return false
	}
	op := s.viewer()
	if s.about.Op.Spec.Method == "POST" && api.LastParam(s.about.Op.Spec.Path) == "" {
		if list := listOf(s); list != nil {
			op = list
		}
	}
	before := bare(s.on(op))
	if before == nil {
		return false
	}
	c := s.again()
	s.vary(c)
	c.Genotype.MakeInvalid(s.r)
	s.add(before.Clone().(*action.Call))
	return c.Genotype.Invalid != nil
}

// looked reads twice, with other reads between.
func (s *scene) looked() bool {
	s.again()
	for _, op := range s.Ops {
		if op.Spec.Method == "GET" && op != s.about.Op && s.r.IntN(3) == 0 && len(s.c.Actions) < s.MaxCalls-1 {
			s.on(op)
		}
	}
	s.again()
	return true
}

// foreign has somebody else, or nobody, read and change what a user made.
func (s *scene) foreign() bool {
	if s.item() == "" || s.about.User.Index < 0 {
		return false
	}
	changes := s.changes()
	round := s.n / max(1, len(changes)) // so that in the end each user makes each change
	other := auth.Anonymous
	if s.Users > 1 && round%3 < 2 {
		other = (s.about.User.Index + 1 + s.r.IntN(s.Users-1)) % s.Users
	}
	s.again()
	s.on(s.reader())
	if s.r.IntN(2) == 0 {
		bare(s.on(s.lister()))
		by(other, bare(s.on(s.lister())))
		if all := exportsOf(s); len(all) > 0 {
			by(other, bare(s.on(all[s.n%len(all)])))
		}
	}
	by(other, s.on(s.reader()))
	if len(changes) == 0 {
		return true
	}
	by(other, s.on(changes[s.n%len(changes)]))
	if next := changes[(s.n+1+round)%len(changes)]; s.r.IntN(2) == 0 {
		by(other, s.on(next))
	}
	s.on(s.reader())
	return true
}

// exportsOf returns the operations that may show the elements of the list in other forms: directly below it, or
// called like it.
func exportsOf(s *scene) (out []*api.Operation) {
	list := s.lister()
	if list == nil {
		return nil
	}
	for _, op := range s.Ops {
		at := op.Spec.Path
		name := strings.TrimSuffix(path.Base(at), path.Ext(at))
		if op.Spec.Method == "GET" && op != list && api.LastParam(at) == "" && (path.Dir(at) == list.Spec.Path ||
			name == path.Base(list.Spec.Path)) {
			out = append(out, op)
		}
	}
	return out
}

// changes returns the operations that change the resource or something below it.
func (s *scene) changes() (out []*api.Operation) {
	for _, o := range s.Ops {
		if o.Spec.Method != "GET" && (o.Spec.Path == s.item() || slices.Contains(s.below(o.Spec.Method, s.item()), o)) {
			out = append(out, o)
		}
	}
	return out
}

// by gives a call to a user.
func by(user int, c *action.Call) {
	if c != nil {
		c.User.Index = user
	}
}

// listed reads the list of several elements: whole, in pages, filtered by what one of them has, and sorted.
func (s *scene) listed() bool {
	list := stocked(s)
	if list == nil {
		return false
	}
	inputs := asked(list)
	for k := range min(3, len(inputs)) {
		ask(s, bare(s.on(list)), inputs[(3*s.n+k)%len(inputs)])
	}
	if s.n%4 == 1 {
		askTwo(s, list, inputs)
	}
	return true
}

// askTwo asks for a list with values for two of the parameters of its query that are none of pages, other ones in each
// turn.
func askTwo(s *scene, list *api.Operation, inputs []int) {
	inputs = slices.DeleteFunc(slices.Clone(inputs), func(i int) bool {
		return words.Limits.Has(list.Template.Params[i].Spec.Name)
	})
	n := len(inputs)
	if n < 2 {
		return
	}
	turn, c := s.n/4, bare(s.on(list))
	ask(s, c, inputs[turn%n])
	ask(s, c, inputs[(turn+1+turn/n%(n-1))%n])
}

// asked returns the parameters by which a list is asked for a part of it, by their indices: that for the length of a
// page first, for all that say where it begins.
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
