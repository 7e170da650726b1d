package mio

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// lines keep the members of populations where they are found fast.
//
// An evaluation reaches many targets. Where there are very many in all, it
// waits for what it looks at to come from main memory. So each population is
// one cache line. The line decides about nearly every newcomer, and where the
// landscape is flat it holds all members, by their numbers in the roster.
// Members that differ in rank are elsewhere.
type lines struct {
	all    []population // by target id
	mixed  [][]member   // the members of populations that are not flat
	unused []int32      // the indices of empty lists in mixed
	list   []member     // the members of a flat population while it is changed
}

// population is the line of T_k.
type population struct {
	last    rank                  // of the last member
	mixed   int32                 // where in lines.mixed its members are plus one, or 0 if it is flat
	count   uint8                 // of members
	covered bool                  // and empty for good
	flat    [defaultMembers]int32 // the members of a flat population: all of the rank of the last
}

// member is a rank and whose it is. It is one struct of 16 bytes; a rank inside
// it would make it 24.
type member struct {
	value  float64
	size   int32
	number int32 // of the test in the roster
}

func (m member) rank() rank { return rank{m.value, m.size} }

// at returns the population of a target, which is empty for a target never
// reached.
func (l *lines) at(k fitness.ID) *population {
	if missing := int(k) + 1 - len(l.all); missing > 0 {
		l.all = append(l.all, make([]population, missing)...)
	}
	return &l.all[k]
}

// admits reports whether a newcomer changes the population, or the population
// has to shrink.
func (p *population) admits(r rank, n int) bool {
	if int(p.count) != n {
		return !p.covered
	}
	return r.beats(p.last)
}

// rotates reports whether a newcomer only takes the place of the oldest of its
// equals.
func (p *population) rotates(r rank, n int) bool {
	return p.mixed == 0 && int(p.count) == n && r == p.last
}

// rotate puts a test first and returns the one that leaves.
func (p *population) rotate(first int32, n int) (oldest int32) {
	oldest = p.flat[n-1]
	copy(p.flat[1:n], p.flat[:])
	p.flat[0] = first
	return oldest
}

// members returns the members of a population; set gives them back. Between the
// two calls nothing else may be done with any population.
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

// member returns one member of a population.
func (l *lines) member(p *population, i int) member {
	if p.mixed > 0 {
		return l.mixed[p.mixed-1][i]
	}
	return member{p.last.value, p.last.size, p.flat[i]}
}

// set makes a population of at least one member.
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

// end makes a population one that is covered.
func (l *lines) end(p *population) {
	l.flatten(p)
	*p = population{covered: true}
}

// flatten gives back the room of a population that is not flat.
func (l *lines) flatten(p *population) {
	if p.mixed > 0 {
		l.mixed[p.mixed-1] = l.mixed[p.mixed-1][:0]
		l.unused = append(l.unused, p.mixed-1)
		p.mixed = 0
	}
}

// room returns the index plus one of an empty list.
func (l *lines) room() int32 {
	if last := len(l.unused) - 1; last >= 0 {
		i := l.unused[last]
		l.unused = l.unused[:last]
		return i + 1
	}
	l.mixed = append(l.mixed, nil)
	return int32(len(l.mixed))
}

// roster numbers the individuals that populations hold. A number is half as
// long as a pointer, and the garbage collector need not follow it.
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
