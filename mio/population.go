package mio

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// populations is T of the papers. It has one population T_k for each target k that was reached and is not covered
// (TOSEM 2019, Section 2.4 and Algorithm 1). T_k holds at most n individuals, ranked by their heuristic value for k
// alone, the best first.
//
// The algorithm needs five methods: [populations.admit] and [populations.add] keep individuals, [populations.sample]
// draws one, [populations.holds] looks for one, and [populations.cover] ends a population. The embedded lines store the
// members in memory.
type populations[I any] struct {
	lines
	roster   roster[I]
	admitted []int32 // the slice that admit returned last
}

// maxMembers is the upper bound of n, and defaultMembers the default of n at the start of a search.
const (
	maxMembers     = math.MaxUint8
	defaultMembers = 10
)

// rank orders the members of a population.
type rank struct {
	value float64 // the heuristic value for the target, in [0,1]
	size  int32   // the size of the individual
}

// newRank returns a rank. It limits a size to the range of int32; no test is that large.
func newRank(value float64, size int) rank {
	return rank{value, int32(min(max(size, math.MinInt32), math.MaxInt32))}
}

// beats reports whether r goes before o: its value is higher, or equal with a size that is not larger. A newcomer thus
// replaces an equal member, and the population drifts where the landscape is flat.
func (r rank) beats(o rank) bool {
	if r.value != o.value {
		return r.value > o.value
	}
	return r.size <= o.size
}

// admit returns the indices of the scores of an individual that may change T. It looks at all scores before the caller
// acts on any: the processor then fetches their cache lines from main memory in parallel, not one after the other. The
// slice is valid until the next call.
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

// add inserts individual i into T_k by its rank, and removes the worst members above n. It reports whether the best
// value rose.
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

// sample draws one of the n best members of T_k, and returns it with its value. T_k has to have a member. It first
// removes members above n, as add does: a change of n itself removes nothing, so that no step has to visit all
// populations.
func (t *populations[I]) sample(r *rand.Rand, k fitness.ID, n int) (*search.Evaluated[I], float64) {
	p := t.at(k)
	if int(p.count) > n {
		t.set(p, t.shrink(t.members(p), n))
	}
	m := t.member(p, r.IntN(int(p.count)))
	return t.roster.tests[m.number], m.value
}

// holds reports whether an individual is in T_k.
func (t *populations[I]) holds(k fitness.ID, test *search.Evaluated[I]) bool {
	return slices.ContainsFunc(t.members(t.at(k)), func(m member) bool { return t.roster.tests[m.number] == test })
}

// cover ends T_k: it removes the members for good.
func (t *populations[I]) cover(k fitness.ID) {
	p := t.at(k)
	t.shrink(t.members(p), 0)
	t.end(p)
}

// shrink removes the worst members above n.
func (t *populations[I]) shrink(members []member, n int) []member {
	for len(members) > n {
		last := len(members) - 1
		t.roster.release(members[last].number)
		members = members[:last]
	}
	return members
}
