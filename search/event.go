package search

import "github.com/evoke-go/evoke/fitness"

// Event is something that happened during a search. It is an [Evaluation], an
// [Improved], a [Covered] or a [Note]; there are no others.
type Event interface{ event() }

// Evaluation is the event of an individual that was evaluated. The events of the
// targets that it improved and covered come before it.
type Evaluation struct {
	Stats Stats
	// Progress is the used part of the budget, from 0 to 1.
	Progress float64
}

// Improved is the event of a target to which a test came nearer than any before,
// but which is not covered yet.
type Improved struct {
	Target fitness.Target
	// Value is the new best score, and Before is the one until now. Before is 0
	// when nothing reached the target yet.
	Value, Before float64
}

// Covered is the event of a target that was covered for the first time.
type Covered struct {
	Target fitness.Target
	Stats  Stats
	// Cause is the same for targets that are there for one reason, such as faults at one place of the program; "" for
	// what is not known to be. See [Causer].
	Cause string
}

// Causer is an [Evaluator] that knows what targets have in common.
type Causer interface {
	// Cause returns what the covered target has in common with others, "" for nothing that is known.
	Cause(target fitness.ID) string
}

func (Evaluation) event() {}
func (Improved) event()   {}
func (Covered) event()    {}
