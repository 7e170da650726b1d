package probe

import "unsafe"

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
// false if none was since the last [Drop].
func Last() (Target, bool) { return located(latestAddress()) }

// located returns the target of the statement at an address.
func located(address uintptr) (Target, bool) {
	for _, p := range registeredPackages() {
		start := uintptr(unsafe.Pointer(unsafe.SliceData(p.Statements)))
		if offset := address - start; address >= start && offset < uintptr(len(p.Statements))*unsafe.Sizeof(Stmt{}) {
			return p.first + Target(offset/unsafe.Sizeof(Stmt{})), true
		}
	}
	return 0, false
}
