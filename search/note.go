package search

// Note is the event of a message for the user that is no result of the search, such as that resets are slow. Its text
// is one line.
type Note struct{ Text string }

func (Note) event() {}
