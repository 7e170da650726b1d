package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// Silence describes faults that a team does not regard as faults, with a reason. An empty field fits all faults; all
// other fields have to fit.
type Silence struct {
	// Code is the code of the fault; 0 for any.
	Code int `yaml:"code,omitempty"`
	// Operation is the operation, such as "GET /books"; * stands for any text.
	Operation string `yaml:"operation,omitempty"`
	// Place is a part of the fault's place in the program, such as "api.(*Server).create".
	Place string `yaml:"place,omitempty"`
	// Text is a part of the fault's reason or category.
	Text string `yaml:"text,omitempty"`
	// Law is the text of a law, as the report has it: "response/used is at most response/limit"; * stands for any
	// text. A silence with a law is about laws alone: they are not listed.
	Law string `yaml:"law,omitempty"`
	// Reason says why the faults are silenced. It is required.
	Reason string `yaml:"reason"`
}

// Check returns an error if a silence fits all faults or has no reason.
func (s *Silence) Check() error {
	switch {
	case strings.TrimSpace(s.Reason) == "":
		return fmt.Errorf("%s is silenced without a reason", s)
	case *s == Silence{Reason: s.Reason}:
		return errors.New("a silence has to say what it is about: a code, an operation, a place or a text")
	}
	return nil
}

// String describes the faults that are silenced.
func (s *Silence) String() string {
	var parts []string
	if s.Code != 0 {
		parts = append(parts, fmt.Sprintf("code %d", s.Code))
	}
	for _, p := range [][2]string{{"operation", s.Operation}, {"place", s.Place}, {"text", s.Text}, {"law", s.Law}} {
		if p[1] != "" {
			parts = append(parts, fmt.Sprintf("%s %q", p[0], p[1]))
		}
	}
	return strings.Join(parts, ", ")
}

// Fits reports whether a silence fits a fault.
func (s *Silence) Fits(f *suite.Fault) bool {
	return s.Law == "" && (s.Code == 0 || s.Code == f.Code) &&
		(s.Operation == "" || like(s.Operation, f.Operation)) &&
		strings.Contains(f.Frame, s.Place) &&
		(strings.Contains(f.Reason, s.Text) || strings.Contains(f.Category, s.Text))
}

// like reports whether a text matches a pattern in which * stands for any text.
func like(pattern, text string) bool {
	first, rest, more := strings.Cut(pattern, "*")
	if !more {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, first)
	for ; ok; text = text[1:] {
		if like(rest, text) {
			return true
		}
		if text == "" {
			break
		}
	}
	return false
}

// Mute sets [suite.Fault.Silenced] of the faults that a silence fits; the first silence that fits counts.
func Mute(faults []suite.Fault, by []Silence) {
	for i := range faults {
		for n := range by {
			if by[n].Fits(&faults[i]) && faults[i].Silenced == "" {
				faults[i].Silenced = by[n].Reason
			}
		}
	}
}

// MuteAll is [Mute] for all faults of a report, including those of its tests. It adds a warning for each silence that
// fits none of them.
func MuteAll(r *Report, by []Silence) {
	for i := range r.tests() {
		Mute(r.Suite.Tests[i].Faults, by)
	}
	Mute(r.Untested, by)
	found := r.Faults()
	for n := range by {
		used := by[n].muteLaws(r.Operations)
		for i := range found {
			used = used || by[n].Fits(&found[i].Fault)
		}
		if !used {
			r.Warnings = append(r.Warnings,
				fmt.Sprintf("nothing was found that is silenced by %s (%s)", &by[n], by[n].Reason))
		}
	}
}

// muteLaws removes the laws that a silence fits. It reports whether there were any.
func (s *Silence) muteLaws(operations []Operation) (any bool) {
	for i := range operations {
		o := &operations[i]
		if s.Law == "" || s.Operation != "" && !like(s.Operation, o.Name) {
			continue
		}
		before := len(o.Laws)
		o.Laws = slices.DeleteFunc(o.Laws, func(l Law) bool { return like(s.Law, l.Text) })
		any = any || len(o.Laws) < before
	}
	return any
}

// silenced writes the silenced findings, with the reasons.
func silenced(b *strings.Builder, r *Report) {
	found := Silenced(r)
	if len(found) == 0 {
		return
	}
	fmt.Fprintf(b, "\nSilenced, or hints: %d\n", len(found))
	for i := range found[:min(len(found), maxListed)] {
		b.WriteString(folded("  ", found[i].oneLine()))
		b.WriteString(folded("      since ", found[i].Silenced))
	}
	more(b, len(found))
}
