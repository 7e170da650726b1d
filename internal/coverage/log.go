package coverage

import (
	"bytes"
	"slices"
	"strings"
)

// log reads the output of a test program, in any pieces, and keeps which tests began and failed, and the last line.
// With -test.v=test2json the lines of package testing begin with a mark that the output of tests does not contain by
// accident.
type log struct {
	started, failed []string // top-level tests, in order
	through         []string // top-level tests that have ended
	parts           []string // the subtests that failed
	ended           bool     // all tests are done
	reported        bool     // the profile is written
	passed          bool     // the exit code is 0
	why             string   // the line that says why the process ends, "" if there was none
	line            []byte   // the current line
	last            string   // last line that is not empty
}

const (
	mark       = "\x16"
	maxLine    = 4 << 10 // how much of a line is kept
	runPrefix  = mark + "=== RUN   "
	failPrefix = mark + "--- FAIL: "
	passPrefix = mark + "--- PASS: "
	skipPrefix = mark + "--- SKIP: "
	// Parallel tests are paused until the tests before them have ended.
	pausePrefix = mark + "=== PAUSE "
	contPrefix  = mark + "=== CONT  "
)

// Write implements io.Writer.
func (l *log) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		piece := p
		if end >= 0 {
			piece = p[:end]
		}
		l.add(piece)
		if end < 0 {
			break
		}
		l.end()
		p = p[end+1:]
	}
	return n, nil
}

// add continues the line. A mark begins a new line wherever it stands, since the output of a test need not end with a
// line break.
func (l *log) add(piece []byte) {
	if i := bytes.LastIndex(piece, []byte(mark)); i >= 0 {
		l.line = l.line[:0]
		piece = piece[i:]
	}
	l.line = append(l.line, piece[:min(len(piece), maxLine-len(l.line))]...)
}

func (l *log) end() {
	line := strings.TrimRight(string(l.line), "\r")
	l.line = l.line[:0]
	l.begin(line)
	for _, prefix := range []string{passPrefix, failPrefix, skipPrefix} {
		if rest, ok := strings.CutPrefix(line, prefix); ok {
			name, _, _ := strings.Cut(rest, " ")
			l.through = append(l.through, name)
		}
	}
	if rest, ok := strings.CutPrefix(line, failPrefix); ok {
		name, _, _ := strings.Cut(rest, " ")
		to := &l.failed
		if strings.Contains(name, "/") {
			to = &l.parts
		}
		if !slices.Contains(*to, name) {
			*to = append(*to, name)
		}
	}
	switch {
	case line == mark+"PASS" || line == mark+"FAIL":
		l.ended = true
	case strings.HasPrefix(line, "coverage: "):
		l.reported = true
	case strings.HasPrefix(line, runPrefix):
		l.why = "" // an earlier test wrote the line
	case l.why == "" && (strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ")):
		l.why = strings.TrimSuffix(line, " [recovered, repanicked]")
	}
	if line = strings.TrimSpace(line); line != "" {
		l.last = line
	}
}

// begin notes which tests have begun and ended.
func (l *log) begin(line string) {
	if name, ok := strings.CutPrefix(line, pausePrefix); ok {
		l.started = slices.DeleteFunc(l.started, func(other string) bool { return other == name })
	}
	for _, prefix := range []string{runPrefix, contPrefix} {
		name, ok := strings.CutPrefix(line, prefix)
		if ok && !strings.Contains(name, "/") && !slices.Contains(l.started, name) {
			l.started = append(l.started, name)
		}
	}
}

// lastLine is the last line that is not empty.
func (l *log) lastLine() string {
	if line := strings.TrimSpace(string(l.line)); line != "" {
		return line
	}
	return l.last
}

// finished reports whether all tests were executed and the profile is written. A TestMain may redirect the output, but
// not change the exit code.
func (l *log) finished() bool { return l.ended && l.reported || l.passed }
