package archive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/report"
)

// unlike is the reason why a test is gone for which nobody gave another one.
const unlike = "in a fresh process it answers unlike before, or unlike from one execution to the next"

// Compare completes the list of what became of the tests of an earlier suite.
// The list has the reasons that are known already: of dropped tests, and of
// tests that do not send what they sent before.
func Compare(before, after []Test, c *report.Changes) {
	reasons := map[string]string{}
	for _, given := range slices.Concat(c.Dropped, c.Changed) {
		reasons[given.Test] = given.Reason
	}
	*c = report.Changes{}
	for i := range before {
		old := &before[i]
		at := slices.IndexFunc(after, func(t Test) bool { return t.Name == old.Name })
		switch {
		case at < 0:
			c.Dropped = append(c.Dropped, report.Change{Test: old.Name, Reason: cmp.Or(reasons[old.Name], unlike)})
		case after[at].Written == old.Written:
			c.Kept = append(c.Kept, old.Name)
		default:
			c.Changed = append(c.Changed, report.Change{Test: old.Name, Reason: cmp.Or(reasons[old.Name], difference(old, &after[at]))})
		}
	}
	for i := range after {
		if !slices.ContainsFunc(before, func(t Test) bool { return t.Name == after[i].Name }) {
			c.New = append(c.New, after[i].Name)
		}
	}
}

// difference says how a test differs from what it was.
func difference(old, now *Test) string {
	if len(old.Outcomes) != len(now.Outcomes) {
		return fmt.Sprintf("it has %d steps and had %d", len(now.Outcomes), len(old.Outcomes))
	}
	var out []string
	for i := range old.Outcomes {
		if old.Outcomes[i] != now.Outcomes[i] {
			out = append(out, fmt.Sprintf("step %d %s and no longer %s", i+1, now.Outcomes[i], old.Outcomes[i]))
		}
	}
	if len(out) == 0 {
		return "the answers hold something else"
	}
	return strings.Join(out, ", ")
}
