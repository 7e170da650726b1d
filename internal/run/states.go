package run

import (
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
)

// stateGraph converts a graph of states for the report.
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
