// Package fitness names the targets of a search and holds the scores that one
// evaluation reached on them.
//
// A target is something that a test can cover: a status code of an operation, a
// statement, one side of a condition. Its score is in [0,1]. A score of 1 means
// that the test covers the target, and a lower one says how near it came. A
// target that the test did not reach has no score.
package fitness

import (
	"slices"
	"sync"
)

// Kind groups targets of one nature, such as "status" or "branch".
type Kind string

// Target is what a test can cover. Two targets are the same when both fields are.
type Target struct {
	Kind Kind
	Name string
}

// String returns "kind name".
func (t Target) String() string { return string(t.Kind) + " " + t.Name }

// ID is a dense number for a target. A [Registry] counts from 0 in the order in
// which it first sees the targets.
type ID int32

// Registry gives targets their dense ids. The zero value is ready to use. A
// Registry is safe for concurrent use.
type Registry struct {
	mu      sync.RWMutex
	ids     map[Target]ID
	targets []Target
}

// ID returns the id of a target. It gives the target a new one at first sight.
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

// Target returns the target of an id that [Registry.ID] gave.
func (r *Registry) Target(id ID) Target {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.targets[id]
}

// Len returns how many targets have been seen.
func (r *Registry) Len() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.targets)
}

// Score says how near one evaluation came to one target.
type Score struct {
	ID ID
	// Action is the index of the action that first reached Value.
	Action int32
	// Value is in (0,1]; 1 is covered.
	Value float64
}

// Covered reports whether the score is 1.
func (s Score) Covered() bool { return s.Value >= 1 }

// Scores are the scores of one evaluation. They are sorted by ID, each ID is
// there once, and every Value is above 0.
type Scores []Score

// Of returns the score of a target, or 0 if the evaluation did not reach it.
func (s Scores) Of(id ID) float64 {
	i, ok := slices.BinarySearchFunc(s, id, func(a Score, id ID) int { return int(a.ID) - int(id) })
	if !ok {
		return 0
	}
	return s[i].Value
}

// Board collects the scores of one evaluation. The zero value is ready to use.
// What its methods cost grows with the targets that the evaluation touched, and
// not with all that exist. A Board is not safe for concurrent use.
type Board struct {
	best    []Score // by id; Value 0 means untouched
	touched []ID
}

// Score notes that an action reached a target with a value. The board keeps the
// best value of each target, and of equal ones the first. It ignores NaN and
// values at or below 0; values above 1 count as 1.
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
