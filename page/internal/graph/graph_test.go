package graph

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

func event(kind, path string) visitor.Event {
	return visitor.Event{Kind: kind, Element: visitor.Element{Path: path}}
}

// arrive adds a state with clicks on some elements, at a number of acts from the start.
func arrive(g *Graph, id string, acts int, paths ...string) *State {
	told := &visitor.Told{State: id, Address: "http://site.localhost/" + id}
	for _, p := range paths {
		told.Events = append(told.Events, event("click", p))
	}
	path := []*act.Act{act.First()}
	for i := range acts {
		e := event("click", fmt.Sprint("#", i))
		path = append(path, act.New(&e, nil, false))
	}
	return g.Arrive(path, told)
}

func TestGraph(t *testing.T) {
	g := New()
	start := arrive(g, "start", 0, "#a", "#b")
	far := arrive(g, "far", 3, "#c")
	assert.Same(t, far, arrive(g, "far", 2), "it is nearer")
	assert.Len(t, far.Path, 3)
	arrive(g, "far", 5)
	assert.Len(t, far.Path, 3)
	assert.Same(t, start, g.State("start"))
	a := start.Act(start.Events[0])
	g.Went(start, far, a, Came{Asked: true, Gained: true, Faults: []fitness.ID{7}})
	g.Went(start, far, a, Came{Faults: []fitness.ID{7, 9}})
	g.Went(start, nil, a, Came{})
	e := start.Event("click #a")
	require.NotNil(t, e)
	assert.Equal(t, []Edge{{To: far, Count: 2, Faults: []fitness.ID{7, 9}}, {Count: 1}}, e.Edges)
	assert.Same(t, far, e.Last())
	assert.Equal(t, []int{3, 1}, []int{e.Tried, e.Gains})
	assert.NotNil(t, start.Act(e).Answers, "it asked")
	assert.True(t, g.Done("click #a"))
	assert.False(t, g.Done("click #b"))
	g.Went(nil, nil, a, Came{})
	g.Went(far, nil, a, Came{})
	assert.Nil(t, start.Event("click #z"))
}

// TestEventsThatEndTheirTab: such events are not done a third time.
func TestEventsThatEndTheirTab(t *testing.T) {
	g := New()
	start := arrive(g, "start", 0, "#a", "#b")
	hangs := start.Act(start.Events[0])
	g.Ended(hangs)
	assert.NotNil(t, start.Event("click #a"), "it may have been chance")
	g.Went(start, nil, hangs, Came{Faults: []fitness.ID{7}})
	g.Ended(hangs)
	assert.Nil(t, start.Event("click #a"))
	require.Len(t, start.Ended, 1)
	assert.Equal(t, []Edge{{Count: 1, Faults: []fitness.ID{7}}}, start.Ended[0].Edges, "the graph still has it")
	assert.NotNil(t, start.Event("click #b"))
	assert.True(t, g.Done("click #a"))
	assert.Nil(t, arrive(g, "next", 1, "#a", "#b").Event("click #a"))
}

func TestGraphsAreBounded(t *testing.T) {
	g := New()
	for i := range maxStates {
		require.NotNil(t, arrive(g, fmt.Sprint(i), 0))
	}
	assert.Nil(t, arrive(g, "more", 0))
	assert.NotNil(t, arrive(g, "7", 0))
}

func TestPaths(t *testing.T) {
	s := &State{}
	for _, e := range []visitor.Event{
		event("click", "#a"), event("key", "body"), event("drag", "#a"), event("hash", "window"),
	} {
		s.Events = append(s.Events, &Event{Event: e})
	}
	s.Events[0].Href = "#there"
	assert.Equal(t, []string{"#a"}, s.Paths("drag"))
	assert.Equal(t, []string{"there"}, s.Paths("hash"))
}

// walk lets a chooser select until it has nothing left, or up to a number of times. Each selected event is done and
// leads nowhere.
func walk(g *Graph, choose Chooser, times int) (out []string) {
	r := rand.New(rand.NewPCG(1, 2))
	for range times {
		step, ok := choose(g.States, r)
		if !ok {
			return append(out, "end")
		}
		out = append(out, step.State.ID+step.Event.Path)
		g.Went(step.State, step.State, step.State.Act(step.Event), Came{})
	}
	return out
}

func graph() *Graph {
	g := New()
	arrive(g, "start", 0, "#a", "#b")
	arrive(g, "far", 2, "#c")
	arrive(g, "near", 1, "#d", "#e")
	return g
}

func TestChoosers(t *testing.T) {
	uncovered := func(e *Event) int { return map[string]int{"#c": 5, "#d": 3, "#e": 4}[e.Path] }
	assert.Equal(t, []string{"start#a", "start#b", "near#d", "near#e", "far#c", "end"}, walk(graph(), BreadthFirst, 9))
	unexecuted := func(e *Event) []int {
		return map[string][]int{"#c": {1}, "#d": {1, 2}, "#e": {2, 3, 4}, "#b": {5}}[e.Path]
	}
	assert.Equal(
		t, []string{"near#e", "near#d", "start#b", "far#c", "start#a", "end"}, walk(graph(), Coverage(unexecuted), 9),
	)
	for name, choose := range map[string]Chooser{"random": Random, "promising": Promising(uncovered)} {
		chosen := walk(graph(), choose, 60)
		assert.Len(t, chosen, 60, name)
		for _, step := range []string{"start#a", "start#b", "near#d", "near#e", "far#c"} {
			assert.Contains(t, chosen, step, name)
		}
		assert.Equal(t, chosen, walk(graph(), choose, 60), "%s: the same seed, the same choice", name)
		_, ok := choose(nil, rand.New(rand.NewPCG(1, 2)))
		assert.False(t, ok)
	}
}

// TestEventsThatNoTestComesTo: events in a state that no test reaches again are selected twice, and then others.
func TestEventsThatNoTestComesTo(t *testing.T) {
	for name, choose := range map[string]Chooser{
		"breadth first": BreadthFirst, "coverage": Coverage(func(*Event) []int { return nil }),
	} {
		g := New()
		arrive(g, "start", 0, "#lost", "#b")
		r := rand.New(rand.NewPCG(1, 2))
		var chosen []string
		for {
			step, ok := choose.Choose(g.States, r)
			if !ok {
				break
			}
			chosen = append(chosen, step.Event.Path)
		}
		assert.Equal(t, []string{"#lost", "#lost", "#b", "#b"}, chosen, name)
	}
}

// TestWhatIsAlikeSharesItsWeight: a list of similar elements is drawn about as often as a single element beside it.
func TestWhatIsAlikeSharesItsWeight(t *testing.T) {
	paths := []string{"#other"}
	for i := range 30 {
		paths = append(paths, fmt.Sprintf("#row%d > td:nth-of-type(1)", i))
	}
	g := New()
	arrive(g, "start", 0, paths...)
	r := rand.New(rand.NewPCG(1, 2))
	times := 0
	for range 1000 {
		if step, _ := Promising(func(*Event) int { return 0 })(g.States, r); step.Event.Path == "#other" {
			times++
		}
	}
	assert.InDelta(t, 500, times, 100)
}

// TestTurns: each of a few values gets its turn, and each key once.
func TestTurns(t *testing.T) {
	g := New()
	g.Keys = func() []any { return []any{"Enter", "x"} }
	list := event("fill", "#list")
	list.Type, list.Options = "one", []string{"a", "b"}
	told := &visitor.Told{State: "start", Events: []visitor.Event{list, event("key", "#field"), event("click", "#b")}}
	s := g.Arrive([]*act.Act{act.First()}, told)
	next := func(i int) (out []any) {
		for range 3 {
			out = append(out, s.Events[i].Next())
		}
		return out
	}
	assert.Equal(t, []any{"a", "b", "a"}, next(0))
	assert.Equal(t, []any{"Enter", "x", nil}, next(1))
	assert.Equal(t, []any{nil, nil, nil}, next(2))
	s.Events[0].Fail()
	assert.Equal(t, []int{1, 0}, []int{s.Events[0].Tried, s.Events[0].tries()}, "it has two values to try")
	(*Event)(nil).Fail()
}

// TestWhatNobodyDidComesFirst: an event that was never done is drawn before events that were done without effect.
func TestWhatNobodyDidComesFirst(t *testing.T) {
	g := New()
	s := arrive(g, "start", 0, "#a", "#b", "#c", "#d", "#new")
	for _, e := range s.Events[:4] {
		for range 9 {
			g.Went(s, s, s.Act(e), Came{})
		}
	}
	times := 0
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		step, _ := Promising(func(*Event) int { return 0 })(g.States, r)
		if step.Event.Path == "#new" {
			times++
		}
	}
	assert.Greater(t, times, 90)
}

// TestWhatNeverDidAnything: an event that never had an effect in any state is drawn rarely.
func TestWhatNeverDidAnything(t *testing.T) {
	g := New()
	start := arrive(g, "start", 0, "#does", "#idle", "#leads")
	for _, e := range start.Events {
		to := start
		if e.Path == "#leads" {
			to = arrive(g, "next", 1, "#does", "#idle", "#leads")
		}
		for range 4 {
			g.Went(start, to, start.Act(e), Came{Ran: e.Path == "#does"})
		}
	}
	next, r, times := g.States[1], rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for range 300 {
		times[next.Any(r).Path]++
		step, _ := Promising(func(*Event) int { return 0 })([]*State{next}, r)
		times[step.Event.Path]++
	}
	assert.Less(t, times["#idle"], 40)
	assert.Greater(t, times["#does"], 200)
	assert.Greater(t, times["#leads"], 200)
}
