package report

import (
	"fmt"
	"strings"
)

// Changes says how the tests of an earlier suite changed.
type Changes struct {
	// Kept are the names of unchanged tests, and New those of added tests.
	Kept, New []string
	// Changed are tests with the same name that do or assert something else now. Dropped are tests that were left out.
	Changed, Dropped []Change
}

// Change is the name of a test with the reason of its change.
type Change struct{ Test, Reason string }

// Drop records why a test was left out. Further reasons for the same test are ignored.
func (c *Changes) Drop(test, reason string) {
	for i := range c.Dropped {
		if c.Dropped[i].Test == test {
			return
		}
	}
	c.Dropped = append(c.Dropped, Change{test, reason})
}

// Change records why a test does something else.
func (c *Changes) Change(test, reason string) { c.Changed = append(c.Changed, Change{test, reason}) }

// Baseline compares the faults of a run with the known faults.
type Baseline struct {
	// New are the keys of faults that were not known.
	New []string
	// Mended are known faults that the run did not find, although it looked for them.
	Mended []KnownFault
}

// KnownFault is a known fault, with the reason why it is accepted.
type KnownFault struct{ Operation, Fault, Reason string }

// maxChanges is how many tests of each kind of change the summary names.
const maxChanges = 8

// changes writes how the tests of an earlier suite changed, and how the faults compare with the known ones.
func (s *summary) changes() {
	if c := s.Changes; c != nil {
		s.printf("\nTests: %d kept, %d new, %d changed, %d dropped\n",
			len(c.Kept), len(c.New), len(c.Changed), len(c.Dropped))
		named := make([]Change, len(c.New))
		for i, name := range c.New {
			named[i].Test = name
		}
		listed(&s.text, "new", named)
		listed(&s.text, "changed", c.Changed)
		listed(&s.text, "dropped", c.Dropped)
	}
	if l := s.Baseline; l != nil && len(l.New)+len(l.Mended) > 0 {
		s.printf("\nKnown faults: %d mended, %d found that were not known\n",
			len(l.Mended), unknown(Findings(s.Report), l))
		for _, m := range l.Mended {
			s.text.WriteString(folded("  mended: ", line(m.Operation+": "+m.Fault)))
		}
	}
}

// listed writes the tests with one kind of change, and the reasons.
func listed(b *strings.Builder, kind string, changes []Change) {
	for i, c := range changes {
		if i == maxChanges {
			fmt.Fprintf(b, "  and %d more are %s\n", len(changes)-i, kind)
			return
		}
		text := c.Test
		if c.Reason != "" {
			text += ": " + line(c.Reason)
		}
		b.WriteString(folded("  "+kind+": ", text))
	}
}
