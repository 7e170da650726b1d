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
	"github.com/evoke-go/evoke/value"
)

// tried makes another user, each in turn, try all operations that change an element of a user, the deletion last, and
// read the resources at the root that are no lists.
func tried(s *scene.Scene) bool {
	own, changes := s.About.User.Index, s.Ops.Changes(s.Item())
	if s.Users < 2 || own < 0 || own >= s.Users || s.Item() == "" {
		return false
	}
	other := (own + 1 + s.N%(s.Users-1)) % s.Users
	s.Again()
	s.On(s.Reader())
	slices.SortStableFunc(changes, func(a, b *api.Operation) int { return strings.Compare(deletes(a), deletes(b)) })
	for k, op := range changes {
		if left := s.MaxCalls - len(s.Calls) - 1; k < left || deletes(op) == "1" {
			by(other, s.On(op))
		}
	}
	for _, op := range s.Ops.WhoAmI() {
		by(other, bare(s.On(op)))
	}
	return true
}

// nowhere is an id that does not exist.
const nowhere = 987654

// hidden makes another user read an element of a user, the resources below it, and those below an id that does not
// exist.
func hidden(s *scene.Scene) bool {
	own := s.About.User.Index
	parts := s.Ops.Below("GET", s.Item())
	if s.Users < 2 || own < 0 || own >= s.Users || len(parts) == 0 || s.Reader() == nil {
		return false
	}
	other := (own + 1 + s.N%(s.Users-1)) % s.Users
	part := parts[s.N/(s.Users-1)%len(parts)]
	s.Again()
	by(other, s.On(s.Reader()))
	by(other, bare(s.On(part)))
	c := bare(s.On(part))
	by(other, c)
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In == openapi.InPath && p.Spec.Name == api.LastParam(s.Item()) {
			c.Follow.Own |= api.Bit(i) & c.Follow.Params
			return gene.Assign(p.Gene, int64(nowhere)) || gene.Assign(p.Gene, "nowhere")
		}
	}
	return false
}

// filled creates three parts of a resource with small numbers, by each user or for each, and reads the resource after
// each part: a resource with a small capacity is full then.
func filled(s *scene.Scene) bool {
	view := holderOf(s)
	if view == nil || len(s.Calls) == 0 {
		return false
	}
	holder := s.Calls[len(s.Calls)-1]
	full(holder)
	for _, l := range members(holder) {
		if _, numeric := value.Rat(l.Value()); numeric && !gene.Assign(l.Gene, int64(1+s.N%2)) {
			gene.Assign(l.Gene, int64(2))
		}
	}
	for k := range 3 {
		c := s.Again()
		refresh(s.R, c)
		for _, l := range members(c) {
			if words.Person.Has(l.Name) && len(s.Names) > 0 {
				gene.Assign(l.Gene, s.Names[(k+s.N/2)%len(s.Names)])
			}
		}
		if s.Users > 1 && s.N/2%2 == 0 && c.User.Index >= 0 {
			by((c.User.Index+k)%s.Users, c)
		}
		s.On(view)
	}
	return true
}

// holderOf returns the operation that reads the element of the last creation before the call of the test, or nil if
// there is none.
func holderOf(s *scene.Scene) *api.Operation {
	if len(s.Calls) == 0 {
		return nil
	}
	op := s.Calls[len(s.Calls)-1].Op.Spec
	if op.Method != "POST" {
		return nil
	}
	return s.Ops.Find("GET", s.Ops.Element(op.Path))
}

// related creates a second part of a resource, and deletes it. After each it reads the resource and the list of its
// parts.
func related(s *scene.Scene) bool {
	at := makerOf(s)
	if at < 1 {
		return false
	}
	maker := s.Calls[at]
	s.Calls = s.Calls[:at]
	view, list := holderOf(s), s.Ops.Find("GET", maker.Op.Spec.Path)
	if view == nil {
		return false
	}
	for k := range 2 {
		c := maker.Clone().(*action.Call)
		if differ(s.R, c); s.Users > 1 && s.N%2 == 1 && c.User.Index >= 0 {
			by((c.User.Index+k)%s.Users, c)
		}
		s.Add(c)
		s.On(view)
		bare(s.On(list))
	}
	s.Again().User.Index = s.Calls[len(s.Calls)-1].User.Index
	s.On(view)
	bare(s.On(list))
	return true
}

// peeked reads a changed resource, or its parent, before and after the same read with each of its parameters. Half of
// the time there is a further part after that.
func peeked(s *scene.Scene) bool {
	var views []*api.Operation
	for _, op := range s.Ops {
		if op.Spec.Method == "GET" && api.LastParam(op.Spec.Path) != "" && len(asked(op)) > 0 &&
			slices.ContainsFunc(s.Calls, func(c *action.Call) bool {
				at := c.Op.Spec.Path
				return op == s.Reader() || path.Dir(op.Spec.Path) == at
			}) {
			views = append(views, op)
		}
	}
	if len(views) == 0 {
		return false
	}
	view, at := views[s.N%len(views)], makerOf(s)
	c := s.Again()
	full(c)
	for _, l := range members(c) {
		if s.N%4 < 3 {
			gene.Assign(l.Gene, true)
		}
	}
	if at >= 0 && s.N/2%2 == 0 {
		s.Add(s.Calls[at].Clone().(*action.Call))
	}
	bare(s.On(view))
	for k := range min(2, len(asked(view))) {
		param := bare(s.On(view))
		p := &param.Genotype.Params[asked(view)[(s.N+k)%len(asked(view))]]
		p.Gene.Randomize(s.R)
		if g, ok := p.Gene.(gene.Switch); ok {
			g.Set(true)
		}
		gene.Assign(p.Gene, true)
	}
	bare(s.On(view))
	return true
}
