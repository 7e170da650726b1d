package archive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// unlike is the reason for a removed test for which no other reason is known.
const unlike = "in a fresh process it answers unlike before, or unlike from one execution to the next"

// Unmade is the beginning of the reason for a removed test that the problem cannot make any more.
const Unmade = "it cannot be made any more: "

// mended is the reason for a removed test whose fault nothing shows any more.
const mended = "its fault is mended"

// Compare completes the list of changes of the tests of an earlier suite. c already has some reasons: of dropped tests,
// and of tests that send other data than before. found are the faults of the run: a removed test of another fault is
// gone because the fault is mended.
func Compare(before, after []Test, found []suite.Fault, c *report.Changes) {
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
			c.Dropped = append(c.Dropped,
				report.Change{Test: old.Name, Reason: gone(old, after, found, reasons[old.Name])})
		case after[at].Written == old.Written:
			c.Kept = append(c.Kept, old.Name)
		default:
			c.Changed = append(c.Changed,
				report.Change{Test: old.Name, Reason: cmp.Or(reasons[old.Name], difference(old, &after[at]))})
		}
	}
	for i := range after {
		if !slices.ContainsFunc(before, func(t Test) bool { return t.Name == after[i].Name }) {
			c.New = append(c.New, after[i].Name)
		}
	}
}

// gone returns the reason why a test was removed. reason is the reason known so far.
func gone(old *Test, after []Test, found []suite.Fault, reason string) string {
	shown := func(key string) bool {
		return slices.ContainsFunc(found, func(f suite.Fault) bool { return Lasting(f.Key) == key }) ||
			slices.ContainsFunc(after, func(t Test) bool { return slices.Contains(t.Faults, key) })
	}
	switch {
	case len(old.Faults) == 0 || slices.ContainsFunc(old.Faults, shown) || strings.HasPrefix(reason, Unmade):
		return cmp.Or(reason, unlike)
	case reason == "":
		return mended
	}
	return mended + ": " + reason
}

// difference describes how a test changed.
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
