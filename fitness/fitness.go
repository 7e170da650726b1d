// Package fitness names the targets of a search and holds the scores of one evaluation.
//
// A target is a thing that a test can cover: a status code of an operation, a statement, one outcome of a condition.
// Its score is in [0,1]. A score of 1 means that the test covers the target, and a lower score says how near the test
// came. A target that the test did not reach has no score.
package fitness

import (
	"slices"
	"sync"
)

// Kind is a class of targets, such as "status" or "branch".
type Kind string

// Target is a thing that a test can cover. Targets with equal fields are the same target.
type Target struct {
	Kind Kind
	Name string
}

// String returns "kind name".
func (t Target) String() string { return string(t.Kind) + " " + t.Name }

// ID is the dense number of a target. A [Registry] numbers targets from 0 in the order in which it first sees them.
type ID int32

// Registry gives targets their dense ids. The zero value is ready to use. A
// Registry is safe for concurrent use.
type Registry struct {
	mu      sync.RWMutex
	ids     map[Target]ID
	targets []Target
}

// ID returns the id of a target. A target that is new gets the next id.
func (r *Registry) ID(t Target) ID {
	r.mu.RLock()
	id, ok := r.ids[t]
	r.mu.RUnlock()
	if ok {
		return id
	}
	return r.add(t)
}

func (r *Registry) add(t Target) ID {
	r.mu.Lock()
	defer r.mu.Unlock()
	if id, ok := r.ids[t]; ok {
		return id
	}
	if r.ids == nil {
		r.ids = map[Target]ID{}
	}
	id := ID(len(r.targets))
	r.ids[t] = id
	r.targets = append(r.targets, t)
	return id
}

// Target returns the target with an id that [Registry.ID] returned. It panics for other ids.
func (r *Registry) Target(id ID) Target {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.targets[id]
}

// Len returns the number of targets seen so far.
func (r *Registry) Len() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.targets)
}

// Score is how near one evaluation came to one target.
type Score struct {
	ID ID
	// Action is the index of the first action with this Value.
	Action int32
	// Value is in (0,1]; 1 means covered.
	Value float64
}

// Covered reports whether the score is 1.
func (s Score) Covered() bool { return s.Value >= 1 }

// Scores are the scores of one evaluation, sorted by ID, each ID at most once, every Value above 0.
type Scores []Score

// Of returns the score of a target, or 0 if the evaluation did not reach it.
func (s Scores) Of(id ID) float64 {
	i, ok := slices.BinarySearchFunc(s, id, func(a Score, id ID) int { return int(a.ID) - int(id) })
	if !ok {
		return 0
	}
	return s[i].Value
}

// Board collects the scores of one evaluation. The zero value is ready to use. The time of its methods grows with the
// number of targets that the evaluation reached, not with the number of all targets. A Board is not safe for concurrent
// use.
type Board struct {
	best    []Score // by id; Value 0 means not reached
	touched []ID
}

// Score records that an action reached a target with a value. The board keeps the best value of each target, and the
// first action with that value. It ignores NaN and values at or below 0; values above 1 count as 1.
func (b *Board) Score(id ID, action int, value float64) {
	if !(value > 0) {
		return
	}
	if int(id) >= len(b.best) {
		b.best = append(b.best, make([]Score, int(id)+1-len(b.best))...)
	}
	slot := &b.best[id]
	if slot.Value == 0 {
		b.touched = append(b.touched, id)
	}
	if value = min(value, 1); value > slot.Value {
		*slot = Score{ID: id, Action: int32(action), Value: value}
	}
}

// Take returns the scores since the last Take and empties the board.
func (b *Board) Take() Scores {
	slices.Sort(b.touched)
	out := make(Scores, len(b.touched))
	for i, id := range b.touched {
		out[i] = b.best[id]
		b.best[id] = Score{}
	}
	b.touched = b.touched[:0]
	return out
}
