package mio

import (
	"slices"

	"github.com/evoke-go/evoke/search"
)

// population is T_k, the individuals kept for one target k that was reached but
// not covered: the best first, none for a target that is covered.
type population[I any] struct {
	members []member[I]
	covered bool
}

type member[I any] struct {
	test  *search.Evaluated[I]
	value float64 // the score for this target
}

// beats reports whether m ranks before o: by a higher score, or by an equal one
// with a test that is no larger. A newcomer thus goes before its equals, and
// the population drifts where the landscape is flat.
func (m member[I]) beats(o member[I]) bool {
	if m.value != o.value {
		return m.value > o.value
	}
	return m.test.Size <= o.test.Size
}

// add keeps at most n members, the new one included if it is not the worst. It
// reports whether the best score rose.
func (p *population[I]) add(m member[I], n int) (improved bool) {
	improved = len(p.members) == 0 || m.value > p.members[0].value
	p.shrink(n)
	at := 0
	for at < len(p.members) && !m.beats(p.members[at]) {
		at++
	}
	if at >= n {
		return improved
	}
	if len(p.members) == n {
		p.members = p.members[:n-1]
	}
	p.members = slices.Insert(p.members, at, m)
	return improved
}

// shrink drops the worst members above n. It is called when a population is
// used and not when n changes, so that a step never visits all populations.
func (p *population[I]) shrink(n int) {
	if len(p.members) > n {
		clear(p.members[n:]) // to let go of the tests
		p.members = p.members[:n]
	}
}

// cover ends the population.
func (p *population[I]) cover() {
	p.members, p.covered = nil, true
}
