// Package races reads what Go's race detector reported of this process. In a program that was not built with -race
// there is nothing.
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

// Access is a part of a race.
type Access struct {
	Write bool
	// Stack is that of the goroutine, innermost first.
	Stack []runtime.Frame
}

// Report is two accesses that nothing orders, one of them a write. The later one comes first.
type Report [2]Access

// Log reads the reports of this process.
type Log struct {
	path  string
	known int   // how many there were
	at    int64 // what of the file is read
}

// Open returns the log of this process from now on, nil if it has none: see [aside.Environment].
func Open() *Log {
	begin := aside.Path()
	if begin == "" {
		return nil
	}
	l := &Log{path: begin + "." + strconv.Itoa(os.Getpid())}
	l.Take()
	return l
}

// maxReports is how many bytes of new reports are read at once. What goes beyond is forgotten.
const maxReports = 1 << 20

// Take returns what was reported since the last Take.
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

// place matches the line of a frame that has its file.
var place = regexp.MustCompile(`^\s+(.+):(\d+)(?: \+0x[0-9a-f]+)?$`)

// Parse reads the reports in a text. It leaves out those of which a stack is missing.
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
