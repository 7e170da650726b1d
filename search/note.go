package search

// Note is the event of something that is no part of the search but that whoever
// watches it wants to know. Its text is one line.
type Note struct{ Text string }

func (Note) event() {}
