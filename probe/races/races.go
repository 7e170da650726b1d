// Package races is what code with probes knows of Go's race detector: what it reported, and how a lock or a mark of a
// probe is no order for it. In a program that was not built with -race it does nothing.
package races

import (
	"io"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// variable is the environment variable that the race detector reads its options from.
const variable = "GORACE"

// suffix tells the files of Evoke from those of others.
const suffix = "-evoke"

// Environment returns the setting of an environment variable that has a process write its reports to files whose names
// begin with a path. It reports a race each time that it sees one, and goes on.
func Environment(path string) string {
	return variable + "=log_path=" + path + suffix + " exitcode=0 halt_on_error=0 atexit_sleep_ms=0 history_size=3 suppress_equal_stacks=0 suppress_equal_addresses=0"
}

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

// Open returns the log of this process from now on, nil if it has none: see [Environment].
func Open() *Log {
	begin := path()
	if begin == "" {
		return nil
	}
	l := &Log{path: begin + "." + strconv.Itoa(os.Getpid())}
	l.Take()
	return l
}

// path returns how the names of the files begin that this process writes its reports to, "" for none.
func path() string {
	for option := range strings.FieldsSeq(os.Getenv(variable)) {
		if path, ok := strings.CutPrefix(option, "log_path="); ok && strings.HasSuffix(path, suffix) {
			return path
		}
	}
	return ""
}

// maxReports is how many bytes of new reports are read at once. What goes beyond is forgotten.
const maxReports = 1 << 20

// Take returns what was reported since the last Take.
func (l *Log) Take() []Report {
	if l == nil || reported() == l.known {
		return nil
	}
	l.known = reported()
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
