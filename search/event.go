package search

import "github.com/evoke-go/evoke/fitness"

// Event is something that happened during a search: an [Evaluation], an
// [Improved], a [Covered] or a [Note]. No other types exist.
type Event interface{ event() }

// Evaluation is the event of an individual that was evaluated. The improved
// and covered targets of the evaluation were told before it.
type Evaluation struct {
	Stats Stats
	// Progress is the used part of the budget, from 0 to 1.
	Progress float64
}

// Improved is the event of a target that was reached, or approached more
// closely than ever, but is not covered yet.
type Improved struct {
	Target fitness.Target
	// Value is the new best score, Before the one until now; Before is 0 when
	// the target was never reached.
	Value, Before float64
}

// Covered is the event of a target that was covered for the first time.
type Covered struct {
	Target fitness.Target
	Stats  Stats
}

func (Evaluation) event() {}
func (Improved) event()   {}
func (Covered) event()    {}
