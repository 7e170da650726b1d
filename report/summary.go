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

// Summary writes a report for a person to read.
func Summary(w io.Writer, r *Report) error {
	var b strings.Builder
	r.head(&b)
	r.operations(&b)
	r.failures(&b)
	undeclared(&b, r.Operations)
	r.coverageLines(&b)
	r.Mutation.lines(&b)
	r.faults(&b)
	silenced(&b, r)
	r.changes(&b)
	r.warnings(&b)
	r.files(&b)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return nil
}

func (r *Report) head(b *strings.Builder) {
	title := line(r.title())
	if title == "" {
		title = "Evoke"
	}
	if r.Interrupted {
		title += " (interrupted)"
	}
	fmt.Fprintf(b, "%s: %s", title, count(r.Calls, "call"))
	if r.Elapsed > 0 { // a report that was read does not know it
		fmt.Fprintf(b, " in %s", r.Elapsed.Round(100*time.Millisecond))
	}
	fmt.Fprintf(b, ", %d of %d targets covered\n", r.Covered, r.Targets)
	if r.Search != "" {
		b.WriteString(folded("Search: ", r.Search))
	}
	if len(r.Libraries) > 0 {
		var modules []string
		for _, l := range r.Libraries[:min(len(r.Libraries), maxListed)] {
			modules = append(modules, l.Module+" ("+count(l.Places, "place")+")")
		}
		if more := len(r.Libraries) - maxListed; more > 0 {
			modules = append(modules, fmt.Sprintf("and %d more", more))
		}
		b.WriteString(folded("", "Inputs are also compared in: "+strings.Join(modules, ", ")))
	}
}

// operations tells how many operations had which outcome.
func (r *Report) operations(b *strings.Builder) {
	fmt.Fprintf(b, "\nOperations: %d\n", len(r.Operations))
	if r.isHTTP() {
		r.answers(b)
	} else {
		r.outcomes(b)
	}
	if n := sought(r.Operations); n > 0 && r.Calls > 0 {
		fmt.Fprintf(b, "  %s (%s %%) went to operations that had not %s yet\n", count(n, "call"), share(n, r.Calls), wordsFor(r.isHTTP()).succeeded)
	}
	if text := r.Overall(); text != "" {
		b.WriteString("\n" + folded("", text))
	}
}

// outcomes tells of each outcome how many operations had it, and how many
// succeeded.
func (r *Report) outcomes(b *strings.Builder) {
	total, succeeded, had := len(r.Operations), 0, map[string]int{}
	for i := range r.Operations {
		o := &r.Operations[i]
		if o.Succeeded() {
			succeeded++
		}
		for _, name := range o.byCount() {
			had[line(name)]++
		}
	}
	fmt.Fprintf(b, "  %-12s  %4d  %3d %%\n", "succeeded", succeeded, succeeded*100/total)
	names := slices.Sorted(maps.Keys(had))
	for _, name := range names[:min(len(names), maxListed)] {
		fmt.Fprintf(b, "  %-12s  %4d  %3d %%\n", name, had[name], had[name]*100/total)
	}
	more(b, len(names))
}

// answers tells how many operations answered what.
func (r *Report) answers(b *strings.Builder) {
	answered := func(low, high int) int {
		n := 0
		for i := range r.Operations {
			if r.Operations[i].Count(low, high) > 0 {
				n++
			}
		}
		return n
	}
	total := len(r.Operations)
	for _, c := range []struct {
		name      string
		low, high int
	}{{"2xx", 200, 299}, {"3xx", 300, 399}, {"4xx", 400, 499}, {"5xx", 500, 999}} {
		if n := answered(c.low, c.high); n > 0 || c.name != "3xx" {
			fmt.Fprintf(b, "  answered %s  %4d  %3d %%\n", c.name, n, n*100/max(total, 1))
		}
	}
}

// sought counts the calls that were made to have operations succeed for the first time.
func sought(operations []Operation) (n int) {
	for i := range operations {
		n += operations[i].Sought
	}
	return n
}

// share is a part of a whole in percent, "< 1" for less than one.
func share(n, all int) string {
	if 100*n < all {
		return "< 1"
	}
	return strconv.Itoa(100 * n / all)
}

// failures lists the operations that never succeeded, those with the same
// reason together: often it is one for all.
func (r *Report) failures(b *strings.Builder) {
	var reasons []string
	names := map[string][]string{}
	total := 0
	for i := range r.Operations {
		o := &r.Operations[i]
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
			name += " (" + count(o.Sought, "call") + " for it)"
		}
		names[why] = append(names[why], name)
	}
	if total == 0 {
		return
	}
	fmt.Fprintf(b, "\nNever %s: %d\n", wordsFor(r.isHTTP()).succeeded, total)
	for _, why := range reasons {
		for _, name := range names[why] {
			fmt.Fprintf(b, "  %s\n", line(name))
		}
		b.WriteString(folded("      ", why))
	}
	more(b, total)
}

// undeclared lists the inputs that the program reads and the schema does not declare,
// those that several operations have together.
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

func (r *Report) warnings(b *strings.Builder) {
	if len(r.Warnings) == 0 {
		return
	}
	fmt.Fprintf(b, "\nWarnings: %d\n", len(r.Warnings))
	for _, w := range r.Warnings[:min(len(r.Warnings), maxListed)] {
		b.WriteString(folded("  ", w))
	}
	more(b, len(r.Warnings))
}

// files tells what was written and what to do with it.
func (r *Report) files(b *strings.Builder) {
	fmt.Fprintf(b, "\nTests: %d\n", len(r.tests()))
	if r.Dir != "" {
		for _, f := range r.Files {
			fmt.Fprintf(b, "  %s", path.Join(line(r.Dir), line(f.Name)))
			if n := len(f.Tests); n > 0 {
				fmt.Fprintf(b, "  (%s)", count(n, "test"))
			}
			b.WriteByte('\n')
		}
	}
	if r.HowToRun != "" && len(r.tests()) > 0 {
		fmt.Fprintf(b, "\nTo run them:        %s\n", line(r.HowToRun))
	}
	if text := r.repeat(); text != "" {
		b.WriteString(folded("To get them again:  ", text))
	}
}
