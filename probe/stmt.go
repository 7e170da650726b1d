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

// stepped is what loops count, alone on its cache line.
var stepped struct {
	_     [64]byte
	count uint64
	_     [56]byte
}

// Step counts a round of a loop, or the call of a function. Of goroutines that count at the same time some may be lost.
//
//go:norace
func Step() { stepped.count++ }

// Steps returns how often [Step] was called since the program began. ok is false where no code with probes does.
//
//go:norace
func Steps() (count uint64, ok bool) {
	for _, p := range registeredPackages() {
		if p.Counts {
			return stepped.count, true
		}
	}
	return 0, false
}

// lately is what every statement writes, alone on its cache line.
var lately struct {
	_ [64]byte
	// stmt is the address of the statement that was entered last. It is a
	// number and no pointer: a pointer would cost a write barrier, and the
	// cells are found again by their address. Of statements that run at the
	// same time any one may be the last.
	stmt uintptr
	_    [56]byte
}

//go:norace
func forget() { lately.stmt = 0 }

//go:norace
func latestAddress() uintptr { return lately.stmt }

// Last returns the statement that was entered last, on any goroutine, and
// false if none was since the last [Drop] or [ForgetRecovered].
func Last() (Target, bool) { return located(latestAddress()) }

// located returns the target of the statement at an address, or the true side of the condition.
func located(address uintptr) (Target, bool) {
	for _, p := range registeredPackages() {
		if i, ok := indexIn(p.Statements, address); ok {
			return p.first + Target(i), true
		}
		if i, ok := indexIn(p.Conditions, address); ok {
			return p.first + Target(len(p.Statements)+2*i), true
		}
	}
	return 0, false
}

// indexIn returns the index of the element at an address.
func indexIn[T any](list []T, address uintptr) (int, bool) {
	start, size := uintptr(unsafe.Pointer(unsafe.SliceData(list))), unsafe.Sizeof(*new(T))
	offset := address - start
	return int(offset / size), address >= start && offset < uintptr(len(list))*size
}

// Group is what is read together: the cells of one function. A probe leaves a
// mark in the cell that it concerns and then one in the group, so a reader has
// to look at the groups only, and behind those with a mark at all cells.
//
// Marks are plain bytes, on purpose: an atomic operation costs more than all
// the rest of a probe. Probes only ever set them, and readers, of which there
// is one at a time, only clear what they have seen set; so it matters to nobody
// who comes first, and two marks at the same time are one. What a probe remembers
// of a round to save work is in the same byte as the mark that it rests on. As they become
// visible in their order, a reader that sees the group sees the cell. (On a
// processor that swaps stores, a mark that is made in the moment of a read-out
// may wait there for the next mark of its group.) The race detector is told so.
type Group struct{ touched uint8 }

// Start says where the cells of a group begin, as indexes. They end where
// those of the next group begin.
type Start struct{ Stmt, Cond, Choice uint32 }

// again marks the group for an outcome whose cell has its mark.
//
//go:norace
func (g *Group) again(outcome bool) bool {
	if g != nil {
		g.touched = 1
	}
	return outcome
}
