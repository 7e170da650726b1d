package follow

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// tellingApart creates elements that differ, and reads their whole list. Then it reads the list with values for the
// parameters that have not shown their effect yet, each in a call of its own. In every second try another user creates
// one of the elements. In the other tries the elements have all optional members.
func tellingApart(s *scene.Scene) bool {
	list := s.List()
	if list == nil {
		list = s.Ops.Find("GET", path.Dir(s.Item()))
	}
	if list == nil {
		return false
	}
	inputs := silent(list)
	if len(inputs) == 0 {
		return false
	}
	if s.N%2 == 0 {
		detail(s, s.About)
	} else {
		full(s.About) // a member that all elements lack distinguishes none of them
	}
	last := s.Again()
	for range 1 + s.N/2%2 {
		last = s.Again()
		differ(s.R, last)
	}
	if s.N%3 == 1 && move(s, s.N/3) {
		last = nil
	}
	if s.Users > 1 && s.About.User.Index >= 0 && s.N%2 == 0 {
		by((s.About.User.Index+1)%s.Users, last)
	}
	bare(s.On(list))
	for k := range inputs {
		input := inputs[(k+s.N)%len(inputs)]
		if c := bare(s.On(list)); !lent(s, c, input) && !part(s, c, input) {
			ask(s, c, input)
		}
	}
	return true
}

// detail makes a call send one of the texts that the program reads, in turn, if the schema declares no members of its
// body.
func detail(s *scene.Scene, c *action.Call) {
	if c.Genotype.IsInvalid() || !genotype.Detail(c.Genotype.Body) {
		return
	}
	full(c)
	all := texts(c)
	for _, l := range members(c) {
		leaveOut(l.Gene)
	}
	if len(all) > 0 {
		gene.Assign(all[s.N/2%len(all)].Gene, word)
	}
}

// silent returns the indexes of the query parameters of a list that have not shown their effect.
func silent(list *api.Operation) (out []int) {
	for i := range list.Template.Params {
		if p := list.Template.Params[i].Spec; p.In == openapi.InQuery && !list.Targets.Told(p.Name) {
			out = append(out, i)
		}
	}
	return out
}

// part requests one element, and then the one after it, if the parameter sets the length or the beginning of a page.
func part(s *scene.Scene, c *action.Call, param int) bool {
	name := words.Plain(c.Genotype.Params[param].Spec.Name)
	if !words.Paging.Has(name) {
		return false
	}
	limited := put(c, words.Limits, 1)
	next := c
	if limited {
		next = c.Clone().(*action.Call)
	}
	if (put(next, words.Offsets, 1) || put(next, words.Pages, 2)) && limited {
		s.Add(next)
	}
	return true
}

// lent sets a parameter to a value of the first element in the answer to the list before: from the members that are
// called like the parameter or, if there are none, from any that the parameter accepts, one in each try. It returns
// false for parameters of pages and orders, and for one that no member fits.
func lent(s *scene.Scene, c *action.Call, param int) bool {
	p := &c.Genotype.Params[param]
	name := words.Plain(p.Spec.Name)
	if s.Listed == nil || (words.Paging + words.Sorts + words.Ways).Has(name) {
		return false
	}
	foreign := func(g action.Given) bool { return !gene.Assign(p.Gene.Clone(), g.Value) }
	all := slices.DeleteFunc(slices.Clone(s.Listed(c.Op)), foreign)
	others := func(g action.Given) bool { return !within(g.Name, name) }
	if named := slices.DeleteFunc(slices.Clone(all), others); len(named) > 0 {
		all = named
	}
	if len(all) == 0 {
		return false
	}
	from := all[s.N%len(all)]
	for _, t := range action.Takers(c) {
		if t.Param == param && c.Claim(t, action.Source{Operation: c.Op.Spec.Name(), Name: from.Name}) {
			return gene.Assign(p.Gene, from.Value)
		}
	}
	return false
}

// within reports whether a pointer is that of a member called like a parameter, or of a part of it.
func within(pointer, param string) bool {
	return slices.ContainsFunc(strings.Split(pointer, "/"), func(member string) bool {
		plain := words.Plain(member)
		return plain == param || slices.Contains(api.Singulars(plain), param) || bounds(param, cmp.Or(plain, "-"))
	})
}
