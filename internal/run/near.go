package run

import (
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Near reports how close the search came to each target of the covered
// packages.
func (e *Engine) Near() []report.Near {
	if e.probes == nil {
		return nil
	}
	n := probe.Targets()
	out := make([]report.Near, n)
	for t := range probe.Target(n) {
		site := probe.Describe(t)
		out[t] = report.Near{
			Package: site.Package, File: site.File, Line: site.Line, Column: site.Column,
			What: site.Text, Kind: nearKind(site.Kind), Side: site.Side, Best: best(e.probes, e.session.Archive(), t),
		}
		out[t].Guard = sides(site.Guard)
		if site.Kind == probe.Overflow { // a search need not cover overflow
			out[t].Best = 1
		}
	}
	return out
}

// sides returns the targets that a guard needs if none of its conditions is negated.
func sides(g probe.Guard) []int {
	var out []int
	for i := range g.Conditions {
		t := int(g.First) + 2*i
		if !g.Side {
			t++
		}
		out = append(out, t)
	}
	return out
}

// best returns the best score of the tests in an archive for a target.
func best(p *sut.Probes, a *search.Archive[*testcase.Case], t probe.Target) float64 {
	id, ok := p.ID(t)
	if !ok {
		return 0
	}
	_, value := a.Best(id)
	return value
}

func nearKind(k probe.Kind) report.NearKind {
	switch k {
	case probe.Branch, probe.Overflow:
		return report.NearBranch
	case probe.Case:
		return report.NearCase
	case probe.LoopBody:
		return report.NearLoop
	case probe.OK:
		return report.NearFound
	case probe.Error:
		return report.NearError
	case probe.Outcome:
		return report.NearCall
	}
	return "" // a statement
}
