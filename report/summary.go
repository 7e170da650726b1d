package report

import (
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Summary writes a report as text for a person. It returns the error of w.
func Summary(w io.Writer, r *Report) error {
	s := &summary{Report: r, names: map[string]string{}}
	for name, at := range r.places() {
		s.names[name] = at.Name
	}
	s.head()
	s.operations()
	s.failures()
	undeclared(&s.text, r.Operations)
	s.statements()
	r.Mutation.lines(&s.text)
	s.faults()
	silenced(&s.text, r)
	broken(&s.text, r.Operations)
	s.changes()
	s.warnings()
	s.files()
	if _, err := io.WriteString(w, s.text.String()); err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return nil
}

func (s *summary) head() {
	title := line(s.title())
	if title == "" {
		title = "Evoke"
	}
	if s.Interrupted {
		title += " (interrupted)"
	}
	s.printf("%s: %s", title, count(s.Calls, s.Words().Step))
	if s.Elapsed > 0 { // unknown for a report that was read
		s.printf(" in %s", s.Elapsed.Round(100*time.Millisecond))
	}
	s.printf(", %d of %d targets covered\n", s.Covered, s.Targets)
	if s.Search != "" {
		s.text.WriteString(folded("Search: ", s.Search))
	}
	if len(s.Makers) > 0 {
		s.text.WriteString(folded("Found by: ", s.Makers.String()))
	}
	if len(s.Libraries) > 0 {
		var modules []string
		for _, l := range s.Libraries[:min(len(s.Libraries), maxListed)] {
			modules = append(modules, l.Module+" ("+count(l.Places, "place")+")")
		}
		if more := len(s.Libraries) - maxListed; more > 0 {
			modules = append(modules, fmt.Sprintf("and %d more", more))
		}
		s.text.WriteString(folded("", "Inputs are also compared in: "+strings.Join(modules, ", ")))
	}
}

// operations writes how many operations had which outcomes.
func (s *summary) operations() {
	s.printf("\n%s\n", s.Words().Operations(len(s.Operations)))
	if operations(s.Operations).isHTTP() {
		s.answers()
	} else {
		s.outcomes()
	}
	if n := sought(s.Operations); n > 0 && s.Calls > 0 {
		w := s.Words()
		s.printf("  %s (%s %%) sought a first %s that %s\n", count(n, "call"), share(n, s.Calls), w.Step, w.Succeeded)
	}
	if text := s.Overall(); text != "" {
		s.text.WriteString("\n" + folded("", text))
	}
}

// outcomes writes, for each outcome, how many operations had it, and how many operations succeeded.
func (s *summary) outcomes() {
	total, succeeded, had := len(s.Operations), 0, map[string]int{}
	for i := range s.Operations {
		o := &s.Operations[i]
		if o.Succeeded() {
			succeeded++
		}
		for _, name := range o.byCount() {
			had[line(name)]++
		}
	}
	names := slices.Sorted(maps.Keys(had))
	width := max(12, len(s.Words().Succeeded))
	for _, name := range names[:min(len(names), maxListed)] {
		width = max(width, len(name))
	}
	s.printf("  %-*s  %4d  %3d %%\n", width, s.Words().Succeeded, succeeded, succeeded*100/total)
	for _, name := range names[:min(len(names), maxListed)] {
		s.printf("  %-*s  %4d  %3d %%\n", width, name, had[name], had[name]*100/total)
	}
	more(&s.text, len(names))
}

// answers writes how many operations had answers of each class of status.
func (s *summary) answers() {
	answered := func(low, high int) int {
		n := 0
		for i := range s.Operations {
			if s.Operations[i].Count(low, high) > 0 {
				n++
			}
		}
		return n
	}
	total := len(s.Operations)
	for _, c := range []struct {
		name      string
		low, high int
	}{{"2xx", 200, 299}, {"3xx", 300, 399}, {"4xx", 400, 499}, {"5xx", 500, 999}} {
		if n := answered(c.low, c.high); n > 0 || c.name != "3xx" {
			s.printf("  answered %s  %4d  %3d %%\n", c.name, n, n*100/max(total, 1))
		}
	}
}

// sought returns the number of calls that were made to reach first successes of operations.
func sought(operations []Operation) (n int) {
	for i := range operations {
		n += operations[i].Sought
	}
	return n
}

// share returns n as a percentage of all; "< 1" below one per cent.
func share(n, all int) string {
	if 100*n < all {
		return "< 1"
	}
	return strconv.Itoa(100 * n / all)
}

// failures lists the operations that never succeeded, grouped by reason, because many often have the same.
func (s *summary) failures() {
	var reasons []string
	names := map[string][]string{}
	total := 0
	for i := range s.Operations {
		o := &s.Operations[i]
		if o.Succeeded() {
			continue
		}
		if total++; total > maxListed {
			continue
		}
		why := o.Why()
		if names[why] == nil {
			reasons = append(reasons, why)
		}
		name := o.Name
		if o.Sought > 0 {
			name += " (" + count(o.Sought, "call") + " sought it)"
		}
		names[why] = append(names[why], name)
	}
	if total == 0 {
		return
	}
	s.printf("\n%s: %d\n", s.Words().Never, total)
	for _, why := range reasons {
		for _, name := range names[why] {
			s.printf("  %s\n", line(name))
		}
		s.text.WriteString(folded("      ", why))
	}
	more(&s.text, total)
}

// undeclared lists the inputs that the program reads but the schema does not declare, grouped by operations.
func undeclared(b *strings.Builder, operations []Operation) {
	var inputs []string
	names := map[string][]string{}
	for i := range operations {
		for _, input := range operations[i].Undeclared {
			if names[input] == nil {
				inputs = append(inputs, input)
			}
			names[input] = append(names[input], operations[i].Name)
		}
	}
	if len(inputs) == 0 {
		return
	}
	fmt.Fprintf(b, "\nInputs that the program reads and the schema does not declare: %d\n", len(inputs))
	for _, input := range inputs[:min(len(inputs), maxListed)] {
		b.WriteString(folded("  ", input))
		b.WriteString(folded("      ", some(names[input])))
	}
	more(b, len(inputs))
}

func (s *summary) warnings() {
	if len(s.Warnings) == 0 {
		return
	}
	s.printf("\nWarnings: %d\n", len(s.Warnings))
	for _, w := range s.Warnings[:min(len(s.Warnings), maxListed)] {
		s.text.WriteString(folded("  ", w))
	}
	more(&s.text, len(s.Warnings))
}

// files writes which files were written, and how to run the tests.
func (s *summary) files() {
	s.printf("\nTests: %d\n", len(s.tests()))
	if s.Dir != "" {
		for _, f := range s.Files {
			s.printf("  %s", path.Join(line(s.Dir), line(f.Name)))
			if n := len(f.Tests); n > 0 {
				s.printf("  (%s)", count(n, "test"))
			}
			s.text.WriteByte('\n')
		}
	}
	if s.HowToRun != "" && len(s.tests()) > 0 {
		s.printf("\nTo run them:        %s\n", line(s.HowToRun))
	}
	if text := s.repeat(); text != "" {
		s.text.WriteString(folded("To get them again:  ", text))
	}
}
