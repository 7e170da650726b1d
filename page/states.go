package page

import (
	"context"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/graph"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/problem"
)

const (
	// maxShown is the maximum number of states shown, and maxArrows the maximum number of arrows without faults.
	maxShown, maxArrows = 30, 400
	// pictureWidth is the width of pictures in pixels, and maxPicture the maximum size of a picture in bytes.
	pictureWidth, maxPicture = 320, 64 << 10
	// lookLimit is the time limit for all pictures.
	lookLimit = 20 * time.Second
)

// gallery has the states that reports show.
type gallery struct {
	x *execute.Executor
	// passed are the ids of the states through which tests lead, in order.
	passed []string
	views  map[string]*visitor.View
}

// pass records the states through which a test leads.
func (g *gallery) pass(t *execute.Trace) {
	for i := range t.Steps {
		g.passed = append(g.passed, t.Steps[i].Told.State)
	}
}

// chosen returns the states through which tests lead, and then those nearest to the start.
func (g *gallery) chosen() (out []*graph.State) {
	all := g.x.Graph.States
	byDistance := func(a, b *graph.State) int { return len(a.Path) - len(b.Path) }
	near := slices.SortedStableFunc(slices.Values(all), byDistance)
	is := map[*graph.State]bool{nil: true}
	add := func(s *graph.State) {
		if !is[s] && len(out) < maxShown {
			is[s] = true
			out = append(out, s)
		}
	}
	for _, s := range all[:min(len(all), 1)] {
		add(s)
	}
	for _, id := range g.passed {
		add(g.x.Graph.State(id))
	}
	for _, s := range near {
		add(s)
	}
	return out
}

// look takes pictures of the chosen states. It executes the paths to them again, the longest first, because these lead
// through other states. A state that is not reached again has no picture.
func (g *gallery) look(ctx context.Context, spend func(acts int) bool) {
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	chosen := g.chosen()
	g.views = map[string]*visitor.View{}
	for _, s := range chosen {
		g.views[s.ID] = nil
	}
	slices.SortStableFunc(chosen, func(a, b *graph.State) int { return len(b.Path) - len(a.Path) })
	for _, s := range chosen {
		if g.views[s.ID] != nil || !spend(len(s.Path)) {
			continue
		}
		if g.x.Look(ctx, s.Path, pictureWidth, g.views) != nil {
			return
		}
	}
}

// States implements [problem.Stateful].
func (p *pages) States() problem.StateGraph {
	chosen := p.harvester.gallery.chosen()
	w := &arrows{x: p.x, shown: map[*graph.State]bool{}, at: map[[3]string]int{}}
	w.out.MoreStates = len(p.x.Graph.States) - len(chosen)
	for _, s := range chosen {
		w.shown[s] = true
		state := problem.State{ID: s.ID, Address: pathOf(s.Address), Distance: len(s.Path) - 1}
		if view := p.harvester.gallery.views[s.ID]; view != nil {
			if state.Title = view.Title; len(view.Picture) <= maxPicture {
				state.Picture = view.Picture
			}
		}
		w.out.States = append(w.out.States, state)
	}
	w.opens(p.tallies.get(act.Open).Calls)
	for _, s := range chosen {
		for _, e := range slices.Concat(s.Events, s.Ended) {
			w.event(s, e)
		}
	}
	return w.out
}

// arrows collects the arrows between states.
type arrows struct {
	x     *execute.Executor
	shown map[*graph.State]bool
	at    map[[3]string]int // indexes of arrows by from, to and event
	out   problem.StateGraph
}

// opens adds the arrow to the first state.
func (w *arrows) opens(count int) {
	var faults []fitness.ID
	for _, id := range w.x.Faults.IDs() {
		if len(w.x.Faults.Of(id).Steps) == 1 {
			faults = append(faults, id)
		}
	}
	for i := range w.out.States[:min(len(w.out.States), 1)] {
		w.add(problem.Arrow{To: w.out.States[i].ID, Event: act.Open, Count: count}, faults)
	}
}

// event adds the arrows of an event.
func (w *arrows) event(from *graph.State, e *graph.Event) {
	for _, edge := range e.Edges {
		a := problem.Arrow{From: from.ID, Event: operationOf(&act.Act{Event: e.Event}), Count: edge.Count}
		if edge.To != nil {
			a.To = edge.To.ID
		}
		switch {
		case len(edge.Faults) > 0:
			w.add(a, edge.Faults)
		case edge.To == nil || edge.To == from:
		case !w.shown[edge.To] || len(w.out.Arrows) >= maxArrows:
			w.out.MoreArrows++
		default:
			w.add(a, nil)
		}
	}
}

// add adds an arrow, or counts it with the same arrow of a similar sibling element.
func (w *arrows) add(a problem.Arrow, faults []fitness.ID) {
	key := [3]string{a.From, a.To, a.Event}
	at, known := w.at[key]
	if !known {
		at = len(w.out.Arrows)
		w.at[key] = at
		w.out.Arrows = append(w.out.Arrows, problem.Arrow{From: a.From, To: a.To, Event: a.Event})
	}
	to := &w.out.Arrows[at]
	to.Count += a.Count
	for _, id := range faults {
		if fault := faultOf(w.x.Faults.Of(id)); !slices.Contains(to.Faults, fault.Key) {
			to.Faults = append(to.Faults, fault.Key)
		}
	}
}
