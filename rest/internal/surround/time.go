package surround

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// passes names the gene of the time that passes before a call.
const passes = "passes"

// firstWaits are the times that are tried first, in their order: a year, a day, half a day, an hour. It is read-only.
var firstWaits = []int64{31622400, 86400, 43200, 3600}

// wait is a test in which time may pass before the last call, which reads the clock.
type wait struct {
	op     int
	test   *testcase.Case
	from   search.Evaluated[*testcase.Case] // begins with the test; without scores until it was evaluated
	next   []int64                          // times to try
	made   *testcase.Case                   // the last try
	opened bool                             // a try came to conditions that the call had not come to
}

// late learns that a call reads the clock. An accepted call behind others is best: what they made may be too old then.
func (w *Wishes) late(s *execute.Step) {
	if !s.Clock || w.around.inside.Advance == nil || s.Arranged {
		return
	}
	i := slices.IndexFunc(w.waits, func(known *wait) bool { return known.op == s.Call.Op.Index })
	if i < 0 {
		i = len(w.waits)
		w.waits = append(w.waits, &wait{})
	}
	if own := w.waits[i]; own.test == nil || s.Answered(2) && s.Step > 0 && len(own.test.Actions) == 1 {
		*own = wait{op: s.Call.Op.Index, test: s.Test.Upto(s.Step), next: firstWaits}
		own.from.Individual = s.Test
	}
}

// Evaluated learns the scores of a test. If time had a call come to further conditions, times that are a unit of the
// calendar longer or shorter show how these depend on it.
func (w *Wishes) Evaluated(c *testcase.Case, scores fitness.Scores) {
	if w == nil {
		return
	}
	for _, own := range w.waits {
		opens := func(s fitness.Score) bool { return s.Value < 1 && own.from.Scores.Of(s.ID) == 0 }
		switch {
		case c == own.from.Individual:
			own.from.Scores = scores
		case c == own.made && !own.opened && slices.ContainsFunc(scores, opens):
			last := c.Actions[len(c.Actions)-1].(*action.Call)
			seconds, _ := last.Genotype.Value(last.Genotype.Params.Labeled(genotype.InTime + " " + passes)).(int64)
			own.opened, own.test, own.from = true, c, search.Evaluated[*testcase.Case]{Individual: c, Scores: scores}
			own.next = slices.Concat(own.next, genotype.Around(seconds))
		}
	}
}

// waited returns a test in which time passes before a call that reads the clock, and the test without that. It returns
// nil for no test.
func (w *Wishes) waited() (c *testcase.Case, from *search.Evaluated[*testcase.Case]) {
	for _, own := range w.waits {
		for len(own.next) > 0 {
			d := own.next[0]
			own.next, own.made = own.next[1:], own.test.Clone()
			g := w.geneOf(own.made.Actions[len(own.made.Actions)-1].(*action.Call), genotype.InTime, passes, "")
			if g != nil && gene.Assign(g, d) {
				return own.made, &own.from
			}
		}
	}
	return nil, nil
}
