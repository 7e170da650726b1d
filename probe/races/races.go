// Package races reads the reports of Go's race detector in this process. In a program that was built without -race
// there are none.
package races

import (
	"io"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/probe/aside"
)

// Access is one of the two accesses of a race.
type Access struct {
	Write bool
	// Stack is the stack of the goroutine, innermost frame first.
	Stack []runtime.Frame
}

// Report has the two accesses of a race: no synchronization orders them, and one of them is a write. The later one
// comes first.
type Report [2]Access

// Log reads the log file of this process.
type Log struct {
	path  string
	known int   // number of races before
	at    int64 // how much of the file is read, in bytes
}

// Open returns the log of this process, for reports from now on. It returns nil if there is no log, see
// [aside.Environment].
func Open() *Log {
	begin := aside.Path()
	if begin == "" {
		return nil
	}
	l := &Log{path: begin + "." + strconv.Itoa(os.Getpid())}
	l.Take()
	return l
}

// maxReports bounds how much is read at once, in bytes. The rest is skipped.
const maxReports = 1 << 20

// Take returns the reports since the last Take.
func (l *Log) Take() []Report {
	if l == nil || aside.Reported() == l.known {
		return nil
	}
	l.known = aside.Reported()
	f, err := os.Open(l.path)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(io.NewSectionReader(f, l.at, 1<<62), maxReports))
	if err != nil {
		return nil
	}
	if info, err := f.Stat(); err == nil {
		l.at = info.Size()
	}
	return Parse(string(text))
}

// begins matches the line above the stack of an access.
var begins = regexp.MustCompile(`^(?:Previous )?(?:atomic )?([Rr]ead|[Ww]rite) at 0x[0-9a-f]+ by `)

// place matches the line of a frame with its file and line number.
var place = regexp.MustCompile(`^\s+(.+):(\d+)(?: \+0x[0-9a-f]+)?$`)

// Parse reads the reports in a text. It leaves out reports in which a stack is missing.
func Parse(text string) (out []Report) {
	for _, part := range strings.Split(text, "WARNING: DATA RACE\n")[1:] {
		var r Report
		n := 0
		for section := range strings.SplitSeq(part, "\n\n") {
			head, stack, _ := strings.Cut(section, "\n")
			if m := begins.FindStringSubmatch(head); m != nil && n < len(r) {
				r[n] = Access{strings.EqualFold(m[1], "write"), frames(stack)}
				n++
			}
		}
		if n == len(r) && len(r[0].Stack) > 0 && len(r[1].Stack) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// frames reads the frames of a stack, which have two lines each: the function, and the file.
func frames(stack string) (out []runtime.Frame) {
	function := ""
	for line := range strings.Lines(stack) {
		line = strings.TrimRight(line, "\r\n")
		m := place.FindStringSubmatch(line)
		if m == nil {
			function = strings.TrimSuffix(strings.TrimSpace(line), "()")
			continue
		}
		if number, err := strconv.Atoi(m[2]); err == nil && function != "" {
			out = append(out, runtime.Frame{Function: function, File: m[1], Line: number})
		}
		function = ""
	}
	return out
}
