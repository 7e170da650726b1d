package report

import (
	"fmt"
	"strings"
)

// summary is the text of a report for a person to read.
type summary struct {
	*Report
	text  strings.Builder
	names map[string]string // of the tests in their files, by those in the suite
}

// printf adds to the text.
func (s *summary) printf(format string, args ...any) { fmt.Fprintf(&s.text, format, args...) }
