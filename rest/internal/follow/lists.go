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
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// watched reads what was made, and its list, before and after the list is asked for in other ways.
func watched(s *scene) bool {
	list := listOf(s)
	if list == nil {
		return false
	}
	s.vary(s.again())
	s.on(s.reader())
	bare(s.on(list))
	for range 2 {
		turn(s, list)
	}
	s.on(s.reader())
	bare(s.on(list))
	return true
}

// turn asks for a list with values for one of the parameters of its query.
func turn(s *scene, list *api.Operation) {
	c := bare(s.on(list))
	if inputs := asked(list); len(inputs) > 0 {
		p := &c.Genotype.Params[inputs[(s.n+s.r.IntN(2))%len(inputs)]]
		p.Gene.Randomize(s.r)
		if g, ok := p.Gene.(gene.Switch); ok {
			g.Set(true)
		}
	}
}

// stocked makes three more elements that differ and reads their whole list. It returns the operation that lists them,
// nil if there is none. Where the elements have a list of their own, apart from the one below what they belong to, that
// is read half of the time, and each element belongs to something else.
func stocked(s *scene) *api.Operation {
	list := listOf(s)
	apart := s.find("GET", path.Dir(s.item()))
	if apart != nil && apart != list && (list == nil || s.n%4 > 1) {
		s.again()
		for range 2 {
			beside(s)
		}
		bare(s.on(apart))
		return apart
	}
	if list == nil {
		return nil
	}
	for range 3 {
		s.differ(s.again())
	}
	bare(s.on(list))
	return list
}

// cut lists several elements in an order, whole and up to a limit, and from an element on.
func cut(s *scene) bool {
	list := stocked(s)
	if list == nil {
		return false
	}
	c := bare(s.on(list))
	if s.n%2 == 0 && startAfter(s, c) {
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
		p.Gene.Randomize(s.r)
		ordered = true
	}
	part := c.Clone().(*action.Call)
	if !ordered || !put(part, words.Limits, int64(1+s.r.IntN(2))) {
		return false
	}
	s.add(part)
	return true
}

// startAfter asks for a page of one element, and for all from each of the elements on. It returns false if the list has
// no parameter for that which takes what the elements have.
func startAfter(s *scene, page *action.Call) bool {
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
		s.add(next)
		return true
	}
	id := words.Plain(api.LastParam(s.item()))
	ids := []any{int64(1), int64(2)} // of a service that counts
	if chosen := sentBy(s, id); len(chosen) > 0 {
		ids = nil
		for _, l := range chosen {
			ids = append(ids, l.Value())
		}
	}
	for _, v := range ids {
		next := page.Clone().(*action.Call)
		if gene.Assign(bare(next).Genotype.Params[param].Gene, v) {
			s.add(next)
		}
	}
	return id != ""
}

// overlooked has somebody else read what a user made, by what it is a part of, with parts, and in lists with
// parameters.
func overlooked(s *scene) bool {
	own, item := s.about.User.Index, s.item()
	list := listOf(s)
	if s.Users < 2 || own < 0 || own >= s.Users || item == "" && list == nil {
		return false
	}
	if i := strings.LastIndexByte(s.about.Op.Spec.Path, '}'); i >= 0 && s.n%2 == 0 {
		item = s.about.Op.Spec.Path[:i+1]
	}
	other := (own + 1 + s.n/2%(s.Users-1)) % s.Users
	s.again()
	s.on(s.find("GET", item))
	if list != nil && (s.n%2 == 1 || item == "") {
		bare(s.on(list))
		by(other, bare(s.on(list)))
		for _, p := range asked(list) {
			c := bare(s.on(list))
			ask(s, c, p)
			by(other, c)
		}
		return true
	}
	for _, op := range s.Ops {
		if at := op.Spec.Path; op.Spec.Method == "GET" && op != list && api.LastParam(at) == "" &&
			s.element(at) == item {
			by(other, bare(s.on(op)))
		}
	}
	by(other, s.on(s.find("GET", item)))
	for _, op := range s.below("GET", item) {
		by(other, bare(s.on(op)))
	}
	return true
}

// introduced has a user say who it is, make something, and then change it and what is below it in all ways.
func introduced(s *scene) bool {
	own := s.about.User.Index
	if own == auth.Anonymous || s.Users < 2 {
		return false
	}
	who := whoAmI(s)
	changes := s.changes()
	if len(who) == 0 || len(changes) == 0 {
		return false
	}
	if len(s.c.Actions) == 0 || s.n%2 == 1 { // where nobody else has a part in it, or may have none
		own = s.n % s.Users
		s.about.User.Index = own
	}
	s.on(who[s.n%len(who)])
	s.again()
	for k := range changes {
		if op := changes[(s.n+k)%len(changes)]; deletes(op) == "0" {
			s.on(op)
		}
	}
	return true
}

// whoAmI returns the operations by which users may learn who they are: reads at a path without parameters that is no
// list of elements.
func whoAmI(s *scene) (who []*api.Operation) {
	for _, op := range s.Ops {
		if op.Spec.Method == "GET" && !strings.Contains(op.Spec.Path, "{") && s.element(op.Spec.Path) == "" {
			who = append(who, op)
		}
	}
	return who
}

// disclosed has another user say who it is, and read what somebody changed, by its path and in its list.
func disclosed(s *scene) bool {
	who, own := whoAmI(s), s.about.User.Index
	if len(who) == 0 || s.Users < 2 || own < 0 || own >= s.Users {
		return false
	}
	other := (own + 1 + s.n%(s.Users-1)) % s.Users
	by(other, s.on(who[s.n/(s.Users-1)%len(who)]))
	full(s.again())
	by(other, s.on(s.reader()))
	by(other, bare(s.on(s.lister())))
	return s.reader() != nil || s.lister() != nil
}

// upward lists what something belongs to, and reads it, before and after a call below it.
func upward(s *scene) bool {
	at := s.about.Op.Spec.Path
	i := strings.LastIndexByte(at, '}')
	if i < 0 || i+1 == len(at) {
		return false
	}
	parent, list := s.find("GET", at[:i+1]), s.find("GET", path.Dir(at[:i+1]))
	if parent == nil || list == nil {
		return false
	}
	bare(s.on(list))
	if c := s.again(); s.n%2 == 1 {
		s.vary(c)
	}
	s.on(parent)
	bare(s.on(list))
	return true
}
