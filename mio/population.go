package mio

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// populations is T, which has one population T_k for each target k that was
// reached and not covered (TOSEM 2019, Section 2.4 and Algorithm 1). T_k holds
// at most n individuals, ranked by their heuristic value for k alone, the best
// first.
//
// Five methods are all that the algorithm needs: [populations.admit] and
// [populations.add] keep individuals, [populations.sample] draws one,
// [populations.holds] looks for one, and [populations.cover] ends a population.
// How members are laid out in memory is the affair of lines.
type populations[I any] struct {
	lines
	roster   roster[I]
	admitted []int32 // what admit returned last
}

// maxMembers bounds n, and defaultMembers is its default at first.
const (
	maxMembers     = math.MaxUint8
	defaultMembers = 10
)

// rank is what members are ordered by.
type rank struct {
	value float64 // the heuristic value for the target, in [0,1]
	size  int32   // of the test
}

// newRank bounds the size; no test is as large as the bounds.
func newRank(value float64, size int) rank {
	return rank{value, int32(min(max(size, math.MinInt32), math.MaxInt32))}
}

// beats reports whether r goes before o: by a higher value, or by an equal one
// with a test that is no larger. A newcomer thus goes before its equals, and
// the population drifts where the landscape is flat.
func (r rank) beats(o rank) bool {
	if r.value != o.value {
		return r.value > o.value
	}
	return r.size <= o.size
}

// admit returns the indices of those scores of a test that change T. It looks at
// all scores before any is acted on: the lines that it waits for then come from
// memory at once and not one after the other. The slice is valid until the next
// call.
func (t *populations[I]) admit(test *search.Evaluated[I], n int) []int32 {
	t.admitted = t.admitted[:0]
	r := newRank(0, test.Size)
	for i := range test.Scores {
		score := &test.Scores[i]
		r.value = score.Value
		if t.at(score.ID).admits(r, n) {
			t.admitted = append(t.admitted, int32(i))
		}
	}
	return t.admitted
}

// add ranks the test of number i in T_k, and removes the worst members above n.
// It reports whether the best value rose.
func (t *populations[I]) add(k fitness.ID, i int32, r rank, n int) (improved bool) {
	p := t.at(k)
	switch {
	case !p.admits(r, n):
		return false
	case p.rotates(r, n):
		t.roster.release(p.rotate(t.roster.hold(i), n))
		return false
	}
	members := t.shrink(t.members(p), n)
	improved = len(members) == 0 || r.value > members[0].value
	place := 0
	for place < len(members) && !r.beats(members[place].rank()) {
		place++
	}
	if place < n {
		members = t.shrink(members, n-1)
		members = slices.Insert(members, place, member{r.value, r.size, t.roster.hold(i)})
	}
	t.set(p, members)
	return improved
}

// sample returns any of the n best members of T_k, and its value. It drops what
// is above n, as add does: nothing is dropped at the moment that n changes, so
// that a step never visits all populations.
func (t *populations[I]) sample(r *rand.Rand, k fitness.ID, n int) (*search.Evaluated[I], float64) {
	p := t.at(k)
	if int(p.count) > n {
		t.set(p, t.shrink(t.members(p), n))
	}
	m := t.member(p, r.IntN(int(p.count)))
	return t.roster.tests[m.number], m.value
}

// holds reports whether a test is in T_k.
func (t *populations[I]) holds(k fitness.ID, test *search.Evaluated[I]) bool {
	return slices.ContainsFunc(t.members(t.at(k)), func(m member) bool { return t.roster.tests[m.number] == test })
}

// cover ends T_k.
func (t *populations[I]) cover(k fitness.ID) {
	p := t.at(k)
	t.shrink(t.members(p), 0)
	t.end(p)
}

// shrink drops the worst members above n.
func (t *populations[I]) shrink(members []member, n int) []member {
	for len(members) > n {
		last := len(members) - 1
		t.roster.release(members[last].number)
		members = members[:last]
	}
	return members
}
