package problem

// Stateful is a problem with a system whose states the tests go through, such as the states of a page.
type Stateful interface {
	// States returns the graph of the states worth showing, in a stable order.
	States() StateGraph
}

// StateGraph has the states of a system, and the events that lead from one state to another.
type StateGraph struct {
	// States are the nodes. The first is the state in which each test begins.
	States []State
	// Arrows are the events between states. An event that changes nothing has an arrow only if it shows a fault.
	Arrows []Arrow
	// MoreStates and MoreArrows count the states and arrows that were seen but are left out of this graph.
	MoreStates, MoreArrows int
}

// State is a state of a system.
type State struct {
	// ID identifies the state. It is the same in each run.
	ID string
	// Title and Address are the title and address of the page.
	Title, Address string
	// Distance is the least number of events from the first state to this one.
	Distance int
	// Picture is an image of the state in the WebP format; nil for none.
	Picture []byte
}

// Arrow is an event that leads from one state to another.
type Arrow struct {
	// From and To are the ids of the states. From is "" for the event that begins a test, and To is "" for an event
	// that ended the system. An arrow with faults may lead to a state that is left out of the graph.
	From, To string
	// Event describes the event in a few words.
	Event string
	// Count is how often the event happened.
	Count int
	// Faults are the keys of the faults that the event showed.
	Faults []string
}
