package follow

import (
	"math/big"
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
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// surveyedElements is how many elements a survey lists, and leastAsked how often it asks for the list in one test at
// least.
const surveyedElements, leastAsked = 4, 3

// trees are texts of which an order by bytes differs from one that heeds no case, and none is a part of another one. It
// is read-only.
var trees = []string{"birch", "Cedar", "ash wood", "Dogwood"}

// question has a call ask for a list in one way.
type question func(s *scene.Scene, c *action.Call)

// surveyed lists a few elements that are known to differ, whole and then in each way that the parameters of the list
// have, in turn: each page of one, a page of all, each order, and each filter with what an element has, a part of it,
// and what is just beside it.
func surveyed(s *scene.Scene) bool { return survey(s, 2*s.N) }

// surveyedOn goes on where surveyed ends: a list can be asked for in more ways than anything else.
func surveyedOn(s *scene.Scene) bool { return survey(s, 2*s.N+1) }

func survey(s *scene.Scene, turn int) bool {
	list := s.List()
	if list == nil {
		list = s.Ops.Find("GET", path.Dir(s.Item()))
	}
	if list == nil {
		return false
	}
	n := min(surveyedElements, s.MaxCalls-len(s.Calls)-1-leastAsked)
	if n < 2 {
		return false
	}
	for k := range n {
		plant(s, s.Again(), k)
	}
	bare(s.On(list))
	all := questionsOf(s, list, n)
	room := s.MaxCalls - len(s.Calls)
	for k := range min(room, len(all)) {
		all[(turn*room+k)%len(all)](s, bare(s.On(list)))
	}
	return len(all) > 0
}

// plant gives the texts of the body of a call the name of a tree, other ones in each call, and its other inputs any
// values, half of them those of the call before.
func plant(s *scene.Scene, c *action.Call, k int) {
	for i, l := range members(c) {
		if g, ok := l.Gene.(gene.Switch); ok && s.N%3 < 2 {
			g.Set(true)
		}
		if value.IsAbsent(l.Value()) {
			continue
		}
		if _, isText := l.Value().(string); isText && !followed(s.About, l) &&
			gene.Assign(l.Gene, trees[(k+i+s.N)%len(trees)]) {
			continue
		}
		if !followed(s.About, l) && (k != 2 || s.N%2 == 1) {
			l.Mutate(s.R, 0)
		}
	}
}

// questionsOf returns the ways to ask for a list of some elements.
func questionsOf(s *scene.Scene, list *api.Operation, n int) (out []question) {
	var filters, pagedToo []question
	for i := range list.Template.Params {
		p := &list.Template.Params[i]
		name := words.Plain(p.Spec.Name)
		taken := (words.Paging + words.Ways + words.Cursors).Has(name)
		switch {
		case p.Spec.In != openapi.InQuery:
		case api.SortsBy(p.Spec):
			out = append(out, orders(s, i, p.Spec)...)
		case !taken:
			own := filtersOf(s, i, p.Spec)
			filters, pagedToo = append(filters, own...), append(pagedToo, own[:min(1, len(own))]...)
		}
	}
	out = append(out, filters...)
	if paged := slices.ContainsFunc(list.Template.Params, func(p genotype.Param) bool {
		return p.Spec.In == openapi.InQuery && words.Limits.Has(p.Spec.Name)
	}); paged {
		out = append(pages(n), out...)
		for _, f := range pagedToo {
			out = append(out, func(s *scene.Scene, c *action.Call) {
				f(s, c)
				cutAt(c, 1, 0)
			})
		}
	}
	return out
}

// cutAt has a call ask for a page of some elements after others.
func cutAt(c *action.Call, most, after int) {
	put(c, words.Limits, int64(most))
	if !put(c, words.Pages, int64(after/most+1)) && after > 0 {
		put(c, words.Offsets, int64(after))
	}
}

// pages returns the ways to ask for pages of one of n elements, the first two and the last, and for one of all.
func pages(n int) (out []question) {
	for _, p := range [][2]int{{1, 0}, {1, 1}, {n, 0}, {1, n - 1}, {n - 1, 0}} {
		out = append(out, func(_ *scene.Scene, c *action.Call) { cutAt(c, p[0], p[1]) })
	}
	return out
}

// set returns the way to ask with a value of a parameter.
func set(param int, v any) question {
	return func(_ *scene.Scene, c *action.Call) { gene.Assign(c.Genotype.Params[param].Gene, v) }
}

// orders returns the ways to ask for an order: each that the parameter has, or both ways by each member that is sent.
func orders(s *scene.Scene, param int, p *openapi.Parameter) (out []question) {
	if p.Schema != nil {
		for _, v := range message.Flatten(p.Schema).Enum {
			out = append(out, set(param, v))
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, m := range objectOf(s.About) {
		if _, isList := m.Value.([]any); !isList {
			out = append(out, set(param, m.Name), set(param, "-"+m.Name))
		}
	}
	return out
}

// filtersOf returns the ways to ask with a filter: what elements have, a part of it and the other case, and numbers
// beside it.
func filtersOf(s *scene.Scene, param int, p *openapi.Parameter) (out []question) {
	values := calledLike(s, p)
	if p.Schema != nil && len(message.Flatten(p.Schema).Enum) > 0 {
		choices := message.Flatten(p.Schema).Enum
		for _, v := range append(values[:min(1, len(values))], choices[s.N%len(choices)],
			choices[(s.N+1)%len(choices)])[:2] {
			out = append(out, set(param, v))
		}
		return out
	}
	for _, v := range values[:min(1, len(values))] {
		out = append(out, set(param, v))
		if t, isText := v.(string); isText && len(t) > 3 {
			out = append(out, set(param, t[:len(t)-1]), set(param, t[1:]), set(param, strings.ToUpper(t)))
		}
		if n, numeric := value.Rat(v); numeric && n.IsInt() && n.Num().IsInt64() {
			one := big.NewInt(1)
			out = append(out, set(param, new(big.Int).Sub(n.Num(), one).Int64()),
				set(param, new(big.Int).Add(n.Num(), one).Int64()))
		}
	}
	if len(values) == 0 && (p.Schema == nil || message.Flatten(p.Schema).Is("string")) {
		out = append(out, set(param, "wood"), set(param, "Cedar"))
	}
	return out
}

// calledLike returns what the creations of a test send in the member that a parameter is called like, or like a bound
// of it.
func calledLike(s *scene.Scene, p *openapi.Parameter) (out []any) {
	name := words.Plain(p.Name)
	for _, c := range s.Calls {
		if c.Op != s.About.Op {
			continue
		}
		for _, m := range objectOf(c) {
			plain := words.Plain(m.Name)
			bare := api.WithoutUnit(plain)
			if list, isList := m.Value.([]any); isList && len(list) > 0 &&
				(name == plain || name == api.Singular(plain)) {
				out = append(out, list[0])
			}
			if isScalar(m.Value) && (name == plain || bounds(name, plain) || bare != "" && bounds(name, bare)) {
				out = append(out, m.Value)
			}
		}
	}
	return out
}

func isScalar(v any) bool {
	switch v.(type) {
	case nil, value.Object, []any:
		return false
	}
	return !value.IsAbsent(v)
}

// objectOf returns the object that the body of a call is, else an empty one.
func objectOf(c *action.Call) value.Object {
	if c.Genotype.Body == nil || !c.Genotype.Body.On || c.Genotype.Body.Inner() == nil {
		return nil
	}
	o, _ := c.Genotype.Body.Inner().Value().(value.Object)
	return o
}

// send gives the body of a call a member. It returns false if it does not take it.
func send(c *action.Call, name string, v any) bool {
	o := slices.Clone(objectOf(c))
	if i := slices.IndexFunc(o, func(m value.Member) bool { return m.Name == name }); i >= 0 {
		o[i].Value = v
	} else {
		o = append(o, value.Member{Name: name, Value: v})
	}
	return c.Genotype.Body != nil && c.Genotype.Body.Inner() != nil && gene.Assign(c.Genotype.Body.Inner(), o)
}
