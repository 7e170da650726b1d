package report

import (
	"fmt"
	"path"
	"strings"
)

// Mutation says which mutants of the program the tests notice. A mutant is the program with one small change.
type Mutation struct {
	// Mutants is the number of mutants on which tests ran, and Noticed the number of those for which at least one test
	// fails.
	Mutants, Noticed int
	// NotReached is the number of mutants in code that no test executes, and Untried the number of those that were left
	// out because there are so many.
	NotReached, Untried int
	// Survived are the mutants that no test notices. Some of them may behave like
	// the program itself.
	Survived []Survivor
	// AssertionsBefore and AssertionsAfter are the numbers of assertions in the tests, before and after those were left
	// out that notice no mutant.
	AssertionsBefore, AssertionsAfter int
	// Note says why nothing was measured; "" if it was measured.
	Note string
}

// Survivor is a mutant that no test notices.
type Survivor struct {
	// Package is an import path, or the path of a file for programs in other languages.
	Package string `json:"package"`
	// Function is the changed function: "(*Store).Add".
	Function string `json:"function"`
	// Change says what is changed: "n > 100 becomes n >= 100".
	Change string `json:"change"`
	// Line is the line in the file; 0 if Package is an import path.
	Line int `json:"line,omitempty"`
}

// place returns the name of the changed function with its package.
func (s *Survivor) place() string {
	if s.Line > 0 {
		return fmt.Sprintf("%s (%s:%d)", s.Function, s.Package, s.Line)
	}
	if s.Package == "" { // for a script inside of a document
		return s.Function
	}
	return path.Base(s.Package) + "." + s.Function
}

// Percent returns the mutation score in [0,100]: the share of the mutants tried that the tests notice.
func (m *Mutation) Percent() float64 {
	if m.Mutants <= 0 {
		return 0
	}
	return float64(int64(m.Noticed)*1000/int64(m.Mutants)) / 10
}

// maxSurvivors is how many surviving mutants the summary lists; report.json has all.
const maxSurvivors = 5

// lines writes how many mutants the tests notice, and which survive.
func (m *Mutation) lines(b *strings.Builder) {
	switch {
	case m == nil:
		return
	case m.Mutants == 0:
		b.WriteString("\n" + folded("", "Mutants: not measured"+after(": ", m.Note)))
		return
	}
	fmt.Fprintf(b, "\nMutants: %.1f %% of %s noticed", m.Percent(), thousands(m.Mutants))
	if m.Untried > 0 {
		fmt.Fprintf(b, ", %s not tried", thousands(m.Untried))
	}
	if m.NotReached > 0 {
		fmt.Fprintf(b, ", %s not reached", thousands(m.NotReached))
	}
	b.WriteString("\n")
	if m.AssertionsAfter < m.AssertionsBefore {
		fmt.Fprintf(b, "  %s of %s are enough to notice them\n", thousands(m.AssertionsAfter),
			count(m.AssertionsBefore, "assertion"))
	}
	for _, s := range m.Survived[:min(len(m.Survived), maxSurvivors)] {
		b.WriteString(folded("  ", "not noticed: "+line(s.place()+": "+s.Change)))
	}
	if n := len(m.Survived) - maxSurvivors; n > 0 {
		fmt.Fprintf(b, "  ... and %s more in report.json\n", thousands(n))
	}
}

type mutationSection struct {
	Mutants          int        `json:"mutants"`
	Noticed          int        `json:"noticed"`
	Percent          float64    `json:"percent"`
	NotReached       int        `json:"notReached"`
	Untried          int        `json:"notTried"`
	AssertionsBefore int        `json:"assertionsBefore"`
	AssertionsAfter  int        `json:"assertionsAfter"`
	Note             string     `json:"note,omitempty"`
	Survived         []Survivor `json:"survived"`
}

func (m *Mutation) section() *mutationSection {
	if m == nil {
		return nil
	}
	return &mutationSection{
		Mutants: m.Mutants, Noticed: m.Noticed, Percent: m.Percent(), NotReached: m.NotReached, Untried: m.Untried,
		AssertionsBefore: m.AssertionsBefore, AssertionsAfter: m.AssertionsAfter, Note: m.Note,
		Survived: append([]Survivor{}, m.Survived...),
	}
}
