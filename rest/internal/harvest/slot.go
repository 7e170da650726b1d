package harvest

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// slot is a place in a call whose value may become smaller: a scalar, a list, a map, a value of a recursive kind, or a
// member that differs from the example of its object.
type slot struct {
	index  int    // index of the gene, see genesOf
	member string // a member of the example, "" for the gene itself
	list   bool   // a list or a map: it loses genes when it becomes smaller
	recurs bool   // a nested value of the same kind may replace it
	id     bool   // it has the name of an id
}

// shortList is the number of list elements in an example that are easy to read.
const shortList = 3

// slots returns the places of a call, each before its nested places. isID reports whether a name is that of an id.
func slots(c *action.Call, isID func(name string) bool) (out []slot) {
	index := 0
	add := func(g gene.Gene, name string, inExample bool) {
		index++
		if list, _ := g.Value().([]any); inExample && (!isContainer(g) || len(list) <= shortList) {
			return
		}
		for _, m := range besideExample(g) {
			out = append(out, slot{index: index - 1, member: m.Name, id: isID(m.Name)})
		}
		if _, parent := g.(gene.Parent); !parent || isContainer(g) || recurs(g) {
			out = append(out, slot{index: index - 1, list: parent && !recurs(g), recurs: recurs(g), id: isID(name)})
		}
	}
	for _, p := range c.Genotype.Params {
		visit(p.Gene, p.Spec.Name, false, add)
	}
	if c.Genotype.Body != nil {
		visit(c.Genotype.Body, "", false, add)
	}
	return out
}

// idsOf returns a function that reports whether a parameter or member is named
// after an id, such as "id" or "bookId", or after an element of a collection: "book"
// beside /books.
func idsOf(ops []*api.Operation) func(name string) bool {
	elements := map[string]bool{}
	for _, o := range ops {
		for _, noun := range strings.Split(o.Spec.Path, "/") {
			if element, plural := strings.CutSuffix(strings.ToLower(noun), "s"); plural {
				elements[element] = true
			}
		}
	}
	return func(name string) bool {
		words := suite.Words(name)
		if len(words) == 0 {
			return false
		}
		last := strings.ToLower(words[len(words)-1])
		return last == "id" || last == "ids" || elements[strings.ToLower(name)]
	}
}

// besideExample returns the members of an object that its example lacks, or has with another value.
func besideExample(g gene.Gene) (out []value.Member) {
	example, ok := exampleOf(g)
	if !ok {
		return nil
	}
	members, _ := g.Value().(value.Object)
	for _, m := range members {
		same := func(e value.Member) bool { return e.Name == m.Name && value.Equal(e.Value, m.Value) }
		if !slices.ContainsFunc(example, same) {
			out = append(out, m)
		}
	}
	return out
}

// of returns the gene of a place in a call, and the value there.
func (s slot) of(c *action.Call) (gene.Gene, any) {
	genes := genesOf(c)
	if s.index >= len(genes) {
		return nil, nil
	}
	g := genes[s.index]
	v := g.Value()
	if s.member == "" {
		return g, v
	}
	object, _ := v.(value.Object)
	if v, ok := object.Get(s.member); ok {
		return g, v
	}
	return nil, nil
}

// takes reports whether a place accepts a value unchanged, and has another value now.
func (s slot) takes(c *action.Call, v any) bool {
	g, now := s.of(c)
	if g == nil || value.Equal(now, v) {
		return false
	}
	g, v = g.Clone(), s.whole(g, v)
	return gene.Assign(g, v) && value.Equal(g.Value(), v)
}

// set gives a place a value that it accepts, and returns the old value.
func (s slot) set(c *action.Call, v any) (before any) {
	g, before := s.of(c)
	gene.Assign(g, s.whole(g, v))
	return before
}

// whole returns the value of a gene with another value in the place.
func (s slot) whole(g gene.Gene, v any) any {
	if s.member == "" {
		return v
	}
	return genotype.ReplaceAt(g.Value(), []genotype.Step{{Name: s.member}}, v)
}

// simpler returns the values that a gene without parts considers simpler than its own.
func (s slot) simpler(g gene.Gene) []any {
	if g, ok := g.(gene.Simplifier); ok && s.member == "" && !s.list {
		return g.Simpler()
	}
	return nil
}

// setEqual replaces a value by another one in all scalars of a test, and reports whether there are any. It ignores
// short values, which may be equal by chance. Genes with parts are tried too, since a text may have parts.
func setEqual(test *testcase.Case, old, v any) (any bool) {
	if text, ok := old.(string); !ok || len(text) < 2 {
		if n, ok := old.(int64); !ok || -10 < n && n < 10 {
			return false
		}
	}
	for _, a := range test.Actions {
		for _, g := range genesOf(a.(*action.Call)) {
			if value.Equal(g.Value(), old) && gene.Assign(g, v) {
				any = any || value.Equal(g.Value(), v)
			}
		}
	}
	return any
}

// optional returns the optional parts of a call that are present and have so many optional parts around them as depth
// says. It returns their indexes among the genes of the call.
func optional(c *action.Call, depth int) (out []int) {
	index := 0
	var find func(g gene.Gene, in int)
	find = func(g gene.Gene, in int) {
		if s, ok := g.Clone().(gene.Switch); ok && s.Set(false) {
			if in == depth {
				out = append(out, index)
			}
			in++
		}
		index++
		if parent, ok := g.(gene.Parent); ok {
			for child := range parent.Children() {
				find(child, in)
			}
		}
	}
	for root := range c.Genotype.Genes() {
		find(root, 0)
	}
	return out
}

// unsettled returns the genes of a call that differ from their example.
func unsettled(c *action.Call) []int {
	return those(c, func(g gene.Gene, inExample bool) bool {
		_, settler := g.(gene.Settler)
		return settler && !inExample && !settled(g)
	})
}

// long returns the genes of a call whose value may be plainer.
func long(c *action.Call) []int {
	return those(c, func(g gene.Gene, inExample bool) bool { return len(shorter(g, inExample)) > 0 })
}

// those returns the genes of a call for which is returns true, by their indexes among all genes.
func those(c *action.Call, is func(g gene.Gene, inExample bool) bool) (out []int) {
	index := 0
	for root := range c.Genotype.Genes() {
		visit(root, "", false, func(g gene.Gene, _ string, inExample bool) {
			if is(g, inExample) {
				out = append(out, index)
			}
			index++
		})
	}
	return out
}

// visit walks over a gene and the genes in it. name is that of the parameter or member that a gene is the value of.
// inExample says that a gene has an example, or is a part of one that has; such values are readable already.
func visit(g gene.Gene, name string, inExample bool, f func(g gene.Gene, name string, inExample bool)) {
	f(g, name, inExample)
	parent, ok := g.(gene.Parent)
	if !ok {
		return
	}
	if _, ok := g.(gene.Settler); ok {
		inExample = inExample || !action.IsScalar(g.Value()) || settled(g)
	}
	if record, ok := g.(gene.Record); ok {
		for name, member := range record.Members() {
			visit(member, name, inExample, f)
		}
		return
	}
	for child := range parent.Children() {
		visit(child, name, inExample, f)
	}
}

// settled reports whether a [gene.Settler] has its most readable value.
func settled(g gene.Gene) bool { return !g.Clone().(gene.Settler).Settle() }

// isContainer reports whether a gene is a list or a map.
func isContainer(g gene.Gene) bool {
	_, simplifier := g.(gene.Simplifier)
	_, parent := g.(gene.Parent)
	return simplifier && parent && !recurs(g)
}

// recurs reports whether a gene has values that may hold values of their own kind.
func recurs(g gene.Gene) bool {
	_, simplifier := g.(gene.Simplifier)
	_, wrapper := g.(gene.Wrapper)
	return simplifier && wrapper
}

// genesOf returns the genes of a call, each before its nested genes.
func genesOf(c *action.Call) (out []gene.Gene) {
	for root := range c.Genotype.Genes() {
		for g := range gene.Walk(root) {
			out = append(out, g)
		}
	}
	return out
}

// sound reports whether all genes are valid by the schema. A simpler element may equal another one in a list whose
// elements have to be unique.
func sound(test *testcase.Case) bool {
	for _, a := range test.Actions {
		for root := range a.(*action.Call).Genotype.Genes() {
			if gene.Check(root) != nil {
				return false
			}
		}
	}
	return true
}
