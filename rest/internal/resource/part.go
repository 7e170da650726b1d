package resource

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/testcase"
)

// part is a resource handling of a test: calls in a row on one resource.
type part []*action.Call

// parts splits a test into its handlings. A call without a handling is one by
// itself.
func parts(c *testcase.Case) (out []part) {
	for i, a := range c.Actions {
		call := a.(*action.Call)
		if last := len(out) - 1; i > 0 && call.Handling != 0 && out[last][0].Handling == call.Handling {
			out[last] = append(out[last], call)
			continue
		}
		out = append(out, part{call})
	}
	return out
}

// join makes a test of handlings.
func join(parts []part) *testcase.Case {
	c := &testcase.Case{}
	for _, p := range parts {
		for _, call := range p {
			c.Actions = append(c.Actions, call)
		}
	}
	return c
}

// length counts the calls of handlings.
func length(parts []part) (n int) {
	for _, p := range parts {
		n += len(p)
	}
	return n
}

// number is that of a handling.
func (p part) number() int { return p[0].Handling }

// unused returns a number that no handling has.
func unused(parts []part) int {
	highest := 0
	for _, p := range parts {
		highest = max(highest, p.number())
	}
	return highest + 1
}

// about is the path of the resource that a handling is about: that of its last call.
func (p part) about() string { return p[len(p)-1].Op.Spec.Path }

// longest returns the call with the longest path, whose parameters stand for those
// of the resource (Zhang 2021, Section 5.3).
func (p part) longest() *action.Call {
	return slices.MaxFunc(p, func(a, b *action.Call) int { return len(a.Op.Spec.Path) - len(b.Op.Spec.Path) })
}

// same gives the path parameters of all calls the values of another call's.
func (p part) same(as *action.Call) {
	for _, call := range p {
		if call == as {
			continue
		}
		for _, param := range call.Genotype.Params {
			if param.Spec.In != openapi.InPath {
				continue
			}
			if g := inPath(as, param.Spec.Name); g != nil {
				gene.Assign(param.Gene, g.Value())
			}
		}
	}
}

// inPath returns the gene of a path parameter, nil if there is none.
func inPath(c *action.Call, name string) gene.Gene {
	for _, param := range c.Genotype.Params {
		if param.Spec.In == openapi.InPath && param.Spec.Name == name {
			return param.Gene
		}
	}
	return nil
}

// chosen yields the path parameters of the resource that the test itself chooses:
// those that no answer gives.
func (p part) chosen() (out []gene.Gene) {
	as := p.longest()
	for i, param := range as.Genotype.Params {
		if param.Spec.In != openapi.InPath {
			continue
		}
		if !as.Follow.On(i) || p.chooses(param.Spec.Name) {
			out = append(out, param.Gene)
		}
	}
	return out
}

// chooses reports whether a handling itself says what a path parameter is: the first
// of its calls does, or the one that creates the resource.
func (p part) chooses(param string) bool {
	first := slices.IndexFunc(p, func(c *action.Call) bool { return inPath(c, param) != nil })
	return first == 0 || first > 0 && p[first].Needed && strings.HasSuffix(p[first].Op.Spec.Path, "{"+param+"}")
}

// mutateValues changes each value of a test with probability weight/total, at
// least one. The path parameters of a handling change together.
func mutateValues(r *rand.Rand, all []part, focus float64, paths bool) {
	var genes []gene.Gene
	for _, p := range all {
		if paths {
			genes = append(genes, p.chosen()...)
		}
		for _, call := range p {
			genes = slices.AppendSeq(genes, call.Content())
		}
	}
	total := 0.0
	for _, g := range genes {
		total += gene.Weight(g)
	}
	for mutated := total == 0; !mutated; {
		for _, g := range genes {
			if w := gene.Weight(g); w > 0 && r.Float64()*total < w {
				g.Mutate(r, focus)
				mutated = true
			}
		}
	}
	for _, p := range all {
		p.same(p.longest())
	}
}
