package harvest

import (
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/testcase"
)

// visit walks over a gene and the genes in it. inExample says that a gene has
// an example, or is a part of one that has; such values are readable already.
func visit(g gene.Gene, inExample bool, f func(g gene.Gene, inExample bool)) {
	visitNamed(g, "", inExample, func(g gene.Gene, _ string, inExample bool) { f(g, inExample) })
}

// visitNamed is visit with the name of the member that a gene is the value of.
func visitNamed(g gene.Gene, name string, inExample bool, f func(g gene.Gene, name string, inExample bool)) {
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
			visitNamed(member, name, inExample, f)
		}
		return
	}
	for child := range parent.Children() {
		visitNamed(child, name, inExample, f)
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

// genesOf lists the genes of a call, each before those in it.
func genesOf(c *action.Call) (out []gene.Gene) {
	for root := range c.Genotype.Genes() {
		for g := range gene.Walk(root) {
			out = append(out, g)
		}
	}
	return out
}

// sound reports whether all genes are what the schema wants. A simpler element
// can be equal to another one of a list that must not repeat any.
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
