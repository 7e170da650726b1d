// Package graph has the state-flow graph of a page: its states as far as they were seen, and the events that lead from
// one to the other (A. Mesbah, A. van Deursen and S. Lenselink, Crawling Ajax-Based Web Applications through Dynamic
// Analysis of User Interface State Changes, TWEB 2012). It also chooses where to go on.
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
	// ID tells it apart from others: a hash of the document.
	ID string
	// Address is the first address at which it was seen.
	Address string
	// Events are those that it has, each once, and Ended those that nobody does any more: they ended their tab.
	Events, Ended []*Event
	// Path are the acts of the shortest test that leads to it, the one that opens the page first.
	Path []*act.Act
}

// Edge is where an event led to.
type Edge struct {
	// To is nil for an event that ended the tab, or led to a state that there is no room for.
	To *State
	// Count is how often it led there.
	Count int
	// Faults are the targets of the faults that it showed then, each once.
	Faults []fitness.ID
}

// Event is an event of a state.
type Event struct {
	visitor.Event
	// Tried is how often it was done, and Gains how often that covered something new. Chosen is how often a search was
	// to go on there, whether or not it came to the state again.
	Tried, Gains, Chosen int
	// class is the same for events that presumably do the same: those of elements like each other. Kind is that of all
	// events of a kind whose listeners are as far away.
	class, kind *class
	// choices are the values that are tried first, each in its turn; turns counts these.
	choices []any
	turns   int
	// Edges are one for each state that it led to, in the order in which these were first seen.
	Edges []Edge
	// Asks says that the page asked a question then.
	Asks bool
}

// class counts how often events of a class were done, and how often that did something: it executed a script, or led
// to another state. A listener that stands for many elements says nothing of which of them it heeds.
type class struct{ tried, did int }

// mostIdle bounds how seldom an event that never did anything is drawn.
const mostIdle = 99

// idle is the weight of an event of which nothing is known but that it, or some like it, never did anything. One that
// is the first of its class does something as often as others of its kind.
func (e *Event) idle() float64 {
	switch n := e.class.tried / max(1, len(e.choices)); {
	case e.class.did > 0:
		return 1
	case n > 0:
		return 1 / float64(1+min(n*n, mostIdle))
	}
	return float64(1+e.kind.did) / float64(1+e.kind.tried)
}

// digits are parts of ids that tell elements apart which are like each other.
var digits = regexp.MustCompile(`\d+`)

// classOf returns the class of an event. All keys of one listener are of a class, whichever element has the focus.
func classOf(e *visitor.Event) string {
	if e.Kind == "key" && e.Whose == "below" && len(e.Handlers) > 0 {
		return fmt.Sprint("key ", e.Handlers[0])
	}
	return e.Kind + " like " + digits.ReplaceAllString(act.Kin(e.Path), "#")
}

// tries is how often the event was done or chosen with each of the values that are tried first.
func (e *Event) tries() int { return max(e.Tried, e.Chosen) / max(1, len(e.choices)) }

// Next returns the value that it is the turn of, nil where any may be drawn. All keys have their turn once.
func (e *Event) Next() any {
	if len(e.choices) == 0 || e.Kind == "key" && e.turns >= len(e.choices) {
		return nil
	}
	e.turns++
	return e.choices[(e.turns-1)%len(e.choices)]
}

// mostChosen is how often a search is to go on with an event that is not done then: tests do not come to its state
// again.
const mostChosen = 2

// isOpen reports whether the event was not done yet, and can be.
func (e *Event) isOpen() bool { return e.Tried == 0 && e.Chosen < mostChosen }

// Key is that of the acts of the event.
func (e *Event) Key() string { return act.KeyOf(&e.Event) }

// Fail notes that the event was tried and is not possible, such as a click on what something else covers. The event may
// be nil.
func (e *Event) Fail() {
	if e != nil {
		e.Tried++
	}
}

// maxStates bounds the states of a graph: a page may have any number of them.
const maxStates = 5000

// Graph is the state-flow graph of a page. It is not safe for concurrent use.
type Graph struct {
	// Keys are those that are tried first, nil for none that is better than another one.
	Keys func() []any
	// States are in the order in which they were first seen. The first one is that after the page was opened.
	States []*State
	of     map[string]*State
	known  map[string]bool // keys of events that were ever done
	class  map[string]*class
	ends   map[string]int // how often the events of a key ended their tab
}

// New returns a graph without states.
func New() *Graph {
	return &Graph{
		of: map[string]*State{}, known: map[string]bool{}, class: map[string]*class{}, ends: map[string]int{},
	}
}

// Arrive notes that acts led to what the last of them told: each test has its first act open the page. It returns the
// state, nil for one that there is no room for.
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

// Came is what came of an act.
type Came struct {
	Asked, Ran bool // the page asked a question, a script was executed
	Gained     bool // something was covered for the first time
	Faults     []fitness.ID
}

// Went notes that an act led from one state to the next. Either may be nil.
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

// maxEnds is how often an event may end its tab: there is nothing behind it, and it takes long.
const maxEnds = 2

// Ended notes that an act ended its tab. Nobody does the event any more where that is not the first time.
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

// Event returns the event of a state with a key, nil for none.
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

// Last is the state that the event led to last, nil for none.
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

// Any draws an event of a state, nil for a state without events. Events after
// which nothing ever happened are drawn seldom.
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

// Walk returns the state that acts lead to, as far as the graph knows: the last one on their way that it knows. It is
// nil for a graph without states.
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

// State returns the state with an id, nil for none.
func (g *Graph) State(id string) *State { return g.of[id] }

// Done reports whether the event of a key was ever done, in any state.
func (g *Graph) Done(key string) bool { return g.known[key] }

// Paths lists the elements of a state that something can be dragged from or onto, and the places in the document that
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

// Act returns an act of an event of the state, with a value to be drawn.
func (s *State) Act(e *Event) *act.Act {
	var others []string
	if e.Kind == "drag" || e.Kind == "drop" || e.Kind == "hash" {
		others = s.Paths(e.Kind)
	}
	return act.New(&e.Event, others, e.Asks)
}
