package variant

import "math"

const (
	// lately is how many calls of a kind, and latelyOthers how many of all other tests,
	// its yield looks back at, about.
	lately, latelyOthers = 150, 1000
	// prior is how many calls a kind is taken to have brought what others bring.
	prior = 15
	// brewing is how much the other tests are taken to bring at least, beside what they
	// brought lately: who climbs towards a condition finds nothing for long, and then
	// all that is behind it.
	brewing = 5
	// floor is the least weight of a kind that is not stale.
	floor = 0.1
)

// yield is what tests of a sort brought lately: how much that is new, in how many calls.
// Both fade with each further call.
type yield struct{ news, calls float64 }

// add counts a test that covered so many targets first. Many at once are worth less than
// the same number one by one, since behind one door there may be a large room.
func (y *yield) add(targets, calls int, window float64) {
	keep := math.Exp(-float64(calls) / window)
	y.news = y.news*keep + math.Log2(1+float64(targets))
	y.calls = y.calls*keep + float64(calls)
}

// weight says how often a kind is tried of what it may be, from 0 to 1: less and less while it brings
// nothing new, and, where the search sees inside, as it compares with all other tests, by the
// news of a call.
func (v *Variants) weight(a *account) float64 {
	fresh := 1 / (1 + float64(a.stale)/patience)
	if !v.Inside {
		return fresh
	}
	others := (v.others.news + brewing) / (v.others.calls + prior)
	own := (a.news + others*prior) / (a.calls + prior)
	return max(floor*fresh, own/(own+others))
}
