package report

// StateGraph has states of a system, such as those of a page, and the events that lead from one state to another.
type StateGraph struct {
	// States are the nodes. The first is the state in which each test begins.
	States []State `json:"states"`
	// Arrows are the events between states. An event that changes nothing has an arrow only if it shows a fault.
	Arrows []Arrow `json:"arrows"`
	// MoreStates and MoreArrows count the states and arrows that were seen but are left out of this graph.
	MoreStates int `json:"moreStates"`
	MoreArrows int `json:"moreArrows"`
}

// State is a state of a system.
type State struct {
	// ID identifies the state. It is the same in each run.
	ID string `json:"id"`
	// Title and Address are the title and address of the page.
	Title   string `json:"title,omitempty"`
	Address string `json:"address,omitempty"`
	// Distance is the least number of events from the first state to this one.
	Distance int `json:"distance"`
	// Picture is an image of the state in the WebP format; nil for none. It is not in report.json.
	Picture []byte `json:"-"`
}

// Arrow is an event that leads from one state to another.
type Arrow struct {
	// From and To are the ids of the states. From is "" for the event that begins a test, and To is "" for an event
	// that ended the system. An arrow with faults may lead to a state that is left out of the graph.
	From string `json:"from"`
	To   string `json:"to"`
	// Event describes the event in a few words.
	Event string `json:"event"`
	// Count is how often the event happened.
	Count int `json:"count"`
	// Faults are the keys of the faults that the event showed.
	Faults []string `json:"faults,omitempty"`
}
