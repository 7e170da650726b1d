package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// outcome is what became of one run.
type outcome struct {
	passed int
	failed []string
	// reason says why the run as a whole did not pass, or is "".
	reason string
}

// verdict finds the lines with which package testing ends a test.
var verdict = regexp.MustCompile(`(?m)^--- (PASS|FAIL): (\S+)`)

// read reads what a test binary printed.
func read(text string, err error) outcome {
	var o outcome
	for _, m := range verdict.FindAllStringSubmatch(text, -1) {
		if m[1] == "PASS" {
			o.passed++
		} else {
			o.failed = append(o.failed, m[2])
		}
	}
	switch {
	case err != nil && len(o.failed) == 0:
		o.reason = fmt.Sprintf("%v: %s", err, last(text))
	case o.passed == 0 && len(o.failed) == 0:
		o.reason = "no test ran"
	}
	return o
}

// last returns the last line of a text that says something.
func last(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// tally counts the runs of a folder under a condition.
type tally struct {
	dir, condition string
	runs, passed   int
	// tests is how many tests the first run passed.
	tests   int
	failed  map[string]int
	reasons []string
}

func (t *tally) add(o outcome) {
	t.runs++
	if t.runs == 1 {
		t.tests = o.passed
	}
	if len(o.failed) == 0 && o.reason == "" && o.passed != t.tests {
		o.reason = fmt.Sprintf("%d tests ran, and %d in the first run", o.passed, t.tests)
	}
	if t.failed == nil {
		t.failed = map[string]int{}
	}
	for _, name := range o.failed {
		t.failed[name]++
	}
	switch {
	case o.reason != "":
		t.reasons = append(t.reasons, o.reason)
	case len(o.failed) == 0:
		t.passed++
	}
}

func (t *tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s  %d of %d runs passed, %d tests  %s", t.condition, t.passed, t.runs, t.tests, t.dir)
	for _, name := range slices.Sorted(maps.Keys(t.failed)) {
		fmt.Fprintf(&b, "\n    %s failed %d times", name, t.failed[name])
	}
	for _, reason := range t.reasons {
		fmt.Fprintf(&b, "\n    %s", reason)
	}
	return b.String()
}
