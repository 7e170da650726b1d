// Package fitness names the targets of a search and holds the scores that one
// evaluation reached on them.
//
// A target is something a test can cover: a status code of an operation, a
// statement, one side of a condition. Its score is in [0,1]; 1 means covered,
// anything lower says how close the test came, and a target that was not
// reached at all has no score.
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

// ID is a dense number for a target, counted from 0 in order of first sight.
type ID int32

// Registry gives targets their dense ids. The zero value is ready to use, and
// it is safe for concurrent use.
type Registry struct {
	mu      sync.RWMutex
	ids     map[Target]ID
	targets []Target
}

// ID returns the id of a target, a new one at first sight.
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

// Score is how close one evaluation came to one target.
type Score struct {
	ID ID
	// Action is the index of the action that first reached Value.
	Action int32
	// Value is in (0,1]; 1 is covered.
	Value float64
}

// Covered reports whether the score is 1.
func (s Score) Covered() bool { return s.Value >= 1 }

// Scores are the scores of one evaluation: sorted by ID, each ID once, every
// Value above 0.
type Scores []Score

// Of returns the score of a target, 0 if it was not reached.
func (s Scores) Of(id ID) float64 {
	i, ok := slices.BinarySearchFunc(s, id, func(a Score, id ID) int { return int(a.ID) - int(id) })
	if !ok {
		return 0
	}
	return s[i].Value
}

// Board collects the scores of one evaluation. The zero value is ready to
// use; all its methods cost O(touched). It is not safe for concurrent use.
type Board struct {
	best    []Score // by id; Value 0 means untouched
	touched []ID
}

// Score notes that the given action reached a target with a value. The best
// value of a target is kept, and of equals the first. Values at or below 0
// (and NaN) are ignored, values above 1 count as 1.
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
