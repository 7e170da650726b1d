package run

import (
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
)

// stateGraph is a graph of states as a report has it.
func stateGraph(g problem.StateGraph) *report.StateGraph {
	out := &report.StateGraph{MoreStates: g.MoreStates, MoreArrows: g.MoreArrows}
	for _, s := range g.States {
		out.States = append(out.States, report.State(s))
	}
	for _, a := range g.Arrows {
		out.Arrows = append(out.Arrows, report.Arrow(a))
	}
	return out
}
