package probe

import "unsafe"

// Stmt is the cell of one statement: untouched, entered or completed. The zero
// value is an untouched statement.
type Stmt struct {
	// entered and done are 1 for what happened in this round.
	entered, done uint8
}

// Scores of a statement: entering it is half the way, since it may yet panic
// (Arcuri et al., "JavaScript instrumentation for search-based software
// testing", section III.B).
const (
	scoreEntered = 0.5
	scoreDone    = 1.0
)

// Enter notes that s begins.
//
//go:norace
func Enter(g *Group, s *Stmt) {
	s.entered = 1
	g.touched = 1
	lately.stmt = uintptr(unsafe.Pointer(s))
}

// Done notes that s came to its end without a panic.
//
//go:norace
func Done(g *Group, s *Stmt) {
	s.done = 1
	if g != nil {
		g.touched = 1
	}
}

// Next is [Done] of one statement and [Enter] of the one after it.
//
//go:norace
func Next(g *Group, done, entered *Stmt) {
	done.done = 1
	entered.entered = 1
	if g != nil {
		g.touched = 1
	}
	lately.stmt = uintptr(unsafe.Pointer(entered))
}

// Value is [Done] in expression position: `return f(x)` becomes
// `return Value(g, s, f(x))`.
func Value[T any](g *Group, s *Stmt, v T) T {
	Done(g, s)
	return v
}
