package probe

import (
	"reflect"
	"time"
)

// Call is the place of a call in the program that a replacement stands in for, see [Replacement]. The replacement
// reports the outcome of the call to it. The zero Call belongs to no place and ignores reports.
type Call struct {
	g *Group
	c *Cond
	n *Near
}

// At returns the call with these cells. Comparisons such as [Ints] are made of it. Rewritten code calls it.
func At(g *Group, c *Cond, n *Near) Call { return Call{g, c, n} }

// NewCall returns a call that is part of no program, for tests of replacements: [Call.Sides] returns what the
// replacement reported.
func NewCall() Call { return Call{new(Group), new(Cond), new(Near)} }

// News reports whether an outcome can be of use to the search. If it cannot, a replacement need not compute a
// [Call.Report]. To ask costs one load.
//
//go:norace
func (at Call) News(outcome bool) bool { return at.c != nil && at.c.taken[index(outcome)] < quiet }

// Report notes the outcome of a call, and how near the call was to the outcomes true and false. toTrue and toFalse are
// in [0,1]; larger is nearer, and package heuristics has formulas for them. The side of the outcome counts as 1,
// whatever the arguments say, and the other side as less than 1.
//
// compared are the values that decided the outcome: the argument of the call, and the value that would have led to the
// other outcome. The search puts them into inputs. Report keeps strings, numbers, times, slices of bytes and [Wanted],
// and ignores values of other types.
//
// A function without a boolean result that returns an error reports err == nil as its outcome. A function that decides
// several things may call Report for each.
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
	if !(other > lowestScore) { // also if other is NaN
		other = lowestScore
	}
	at.n.note(at.g, at.c, outcome, scoreRank(min(other, below1)), false)
}

// lowestScore is the score of a side of which only is known that it was not taken. It is above 0, since rank 0 means no
// rank.
const lowestScore = 1e-300

// keep keeps the values that were compared.
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

// Sides returns how near the call came to each outcome since [NewCall]: 1 for an outcome that it had, and 0 for both if
// nothing was reported.
func (at Call) Sides() (toTrue, toFalse float64) {
	if at.c == nil || at.c.taken == [2]uint8{} {
		return 0, 0
	}
	rank := at.n.rank.Load()
	return sideScore(at.c.taken[1], rank), sideScore(at.c.taken[0], rank)
}
