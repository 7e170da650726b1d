package supervise

import (
	"regexp"
	"slices"
	"strings"
)

const (
	crashCode  = 2  // of the Go runtime after a panic or a fatal error
	raceCode   = 66 // of the race detector
	maxMessage = 2000
)

// end is what is known about a process that has ended.
type end struct {
	code   int
	signal string // "" if it was none
	asked  Kind   // Hang or Stopped if this process ended it, else ""
	crash  string // the text of the crash, "" without one
	race   string // the reports of data races, "" without any
	last   string // the last line of standard error
}

// endings are the messages for processes that this process ended.
var endings = map[Kind]string{
	Stopped:   "did not end when it was asked to",
	Hang:      "a call did not end in time",
	Suspended: "it was stopped by a signal, and nothing made it go on",
}

// pollerLine begins the text of a crash of the runtime that could not wait for
// files and connections any more. Nothing but a closed file keeps it from that.
const pollerLine = "fatal error: runtime: netpoll"

// diagnose says how a process ended.
func diagnose(e end) Exit {
	exit := Exit{Code: e.code, Signal: e.signal}
	header, rest, _ := strings.Cut(e.crash, "\n")
	header = strings.TrimSuffix(header, "\r")
	switch {
	case e.asked != "" && e.obeyed(header):
		exit.Kind, exit.Message = e.asked, endings[e.asked]
		exit.locate(rest, true)
	case e.code == LostCode && strings.HasPrefix(header, lostLine),
		e.code == crashCode && strings.HasPrefix(header, pollerLine):
		exit.Kind, exit.Message = Lost, "files that the program had not opened were closed"
	case e.code == HangCode && strings.HasPrefix(header, hangLine): // it was asked by somebody else
		exit.Kind, exit.Signal, exit.Message = Signalled, "SIGQUIT", "ended by SIGQUIT"
	case e.code == MemoryCode && strings.HasPrefix(header, memoryLine):
		exit.Kind, exit.Message = Memory, oneLine(strings.TrimPrefix(header, "evoke: "))
		exit.locate(rest, true)
	case e.code == crashCode || e.signal == "SIGABRT":
		exit.crashed(header, rest, e.last)
	case e.code == raceCode && e.race != "":
		exit.Kind, exit.Message = Raced, "data race"
		exit.locate(e.race, false)
	case e.signal != "":
		exit.Kind, exit.Message = Signalled, "ended by "+e.signal
		if e.signal == "SIGKILL" {
			exit.Message += ", perhaps for want of memory"
		}
	default:
		exit.Kind, exit.Message = Exited, oneLine(logTime.ReplaceAllString(e.last, ""))
	}
	return exit
}

// obeyed reports whether a process ended because it was asked to, and not for
// another reason at the same time.
func (e end) obeyed(header string) bool {
	return e.code == HangCode || e.signal == "SIGKILL" || e.signal == "SIGQUIT" ||
		e.code == 1 && e.signal == "" && e.crash == "" ||
		strings.HasPrefix(header, "SIGQUIT: ")
}

// crashed classifies a process that ended with the exit code of the Go runtime.
// An os.Exit with that code, or an abort in code that is not Go, prints none of
// the runtime's texts.
func (exit *Exit) crashed(header, rest, last string) {
	name, text, _ := strings.Cut(header, ": ")
	switch {
	case name == "panic":
		exit.Kind, exit.Message = Panicked, panicValue(text, rest)
		exit.locate(rest, false)
	case name == "fatal error":
		exit.Kind, exit.Message = Fatal, oneLine(text)
		if strings.Contains(text, "out of memory") || strings.Contains(text, "cannot allocate memory") {
			exit.Kind = Memory
		}
		exit.locate(rest, strings.Contains(text, "deadlock"))
	case strings.HasPrefix(name, "SIG"):
		exit.Kind, exit.Signal, exit.Message = Signalled, name, oneLine(text)
		exit.locate(rest, name == "SIGQUIT")
	case exit.Signal != "":
		exit.Kind, exit.Message = Signalled, "ended by "+exit.Signal
	default:
		exit.Kind, exit.Message = Exited, oneLine(logTime.ReplaceAllString(last, ""))
	}
}

// locate finds the place in the user's code. A crash prints the crashed
// goroutine first. If all goroutines were stopped, locate looks for the
// likeliest one.
func (exit *Exit) locate(trace string, stopped bool) {
	goroutines := parseGoroutines(trace)
	o := newOrigin(goroutines)
	var at *goroutine
	switch {
	case stopped:
		at = o.likeliest(goroutines)
		if at != nil && o.likelihood(*at) < serving && exit.Kind == Hang && slices.ContainsFunc(goroutines, calls) {
			at = nil // the call hangs elsewhere
		}
	case exit.Kind == Raced:
		at = first(goroutines, func(g goroutine) bool { return g.race && o.innermost(g).name != "" })
	default:
		// The race detector may print a report before the crash.
		at = first(goroutines, func(g goroutine) bool { return !g.race })
	}
	if at == nil {
		return
	}
	exit.Frame = o.innermost(*at).String()
	if f := o.culprit(*at); exit.Kind == Panicked && f.own() {
		exit.Own = f.String()
	}
	if o.user(at.created) {
		exit.Created = at.created.String()
	}
}

// calls reports whether a goroutine makes the call of a handler, also if no
// code of the user is on its stack at the moment.
func calls(g goroutine) bool {
	return slices.ContainsFunc(g.frames, func(f frame) bool {
		return f.pkg == ownModule+"/sut" && (f.name == "(*call).serve" || f.name == "(*Server).serve")
	})
}

func first(goroutines []goroutine, is func(goroutine) bool) *goroutine {
	if i := slices.IndexFunc(goroutines, is); i >= 0 {
		return &goroutines[i]
	}
	return nil
}

var (
	// logTime matches the time that package log writes at the beginning of a
	// line.
	logTime = regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d(?:\.\d+)? `)
	address = regexp.MustCompile(`\b0x[0-9a-f]{2,}\b`)
	// again matches the mark of a panic that a deferred function recovered and
	// raised again.
	again = regexp.MustCompile(` \[recovered(?:, repanicked)?\]$`)
)

// panicValue returns the value of the first panic. The runtime indents the
// further lines of the value, and the panics that followed from it.
func panicValue(first, rest string) string {
	lines := []string{first}
	for line := range strings.Lines(rest) {
		more, ok := strings.CutPrefix(line, "\t")
		if !ok || strings.HasPrefix(more, "panic: ") {
			break
		}
		lines = append(lines, more)
	}
	for i, line := range lines {
		lines[i] = again.ReplaceAllString(strings.TrimSpace(line), "")
	}
	return oneLine(strings.Join(lines, " "))
}

// oneLine returns a line of limited length that is equal for equal faults.
func oneLine(s string) string {
	s = address.ReplaceAllString(strings.TrimSpace(s), "0x?")
	if len(s) <= maxMessage {
		return s
	}
	return strings.ToValidUTF8(s[:maxMessage], "") + "..."
}
