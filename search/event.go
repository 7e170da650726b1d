package search

import "github.com/evoke-go/evoke/fitness"

// Event is something that happened during a search or after it. It is an [Evaluation], an [Improved], a [Covered], a
// [Note] or a [Work]; there are no others.
type Event interface{ event() }

// Evaluation is the event that an individual was evaluated. The events of the targets that it improved and covered come
// before it.
type Evaluation struct {
	Stats Stats
	// Progress is the used part of the budget, from 0 to 1.
	Progress float64
}

// Improved is the event that a target got a better score than ever before, and is not covered yet.
type Improved struct {
	Target fitness.Target
	// Value is the new best score, and Before is the previous one. Before is 0 when nothing reached the target yet.
	Value, Before float64
}

// Covered is the event that a target was covered for the first time.
type Covered struct {
	Target fitness.Target
	Stats  Stats
	// Cause is equal for targets with a common cause, such as faults at the same place of the program; "" if no cause
	// is known. See [Causer].
	Cause string
}

// Causer is an [Evaluator] that knows which targets have a common cause.
type Causer interface {
	// Cause returns an identifier of the cause of a covered target, equal for all targets with this cause, or "" if it
	// knows none.
	Cause(target fitness.ID) string
}

func (Evaluation) event() {}
func (Improved) event()   {}
func (Covered) event()    {}
