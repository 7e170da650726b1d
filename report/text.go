package report

import (
	"fmt"
	"strings"
)

// summary is a report while it is written as text.
type summary struct {
	*Report
	text  strings.Builder
	names map[string]string // names of the tests in their files, by their names in the suite
}

// printf appends to the text.
func (s *summary) printf(format string, args ...any) { fmt.Fprintf(&s.text, format, args...) }
