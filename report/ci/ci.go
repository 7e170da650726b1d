// Package ci writes findings in the forms that servers of continuous integration read: [JUnit], [SARIF] and the
// annotations of [GitHub]. Each is a [report.Format].
//
// Paths are relative to the root of the repository. A finding stands at the place of its cause if that is known, see
// [report.Place], else at its test.
package ci

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
)

// place is the place of a finding in a file.
type place struct {
	file  string
	start int // first line, from 1; 0 for none
	end   int
}

// findings are the findings of a report with their places.
type findings struct {
	r       *report.Report
	written map[string]report.Written
	found   []report.Finding
}

func findingsOf(r *report.Report) *findings {
	return &findings{r, report.WrittenTests(r), report.Findings(r)}
}

// place returns the place of a fault.
func (x *findings) place(f *report.Finding) place {
	if file, line := report.Place(x.r, &f.Fault.Fault); file != "" {
		return place{escape.Line(file), line, line}
	}
	for _, name := range f.Tests {
		if w := x.written[name]; w.Path != "" {
			return place{escape.Line(w.Path), w.Start, w.End}
		}
	}
	return place{}
}

// title returns "100 GET /books/{id}".
func title(f *report.Finding) string {
	return escape.Prose(fmt.Sprintf("%d %s", f.Code, f.Operation))
}

// story returns all details of a finding, a line for each.
func (x *findings) story(f *report.Finding) string {
	var tests []string
	for _, name := range f.ShownBy() {
		tests = append(tests, x.written[name].Title)
	}
	lines := []string{f.Operation + ": " + f.Why()}
	if f.Reason != "" && f.Category != "" {
		lines = append(lines, "kind: "+f.Category)
	}
	repeat := [2]string{"call", f.Curl}
	if !strings.Contains(f.Curl, "curl ") {
		repeat = [2]string{"again", strings.ReplaceAll(f.Curl, "\n", ", ")}
	}
	for _, part := range [][2]string{
		{"at", f.Frame}, {"also", strings.Join(f.Operations()[1:], ", ")}, {"note", f.Note},
		{"test", strings.Join(tests, ", ")}, repeat,
	} {
		if part[1] != "" {
			lines = append(lines, part[0]+": "+part[1])
		}
	}
	for i := range lines {
		lines[i] = escape.Line(lines[i])
	}
	return strings.Join(lines, "\n")
}

// known reports whether a finding was known before. Without a list of known faults it returns false.
func (x *findings) known(f *report.Finding) bool { return !f.IsNew(x.r.Baseline) }

// name returns the title of the API, or else the name of the tool.
func name(r *report.Report) string {
	title := ""
	if r.Suite != nil {
		title = r.Suite.Title
	}
	return escape.Prose(cmp.Or(title, "Evoke"))
}
