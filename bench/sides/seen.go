package sides

import "github.com/evoke-go/evoke/bench/sides/tally"

// Place is where a condition begins.
type Place struct {
	Package      string // import path
	File         string
	Line, Column int
}

// Values says which sides of a condition were seen.
type Values struct{ True, False bool }

// Seen has an entry for each condition with a probe.
type Seen map[Place]Values

// newSeen takes the first of several conditions that begin at one place: the
// outermost, which alone can be one of a list. The comparison a < b begins
// where a < b == c does, and f(x) where f(x) == y does.
func newSeen(all []tally.Condition) Seen {
	s := Seen{}
	for _, c := range all {
		at := Place{c.Package, c.File, c.Line, c.Column}
		if _, taken := s[at]; !taken {
			s[at] = Values{c.True, c.False}
		}
	}
	return s
}

func (s Side) place() Place { return Place{s.Package, s.File, s.Line, s.Column} }

// Has reports whether a side was seen.
func (s Seen) Has(side Side) bool {
	v := s[side.place()]
	return side.Value && v.True || !side.Value && v.False
}

// Covered counts the feasible sides of a list, and those of them that were
// seen.
func (s Seen) Covered(list []Side) (covered, feasible int) {
	for _, side := range list {
		if side.Infeasible != "" {
			continue
		}
		feasible++
		if s.Has(side) {
			covered++
		}
	}
	return covered, feasible
}

// Open returns the feasible sides that were not seen.
func (s Seen) Open(list []Side) []Side {
	return choose(list, func(side Side) bool { return side.Infeasible == "" && !s.Has(side) })
}

// Refuted returns the sides that were seen although the list calls them
// infeasible: there the list is wrong.
func (s Seen) Refuted(list []Side) []Side {
	return choose(list, func(side Side) bool { return side.Infeasible != "" && s.Has(side) })
}

// Unprobed returns the sides of conditions that have no probe, so that nobody
// can tell whether they were seen. It takes a program that has all packages of
// the list in it.
func (s Seen) Unprobed(list []Side) []Side {
	return choose(list, func(side Side) bool {
		_, ok := s[side.place()]
		return !ok
	})
}

func choose(list []Side, wanted func(Side) bool) []Side {
	var out []Side
	for _, side := range list {
		if wanted(side) {
			out = append(out, side)
		}
	}
	return out
}
