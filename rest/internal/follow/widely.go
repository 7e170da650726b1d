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
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// tried has another user, each in turn, try all that changes what a user made, its deletion last, and read what stands
// at the root and is no list.
func tried(s *scene) bool {
	own, changes := s.about.User.Index, s.changes()
	if s.Users < 2 || own < 0 || own >= s.Users || s.item() == "" {
		return false
	}
	other := (own + 1 + s.n%(s.Users-1)) % s.Users
	s.again()
	s.on(s.reader())
	slices.SortStableFunc(changes, func(a, b *api.Operation) int { return strings.Compare(deletes(a), deletes(b)) })
	for k, op := range changes {
		if left := s.MaxCalls - len(s.c.Actions) - 1; k < left || deletes(op) == "1" {
			by(other, s.on(op))
		}
	}
	for _, op := range whoAmI(s) {
		by(other, bare(s.on(op)))
	}
	return true
}

// nowhere is an id that nothing has.
const nowhere = 987654

// hidden has another user read what a user made, and what is below it, and below what is not there.
func hidden(s *scene) bool {
	own := s.about.User.Index
	parts := s.below("GET", s.item())
	if s.Users < 2 || own < 0 || own >= s.Users || len(parts) == 0 || s.reader() == nil {
		return false
	}
	other := (own + 1 + s.n%(s.Users-1)) % s.Users
	part := parts[s.n/(s.Users-1)%len(parts)]
	s.again()
	by(other, s.on(s.reader()))
	by(other, bare(s.on(part)))
	c := bare(s.on(part))
	by(other, c)
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In == openapi.InPath && p.Spec.Name == api.LastParam(s.item()) {
			c.Follow.Own |= api.Bit(i) & c.Follow.Params
			return gene.Assign(p.Gene, int64(nowhere)) || gene.Assign(p.Gene, "nowhere")
		}
	}
	return false
}

// filled makes three parts of something that has small numbers, by each user or for each, and reads it after each:
// where it has room for few, it is full.
func filled(s *scene) bool {
	view := holderOf(s)
	if view == nil || len(s.c.Actions) == 0 {
		return false
	}
	holder := s.c.Actions[len(s.c.Actions)-1].(*action.Call)
	full(holder)
	for _, l := range members(holder) {
		if _, numeric := value.Rat(l.Value()); numeric && !gene.Assign(l.Gene, int64(1+s.n%2)) {
			gene.Assign(l.Gene, int64(2))
		}
	}
	for k := range 3 {
		c := s.again()
		refresh(s, c)
		for _, l := range members(c) {
			if words.Person.Has(l.Name) && len(s.Names) > 0 {
				gene.Assign(l.Gene, s.Names[(k+s.n/2)%len(s.Names)])
			}
		}
		if s.Users > 1 && s.n/2%2 == 0 && c.User.Index >= 0 {
			by((c.User.Index+k)%s.Users, c)
		}
		s.on(view)
	}
	return true
}

// holderOf returns the operation that reads what the last call before the one of the test made, nil for none.
func holderOf(s *scene) *api.Operation {
	if len(s.c.Actions) == 0 {
		return nil
	}
	op := s.c.Actions[len(s.c.Actions)-1].(*action.Call).Op.Spec
	if op.Method != "POST" {
		return nil
	}
	return s.find("GET", s.element(op.Path))
}

// related makes a second part of something, and takes it away, and reads after each what holds the parts, and their
// list.
func related(s *scene) bool {
	at := makerOf(s)
	if at < 1 {
		return false
	}
	maker := s.c.Actions[at].(*action.Call)
	s.c.Actions = s.c.Actions[:at]
	view, list := holderOf(s), s.find("GET", maker.Op.Spec.Path)
	if view == nil {
		return false
	}
	for k := range 2 {
		c := maker.Clone().(*action.Call)
		if s.differ(c); s.Users > 1 && s.n%2 == 1 && c.User.Index >= 0 {
			by((c.User.Index+k)%s.Users, c)
		}
		s.add(c)
		s.on(view)
		bare(s.on(list))
	}
	s.again().User.Index = s.c.Actions[len(s.c.Actions)-1].(*action.Call).User.Index
	s.on(view)
	bare(s.on(list))
	return true
}

// peeked reads what was changed, or what it is a part of, before and after it is read with each of the parameters that
// the read has. Another part is there after it half of the time.
func peeked(s *scene) bool {
	var views []*api.Operation
	for _, op := range s.Ops {
		if op.Spec.Method == "GET" && api.LastParam(op.Spec.Path) != "" && len(asked(op)) > 0 &&
			slices.ContainsFunc(s.c.Actions, func(a testcase.Action) bool {
				at := a.(*action.Call).Op.Spec.Path
				return op == s.reader() || path.Dir(op.Spec.Path) == at
			}) {
			views = append(views, op)
		}
	}
	if len(views) == 0 {
		return false
	}
	view, at := views[s.n%len(views)], makerOf(s)
	c := s.again()
	full(c)
	for _, l := range members(c) {
		if s.n%4 < 3 {
			gene.Assign(l.Gene, true)
		}
	}
	if at >= 0 && s.n/2%2 == 0 {
		s.add(s.c.Actions[at].(*action.Call).Clone().(*action.Call))
	}
	bare(s.on(view))
	for k := range min(2, len(asked(view))) {
		param := bare(s.on(view))
		p := &param.Genotype.Params[asked(view)[(s.n+k)%len(asked(view))]]
		p.Gene.Randomize(s.r)
		if g, ok := p.Gene.(gene.Switch); ok {
			g.Set(true)
		}
		gene.Assign(p.Gene, true)
	}
	bare(s.on(view))
	return true
}
