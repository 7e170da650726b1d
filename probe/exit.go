package probe

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// exits is told where the program ends itself.
var exits atomic.Pointer[func(runtime.Frame)]

// OnExit has f told where instrumented code ends the program, before it does.
// That may be on any goroutine.
func OnExit(f func(at runtime.Frame)) { exits.Store(&f) }

// Exit notes that the program is about to end itself, and where: os.Exit(n)
// becomes os.Exit(Exit(n)). It returns its argument.
func Exit(code int) int {
	noteExit()
	return code
}

// Fatal is [Exit] for what takes a list: log.Fatal(a, b) becomes
// log.Fatal(Fatal(a, b)...).
func Fatal(v ...any) []any {
	noteExit()
	return v
}

// noteExit tells the frame that called who called it.
func noteExit() {
	f := exits.Load()
	if f == nil {
		return
	}
	var pc [1]uintptr
	at, _ := runtime.CallersFrames(pc[:runtime.Callers(3, pc[:])]).Next()
	(*f)(at)
}

// maxFrames bounds the stack that is kept of a panic. What panicked is near to
// its top.
const maxFrames = 128

// unwound is the stack at the last recover that stopped a panic, and the last
// panic of instrumented code: its value, and where it was.
var unwound struct {
	sync.Mutex
	stack [maxFrames]uintptr
	depth int
	value any
	at    [maxFrames]uintptr
	above int // how many frames of at count
}

// Panics notes what the program is about to panic with: panic(v) becomes
// panic(Panics(v)). Only a recover knows that otherwise. It returns its argument.
func Panics(value any) any {
	unwound.Lock()
	defer unwound.Unlock()
	unwound.value = value
	unwound.above = runtime.Callers(2, unwound.at[:])
	return value
}

// LastPanic returns what instrumented code panicked with last, and where, since
// [ForgetRecovered]. ok is false if it did not.
func LastPanic() (value any, at runtime.Frame, ok bool) {
	unwound.Lock()
	defer unwound.Unlock()
	if unwound.above == 0 {
		return nil, at, false
	}
	at, _ = runtime.CallersFrames(unwound.at[:unwound.above]).Next()
	return unwound.value, at, true
}

// LastPanicStack returns the stack of the goroutine at [LastPanic], for
// [runtime.CallersFrames].
func LastPanicStack() []uintptr {
	unwound.Lock()
	defer unwound.Unlock()
	return append([]uintptr(nil), unwound.at[:unwound.above]...)
}

// Recovered notes which panic a recover of the program stops: recover() becomes
// Recovered(recover()), so that it is still called by the deferred function
// itself. It returns its argument.
func Recovered(value any) any {
	if value != nil {
		noteRecovered()
	}
	return value
}

func noteRecovered() {
	unwound.Lock()
	defer unwound.Unlock()
	unwound.depth = runtime.Callers(2, unwound.stack[:])
}

// LastRecovered returns the stack of the goroutine at the last recover of
// instrumented code that stopped a panic, for [runtime.CallersFrames]: below
// the frames of runtime.gopanic lies what panicked. It is nil if there was none
// since [ForgetRecovered].
func LastRecovered() []uintptr {
	unwound.Lock()
	defer unwound.Unlock()
	return append([]uintptr(nil), unwound.stack[:unwound.depth]...)
}

// ForgetRecovered begins a new time for [LastRecovered] and [LastPanic], and for [Last]: a call that
// runs no code with probes was last nowhere.
func ForgetRecovered() {
	forget()
	unwound.Lock()
	defer unwound.Unlock()
	unwound.depth, unwound.value, unwound.above = 0, nil, 0
}
