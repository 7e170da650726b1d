package probe

import "unsafe"

// Stmt is the cell of one statement: untouched, entered or completed. The zero
// value is an untouched statement.
type Stmt struct {
	// entered and done are 1 if that happened in this round.
	entered, done uint8
}

// Scores of a statement. Entering it is half of the way, since it may still panic (Arcuri et al., "JavaScript
// instrumentation for search-based software testing", section III.B).
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
	lastStmt.stmt = uintptr(unsafe.Pointer(s))
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
	lastStmt.stmt = uintptr(unsafe.Pointer(entered))
}

// Value is [Done] in expression position: `return f(x)` becomes
// `return Value(g, s, f(x))`.
func Value[T any](g *Group, s *Stmt, v T) T {
	Done(g, s)
	return v
}

// stepCount has the counter of [Step], alone on its cache line.
var stepCount struct {
	_     [64]byte
	count uint64
	_     [56]byte
}

// Step counts an iteration of a loop, or a call of a function. Counts may be lost if several goroutines count at the
// same time.
//
//go:norace
func Step() { stepCount.count++ }

// Steps returns the number of calls of [Step] since the program began. ok is false if the program has no code that
// calls it.
//
//go:norace
func Steps() (count uint64, ok bool) {
	for _, p := range registeredPackages() {
		if p.Counts {
			return stepCount.count, true
		}
	}
	return 0, false
}

// lastStmt has the statement that was entered last, alone on its cache line, since every statement writes it.
var lastStmt struct {
	_ [64]byte
	// stmt is the address of the cell of the statement. It is a number and no pointer, since a pointer would cost a
	// write barrier, and a cell can be found by its address. Of statements that run at the same time it may be any one.
	stmt uintptr
	_    [56]byte
}

//go:norace
func forget() { lastStmt.stmt = 0 }

//go:norace
func latestAddress() uintptr { return lastStmt.stmt }

// Last returns the statement that was entered last, on any goroutine. It returns false if none was entered since the
// last [Drop] or [ForgetRecovered].
func Last() (Target, bool) { return located(latestAddress()) }

// located returns the target of the cell at an address: the statement, or the true side of the condition.
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

// indexIn returns the index of the list's element at an address.
func indexIn[T any](list []T, address uintptr) (int, bool) {
	start, size := uintptr(unsafe.Pointer(unsafe.SliceData(list))), unsafe.Sizeof(*new(T))
	offset := address - start
	return int(offset / size), address >= start && offset < uintptr(len(list))*size
}

// Group is the cells of one function, which are read together. A probe sets a mark in the cell of its statement or
// condition, and then a mark in the group. So a reader looks at all groups, but only at the cells of those groups that
// have a mark.
//
// Marks are plain bytes, on purpose: an atomic operation costs more than all the rest of a probe. Probes only set
// marks, and the reader, of which there is one at a time, only clears marks that it has seen set. So the order of a
// probe and the reader does not matter, and two marks at the same time count as one. Bits that a probe keeps to save
// work in the rest of a round are in the same byte as the mark that they depend on. The two marks of a probe become
// visible in their order, so a reader that sees the mark of the group sees that of the cell. (On a processor that
// reorders stores, a mark that is set during a read-out may stay unread until the next mark of its group.) The
// directive norace keeps the race detector from reporting these accesses.
type Group struct{ touched uint8 }

// Start has the indexes of the first cells of a group. The cells end where those of the next group begin.
type Start struct{ Stmt, Cond, Choice uint32 }

// again marks the group for an outcome whose cell is already marked.
//
//go:norace
func (g *Group) again(outcome bool) bool {
	if g != nil {
		g.touched = 1
	}
	return outcome
}
