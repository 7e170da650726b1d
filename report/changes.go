package report

import (
	"fmt"
	"strings"
)

// Changes says what became of the tests of an earlier suite.
type Changes struct {
	// Kept are the tests that stay as they were, and New those that were added.
	Kept, New []string
	// Changed are the tests that stay under their names but do or assert
	// something else. Dropped are those that are gone.
	Changed, Dropped []Change
}

// Change is a test with the reason why it is another one.
type Change struct{ Test, Reason string }

// Drop notes why a test is left out. The first reason counts.
func (c *Changes) Drop(test, reason string) {
	for i := range c.Dropped {
		if c.Dropped[i].Test == test {
			return
		}
	}
	c.Dropped = append(c.Dropped, Change{test, reason})
}

// Change notes why a test does something else.
func (c *Changes) Change(test, reason string) { c.Changed = append(c.Changed, Change{test, reason}) }

// Baseline compares the faults of a run with those that were known before.
type Baseline struct {
	// New are the keys of the faults that were not known.
	New []string
	// Mended are the known faults that did not come again although tests look for
	// them.
	Mended []KnownFault
}

// KnownFault is a fault that is known, with the reason why it may stay.
type KnownFault struct{ Operation, Fault, Reason string }

// maxChanges is how many tests of each kind of change the summary names.
const maxChanges = 8

// changes tells what became of the tests of an earlier suite, and how the faults
// compare with those that are known.
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

// listed names tests of one kind of change, with the reasons.
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
