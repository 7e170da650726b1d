package follow

import (
	"path"
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
)

// watched reads a created element, and its list, before and after the list is read with other parameters.
func watched(s *scene.Scene) bool {
	list := s.List()
	if list == nil {
		return false
	}
	vary(s.R, s.Again())
	s.On(s.Reader())
	bare(s.On(list))
	for range 2 {
		turn(s, list)
	}
	s.On(s.Reader())
	bare(s.On(list))
	return true
}

// turn reads a list with values for one of its query parameters.
func turn(s *scene.Scene, list *api.Operation) {
	c := bare(s.On(list))
	if inputs := asked(list); len(inputs) > 0 {
		p := &c.Genotype.Params[inputs[(s.N+s.R.IntN(2))%len(inputs)]]
		p.Gene.Randomize(s.R)
		if g, ok := p.Gene.(gene.Switch); ok {
			g.Set(true)
		}
	}
}

// stocked creates three more elements that differ and reads their whole list. It returns the operation that lists
// them, or nil if there is none. If the elements also have a list at the root, half of the tests read that one, and
// each element belongs to a different parent.
func stocked(s *scene.Scene) *api.Operation {
	list := s.List()
	apart := s.Ops.Find("GET", path.Dir(s.Item()))
	if apart != nil && apart != list && (list == nil || s.N%4 > 1) {
		s.Again()
		for range 2 {
			beside(s)
		}
		bare(s.On(apart))
		return apart
	}
	if list == nil {
		return nil
	}
	for range 3 {
		differ(s.R, s.Again())
	}
	bare(s.On(list))
	return list
}

// cut lists several elements in an order: the whole list, a page, and the part after an element.
func cut(s *scene.Scene) bool {
	list := stocked(s)
	if list == nil {
		return false
	}
	c := bare(s.On(list))
	if s.N%2 == 0 && startAfter(s, c) {
		return true
	}
	ordered := false
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		plain := words.Plain(p.Spec.Name)
		if p.Spec.In != openapi.InQuery || !(words.Sorts + words.Ways).Has(plain) {
			continue
		}
		if g, ok := p.Gene.(gene.Switch); ok {
			g.Set(true)
		}
		p.Gene.Randomize(s.R)
		ordered = true
	}
	part := c.Clone().(*action.Call)
	if !ordered || !put(part, words.Limits, int64(1+s.R.IntN(2))) {
		return false
	}
	s.Add(part)
	return true
}

// startAfter requests a page of one element, and the elements after each element. It returns false if the list has no
// parameter for this that accepts the ids of the elements.
func startAfter(s *scene.Scene, page *action.Call) bool {
	if !put(page, words.Limits, 1) {
		return false
	}
	param := slices.IndexFunc(page.Genotype.Params, func(p genotype.Param) bool {
		return p.Spec.In == openapi.InQuery && words.Cursors.Has(p.Spec.Name)
	})
	if param < 0 {
		return false
	}
	if page.Op.Following&api.Bit(param) != 0 {
		next := page.Clone().(*action.Call)
		if g, ok := bare(next).Genotype.Params[param].Gene.(gene.Switch); ok {
			g.Set(true)
		}
		next.Follow.Enabled = true
		next.Follow.Own &^= api.Bit(param)
		s.Add(next)
		return true
	}
	id := words.Plain(api.LastParam(s.Item()))
	ids := []any{int64(1), int64(2)} // ids of a service that numbers its elements
	if chosen := sentBy(s, id); len(chosen) > 0 {
		ids = nil
		for _, l := range chosen {
			ids = append(ids, l.Value())
		}
	}
	for _, v := range ids {
		next := page.Clone().(*action.Call)
		if gene.Assign(bare(next).Genotype.Params[param].Gene, v) {
			s.Add(next)
		}
	}
	return id != ""
}

// overlooked makes another user read the element of a user: in its parent, with its parts, and in lists with
// parameters.
func overlooked(s *scene.Scene) bool {
	own, item := s.About.User.Index, s.Item()
	list := s.List()
	if s.Users < 2 || own < 0 || own >= s.Users || item == "" && list == nil {
		return false
	}
	if i := strings.LastIndexByte(s.About.Op.Spec.Path, '}'); i >= 0 && s.N%2 == 0 {
		item = s.About.Op.Spec.Path[:i+1]
	}
	other := (own + 1 + s.N/2%(s.Users-1)) % s.Users
	s.Again()
	s.On(s.Ops.Find("GET", item))
	if list != nil && (s.N%2 == 1 || item == "") {
		bare(s.On(list))
		by(other, bare(s.On(list)))
		for _, p := range asked(list) {
			c := bare(s.On(list))
			ask(s, c, p)
			by(other, c)
		}
		return true
	}
	for _, op := range s.Ops {
		if at := op.Spec.Path; op.Spec.Method == "GET" && op != list && api.LastParam(at) == "" &&
			s.Ops.Element(at) == item {
			by(other, bare(s.On(op)))
		}
	}
	by(other, s.On(s.Ops.Find("GET", item)))
	for _, op := range s.Ops.Below("GET", item) {
		by(other, bare(s.On(op)))
	}
	return true
}

// introduced makes a user read its own account, create an element, and then change the element and those below it in
// all ways.
func introduced(s *scene.Scene) bool {
	own := s.About.User.Index
	if own == auth.Anonymous || s.Users < 2 {
		return false
	}
	who := s.Ops.WhoAmI()
	changes := s.Ops.Changes(s.Item())
	if len(who) == 0 || len(changes) == 0 {
		return false
	}
	if len(s.Calls) == 0 || s.N%2 == 1 { // if no other user takes part in the test, or in every second test
		own = s.N % s.Users
		s.About.User.Index = own
	}
	s.On(who[s.N%len(who)])
	s.Again()
	for k := range changes {
		if op := changes[(s.N+k)%len(changes)]; deletes(op) == "0" {
			s.On(op)
		}
	}
	return true
}

// disclosed makes another user read its own account, and then read an element that somebody changed, at its path and
// in its list.
func disclosed(s *scene.Scene) bool {
	who, own := s.Ops.WhoAmI(), s.About.User.Index
	if len(who) == 0 || s.Users < 2 || own < 0 || own >= s.Users {
		return false
	}
	other := (own + 1 + s.N%(s.Users-1)) % s.Users
	by(other, s.On(who[s.N/(s.Users-1)%len(who)]))
	full(s.Again())
	by(other, s.On(s.Reader()))
	by(other, bare(s.On(s.Lister())))
	return s.Reader() != nil || s.Lister() != nil
}

// upward lists and reads the parent of an element, before and after a call below it.
func upward(s *scene.Scene) bool {
	at := s.About.Op.Spec.Path
	i := strings.LastIndexByte(at, '}')
	if i < 0 || i+1 == len(at) {
		return false
	}
	parent, list := s.Ops.Find("GET", at[:i+1]), s.Ops.Find("GET", path.Dir(at[:i+1]))
	if parent == nil || list == nil {
		return false
	}
	bare(s.On(list))
	if c := s.Again(); s.N%2 == 1 {
		vary(s.R, c)
	}
	s.On(parent)
	bare(s.On(list))
	return true
}
