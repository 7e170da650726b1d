package harvest

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// Why a test of an earlier suite is left out.
const (
	showsNothing  = "it shows nothing any more that no other test shows"
	dependsOnLuck = "its answers change from one execution to the next"
)

// confirmFormer executes the tests of an earlier suite. Each is needed for all the targets that it shows now. It
// leaves out a test for which the program has changed, if other tests of that suite show all of its targets. Results
// of a later search do not matter here, so that the set of tests does not depend on chance.
func (h *Harvester) confirmFormer(ctx context.Context, how problem.Harvest) ([]*candidate, error) {
	var out []*candidate
	changed := map[*candidate]bool{}
	for i := range how.Former {
		c := &candidate{Candidate: &reduce.Candidate{Test: how.Former[i].Case, Former: &how.Former[i]}}
		form, err := h.runner.rerun(ctx, c.trial(), c.Test)
		if err != nil {
			return out, err
		}
		c.become(form)
		c.Need = slices.Sorted(h.worth.reducer.Shown(c.Candidate))
		takes := h.worth.taken(c.Candidate)
		lost := func(w suite.Way) bool { return !takes(w) }
		changed[c] = !endsAsBefore(c.Former, c.ran.trace) || slices.ContainsFunc(c.Former.Ways, lost)
		out = append(out, c)
	}
	kept := reduce.Distinct(h.worth.reducer, out, func(c *candidate) bool { return changed[c] })
	drops(how.Dropped, out, kept, showsNothing)
	return kept, nil
}

// endsAsBefore reports whether the last answer of a test has the same status as before. All answers without a status
// count as equal.
func endsAsBefore(f *problem.Former, t *execute.Trace) bool {
	if len(f.Outcomes) == 0 || len(t.Steps) == 0 {
		return false
	}
	status := t.Last().Answer.Status
	return status == 0 || strings.HasSuffix(f.Outcomes[len(f.Outcomes)-1], " "+strconv.Itoa(status))
}

// drops reports the tests of an earlier suite among before that are not in after, with the reason.
func drops(tell func(name, reason string), before, after []*candidate, reason string) {
	for _, c := range before {
		if c.Former != nil && !slices.Contains(after, c) {
			tell(c.Former.Name, reason)
		}
	}
}

// tellsRenamed reports the tests that ended in another way, and got another name.
func tellsRenamed(tell func(name, reason string), kept []*candidate) {
	for _, c := range kept {
		if c.Former != nil && c.Former.Name != c.name {
			tell(c.Former.Name, "it ends in another way now, and is "+c.name)
		}
	}
}

// rename restores the name, the purpose and the ways of a test of an earlier suite. It does not if the test has
// changed: its last answer differs, or it shows a new fault. f is nil for a test of no earlier suite. takes reports
// which ways the test takes now.
func rename(t *suite.Test, f *problem.Former, takes func(suite.Way) bool) {
	if f == nil || len(f.Outcomes) == 0 || f.Outcomes[len(f.Outcomes)-1] != t.Last().Outcome() {
		return
	}
	t.Name, t.Purpose = f.Name, f.Purpose
	t.Ways = slices.DeleteFunc(slices.Clone(f.Ways), func(w suite.Way) bool { return !takes(w) })
}

// Archived returns the tests of the last suite as data that people can read, by
// their names.
func (h *Harvester) Archived() (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, c := range h.kept {
		plain, err := h.codec.Archive(c.Test)
		if err != nil {
			return nil, err
		}
		out[c.name] = value.AppendExact(nil, plain)
	}
	return out, nil
}
