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

// confirmFormer executes the tests of an earlier suite. Each is needed for all
// that it shows now. It leaves out those for which the program has changed if they show
// nothing which no other of them does. The others stay even then: which tests there are
// must not depend on what a later search happens to find.
func (h *Harvester) confirmFormer(ctx context.Context, how problem.Harvest) ([]*candidate, error) {
	var out []*candidate
	changed := map[*candidate]bool{}
	for i := range how.Former {
		c := &candidate{Candidate: &reduce.Candidate{Test: how.Former[i].Case, Former: &how.Former[i]}}
		t, err := h.runner.record(ctx, c)
		if err != nil {
			return out, err
		}
		c.ran = ran{c.Test, t}
		c.Scores = reduce.Covered(t.Scores)
		c.Need = slices.Sorted(h.worth.reducer.Shown(c.Candidate))
		takes := h.worth.taken(c.Candidate)
		lost := func(w suite.Way) bool { return !takes(w) }
		changed[c] = !endsAsBefore(c.Former, t) || slices.ContainsFunc(c.Former.Ways, lost)
		out = append(out, c)
	}
	kept := reduce.Distinct(h.worth.reducer, out, func(c *candidate) bool { return changed[c] })
	drops(how.Dropped).among(out, kept, showsNothing)
	return kept, nil
}

// endsAsBefore reports whether the last answer of a test has the status that it
// had. Answers without a status are not told apart.
func endsAsBefore(f *problem.Former, t *execute.Trace) bool {
	if len(f.Outcomes) == 0 || len(t.Steps) == 0 {
		return false
	}
	status := t.Last().Answer.Status
	return status == 0 || strings.HasSuffix(f.Outcomes[len(f.Outcomes)-1], " "+strconv.Itoa(status))
}

// drops tells which tests of an earlier suite are left out.
type drops func(name, reason string)

// among tells of those of before that are not in after.
func (tell drops) among(before, after []*candidate, reason string) {
	if tell == nil {
		return
	}
	for _, c := range before {
		if c.Former != nil && !slices.Contains(after, c) {
			tell(c.Former.Name, reason)
		}
	}
}

// renamed tells of those that ended in another way, and got another name.
func (tell drops) renamed(kept []*candidate) {
	if tell == nil {
		return
	}
	for _, c := range kept {
		if c.Former != nil && c.Former.Name != c.name {
			tell(c.Former.Name, "it ends in another way now, and is "+c.name)
		}
	}
}

// rename gives a test of an earlier suite its name, its purpose and its ways
// again, unless it has become another one: its last answer is another, or it
// shows a fault that it did not show. f is nil for another test. takes says which ways the test takes now.
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
