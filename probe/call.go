package probe

import (
	"reflect"
	"time"
)

// Call is one place in the program where a function is called that another
// one stands in for, see [Replacement]. The zero Call belongs to no place and
// notes nothing.
type Call struct {
	g *Group
	c *Cond
	n *Near
}

// At returns the call with these cells. Rewritten code calls it.
func At(g *Group, c *Cond, n *Near) Call { return Call{g, c, n} }

// NewCall returns a call that is part of no program, for tests of functions
// that stand in for others: [Call.Sides] tells what they reported.
func NewCall() Call { return Call{new(Group), new(Cond), new(Near)} }

// News reports whether an outcome can be of use to the search. If it cannot,
// there is no need for a [Call.Report]; to ask costs one load.
//
//go:norace
func (at Call) News(outcome bool) bool { return at.c != nil && at.c.taken[index(outcome)] < quiet }

// Report notes how a call came out, and how near it was to coming out true and
// false. Both are in [0,1] and larger the nearer; package heuristics has
// formulas for them. The side that was taken counts as 1, whatever is given for
// it, and the other one as less than 1.
//
// compared are the values that decided the outcome: what the function got, and
// what it would have liked to get. The search puts them into inputs. Texts,
// numbers, times, slices of bytes and [Wanted] are kept, others are ignored.
//
// A function that has no outcome of its own but returns an error reports
// whether that is nil. One that decides several things may report each.
func (at Call) Report(outcome bool, toTrue, toFalse float64, compared ...any) {
	if at.c == nil {
		return
	}
	other := toTrue
	if outcome {
		other = toFalse
	}
	if at.n.keeps(at.c, outcome) {
		at.keep(compared)
	}
	if !(other > lowestScore) { // not a number, too
		other = lowestScore
	}
	at.n.note(at.g, at.c, outcome, scoreRank(min(other, below1)), false)
}

// lowestScore is that of a side of which nothing is known but that it was not
// taken; it is above 0, which is no rank.
const lowestScore = 1e-300

// keep keeps what was compared.
func (at Call) keep(compared []any) {
	var found witness
	for _, v := range compared {
		switch v := v.(type) {
		case Wanted:
			found.append(v)
		case time.Time:
			found.text(v.Format(time.RFC3339Nano))
		default:
			found.plain(reflect.ValueOf(v))
		}
	}
	keep(at.c, found.values...)
}

// Sides returns how near the call came to each outcome since it was made by
// [NewCall]: 1 for one that was taken, and 0 for both if nothing was reported.
func (at Call) Sides() (toTrue, toFalse float64) {
	if at.c == nil || at.c.taken == [2]uint8{} {
		return 0, 0
	}
	rank := at.n.rank.Load()
	return sideScore(at.c.taken[1], rank), sideScore(at.c.taken[0], rank)
}
