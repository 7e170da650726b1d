package search

import (
	"math"
	"slices"

	"github.com/evoke-go/evoke/fitness"
)

// Archive keeps the best individual of each target. The best is the one of the
// highest score, among equals the smallest, and among those the oldest. An
// Archive is not safe for concurrent use.
type Archive[I any] struct {
	marks   []mark                  // by target id
	tests   []*Evaluated[I]         // by target id; nil if there is no test
	found   map[string][]fitness.ID // by maker: the targets that its individuals were the first to cover
	reached int
	covered int
	changes []Change
}

// mark is the score and size that an individual has to beat to become the best of a target. It has only the fields that
// the archive compares for every score of every evaluation. With very many targets each comparison is an access to main
// memory, so marks have to be small.
type mark struct {
	value float64
	size  int
}

// Change is the event that an individual became the best of a target.
type Change struct {
	ID fitness.ID
	// Value is the score of the individual, and Before is the best score until
	// now. Before is 0 if nothing reached the target yet, and equal to Value if
	// the individual is only smaller than the one that it replaces.
	Value, Before float64
}

// Reached reports whether this is the first score of the target.
func (c Change) Reached() bool { return c.Before == 0 }

// Improved reports whether the score rose, from 0 included.
func (c Change) Improved() bool { return c.Value > c.Before }

// Covered reports whether the target is covered for the first time.
func (c Change) Covered() bool { return c.Value >= 1 && c.Before < 1 }

// Add keeps an individual for each target of which it is the best. It returns these changes in the order of target ids,
// in a slice that is valid until the next call. Its time grows with the number of scores of the individual, not with
// the size of the archive.
func (a *Archive[I]) Add(e *Evaluated[I]) []Change {
	a.changes = a.changes[:0]
	for _, score := range e.Scores {
		if int(score.ID) >= len(a.marks) {
			a.grow(score.ID)
		}
		if m := a.marks[score.ID]; m.losesTo(score.Value, e.Size) {
			a.changes = append(a.changes, Change{ID: score.ID, Value: score.Value, Before: m.value})
		}
	}
	for _, change := range a.changes {
		a.marks[change.ID] = mark{change.Value, e.Size}
		a.tests[change.ID] = e
		a.count(change)
		if change.Covered() {
			a.find(e.By, change.ID)
		}
	}
	return a.changes
}

func (a *Archive[I]) find(by string, id fitness.ID) {
	if a.found == nil {
		a.found = map[string][]fitness.ID{}
	}
	a.found[by] = append(a.found[by], id)
}

// Found returns, by the name of a maker, the targets that individuals of this maker covered first, in the order in
// which they were covered. The map is read-only.
func (a *Archive[I]) Found() map[string][]fitness.ID { return a.found }

func (a *Archive[I]) grow(id fitness.ID) {
	missing := int(id) + 1 - len(a.marks)
	a.marks = append(a.marks, make([]mark, missing)...)
	a.tests = append(a.tests, make([]*Evaluated[I], missing)...)
}

func (a *Archive[I]) count(c Change) {
	if c.Reached() {
		a.reached++
	}
	if c.Covered() {
		a.covered++
	}
}

func (m mark) losesTo(value float64, size int) bool {
	if value != m.value {
		return value > m.value
	}
	return size < m.size
}

// Cover marks a target as covered although there is no test for it, such as a fault whose test ends the process. The
// search then no longer aims at it. A test that covers the target later becomes its best.
func (a *Archive[I]) Cover(id fitness.ID) {
	if int(id) >= len(a.marks) {
		a.grow(id)
	}
	before := a.marks[id].value
	if before >= 1 {
		return
	}
	a.count(Change{ID: id, Value: 1, Before: before})
	a.marks[id] = mark{value: 1, size: math.MaxInt}
	a.tests[id] = nil
}

// Best returns the best individual of a target and its score. It returns nil and
// 0 if nothing reached the target yet, and nil and 1 after [Archive.Cover].
func (a *Archive[I]) Best(id fitness.ID) (*Evaluated[I], float64) {
	if id < 0 || int(id) >= len(a.marks) {
		return nil, 0
	}
	return a.tests[id], a.marks[id].value
}

// Covered returns how many targets are covered.
func (a *Archive[I]) Covered() int { return a.covered }

// Reached returns how many targets have a score, the covered ones included.
func (a *Archive[I]) Reached() int { return a.reached }

// Each calls f for every target that has a test, in the order of target ids.
func (a *Archive[I]) Each(f func(id fitness.ID, test *Evaluated[I], value float64)) {
	for id, test := range a.tests {
		if test != nil {
			f(fitness.ID(id), test, a.marks[id].value)
		}
	}
}

// CoveredIDs returns the covered targets in the order of their ids.
func (a *Archive[I]) CoveredIDs() []fitness.ID {
	ids := make([]fitness.ID, 0, a.covered)
	for id := range a.marks {
		if a.marks[id].value >= 1 {
			ids = append(ids, fitness.ID(id))
		}
	}
	return slices.Clip(ids)
}

// Suite returns the individuals that are the best of a covered target, each
// once, in the order of the first such target.
func (a *Archive[I]) Suite() []*Evaluated[I] {
	var suite []*Evaluated[I]
	seen := map[*Evaluated[I]]bool{}
	a.Each(func(_ fitness.ID, test *Evaluated[I], value float64) {
		if value >= 1 && !seen[test] {
			seen[test] = true
			suite = append(suite, test)
		}
	})
	return suite
}
