// Package supervise runs a program that may die in any way, and says how it
// died.
//
// The parent [Start]s a command, and [Process.Wait] tells the kind of its end,
// its message and the place in the user's code. The child bounds itself with
// [Limit], notices the wish of its parent (or the parent's death) with
// [Ended], and notes what it is doing in a flight recorder ([Record]), which
// the parent watches for hangs and reads ([ReadFlight]) when the child is gone.
package supervise

import (
	"io"
	"time"
)

// Command is a program to start.
type Command struct {
	Path string
	Args []string // without the program's own name
	Env  []string // nil for that of this process
	Dir  string
	// Flight is the path of the child's flight recorder. [Start] makes a fresh
	// empty one, so read the last one before. The default is none.
	Flight string
	// Hang is how long one call may take, by the flight recorder, until the
	// process is ended with [Hang]. The default 0 is for ever.
	Hang time.Duration
	// Grace is how long the process may take to come to an end after its
	// standard input was closed, until it is killed. Default [DefaultGrace].
	Grace time.Duration
	// Stdout and Stderr get what the process writes while it runs. By default
	// it is discarded; the head and the tail of Stderr are in [Exit] anyway.
	Stdout, Stderr io.Writer
}

// DefaultGrace is how long a process may take to come to an end.
const DefaultGrace = 5 * time.Second

// Kind says how a process ended.
type Kind string

// The kinds of ends.
const (
	// Exited: by its own will, at the end of main, by os.Exit or log.Fatal.
	Exited Kind = "exited"
	// Panicked: by a panic in a goroutine that nobody recovered.
	Panicked Kind = "panic"
	// Fatal: by a fatal error of the Go runtime, such as concurrent map
	// writes, a deadlock of all goroutines or a stack overflow.
	Fatal Kind = "fatal error"
	// Memory: it wanted more than [Limit] allows, or than there is.
	Memory Kind = "memory limit"
	// Hang: a call took longer than [Command].Hang.
	Hang Kind = "hang"
	// Raced: it ran to its end, and the race detector had found a data race.
	Raced Kind = "data race"
	// Signalled: by a signal from outside or in code that is not Go.
	Signalled Kind = "signal"
	// Stopped: it was asked to end, did not, and was killed after the grace.
	Stopped Kind = "stopped"
)

// Exit says how a process ended.
type Exit struct {
	Kind Kind
	// Code is the exit code, -1 if a signal ended the process.
	Code int
	// Signal is the name of the signal, such as "SIGSEGV", "" if there was none.
	Signal string
	// Message is one line, the same for the same fault: no addresses, numbers
	// of goroutines or times of logs. For [Exited] it is the last line of
	// standard error.
	Message string
	// Frame is the innermost frame outside of the runtime, the standard
	// library and Evoke itself, "pkg.Func (file.go:12)", "" if unknown. Where a
	// goroutine has none, it is the place that started it.
	Frame string
	// Created is the place that started the goroutine, in the same form.
	Created string
	// Stderr is what was written to standard error: the head, the tail and
	// between them the text of the crash.
	Stderr []byte
}
