package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// briefFaults and briefWarnings are how many faults and warnings a brief lists.
	briefFaults, briefWarnings = 10, 6
	// briefWidth is the maximum width of a line of a brief in characters.
	briefWidth = 160
)

// Brief writes the most important parts of a [Summary] in at most 25 lines: the files, the coverage, and a line for
// each of the first faults and warnings. It returns the error of w.
func Brief(w io.Writer, r *Report) error {
	var b strings.Builder
	title := cmp.Or(line(r.title()), "Evoke")
	if r.Interrupted {
		title += " (interrupted)"
	}
	brief(&b, fmt.Sprintf("%s: %s in %s", title, count(r.Calls, r.Words().Step), r.Elapsed.Round(100*time.Millisecond)))
	brief(&b, "  "+tellTests(r))
	brief(&b, "  "+tellCoverage(r))
	if c := r.Changes; c != nil {
		brief(&b, fmt.Sprintf("  of the tests: %d kept, %d new, %d changed, %d dropped", len(c.Kept), len(c.New),
			len(c.Changed), len(c.Dropped)))
	}
	if text := r.Overall(); text != "" {
		brief(&b, "  "+text)
	}
	tellFaults(&b, r)
	if n := len(r.Warnings); n > 0 {
		brief(&b, "  "+count(n, "warning"))
		for _, text := range r.Warnings[:min(n, briefWarnings)] {
			brief(&b, "    "+text)
		}
		briefMore(&b, n-briefWarnings)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return nil
}

// brief writes a text as one line, cut if it is too long.
func brief(b *strings.Builder, text string) {
	indent := len(text) - len(strings.TrimLeft(text, " "))
	text = text[:indent] + line(text)
	if utf8.RuneCountInString(text) > briefWidth {
		text = string([]rune(text)[:briefWidth-3]) + "..."
	}
	b.WriteString(text + "\n")
}

func briefMore(b *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprintf(b, "    ... and %d more in report.json\n", n)
	}
}

// tellTests returns a line such as "34 tests written to evoke_success_test.go, evoke_fault_test.go".
func tellTests(r *Report) string {
	text := count(len(r.tests()), "test")
	if r.Dir == "" {
		return text + ", written nowhere"
	}
	var names []string
	for _, f := range r.Files {
		if len(f.Tests) > 0 {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return text
	}
	if dir := strings.TrimSuffix(line(r.Dir), "/"); dir != "." {
		return text + " written to " + dir + ": " + strings.Join(names, ", ")
	}
	return text + " written to " + strings.Join(names, ", ")
}

// tellCoverage returns a line such as "9 of 12 operations answered 2xx, the tests execute 82.6 % of 1334 statements".
func tellCoverage(r *Report) string {
	succeeded := 0
	for i := range r.Operations {
		if r.Operations[i].Succeeded() {
			succeeded++
		}
	}
	w := r.Words()
	text := fmt.Sprintf("%d of %s %s", succeeded, count(len(r.Operations), w.Operation), w.Succeeded)
	if r.Coverage == nil || len(r.Coverage.Packages) == 0 {
		return text
	}
	sum := r.Coverage.Total()
	who := "the tests execute"
	if r.Coverage.Search {
		who = "the search reached"
	}
	return fmt.Sprintf("%s, %s %.1f %% of %s", text, who, sum.Percent(), count(sum.Statements, "statement"))
}

// tellFaults writes a line for each finding.
func tellFaults(b *strings.Builder, r *Report) {
	found, muted := Findings(r), len(Silenced(r))
	if len(found)+muted == 0 {
		return
	}
	text := "  " + count(len(found), "fault")
	if l := r.Baseline; l != nil {
		text += fmt.Sprintf(", %d of them not known before; %d mended", unknown(found, l), len(l.Mended))
	}
	if muted > 0 {
		text += fmt.Sprintf("; %d silenced", muted)
	}
	brief(b, text)
	for i := range found[:min(len(found), briefFaults)] {
		text := "    " + found[i].oneLine()
		if n := len(found[i].Operations()) - 1; n > 0 {
			text += " (and in " + count(n, "more "+r.Words().Operation) + ")"
		}
		brief(b, text)
	}
	briefMore(b, len(found)-briefFaults)
}
