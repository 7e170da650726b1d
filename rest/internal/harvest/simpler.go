package harvest

import (
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// The functions below list changes that make a gene simpler. inExample says
// that the gene is an example of the schema, or a part of one.

// example replaces a gene by the example of the schema.
func example(g gene.Gene, inExample bool) []func() {
	s, ok := g.(gene.Settler)
	if !ok || inExample || settled(g) {
		return nil
	}
	return []func(){func() { s.Settle() }}
}

// exampleMembers replaces single members by those of an example, if the test depends on other members.
func exampleMembers(g gene.Gene, inExample bool) (out []func()) {
	if inExample {
		return nil
	}
	members, _ := g.Value().(value.Object)
	example, _ := exampleOf(g)
	for _, m := range example {
		if v, has := members.Get(m.Name); has && !value.Equal(v, m.Value) {
			out = append(out, assign(g, genotype.ReplaceAt(g.Value(), []genotype.Step{{Name: m.Name}}, m.Value))...)
		}
	}
	return out
}

// exampleOf returns the example of a gene, if that is an object.
func exampleOf(g gene.Gene) (value.Object, bool) {
	if _, ok := g.(gene.Settler); !ok {
		return nil, false
	}
	c := g.Clone()
	c.(gene.Settler).Settle()
	example, ok := c.Value().(value.Object)
	return example, ok
}

// fewer removes optional parts, all elements of a list but the first, all members of a map, or nested values of the
// same recursive kind.
func fewer(g gene.Gene, inExample bool) []func() {
	if s, ok := g.(gene.Switch); ok {
		if !g.Clone().(gene.Switch).Set(false) {
			return nil
		}
		return []func(){func() { s.Set(false) }}
	}
	if s, ok := g.(gene.Simplifier); ok && (isContainer(g) || recurs(g)) && !inExample {
		if parts := s.Simpler(); len(parts) > 0 {
			return assign(g, parts[0])
		}
	}
	return nil
}

// shorter changes a gene without parts to a simpler value, and a number to 1.
func shorter(g gene.Gene, inExample bool) []func() {
	if _, parent := g.(gene.Parent); parent || inExample {
		return nil
	}
	if s, ok := g.(gene.Simplifier); ok {
		for _, v := range s.Simpler() {
			if change := assign(g, v); change != nil {
				return change
			}
		}
		return nil
	}
	switch v := g.Value().(type) {
	case int64, float64:
		if !value.Equal(v, int64(0)) && !value.Equal(v, int64(1)) {
			return assign(g, int64(1))
		}
	}
	return nil
}

// assign returns a change that gives a gene a value, if the gene accepts it.
func assign(g gene.Gene, v any) []func() {
	if c := g.Clone(); !gene.Assign(c, v) || !value.Equal(c.Value(), v) {
		return nil
	}
	return []func(){func() { gene.Assign(g, v) }}
}

// plainPaths makes the ids in paths as simple as possible, and reports whether
// it changed any.
func plainPaths(test *testcase.Case) (changed bool) {
	for _, a := range test.Actions {
		genes := a.(*action.Call).Genotype
		for i, param := range genes.Params {
			if param.Spec.In == openapi.InPath && plainParam(genes, i) {
				changed = true
			}
		}
	}
	return changed
}

func plainParam(genes *genotype.Call, param int) (changed bool) {
	if genes.IsInvalid() && genes.Invalid.Param == param {
		genes.MakeValid()
		changed = true
	}
	visit(genes.Params[param].Gene, "", false, func(g gene.Gene, _ string, inExample bool) {
		for _, change := range slices.Concat(example(g, inExample), shorter(g, inExample)) {
			change()
			changed = true
		}
	})
	return changed
}
