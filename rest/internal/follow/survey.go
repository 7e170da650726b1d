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

// surveyedElements is the number of elements that a survey lists. leastAsked is the least number of its list calls in
// one test.
const surveyedElements, leastAsked = 4, 3

// trees are texts whose order by bytes differs from their order without regard to case. None is a part of another. It
// is read-only.
var trees = []string{"birch", "Cedar", "ash wood", "Dogwood"}

// question makes a call request a list in one way.
type question func(s *scene.Scene, c *action.Call)

// surveyed lists a few elements that are known to differ: the whole list, and then in each way that the parameters
// allow, in turn. These are pages of one element, a page of all, each order, and each filter with a value of an
// element, a part of the value, and a neighbouring value.
func surveyed(s *scene.Scene) bool { return survey(s, 2*s.N) }

// surveyedOn continues surveyed: there are more ways to read a list than any other resource.
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

// plant sets the texts in the body of a call to the name of a tree, a different one in each call. Its other inputs get
// any values, half of them those of the previous call.
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

// questionsOf returns the ways to request a list of n elements.
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

// cutAt makes a call request a page of at most so many elements after so many others.
func cutAt(c *action.Call, most, after int) {
	put(c, words.Limits, int64(most))
	if !put(c, words.Pages, int64(after/most+1)) && after > 0 {
		put(c, words.Offsets, int64(after))
	}
}

// pages returns the ways to request pages: the first two and the last of one element each, and one of all n elements.
func pages(n int) (out []question) {
	for _, p := range [][2]int{{1, 0}, {1, 1}, {n, 0}, {1, n - 1}, {n - 1, 0}} {
		out = append(out, func(_ *scene.Scene, c *action.Call) { cutAt(c, p[0], p[1]) })
	}
	return out
}

// set returns the question that sets a parameter to a value.
func set(param int, v any) question {
	return func(_ *scene.Scene, c *action.Call) { gene.Assign(c.Genotype.Params[param].Gene, v) }
}

// orders returns the ways to request an order: each choice of the parameter, or both directions of each member that is
// sent.
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

// filtersOf returns the ways to filter: by values of elements, by a part of them and in the other case, and by
// neighbouring numbers.
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

// calledLike returns the values that the creations of a test send in the member that a parameter, or a bound, is named
// after.
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

// objectOf returns the body of a call if it is an object, else an empty object.
func objectOf(c *action.Call) value.Object {
	if c.Genotype.Body == nil || !c.Genotype.Body.On || c.Genotype.Body.Inner() == nil {
		return nil
	}
	o, _ := c.Genotype.Body.Inner().Value().(value.Object)
	return o
}

// send sets a member in the body of a call. It returns false if the body does not accept it.
func send(c *action.Call, name string, v any) bool {
	o := slices.Clone(objectOf(c))
	if i := slices.IndexFunc(o, func(m value.Member) bool { return m.Name == name }); i >= 0 {
		o[i].Value = v
	} else {
		o = append(o, value.Member{Name: name, Value: v})
	}
	return c.Genotype.Body != nil && c.Genotype.Body.Inner() != nil && gene.Assign(c.Genotype.Body.Inner(), o)
}
