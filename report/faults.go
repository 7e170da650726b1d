package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

const (
	// maxAlso is how many further operations of a finding are named.
	maxAlso = 12
	// maxCurl is the most bytes of a command line that are good to copy.
	maxCurl = 400
	// maxCalls is how many calls to a finding are listed.
	maxCalls = 12
)

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
		case d[0] == again: // to be copied as it is
			s.printf("%s%s\n", label, d[1])
		default:
			s.text.WriteString(folded(label, d[1]))
		}
	}
}

// lines are the lines that make the calls to a finding, or the last one where they are too many
// or too long.
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

// others names some operations and counts the rest.
func others(operations []string) string {
	shown := operations[:min(len(operations), maxAlso)]
	text := strings.Join(shown, ", ")
	if n := len(operations) - len(shown); n > 0 {
		text += fmt.Sprintf(" and %d more in report.json", n)
	}
	return text
}

// testNames lists tests by the names that they have in their files.
func (s *summary) testNames(f *Finding) string {
	tests := f.ShownBy()
	if len(tests) == 0 {
		return "none" // the note says why
	}
	out := make([]string, len(tests))
	for i, name := range tests {
		out[i] = s.names[name]
	}
	return strings.Join(out, ", ")
}

// oneLine is "100 GET /books/{id}: panic: index out of range at shop.get (shop.go:42)".
func (f *Fault) oneLine() string {
	text := fmt.Sprintf("%d %s: %s", f.Code, f.Operation, cmp.Or(f.Reason, f.Category))
	if f.Frame != "" && !strings.Contains(text, f.Frame) {
		text += " at " + f.Frame
	}
	return text
}
