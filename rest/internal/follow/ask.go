package follow

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// ask gives one query parameter of a list call a value: a small limit, followed by a call for the next page; the name
// of a member to sort by; or the value that an element of the test has in the member of the same name. Other
// parameters get any value.
func ask(s *scene.Scene, c *action.Call, param int) {
	p := &c.Genotype.Params[param]
	name := words.Plain(p.Spec.Name)
	switch {
	case words.Paging.Has(name):
		page(s, c)
		return
	case words.Sorts.Has(name) && (p.Spec.Schema == nil || len(p.Spec.Schema.Enum) == 0):
		if all := sentBy(s, ""); len(all) > 0 && gene.Assign(p.Gene, all[s.R.IntN(len(all))].Name) {
			disorder(s, words.Plain(text(p.Gene)))
			return
		}
	default:
		all := sentBy(s, name)
		if len(all) == 0 && isTime(p.Spec) {
			all = slices.DeleteFunc(sentBy(s, ""), func(l genotype.Leaf) bool {
				return !gene.Assign(p.Gene.Clone(), l.Value())
			})
		}
		if len(all) > 0 {
			l := all[s.R.IntN(len(all))]
			if followed(s.About, l) && s.R.IntN(2) == 0 && gene.Assign(p.Gene, int64(1)) ||
				gene.Assign(p.Gene, l.Value()) {
				return
			}
		}
	}
	p.Gene.Randomize(s.R)
	if g, ok := p.Gene.(gene.Switch); ok {
		g.Set(true)
	}
	if words.Sorts.Has(name) {
		disorder(s, words.Plain(strings.Trim(text(p.Gene), "+-")))
	}
}

// followed reports whether an input of a body takes an id of an earlier answer, possibly as the first number that a
// service assigns.
func followed(c *action.Call, l genotype.Leaf) bool {
	f := &c.Follow
	return f.Enabled && f.Params&^f.Own&c.Op.BitOf(genotype.InBody, l.Name) != 0
}

// isTime reports whether a parameter takes days or instants.
func isTime(p *openapi.Parameter) bool {
	return p.Schema != nil && strings.HasPrefix(message.Flatten(p.Schema).Format, "date")
}

// disorder reorders the creations of the test so that the values of a member neither ascend nor descend.
func disorder(s *scene.Scene, member string) {
	type element struct {
		at    int
		call  *action.Call
		value any
	}
	var all []element
	for i, c := range s.Calls {
		if c.Op != s.About.Op {
			continue
		}
		for _, l := range members(c) {
			if words.Plain(l.Name) == member && !value.IsAbsent(l.Value()) {
				all = append(all, element{i, c, l.Value()})
				break
			}
		}
	}
	if len(all) < 3 {
		return
	}
	places := make([]int, len(all))
	for i := range all {
		places[i] = all[i].at
	}
	slices.SortStableFunc(all, func(a, b element) int { return compare(a.value, b.value) })
	all[1], all[len(all)-1] = all[len(all)-1], all[1] // the greatest value comes second
	for i := range all {
		s.Calls[places[i]] = all[i].call
	}
}

// compare compares two values as numbers, or else as texts.
func compare(a, b any) int {
	x, numeric := value.Rat(a)
	y, both := value.Rat(b)
	if numeric && both {
		return x.Cmp(y)
	}
	return strings.Compare(string(value.AppendJSON(nil, a)), string(value.AppendJSON(nil, b)))
}

// text returns the value of a gene if it is a text, else "".
func text(g gene.Gene) string {
	t, _ := g.Value().(string)
	return t
}

// sentBy returns the inputs with a value in the bodies of the test that are called like a parameter. For "" it returns
// all inputs with a name.
func sentBy(s *scene.Scene, name string) (out []genotype.Leaf) {
	for _, c := range s.Calls {
		if c.Op != s.About.Op {
			continue
		}
		for _, l := range members(c) {
			if !value.IsAbsent(l.Value()) && l.Name != "" &&
				(name == "" || words.Plain(l.Name) == name || bounds(name, words.Plain(l.Name))) {
				out = append(out, l)
			}
		}
	}
	return out
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

// page makes a call request a page of one or two elements, and adds the same call for the next page.
func page(s *scene.Scene, c *action.Call) {
	n := int64(1 + s.R.IntN(2))
	if !put(c, words.Limits, n) {
		return
	}
	put(c, words.Pages, 1)
	next := c.Clone().(*action.Call)
	if put(next, words.Pages, 2) || put(next, words.Offsets, n) {
		s.Add(next)
	}
}

// put sets the query parameter whose name is in the table to a number. It returns false if no parameter accepts it.
func put(c *action.Call, called words.Table, n int64) bool {
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In != openapi.InQuery || !called.Has(p.Spec.Name) {
			continue
		}
		if gene.Assign(p.Gene, n) {
			return true
		}
	}
	return false
}
