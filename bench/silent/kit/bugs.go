// Package kit is what the services of package silent have in common: the
// set of bugs that one has, reading requests strictly, and answering.
package kit

// Bug is the number of a bug of one service, from 0 to 63. Each service counts
// its own.
type Bug uint8

// Bugs is a set of bugs of one service. The zero value is the empty set, which
// is that of the healthy service.
type Bugs uint64

// Set returns the set of some bugs.
func Set(bugs ...Bug) Bugs {
	var out Bugs
	for _, b := range bugs {
		out |= 1 << b
	}
	return out
}

// Has reports whether a bug is in the set.
func (s Bugs) Has(b Bug) bool { return s>>b&1 == 1 }
