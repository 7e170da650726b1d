package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

const (
	// maxAlso is how many further operations of a finding are named.
	maxAlso = 12
	// maxCurl is the length in bytes up to which a command line is worth copying.
	maxCurl = 400
	// maxCalls is how many calls of a finding are listed.
	maxCalls = 12
)

// WriteFaults writes the findings of a report as text, as [Summary] does, without their tests. It returns the error of
// w.
func WriteFaults(w io.Writer, r *Report) error {
	s := &summary{Report: r}
	s.faults()
	silenced(&s.text, r)
	if _, err := io.WriteString(w, s.text.String()); err != nil {
		return fmt.Errorf("write faults: %w", err)
	}
	return nil
}

// faults lists the findings.
func (s *summary) faults() {
	found := Findings(s.Report)
	if len(found) == 0 {
		s.text.WriteString("\nFaults: none\n")
		return
	}
	s.printf("\nFaults: %d\n", len(found))
	for i := range found[:min(len(found), maxListed)] {
		s.fault(&found[i])
	}
	more(&s.text, len(found))
}

func (s *summary) fault(f *Finding) {
	s.text.WriteString(folded(fmt.Sprintf("  %d ", f.Code), f.Operation+": "+cmp.Or(f.Reason, f.Category)))
	again := "curl"
	if !strings.Contains(f.Curl, "curl ") {
		again = "again"
	}
	lines := strings.Join(f.lines(), "\n"+strings.Repeat(" ", 12))
	also := others(f.Operations()[1:])
	parts := [][2]string{{"at", f.Frame}, {again, lines}, {"test", s.testNames(f)}, {"note", f.Note}, {"also", also}}
	for _, d := range parts {
		switch label := fmt.Sprintf("      %-5s ", d[0]); {
		case d[1] == "":
		case d[0] == again: // a line to be copied, so it is not wrapped
			s.printf("%s%s\n", label, d[1])
		default:
			s.text.WriteString(folded(label, d[1]))
		}
	}
}

// lines returns the lines that make the calls of a finding. If they are too many or too long, it returns only the last.
func (f *Finding) lines() []string {
	lines := strings.Split(f.Curl, "\n")
	for i := range lines {
		lines[i] = line(lines[i])
	}
	long := func(l string) bool { return len(l) > maxCurl }
	if len(lines) > maxCalls || slices.ContainsFunc(lines, long) {
		lines = lines[len(lines)-1:]
	}
	if long(lines[0]) {
		lines[0] = "too long for this place; see report.json"
	}
	return lines
}

// others names the first of some operations and the number of the rest.
func others(operations []string) string {
	shown := operations[:min(len(operations), maxAlso)]
	text := strings.Join(shown, ", ")
	if n := len(operations) - len(shown); n > 0 {
		text += fmt.Sprintf(" and %d more in report.json", n)
	}
	return text
}

// testNames returns the names of the tests of a finding, as in their files.
func (s *summary) testNames(f *Finding) string {
	tests := f.ShownBy()
	switch {
	case s.names == nil:
		return ""
	case len(tests) == 0:
		return "none" // the note says why there is none
	}
	out := make([]string, len(tests))
	for i, name := range tests {
		out[i] = s.names[name]
	}
	return strings.Join(out, ", ")
}

// oneLine returns "100 GET /books/{id}: panic: index out of range at shop.get (shop.go:42)".
func (f *Fault) oneLine() string {
	text := fmt.Sprintf("%d %s: %s", f.Code, f.Operation, cmp.Or(f.Reason, f.Category))
	if f.Frame != "" && !strings.Contains(text, f.Frame) {
		text += " at " + f.Frame
	}
	return text
}
