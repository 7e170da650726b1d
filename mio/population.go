package mio

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// populations is T: for each target that was reached but not covered the
// individuals kept for it, the best first.
//
// An evaluation reaches many targets, and where there are very many in all it
// waits for what it looks at to come from main memory. So T_k is one cache line,
// which tells of nearly every newcomer what becomes of it and, where the
// landscape is flat, holds all members, by their numbers in the roster. Members
// that differ in rank are elsewhere.
type populations[I any] struct {
	all      []population // by target id
	mixed    [][]member   // the members of populations that are not flat
	unused   []int32      // the indices of empty ones in mixed
	roster   roster[I]
	admitted []int32  // what admit returned last
	list     []member // the members of a flat population while it is changed
}

// population is T_k.
type population struct {
	last    rank                  // of the last member
	mixed   int32                 // where in populations.mixed its members are plus one, or 0 if it is flat
	count   uint8                 // of members
	covered bool                  // and empty for good
	flat    [defaultMembers]int32 // the members of a flat population: all of the rank of the last
}

// maxMembers bounds n, and defaultMembers is its default at first.
const (
	maxMembers     = math.MaxUint8
	defaultMembers = 10
)

// rank is what members are ordered by.
type rank struct {
	value float64 // the score for the target
	size  int32   // of the test
}

// member is a rank and whose it is, in 16 bytes, which one struct in another
// would not have.
type member struct {
	value  float64
	size   int32
	number int32 // of the test in the roster
}

func (m member) rank() rank { return rank{m.value, m.size} }

// newRank takes sizes beyond any that a test can have for equals.
func newRank(value float64, size int) rank {
	return rank{value, int32(min(max(size, math.MinInt32), math.MaxInt32))}
}

// beats reports whether r goes before o: by a higher score, or by an equal one
// with a test that is no larger. A newcomer thus goes before its equals, and
// the population drifts where the landscape is flat.
func (r rank) beats(o rank) bool {
	if r.value != o.value {
		return r.value > o.value
	}
	return r.size <= o.size
}

// at returns T_k, which is empty for a target never reached.
func (t *populations[I]) at(k fitness.ID) *population {
	if missing := int(k) + 1 - len(t.all); missing > 0 {
		t.all = append(t.all, make([]population, missing)...)
	}
	return &t.all[k]
}

// admit returns the indices of those scores of a test that change T. It looks at
// all of them before any is acted on: the lines it waits for then come at once
// and not one after the other. The slice is valid until the next call.
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

// admits reports whether a newcomer changes the population, or the population
// has to shrink.
func (p *population) admits(r rank, n int) bool {
	if int(p.count) != n {
		return !p.covered
	}
	return r.beats(p.last)
}

// add keeps at most n members, the test of number i included if it is not the
// worst. It reports whether the best score rose.
func (t *populations[I]) add(k fitness.ID, i int32, r rank, n int) (improved bool) {
	p := t.at(k)
	switch {
	case !p.admits(r, n):
		return false
	case p.mixed > 0 || int(p.count) != n || r != p.last:
		return t.insert(p, i, r, n)
	}
	// Nothing but the newest comes and the oldest goes.
	t.roster.release(p.flat[n-1])
	copy(p.flat[1:n], p.flat[:])
	p.flat[0] = t.roster.hold(i)
	return false
}

// insert does what add does, for any population.
func (t *populations[I]) insert(p *population, i int32, r rank, n int) (improved bool) {
	members := t.shrink(t.members(p), n)
	improved = len(members) == 0 || r.value > members[0].value
	at := 0
	for at < len(members) && !r.beats(members[at].rank()) {
		at++
	}
	if at < n {
		members = t.shrink(members, n-1)
		members = slices.Insert(members, at, member{r.value, r.size, t.roster.hold(i)})
	}
	t.set(p, members)
	return improved
}

// members returns the members of a population; set gives them back. Between the
// two calls nothing else may be done with any population.
func (t *populations[I]) members(p *population) []member {
	if p.mixed > 0 {
		return t.mixed[p.mixed-1]
	}
	t.list = t.list[:0]
	for _, i := range p.flat[:p.count] {
		t.list = append(t.list, member{p.last.value, p.last.size, i})
	}
	return t.list
}

// set makes a population of at least one member.
func (t *populations[I]) set(p *population, members []member) {
	p.last, p.count = members[len(members)-1].rank(), uint8(len(members))
	if members[0].rank() == p.last && len(members) <= len(p.flat) {
		for i, m := range members {
			p.flat[i] = m.number
		}
		t.flatten(p)
		return
	}
	if p.mixed == 0 {
		p.mixed = t.room()
		members = append(slices.Grow(t.mixed[p.mixed-1], defaultMembers), members...)
	}
	t.mixed[p.mixed-1] = members
}

// flatten gives back the room of a population that is not flat.
func (t *populations[I]) flatten(p *population) {
	if p.mixed > 0 {
		t.mixed[p.mixed-1] = t.mixed[p.mixed-1][:0]
		t.unused = append(t.unused, p.mixed-1)
		p.mixed = 0
	}
}

// room returns the index plus one of an empty list.
func (t *populations[I]) room() int32 {
	if last := len(t.unused) - 1; last >= 0 {
		i := t.unused[last]
		t.unused = t.unused[:last]
		return i + 1
	}
	t.mixed = append(t.mixed, nil)
	return int32(len(t.mixed))
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

// sample returns any of the n best members, and its score. What is above n is
// dropped here and when a newcomer is added, and not when n changes, so that a
// step never visits all populations.
func (t *populations[I]) sample(r *rand.Rand, k fitness.ID, n int) (*search.Evaluated[I], float64) {
	p := t.at(k)
	if int(p.count) > n {
		t.set(p, t.shrink(t.members(p), n))
	}
	i := r.IntN(int(p.count))
	if p.mixed == 0 {
		return t.roster.tests[p.flat[i]], p.last.value
	}
	m := t.mixed[p.mixed-1][i]
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
	t.flatten(p)
	*p = population{covered: true}
}

// roster numbers the individuals that populations hold. A number is half as
// long as a pointer and nothing for the garbage collector to follow.
type roster[I any] struct {
	tests []*search.Evaluated[I] // by number
	holds []int32                // by number: how often it is held
	free  []int32                // the numbers of nobody
}

// enter numbers a test and holds it once.
func (r *roster[I]) enter(test *search.Evaluated[I]) int32 {
	last := len(r.free) - 1
	if last < 0 {
		r.tests, r.holds = append(r.tests, test), append(r.holds, 1)
		return int32(len(r.tests) - 1)
	}
	i := r.free[last]
	r.free = r.free[:last]
	r.tests[i], r.holds[i] = test, 1
	return i
}

// hold holds a test once more. It returns its number.
func (r *roster[I]) hold(i int32) int32 {
	r.holds[i]++
	return i
}

// release takes back one hold, and lets go of the test with the last one.
func (r *roster[I]) release(i int32) {
	r.holds[i]--
	if r.holds[i] == 0 {
		r.tests[i] = nil
		r.free = append(r.free, i)
	}
}
