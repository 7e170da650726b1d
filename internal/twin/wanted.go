package twin

import (
	"time"

	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
)

// sparseEvery is the time between two evaluations that are reported to a parent which wants few events.
const sparseEvery = time.Second

// wanted returns a function that reports whether the parent wants an event of the search. Only the journal depends on
// it, and no result.
func (k *searchJob) wanted() func(search.Event) bool {
	if !k.Sparse {
		return func(search.Event) bool { return k.Observed }
	}
	last := -sparseEvery
	return func(e search.Event) bool {
		switch e := e.(type) {
		case search.Note:
			return true
		case search.Covered:
			return e.Target.Kind == rest.FaultTarget
		case search.Evaluation:
			if e.Progress < 1 && e.Stats.Elapsed-last < sparseEvery {
				return false
			}
			last = e.Stats.Elapsed
			return true
		}
		return false
	}
}
