package mutation

import (
	"context"

	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/suite"
)

// Studied is a problem whose next suite is evaluated on faults.
type Studied interface{ Study(s *Study) }

// Study evaluates a suite on faults that were not used to choose its assertions, as in section 4 of JSEFT, and counts
// the assertions that its algorithms keep. All methods accept nil and do nothing then.
type Study struct {
	// Faults are the mutants that are used as faults.
	Faults map[mutant.Site]bool
	// Tests has the faults with the tests of the program that notice them, and Units the faults that tests of single
	// functions come to, in any order.
	Tests *Result
	Units []Mutant
	// Calls counts recorded calls of functions, and States the different ones among them that can be repeated.
	Calls, States int
	// Asserted counts the assertions of tests of functions: of all states, of those that Algorithm 1 chose, and those
	// that Algorithm 2 kept of these.
	Asserted [3]int

	injects bool
}

// Is reports whether a mutant is a fault.
func (s *Study) Is(m mutant.Site) bool { return s != nil && s.Faults[m] }

// Tries reports whether a mutant is tried now: faults are tried after the suite is made, and all others before.
func (s *Study) Tries(m mutant.Site) bool { return s == nil || s.Faults[m] == s.injects }

// Try tries the tests of a suite on the faults.
func (s *Study) Try(ctx context.Context, p Player, tests *suite.Suite) (err error) {
	if s == nil {
		return nil
	}
	s.injects = true
	s.Tests, err = TryOn(ctx, p, tests, Options{Mutants: len(p.Sites()), Dear: true})
	s.injects = false
	return err
}

// Unit notes whether a test of a function notices a fault that it comes to.
func (s *Study) Unit(m mutant.Site, test int, noticed bool) {
	found := Mutant{Site: m}
	if noticed {
		found.Noticed = []Notice{{Test: test}}
	}
	s.Units = append(s.Units, found)
}

// Count adds to Calls, States and Asserted.
func (s *Study) Count(calls, states int, asserted ...int) {
	if s == nil {
		return
	}
	s.Calls, s.States = s.Calls+calls, s.States+states
	for i, n := range asserted {
		s.Asserted[i] += n
	}
}
