package report

// StateGraph has states of a system, such as those of a page, and the events that lead from one to the other.
type StateGraph struct {
	// States begin with the one in which each test begins.
	States []State `json:"states"`
	// Arrows are the events between them. An event that changes nothing has none, unless it shows a fault.
	Arrows []Arrow `json:"arrows"`
	// MoreStates and MoreArrows count those that were seen and are not here.
	MoreStates int `json:"moreStates"`
	MoreArrows int `json:"moreArrows"`
}

// State is a state of a system.
type State struct {
	// ID tells it apart from others, the same in each run.
	ID string `json:"id"`
	// Title and Address are those of a page.
	Title   string `json:"title,omitempty"`
	Address string `json:"address,omitempty"`
	// Distance is how many events lead to it from the first state at least.
	Distance int `json:"distance"`
	// Picture shows it, an image of WebP; nil for none. It is not in report.json.
	Picture []byte `json:"-"`
}

// Arrow is an event that leads from a state to the next one.
type Arrow struct {
	// From and To are the ids of the states. From is "" for the event that a test begins with, and To for an event that
	// ended the system. An arrow with faults may lead to a state that is not here.
	From string `json:"from"`
	To   string `json:"to"`
	// Event says in a few words what is done.
	Event string `json:"event"`
	// Count is how often that was done.
	Count int `json:"count"`
	// Faults are the keys of the faults that it showed.
	Faults []string `json:"faults,omitempty"`
}
