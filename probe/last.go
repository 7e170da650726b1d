package probe

import "unsafe"

// latest is the address of the statement that was entered last, alone on its
// cache line. It is a number and no pointer: a pointer would cost a write
// barrier, and the cells are found again by their address.
var latest struct {
	_    [64]byte
	stmt uintptr
	_    [56]byte
}

// ran remembers s as the statement that ran last. The store is plain on
// purpose, as an atomic one costs more than all the rest of a probe: a word is
// written whole, and of statements that run at the same time any one may be
// the last. The race detector is told so.
//
//go:norace
func ran(s *Stmt) { latest.stmt = uintptr(unsafe.Pointer(s)) }

//go:norace
func forget() { latest.stmt = 0 }

//go:norace
func latestAddress() uintptr { return latest.stmt }

// Last returns the statement that was entered last, on any goroutine, and
// false if none was since the last [Drop].
func Last() (Target, bool) { return located(latestAddress()) }
