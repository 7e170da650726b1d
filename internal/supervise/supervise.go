// Package supervise runs a program that may die in any way, and says how it
// died.
//
// The parent starts a command with [Start]. [Process.Wait] returns how it
// ended, with a message and the place in the user's code. The child limits
// itself with [Limit]. It learns from [Ended] that its parent is dead or wants
// it to end. It records what it does in a flight recorder ([Record]). The
// parent watches this file for hangs and reads it ([ReadFlight]) when the child
// has ended.
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
	// Flight is the path of the child's flight recorder. [Start] replaces the
	// file by an empty one, so read the old one before. Default: none.
	Flight string
	// Hang is how long one call may take according to the flight recorder. After
	// that the process is ended with [Hang]. Default: 0, for no limit.
	Hang time.Duration
	// Late is when the process should be done. Default: never. A call that is under
	// way then may take no longer than HangLate.
	Late     time.Time
	HangLate time.Duration
	// Grace is how long the process may take to end after the line to it was
	// closed. After that it is killed. Default: [DefaultGrace].
	Grace time.Duration
	// Stdout and Stderr receive what the process writes while it runs. Default:
	// it is discarded. [Exit] has the head and the tail of Stderr in any case.
	Stdout, Stderr io.Writer
}

// DefaultGrace is how long a process may take to end if the command does not
// say.
const DefaultGrace = 5 * time.Second

// Kind says how a process ended.
type Kind string

// The ways in which a process can end.
const (
	// Exited: it ended itself, at the end of main, by os.Exit or by log.Fatal.
	Exited Kind = "exited"
	// Panicked: a goroutine panicked and nobody recovered the panic.
	Panicked Kind = "panic"
	// Fatal: the Go runtime stopped it with a fatal error, such as concurrent map
	// writes, a deadlock of all goroutines or a stack overflow.
	Fatal Kind = "fatal error"
	// Memory: it needed more memory than [Limit] allows or the machine has.
	Memory Kind = "memory limit"
	// Hang: a call took longer than [Command].Hang.
	Hang Kind = "hang"
	// Raced: it ran to its end, but the race detector found a data race.
	Raced Kind = "data race"
	// Suspended: a signal stopped it, and nothing let it go on.
	Suspended Kind = "suspended"
	// Lost: something in it closed files that it had not opened, or put others in
	// their places.
	Lost Kind = "lost files"
	// Signalled: a signal ended it, from outside or in code that is not Go.
	Signalled Kind = "signal"
	// Stopped: it was asked to end, did not, and was killed after the grace.
	Stopped Kind = "stopped"
)

// Exit says how a process ended.
type Exit struct {
	Kind Kind
	// Code is the exit code, or -1 if a signal ended the process.
	Code int
	// Signal is the name of the signal, such as "SIGSEGV", or "" for none.
	Signal string
	// Message is one line that is equal for equal faults. It has no addresses,
	// numbers of goroutines or times of logs. For [Exited] it is the last line of
	// standard error.
	Message string
	// Frame is the innermost frame outside of the runtime, the standard library
	// and Evoke, "pkg.Func (file.go:12)", or "" if unknown. If a goroutine has no
	// such frame, Frame is the place that started the goroutine.
	Frame string
	// Own is the place of a panic of Evoke's own, in the same form: its innermost frame of the program's or Evoke's
	// code is Evoke's. "" for all others.
	Own string
	// Created is the place that started the goroutine, in the same form.
	Created string
	// Stderr is the text on standard error: the head, the text of the crash, and
	// the tail.
	Stderr []byte
}
