package sut

import (
	"path"
	"runtime"
	"strings"

	"github.com/evoke-go/evoke/probe"
)

// answered is where a call was answered with a server error. Other goroutines of
// the system may run at the same time, so what the probes saw last counts only
// if it belongs to a function that was active when the answer was sent.
type answered struct {
	panic *Panic    // the one that a deferred function answers for, nil if there is none
	stack []uintptr // of the goroutine that sent the answer, nil without probes
}

// note remembers the goroutine that sends an answer.
func (a *answered) note() {
	a.panic = stoppedPanic()
	if probe.Targets() > 0 {
		var pcs [maxFrames]uintptr
		a.stack = append(a.stack[:0], pcs[:runtime.Callers(1, pcs[:])]...)
	}
}

// forget prepares for another call.
func (a *answered) forget() { a.panic, a.stack = nil, a.stack[:0] }

// where returns the place of the answer, "" if it is not known. It takes the
// beginning of a panic that was recovered on the way, else the last statement of
// the functions that were active, else the line that sent the answer.
func (a *answered) where() string {
	switch {
	case a.panic != nil:
		return a.panic.Frame
	case len(a.stack) == 0:
		return ""
	}
	for _, stack := range [][]uintptr{probe.LastRecovered(), probe.LastPanicStack()} {
		if len(stack) < maxFrames && !serves(stack) {
			continue
		}
		if frames, _ := panicFrames(stack); userFrame(frames) != "" {
			return userFrame(frames)
		}
	}
	t, ok := probe.Last()
	switch {
	case !ok: // the code of the handler is not covered
		return ""
	case active(a.stack, probe.Describe(t)):
		return spotOf(probe.Describe(t))
	}
	return userSpot(a.stack)
}

// serves reports whether a stack is that of a call to a handler.
func serves(stack []uintptr) bool {
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		if f.Function == ownModule+"/sut.(*call).serve" || f.Function == ownModule+"/sut.(*Server).serve" {
			return true
		}
		if !more {
			return false
		}
	}
}

// active reports whether a statement belongs to one of the functions of a stack.
func active(stack []uintptr, s probe.Site) bool {
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		pkg, name := splitFunction(f.Function)
		inside := s.Function == "" || name == s.Function || strings.HasPrefix(name, s.Function+".") || strings.HasPrefix(name, s.Function+"[")
		if inside && pkg == s.Package && path.Base(f.File) == s.File {
			return true
		}
		if !more {
			return false
		}
	}
}

// userSpot returns the innermost frame outside of the runtime, the standard
// library and Evoke, "" if there is none.
func userSpot(stack []uintptr) string {
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		if at := userFrame([]runtime.Frame{f}); at != "" || !more {
			return at
		}
	}
}

// serving returns the stacks of the goroutines that call handlers, those of
// calls that were given up included.
func serving() (out [][]uintptr) {
	records := make([]runtime.StackRecord, runtime.NumGoroutine()+64)
	n, ok := runtime.GoroutineProfile(records)
	for !ok {
		records = make([]runtime.StackRecord, 2*n)
		n, ok = runtime.GoroutineProfile(records)
	}
	for i := range records[:n] {
		if stack := records[i].Stack(); serves(stack) || len(stack) == len(records[i].Stack0) {
			out = append(out, stack)
		}
	}
	return out
}
