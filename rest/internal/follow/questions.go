package follow

import (
	"path"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// asked makes elements that differ, reads their whole list, and then the list under its parameters, in turns. Before
// that an element may be led to another state or deleted, be of another user, or each may have its own parent.
func asked(s *scene.Scene) bool { return survey(s, func(*openapi.Parameter) bool { return true }) }

// tellingApart does the same with the parameters that have not shown their effect yet.
func tellingApart(s *scene.Scene) bool {
	list := listOf(s)
	return list != nil && survey(s, func(p *openapi.Parameter) bool { return !list.Targets.Told(p.Name) })
}

// listOf returns the operation that lists the elements that the act makes, nil for none.
func listOf(s *scene.Scene) *api.Operation {
	if list := s.List(); list != nil {
		return list
	}
	return s.Ops.Find("GET", path.Dir(s.Item()))
}

func survey(s *scene.Scene, wanted func(*openapi.Parameter) bool) bool {
	turn, list := s.N, listOf(s)
	if list == nil || !slices.ContainsFunc(queries(list), func(i int) bool {
		return wanted(list.Template.Params[i].Spec)
	}) {
		return false
	}
	kind := s.Digit(4)
	if whole := s.Ops.Find("GET", path.Dir(s.Item())); kind == 3 && whole != nil && whole != list &&
		len(s.Calls) > 0 && 3*len(s.Calls) < s.MaxCalls-3 {
		list = whole // with elements of several parents
		s.Again()
		for range 2 {
			another(s, true)
		}
	} else {
		stock(s, kind, turn)
	}
	return pose(s, turn, bare(s.Bind(list)), wanted)
}

// surveyed asks a list by all its parameters after the calls that filled it most, whatever elements these make.
func surveyed(s *scene.Scene) bool {
	if s.Fullest == nil {
		return false
	}
	calls := copied(s.Fullest(s.About.Op))
	if len(calls) < 2 {
		return false
	}
	last := len(calls) - 1
	s.Begin(calls[:last])
	s.About = calls[last]
	if s.R.IntN(2) == 0 {
		differ(s.R, calls[s.R.IntN(last)])
	}
	return pose(s, s.N, bare(s.Copy()), func(*openapi.Parameter) bool { return true })
}

// copied returns copies of calls.
func copied(calls []*action.Call) []*action.Call {
	out := make([]*action.Call, len(calls))
	for i, c := range calls {
		out[i] = c.Clone().(*action.Call)
	}
	return out
}

// pose reads a whole list, and then the list under its parameters, in turns.
func pose(s *scene.Scene, turn int, whole *action.Call, wanted func(*openapi.Parameter) bool) bool {
	s.Add(whole)
	all := questionsOf(s, whole.Op, wanted)
	room := max(1, s.MaxCalls-len(s.Calls))
	for k := 0; k < len(all) && len(s.Calls) < s.MaxCalls; k++ {
		c := whole.Clone().(*action.Call)
		s.Add(c)
		for _, next := range all[(turn*room+k)%len(all)].put(c) {
			s.Add(next)
		}
	}
	return len(all) > 0
}

// question asks a list by one of its parameters.
type question struct {
	param int
	// put sets the parameter in a call of the list that has none. It returns further calls that the question needs.
	put func(*action.Call) []*action.Call
}

// set is the question that sets a parameter to a value.
func set(param int, v any) question {
	return question{param, func(c *action.Call) []*action.Call {
		gene.Assign(c.Genotype.Params[param].Gene, v)
		return nil
	}}
}

// questionsOf returns the ways to ask a list by the wanted parameters: the first of each parameter, then the second of
// each, and so on. Pairs of parameters come last.
func questionsOf(s *scene.Scene, list *api.Operation, wanted func(*openapi.Parameter) bool) (out []question) {
	var each [][]question
	cuts := slices.ContainsFunc(queries(list), func(i int) bool {
		p := list.Template.Params[i].Spec
		return words.Limits.Has(p.Name) && wanted(p)
	})
	for _, i := range queries(list) {
		if !wanted(list.Template.Params[i].Spec) {
			continue
		}
		own := questionsBy(s, list, i)
		if cuts && !(words.Paging + words.Sorts).Has(list.Template.Params[i].Spec.Name) {
			own = cut(s, own)
		}
		if half := len(own) / 2; words.Limits.Has(list.Template.Params[i].Spec.Name) {
			each, own = append(each, own[:half]), own[half:] // there are more ways to cut a list than to filter it
		}
		each = append(each, own)
	}
	for round, left := 0, true; left; round++ {
		left = false
		for _, own := range each {
			if round < len(own) {
				out, left = append(out, own[round]), true
			}
		}
	}
	n := len(each)
	for i := range n {
		for j := range i {
			if a, b := each[i], each[j]; len(a) > 0 && len(b) > 0 {
				out = append(out, question{a[0].param, func(c *action.Call) []*action.Call {
					a[(s.N+j)%len(a)].put(c)
					return b[(s.N+i)%len(b)].put(c)
				}})
			}
		}
	}
	return out
}

// questionsBy returns the ways to ask a list by one parameter.
func questionsBy(s *scene.Scene, list *api.Operation, param int) []question {
	p := list.Template.Params[param].Spec
	name := words.Plain(p.Name)
	switch {
	case api.SortsBy(p), words.Sorts.Has(name):
		return orders(s, param, p)
	case (words.Afters + words.Cursors).Has(name):
		return onwards(s, list, param)
	case words.Limits.Has(name):
		var out []question
		n := max(2, len(sentBy(s)))
		for _, at := range [][2]int{{1, 0}, {n, 0}, {n - 1, 0}, {1, n - 1}, {2, 0}} {
			out = append(out, page(param, at[0], at[1]))
		}
		return out
	case words.Paging.Has(name):
		return []question{set(param, int64(1)), set(param, int64(2))}
	}
	return filters(s, list, param)
}

// cut has some questions ask for a page of their answer, too.
func cut(s *scene.Scene, all []question) []question {
	for i, q := range all {
		if s.R.IntN(3) == 0 {
			all[i].put = func(c *action.Call) []*action.Call {
				next, part := q.put(c), c.Clone().(*action.Call)
				if put(part, words.Limits, int64(1+s.R.IntN(2))) {
					next = append(next, part)
				}
				return next
			}
		}
	}
	return all
}

// page asks for a page of at most so many elements after so many others, and for the next page if there are no others.
func page(param, most, after int) question {
	return question{param, func(c *action.Call) []*action.Call {
		put(c, words.Limits, int64(most))
		if !put(c, words.Pages, int64(after/most+1)) && after > 0 {
			put(c, words.Offsets, int64(after))
		}
		next := c.Clone().(*action.Call)
		if after > 0 || !put(next, words.Pages, 2) && !put(next, words.Offsets, int64(most)) {
			return nil
		}
		return []*action.Call{next}
	}}
}

// put sets the query parameter whose name is in the table to a number. It returns false if no parameter accepts it.
func put(c *action.Call, called words.Table, n int64) bool {
	return slices.ContainsFunc(queries(c.Op), func(i int) bool {
		p := &c.Genotype.Params[i]
		return called.Has(p.Spec.Name) && gene.Assign(p.Gene, n)
	})
}

// onwards returns the ways to ask for a page of one element, and for the elements after a position: the one that the
// answer tells, or else the id of each element.
func onwards(s *scene.Scene, list *api.Operation, param int) (out []question) {
	positions, follows := []any(nil), list.Following&api.Bit(param) != 0
	for _, sent := range sentBy(s) {
		for _, m := range sent {
			if words.Plain(m.Name) == words.Plain(api.LastParam(s.Item())) {
				positions = append(positions, m.Value)
			}
		}
	}
	if len(positions) == 0 || follows {
		positions = []any{int64(1), int64(2)} // ids of a service that numbers its elements
	}
	for _, at := range positions {
		out = append(out, question{param, func(c *action.Call) []*action.Call {
			next := c.Clone().(*action.Call)
			put(c, words.Limits, 1)
			if s.R.IntN(2) == 0 {
				put(next, words.Limits, 1)
			}
			if turnOn(next.Genotype.Params[param].Gene); follows {
				next.Follow.Enabled = true
				next.Follow.Own &^= api.Bit(param)
			} else {
				gene.Assign(next.Genotype.Params[param].Gene, at)
			}
			return []*action.Call{next}
		}})
	}
	return out
}

// orders returns the ways to request an order: each choice of the parameter, or both directions of each member that is
// sent, now and then with a page.
func orders(s *scene.Scene, param int, p *openapi.Parameter) (out []question) {
	var all []any
	if p.Schema != nil {
		all = append(all, message.Flatten(p.Schema).Enum...)
	}
	if len(all) == 0 {
		for _, m := range slices.Concat(append(sentBy(s), objectOf(s.About))...) {
			if slices.Contains(all, any(m.Name)) {
				continue
			}
			if _, isList := m.Value.([]any); !isList {
				all = append(all, m.Name, "-"+m.Name)
			}
		}
	}
	for _, v := range all {
		out = append(out, question{param, func(c *action.Call) []*action.Call {
			part := c.Clone().(*action.Call)
			if gene.Assign(c.Genotype.Params[param].Gene, v); !put(part, words.Limits, int64(1+s.R.IntN(2))) ||
				s.R.IntN(2) == 0 {
				return nil
			}
			gene.Assign(part.Genotype.Params[param].Gene, v)
			return []*action.Call{part}
		}})
	}
	return out
}

// ask asks a list by a parameter in any way.
func ask(s *scene.Scene, c *action.Call, param int) {
	if all := questionsBy(s, c.Op, param); len(all) > 0 {
		all[min(s.R.IntN(len(all)), s.R.IntN(len(all)))].put(c)
	}
}

// sentBy returns the bodies with which the test makes the elements of the act, or all bodies before a read.
func sentBy(s *scene.Scene) (out []value.Object) {
	reads := s.About.Op.Spec.Method == "GET"
	for _, c := range s.Calls {
		if c.Op == s.About.Op || reads && c.Op.Spec.Method != "GET" {
			out = append(out, objectOf(c))
		}
	}
	return out
}
