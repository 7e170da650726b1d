package surround

import (
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// times is the schema of the seconds that pass before a call: from a minute to two years.
const times = `{"type":"integer","minimum":60,"maximum":63244800}`

// firstWaits are the times that are tried first, in their order: a year, a day, half a day, an hour. It is read-only.
var firstWaits = []int64{31622400, 86400, 43200, 3600}

// wait is a test in which time may pass before the last call, which reads the clock.
type wait struct {
	op    int
	test  *testcase.Case
	tries int
}

// late learns that a call reads the clock. An accepted call behind others is best: what they made may be too old then.
func (w *Wishes) late(s *execute.Step) {
	if !s.Clock || w.around.inside.Advance == nil || s.Arranged {
		return
	}
	i := slices.IndexFunc(w.waits, func(known *wait) bool { return known.op == s.Call.Op.Index })
	if i < 0 {
		i = len(w.waits)
		w.waits = append(w.waits, &wait{op: s.Call.Op.Index, test: s.Test.Upto(s.Step)})
	}
	if own := w.waits[i]; s.Answered(2) && s.Step > 0 && len(own.test.Actions) == 1 {
		own.test, own.tries = s.Test.Upto(s.Step), 0
	}
}

// waited returns a test in which time passes before a call that reads the clock, nil for none.
func (w *Wishes) waited() *testcase.Case {
	for _, own := range w.waits {
		if own.tries >= len(firstWaits) {
			continue
		}
		d := firstWaits[own.tries]
		own.tries++
		c := own.test.Clone()
		g := w.geneOf(c.Actions[len(c.Actions)-1].(*action.Call), genotype.InTime, "passes", times)
		if g != nil && gene.Assign(g, d) {
			return c
		}
	}
	return nil
}
