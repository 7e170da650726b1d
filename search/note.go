package search

// Note is the event of something that is not part of the search but that a
// person who watches it wants to know, in one line.
type Note struct{ Text string }

func (Note) event() {}
