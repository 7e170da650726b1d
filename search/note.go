package search

// Note is the event of a message for the user that is no result of the search, such as that resets are slow. Its text
// is one line.
type Note struct{ Text string }

func (Note) event() {}

// Work is the event that the work after a search went on.
type Work struct {
	// What says what is done, such as "making tests smaller".
	What string
	// Done counts what is done of it. Of is how much there is to do, or 0 if that is not known.
	Done, Of int
	// Unit is what Done and Of count: "mutant". It is "" if nothing is counted.
	Unit string
}

func (Work) event() {}
