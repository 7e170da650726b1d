// Package graph has the state-flow graph of a page: the states seen so far, and the events that lead from one to
// another (A. Mesbah, A. van Deursen and S. Lenselink, Crawling Ajax-Based Web Applications through Dynamic Analysis of
// User Interface State Changes, TWEB 2012). It also selects where the search continues.
package graph

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/testcase"
)

// State is a state of a page: a node of the graph.
type State struct {
	// ID identifies the state: a hash of the document.
	ID string
	// Address is the first address at which the state was seen.
	Address string
	// Events are the events of the state, each once. Ended are events that are no longer done, because they ended their
	// tab.
	Events, Ended []*Event
	// Path is the shortest known sequence of acts that leads to the state. The first act opens the page.
	Path []*act.Act
}

// Edge is a transition of an event.
type Edge struct {
	// To is the state after the event; nil if the event ended the tab, or if the graph is full.
	To *State
	// Count is how often the event led there.
	Count int
	// Faults are the targets of the faults that the event showed on this transition, each once.
	Faults []fitness.ID
}

// Event is an event of a state.
type Event struct {
	visitor.Event
	// Tried is how often the event was done, and Gains how often that covered something new. Chosen is how often a
	// search selected it, even if the test did not reach the state again.
	Tried, Gains, Chosen int
	// class is shared by events that presumably have the same effect, those of similar elements. kind is shared by all
	// events of a kind whose listeners are at the same distance.
	class, kind *class
	// choices are the values that are tried first, one after another; turns counts them.
	choices []any
	turns   int
	// Edges are the transitions, one for each state to which the event led, in the order of discovery.
	Edges []Edge
	// Asks says that the page opened a dialog after the event.
	Asks bool
}

// class counts how often the events of a class were done, and how often they had an effect: executed a script, or led
// to another state. For a listener of many elements, an execution does not show which elements it handles.
type class struct{ tried, did int }

// mostIdle bounds how rarely an event without known effects is drawn.
const mostIdle = 99

// idle returns the weight of an event that never had an effect, and whose class never had one. The first event of a
// class has the prospects of its kind.
func (e *Event) idle() float64 {
	switch n := e.class.tried / max(1, len(e.choices)); {
	case e.class.did > 0:
		return 1
	case n > 0:
		return 1 / float64(1+min(n*n, mostIdle))
	}
	return float64(1+e.kind.did) / float64(1+e.kind.tried)
}

// digits matches the parts of ids that differ between similar elements.
var digits = regexp.MustCompile(`\d+`)

// classOf returns the class of an event. All keys for one listener are one class, whichever element has the focus.
func classOf(e *visitor.Event) string {
	if e.Kind == "key" && e.Whose == "below" && len(e.Handlers) > 0 {
		return fmt.Sprint("key ", e.Handlers[0])
	}
	return e.Kind + " like " + digits.ReplaceAllString(act.Kin(e.Path), "#")
}

// tries returns how often the event was done or chosen for each of its choices.
func (e *Event) tries() int { return max(e.Tried, e.Chosen) / max(1, len(e.choices)) }

// Next returns the next of the choices; nil if any value may be drawn. It offers each key once.
func (e *Event) Next() any {
	if len(e.choices) == 0 || e.Kind == "key" && e.turns >= len(e.choices) {
		return nil
	}
	e.turns++
	return e.choices[(e.turns-1)%len(e.choices)]
}

// mostChosen is how often a search selects an event without it being done, because tests do not reach its state again.
const mostChosen = 2

// isOpen reports whether the event was not done yet, and may still be selected.
func (e *Event) isOpen() bool { return e.Tried == 0 && e.Chosen < mostChosen }

// Key returns the key of the acts for the event.
func (e *Event) Key() string { return act.KeyOf(&e.Event) }

// Fail records that the event is not possible, such as a click on an element that is covered by another. The event may
// be nil.
func (e *Event) Fail() {
	if e != nil {
		e.Tried++
	}
}

// maxStates bounds the states of a graph, because a page may have any number.
const maxStates = 5000

// Graph is the state-flow graph of a page. It is not safe for concurrent use.
type Graph struct {
	// Keys returns the keys that are tried first; it may be nil.
	Keys func() []any
	// States are in the order of discovery. The first is the state after the page was opened.
	States []*State
	of     map[string]*State
	known  map[string]bool // keys of events that were done in any state
	class  map[string]*class
	ends   map[string]int // how often the events with a key ended their tab
}

// New returns a graph without states.
func New() *Graph {
	return &Graph{
		of: map[string]*State{}, known: map[string]bool{}, class: map[string]*class{}, ends: map[string]int{},
	}
}

// Arrive records the state that the page had after some acts, of which the first opens the page. It returns the state;
// nil if the graph is full.
func (g *Graph) Arrive(path []*act.Act, told *visitor.Told) *State {
	s := g.of[told.State]
	switch {
	case s == nil && len(g.States) == maxStates:
		return nil
	case s == nil:
		s = &State{ID: told.State, Address: told.Address, Path: slices.Clone(path)}
		for i := range told.Events {
			if g.ends[act.KeyOf(&told.Events[i])] < maxEnds {
				s.Events = append(s.Events, g.event(told.Events[i]))
			}
		}
		g.of[s.ID] = s
		g.States = append(g.States, s)
	case len(path) < len(s.Path):
		s.Path = slices.Clone(path)
	}
	return s
}

func (g *Graph) event(e visitor.Event) *Event {
	out := &Event{Event: e, class: g.classNamed(classOf(&e)), choices: act.Choices(&e)}
	out.kind = g.classNamed(e.Kind + " of " + e.Whose)
	if e.Kind == "key" && g.Keys != nil {
		out.choices = g.Keys()
	}
	return out
}

func (g *Graph) classNamed(name string) *class {
	if g.class[name] == nil {
		g.class[name] = &class{}
	}
	return g.class[name]
}

// Came is the effect of an act.
type Came struct {
	Asked, Ran bool // whether the page opened a dialog, and whether a script was executed
	Gained     bool // whether something was covered for the first time
	Faults     []fitness.ID
}

// Went records that an act led from one state to the next. Either may be nil.
func (g *Graph) Went(from, to *State, a *act.Act, came Came) {
	g.known[a.Key()] = true
	e := from.Event(a.Key())
	if e == nil {
		return
	}
	e.Tried++
	for _, c := range []*class{e.class, e.kind} {
		c.tried++
		if came.Ran || came.Asked || to != from {
			c.did++
		}
	}
	e.Asks = e.Asks || came.Asked
	if came.Gained {
		e.Gains++
	}
	at := slices.IndexFunc(e.Edges, func(one Edge) bool { return one.To == to })
	if at < 0 {
		at = len(e.Edges)
		e.Edges = append(e.Edges, Edge{To: to})
	}
	edge := &e.Edges[at]
	edge.Count++
	for _, f := range came.Faults {
		if !slices.Contains(edge.Faults, f) {
			edge.Faults = append(edge.Faults, f)
		}
	}
}

// maxEnds is how often an event may end its tab: nothing comes after it, and it takes long.
const maxEnds = 2

// Ended records that an act ended its tab. From the second time on, the event is no longer done.
func (g *Graph) Ended(a *act.Act) {
	key := a.Key()
	g.known[key] = true
	if g.ends[key]++; g.ends[key] != maxEnds {
		return
	}
	for _, s := range g.States {
		if e := s.Event(key); e != nil {
			s.Events, s.Ended = slices.DeleteFunc(s.Events, func(o *Event) bool { return o == e }), append(s.Ended, e)
		}
	}
}

// Event returns the event of a state with a key; nil for none.
func (s *State) Event(key string) *Event {
	if s == nil {
		return nil
	}
	for _, e := range s.Events {
		if e.Key() == key {
			return e
		}
	}
	return nil
}

// Last returns the state to which the event led last; nil for none.
func (e *Event) Last() *State {
	if e != nil {
		for _, edge := range slices.Backward(e.Edges) {
			if edge.To != nil {
				return edge.To
			}
		}
	}
	return nil
}

// Any draws an event of a state; nil for a state without events. It rarely draws events that never had an effect.
func (s *State) Any(r *rand.Rand) *Event {
	if s == nil || len(s.Events) == 0 {
		return nil
	}
	for {
		if e := s.Events[r.IntN(len(s.Events))]; r.Float64() < e.idle() {
			return e
		}
	}
}

// Walk returns the last known state on the way of some acts; nil for a graph without states.
func (g *Graph) Walk(acts []testcase.Action) *State {
	if len(g.States) == 0 {
		return nil
	}
	at := g.States[0]
	for _, a := range acts {
		if e := at.Event(a.(*act.Act).Key()); e.Last() != nil {
			at = e.Last()
		}
	}
	return at
}

// State returns the state with an id; nil for none.
func (g *Graph) State(id string) *State { return g.of[id] }

// Done reports whether the event with a key was ever done, in any state.
func (g *Graph) Done(key string) bool { return g.known[key] }

// Paths returns the paths of a state for a kind of acts: those of elements to drag or to drop on, or the fragments that
// its links name.
func (s *State) Paths(kind string) (out []string) {
	for _, e := range s.Events {
		path := e.Path
		switch {
		case kind == "hash" && len(e.Href) > 1 && e.Href[0] == '#':
			path = e.Href[1:]
		case kind == "hash" || path == "window" || path == "body":
			continue
		}
		if !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	return out
}

// Act returns an act for an event of the state. Its value has to be drawn.
func (s *State) Act(e *Event) *act.Act {
	var others []string
	if e.Kind == "drag" || e.Kind == "drop" || e.Kind == "hash" {
		others = s.Paths(e.Kind)
	}
	return act.New(&e.Event, others, e.Asks)
}
