package problem

// Stateful is a problem whose system has states that its tests lead through, such as those of a page.
type Stateful interface {
	// States returns the states that are worth being shown, in a stable order.
	States() StateGraph
}

// StateGraph has states, and the events that lead from one to the other.
type StateGraph struct {
	// States begin with the one in which each test begins.
	States []State
	// Arrows are the events between them. An event that changes nothing has none, unless it shows a fault.
	Arrows []Arrow
	// MoreStates and MoreArrows count those that were seen and are not here.
	MoreStates, MoreArrows int
}

// State is a state of a system.
type State struct {
	// ID tells it apart from others, the same in each run.
	ID string
	// Title and Address are those of a page.
	Title, Address string
	// Distance is how many events lead to it from the first state at least.
	Distance int
	// Picture shows it, an image of WebP; nil for none.
	Picture []byte
}

// Arrow is an event that leads from a state to the next one.
type Arrow struct {
	// From and To are the ids of the states. From is "" for the event that a test begins with, and To for an event that
	// ended the system. An arrow with faults may lead to a state that is not here.
	From, To string
	// Event says in a few words what is done.
	Event string
	// Count is how often that was done.
	Count int
	// Faults are the keys of the faults that it showed.
	Faults []string
}
