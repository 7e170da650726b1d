package harvest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// untested has the reason why tests lost a target on their way into a suite. The last reason counts. Another test may
// show the target all the same.
type untested map[fitness.ID]string

const (
	notAgain    = "it did not come again when its test was repeated"
	noTime      = "its test could not be repeated, since the time for making tests was over"
	noCalls     = "its test could not be repeated, since the calls for making tests were spent"
	needsOthers = "its test needs what other tests left behind"
	keepsNot    = "its test gets other answers from one execution to the next"
	callsOthers = "its test would call another machine: the system has a transport of its own"
	strangeRows = "the system cannot read a row of its test"
	neverEnds   = "time passes in its test, and a goroutine that the system starts does not end with the handler"
	cannotWrite = "its test would show a credential, or cannot be written"
	endsAll     = "its test makes a call that ended the process while the suite was made"
	notOnFresh  = suite.EndsOtherwise + " on a system that was started anew"
)

// Unconfirmed reports whether a target is lost for this reason since it did not come again.
func Unconfirmed(why string) bool {
	return strings.HasPrefix(why, notAgain) || strings.HasPrefix(why, keepsNot) || strings.HasPrefix(why, notOnFresh)
}

// loses records the reason why a test does not show some targets.
func (u untested) loses(why string, targets ...fitness.ID) {
	for _, id := range targets {
		if u != nil {
			u[id] = why
		}
	}
}

// from records the reason for the targets that a test was needed for before and is not needed for after.
func (u untested) from(before, after []fitness.ID, why string) {
	for _, id := range before {
		if !slices.Contains(after, id) {
			u.loses(why, id)
		}
	}
}

// ways describes the ways of conditions that only one of the tests takes, during the call that it is about. They come
// in the order in which the search reached them first.
func ways(s *reduce.Shares, c *reduce.Candidate, describe func(fitness.ID) (what, place string)) (out []suite.Way) {
	if describe == nil {
		return nil
	}
	last := int32(len(c.Test.Actions) - 1)
	for _, id := range slices.Sorted(s.Own(c)) {
		if what, place := describe(id); what != "" && by(c, id) == last {
			out = append(out, suite.Way{What: what, Place: place})
		}
	}
	return out
}

// differing describes how the answers to a call differ between executions of a test, after a colon. It returns "" if
// no answers differ.
func differing(traces []*execute.Trace) string {
	first := traces[0]
	for _, t := range traces[1:] {
		for i := range min(len(t.Steps), len(first.Steps)) {
			a, b := &first.Steps[i].Answer, &t.Steps[i].Answer
			if a.Status != b.Status || a.Outcome != b.Outcome {
				return fmt.Sprintf(": %s was answered %s, and then %s", first.Steps[i].Call.Op.Spec.Name(),
					outcome(a), outcome(b))
			}
		}
	}
	return ""
}

// otherwise describes, in brackets, how the statuses of a test differ from those where it was made. It returns "" if
// they do not.
func (w *worth) otherwise(need []fitness.ID, traces []*execute.Trace) string {
	if why := differing(traces); why != "" {
		return " (" + strings.TrimPrefix(why, ": ") + ")"
	}
	if len(traces[0].Steps) == 0 { // it could not be executed
		return ""
	}
	last := traces[0].Last()
	for _, id := range need {
		t := w.executor.Faults.Registry.Target(id)
		was, ok := strings.CutPrefix(t.Name, last.Call.Op.Spec.Name()+" ")
		if now := outcome(&last.Answer); ok && t.Kind == api.StatusTarget && was != now {
			return fmt.Sprintf(" (%s was answered %s, and here %s)", last.Call.Op.Spec.Name(), was, now)
		}
	}
	return ""
}

// outcome describes the outcome of a call in a few words.
func outcome(r *sut.Response) string {
	if r.Outcome != sut.Answered || r.Status == 0 {
		return "by nothing"
	}
	return strconv.Itoa(r.Status)
}

// instead returns the answer to the last call of a test when it was repeated, after a colon. It returns "" if the
// calls of its operation got several statuses. A score names the first call that reached its target.
func (w *worth) instead(c *reduce.Candidate) string {
	r, status := w.executor.Faults.Registry, ""
	for _, s := range c.Scores {
		t := r.Target(s.ID)
		now, ok := strings.CutPrefix(t.Name, opOf(c.Test).Spec.Name()+" ")
		switch {
		case !ok || !s.Covered() || t.Kind != api.StatusTarget:
		case status != "":
			return ""
		default:
			status = now
		}
	}
	if status == "" {
		return ""
	}
	return ": it was answered " + status
}
