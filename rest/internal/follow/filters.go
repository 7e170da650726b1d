package follow

import (
	"cmp"
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
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// filters returns the ways to filter: by a value that an answer shows, by values of elements, by a part of them and in
// the other case, and by neighbouring numbers.
func filters(s *scene.Scene, list *api.Operation, param int) (out []question) {
	p := list.Template.Params[param].Spec
	of := &openapi.Schema{}
	if p.Schema != nil {
		of = message.Flatten(p.Schema)
	}
	values := calledLike(s, list, param)
	if len(values) > 0 {
		out = append(out, question{param, func(c *action.Call) []*action.Call {
			next := c.Clone().(*action.Call)
			gene.Assign(c.Genotype.Params[param].Gene, values[0])
			t, isText := values[0].(string)
			if other, ok := elsewhere(t); isText && ok && gene.Assign(next.Genotype.Params[param].Gene, other) {
				return []*action.Call{next}
			}
			return nil
		}})
	}
	out = append(out, lent(s, list, param)...)
	for i := range of.Enum {
		out = append(out, set(param, of.Enum[(s.N+i)%len(of.Enum)]))
	}
	if len(of.Enum) > 0 {
		return out
	}
	if len(values) > 0 {
		if t, isText := values[0].(string); isText && len(t) > 3 {
			out = append(out, set(param, t[:len(t)-1]), set(param, t[1:]), set(param, strings.ToUpper(t)))
		}
		if n, numeric := value.Rat(values[0]); numeric && n.IsInt() && n.Num().IsInt64() {
			one := big.NewInt(1)
			out = append(out, set(param, new(big.Int).Sub(n.Num(), one).Int64()),
				set(param, new(big.Int).Add(n.Num(), one).Int64()))
		}
		out = append(out, set(param, values[s.R.IntN(len(values))]))
	}
	if len(values) == 0 && (p.Schema == nil || of.Is("string")) {
		out = append(out, set(param, "wood"), set(param, "Cedar"))
	}
	return append(out, question{param, func(c *action.Call) []*action.Call {
		g := c.Genotype.Params[param].Gene
		g.Randomize(s.R)
		turnOn(g)
		return nil
	}})
}

// calledLike returns the values that the creations of a test send in the member that a parameter, or a bound, is named
// after. If there are none, a parameter that takes times gets any times that they send.
func calledLike(s *scene.Scene, list *api.Operation, param int) (out []any) {
	p := list.Template.Params[param]
	name, times := words.Plain(p.Spec.Name), []any(nil)
	for _, sent := range sentBy(s) {
		for _, m := range sent {
			plain := words.Plain(m.Name)
			bare := api.WithoutUnit(plain)
			if list, isList := m.Value.([]any); isList && len(list) > 0 &&
				(name == plain || name == api.Singular(plain)) {
				out = append(out, list[0])
			}
			if !isScalar(m.Value) {
				continue
			}
			if name == plain || bounds(name, plain) || bare != "" && bounds(name, bare) {
				out = append(out, m.Value)
			} else if isTime(p.Spec) && gene.Assign(p.Gene.Clone(), m.Value) {
				times = append(times, m.Value)
			}
		}
	}
	if len(out) == 0 {
		return times
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

// bounds reports whether a parameter is called like a bound of a member.
func bounds(param, member string) bool {
	for word := range (words.Least + words.Greatest).All() {
		if param == word+member || param == member+word {
			return true
		}
	}
	return false
}

// lent returns the ways to ask by a value of the first element in the answer to the list before: from the members that
// are called like the parameter or, if there are none, from one that the parameter accepts.
func lent(s *scene.Scene, list *api.Operation, param int) (out []question) {
	if s.Listed == nil {
		return nil
	}
	p := list.Template.Params[param]
	name, says := words.Plain(p.Spec.Name), words.Plain(p.Spec.Description)
	unfit := func(g action.Given) bool { return !gene.Assign(p.Gene.Clone(), g.Value) }
	all := slices.DeleteFunc(slices.Clone(s.Listed(list)), unfit)
	for _, others := range []func(g action.Given) bool{
		func(g action.Given) bool { return !within(g.Name, name) },
		func(g action.Given) bool { return !strings.Contains(says, words.Plain(path.Base(g.Name))) },
	} {
		if named := slices.DeleteFunc(slices.Clone(all), others); len(named) > 0 {
			all = named
		}
	}
	if len(all) == 0 || (words.Paging + words.Sorts + words.Ways).Has(name) {
		return nil
	}
	from := all[s.R.IntN(len(all))]
	return []question{{param, func(c *action.Call) []*action.Call {
		gene.Assign(c.Genotype.Params[param].Gene, from.Value)
		for _, t := range action.Takers(c) {
			if t.Param == param {
				c.Claim(t, action.Source{Operation: c.Op.Spec.Name(), Name: from.Name})
			}
		}
		return nil
	}}}
}

// within reports whether a pointer is that of a member called like a parameter, or of a part of it.
func within(pointer, param string) bool {
	return slices.ContainsFunc(strings.Split(pointer, "/"), func(member string) bool {
		plain := words.Plain(member)
		return plain == param || slices.Contains(api.Singulars(plain), param) || bounds(param, cmp.Or(plain, "-"))
	})
}
