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

// part is a resource handling of a test: successive calls on one resource.
type part []*action.Call

// parts splits a test into its handlings. A call without a handling makes a handling of its own.
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

// handlingNumber returns the number of a handling, 0 for none.
func (p part) handlingNumber() int { return p[0].Handling }

// unusedNumber returns a number that no handling has.
func unusedNumber(parts []part) int {
	highest := 0
	for _, p := range parts {
		highest = max(highest, p.handlingNumber())
	}
	return highest + 1
}

// path returns the path of the resource of a handling, which is the path of its last call.
func (p part) path() string { return p[len(p)-1].Op.Spec.Path }

// longestCall returns the call with the longest path. Its parameters stand for the parameters of the resource (Zhang
// 2021, Section 5.3).
func (p part) longestCall() *action.Call {
	return slices.MaxFunc(p, func(a, b *action.Call) int { return len(a.Op.Spec.Path) - len(b.Op.Spec.Path) })
}

// copyPathFrom gives the path parameters of all calls the values that they have in a call.
func (p part) copyPathFrom(as *action.Call) {
	for _, call := range p {
		for _, param := range call.Genotype.Params {
			if g := pathGene(as, param.Spec.Name); call != as && param.InPath() && g != nil {
				gene.Assign(param.Gene, g.Value())
			}
		}
	}
}

// pathGene returns the gene of a path parameter, nil if there is none.
func pathGene(c *action.Call, name string) gene.Gene {
	if i := c.Genotype.Params.Labeled(openapi.InPath + " " + name); i >= 0 {
		return c.Genotype.Params[i].Gene
	}
	return nil
}

// chosenParams returns the path parameters of the resource that the test itself chooses. Answers give the other ones.
func (p part) chosenParams() (out []gene.Gene) {
	as := p.longestCall()
	for i, param := range as.Genotype.Params {
		if param.InPath() && (!as.Follow.On(i) || p.chooses(param.Spec.Name)) {
			out = append(out, param.Gene)
		}
	}
	return out
}

// chooses reports whether a handling itself chooses the value of a path parameter: its first call has the parameter, or
// a call that creates the resource chooses it.
func (p part) chooses(param string) bool {
	first := slices.IndexFunc(p, func(c *action.Call) bool { return pathGene(c, param) != nil })
	return first == 0 || first > 0 && p[first].Needed && strings.HasSuffix(p[first].Op.Spec.Path, "{"+param+"}")
}

// mutateValues changes each value of a test with the probability weight/total, and at least one value. With paths, the
// path parameters that the test chooses may change. They stay the same in all calls of a handling.
func mutateValues(r *rand.Rand, all []part, focus float64, paths bool) {
	var genes []gene.Gene
	for _, p := range all {
		if paths {
			genes = append(genes, p.chosenParams()...)
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
		p.copyPathFrom(p.longestCall())
	}
}
