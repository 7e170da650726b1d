package mio

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// lines store the members of all populations in a layout that needs few accesses to main memory.
//
// An evaluation reaches many targets. With very many targets in all, most of its time is waiting for main memory. So
// each population has one struct of the size of a cache line. This struct suffices to reject or accept nearly every
// newcomer. If all members have the same rank (a flat population), it also holds the members, by their numbers in the
// roster. Members of different ranks are in separate lists.
type lines struct {
	all    []population // by target id
	mixed  [][]member   // the members of populations that are not flat
	unused []int32      // the indices of empty lists in mixed
	list   []member     // scratch space: the members of a flat population while it is changed
}

// population is the cache line of T_k.
type population struct {
	last    rank                  // rank of the worst member
	mixed   int32                 // index in lines.mixed of its members, plus one; 0 if the population is flat
	count   uint8                 // number of members
	covered bool                  // the target is covered, and the population stays empty
	flat    [defaultMembers]int32 // roster numbers of the members of a flat population, which all have the rank last
}

// member is an individual with its rank. The rank's fields stand here so that a member has 16 bytes; with a struct of
// type rank it would have 24.
type member struct {
	value  float64
	size   int32
	number int32 // of the individual in the roster
}

func (m member) rank() rank { return rank{m.value, m.size} }

// at returns the population of a target. It is empty if no evaluation reached the target.
func (l *lines) at(k fitness.ID) *population {
	if missing := int(k) + 1 - len(l.all); missing > 0 {
		l.all = append(l.all, make([]population, missing)...)
	}
	return &l.all[k]
}

// admits reports whether adding a newcomer of rank r with the limit n may change the population.
func (p *population) admits(r rank, n int) bool {
	if int(p.count) != n {
		return !p.covered
	}
	return r.beats(p.last)
}

// rotates reports whether the newcomer merely replaces the oldest member in a full flat population of the same rank.
func (p *population) rotates(r rank, n int) bool {
	return p.mixed == 0 && int(p.count) == n && r == p.last
}

// rotate inserts a member at the front, and returns the oldest member, which it removes.
func (p *population) rotate(first int32, n int) (oldest int32) {
	oldest = p.flat[n-1]
	copy(p.flat[1:n], p.flat[:])
	p.flat[0] = first
	return oldest
}

// members returns the members of a population, the best first, to be changed and stored again with set. The slice is
// invalid after any other use of lines.
func (l *lines) members(p *population) []member {
	if p.mixed > 0 {
		return l.mixed[p.mixed-1]
	}
	l.list = l.list[:0]
	for _, i := range p.flat[:p.count] {
		l.list = append(l.list, member{p.last.value, p.last.size, i})
	}
	return l.list
}

// member returns the member of a population at an index.
func (l *lines) member(p *population, i int) member {
	if p.mixed > 0 {
		return l.mixed[p.mixed-1][i]
	}
	return member{p.last.value, p.last.size, p.flat[i]}
}

// set stores the members of a population. There must be at least one.
func (l *lines) set(p *population, members []member) {
	p.last, p.count = members[len(members)-1].rank(), uint8(len(members))
	if members[0].rank() == p.last && len(members) <= len(p.flat) {
		for i, m := range members {
			p.flat[i] = m.number
		}
		l.flatten(p)
		return
	}
	if p.mixed == 0 {
		p.mixed = l.room()
		members = append(slices.Grow(l.mixed[p.mixed-1], defaultMembers), members...)
	}
	l.mixed[p.mixed-1] = members
}

// end marks a population as covered, and empties it.
func (l *lines) end(p *population) {
	l.flatten(p)
	*p = population{covered: true}
}

// flatten frees the list in mixed that a population used, if it used one.
func (l *lines) flatten(p *population) {
	if p.mixed > 0 {
		l.mixed[p.mixed-1] = l.mixed[p.mixed-1][:0]
		l.unused = append(l.unused, p.mixed-1)
		p.mixed = 0
	}
}

// room returns the index plus one of an empty list in mixed.
func (l *lines) room() int32 {
	if last := len(l.unused) - 1; last >= 0 {
		i := l.unused[last]
		l.unused = l.unused[:last]
		return i + 1
	}
	l.mixed = append(l.mixed, nil)
	return int32(len(l.mixed))
}

// roster numbers the individuals in populations and counts their references. A number has half the size of a pointer,
// and the garbage collector need not follow it.
type roster[I any] struct {
	tests []*search.Evaluated[I] // by number
	holds []int32                // by number: in how many populations the individual is
	free  []int32                // unused numbers
}

// enter gives an individual a number and one reference.
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

// hold adds a reference to individual i. It returns i.
func (r *roster[I]) hold(i int32) int32 {
	r.holds[i]++
	return i
}

// release removes a reference to individual i, and forgets the individual with its last reference.
func (r *roster[I]) release(i int32) {
	r.holds[i]--
	if r.holds[i] == 0 {
		r.tests[i] = nil
		r.free = append(r.free, i)
	}
}
