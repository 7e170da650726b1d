package sut

import (
	"path"
	"runtime"
	"strings"

	"github.com/evoke-go/evoke/probe"
)

// answered is the place where a call was answered with a server error, and its cause. It is noted when the answer is
// sent, so that what the system does afterwards, such as to log, cannot change it.
type answered struct {
	panic *Panic    // the panic that a deferred function is recovering from, nil for none
	stack []uintptr // of the goroutine that sent the answer, nil without probes
	cause string    // where the error began that the program met before, "" for none
	ran   bool      // covered code ran before the answer
}

// note notes the goroutine that sends the answer.
func (a *answered) note() {
	a.panic = stoppedPanic()
	if probe.Targets() == 0 {
		return
	}
	var pcs [maxFrames]uintptr
	a.stack = append(a.stack[:0], pcs[:runtime.Callers(1, pcs[:])]...)
	a.cause, _ = causeSpot()
	_, a.ran = probe.Last()
}

// causeSpot returns the place where the last error began that the program met, and whether there was one.
func causeSpot() (string, bool) {
	t, ok := probe.Cause()
	if !ok {
		return "", false
	}
	return spotOf(probe.Describe(t)), true
}

// forget prepares a for the next call.
func (a *answered) forget() { *a = answered{stack: a.stack[:0]} }

// where returns the place of the cause of the answer, "" if it is not known: where a panic began that was recovered,
// else where the last error began that the program met, else the line that decided to send the answer.
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
	switch {
	case !a.ran: // the code of the handler is not covered
		return ""
	case a.cause != "":
		return a.cause
	}
	return decision(a.stack)
}

// serves reports whether a stack belongs to a goroutine that calls a handler for this package.
func serves(stack []uintptr) bool {
	return has(stack, func(function string) bool {
		switch strings.TrimPrefix(function, ownModule+"/sut.") {
		case "(*call).serve", "(*Server).serve", "watching":
			return true
		}
		return false
	})
}

// servesAlone is serves for a program in a process of its own, where a server of the program calls the handlers.
func servesAlone(stack []uintptr) bool {
	return has(stack, func(function string) bool {
		switch function {
		case "net/http.(*conn).serve", "net/http.(*http2serverConn).runHandler",
			"github.com/valyala/fasthttp.(*Server).serveConn":
			return true
		}
		return false
	})
}

// has reports whether is returns true for a function of a stack.
func has(stack []uintptr, is func(function string) bool) bool {
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		if is(f.Function) {
			return true
		}
		if !more {
			return false
		}
	}
}

// decision returns the place at which a condition decided to send an answer. Most programs send answers by functions of
// their own, which decide nothing, so it walks from the sender outwards through the covered functions that called each
// other directly. It returns the first call that a condition guards. If there is none, it returns the call in the
// outermost of these functions, except for wrappers of handlers.
func decision(stack []uintptr) (at string) {
	frames, depth := runtime.CallersFrames(stack), 0
	for {
		f, more := frames.Next()
		pkg, name := splitFunction(f.Function)
		site, covered := probe.StatementAt(importPath(pkg), path.Base(f.File), f.Line)
		switch spot := userFrame([]runtime.Frame{f}); {
		case !covered && depth > 0, depth > 1 && strings.Contains(name, ".func"):
			return at
		case !covered || spot == "":
		case site.Guard.Conditions > 0 && site.Guard.Side:
			return spot
		default:
			at, depth = spot, depth+1
		}
		if !more {
			return at
		}
	}
}

// active reports whether a statement belongs to one of the functions of a stack.
func active(stack []uintptr, s probe.Site) bool {
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		pkg, name := splitFunction(f.Function)
		inside := s.Function == "" || name == s.Function || strings.HasPrefix(name, s.Function+".") ||
			strings.HasPrefix(name, s.Function+"[")
		if inside && importPath(pkg) == s.Package && path.Base(f.File) == s.File {
			return true
		}
		if !more {
			return false
		}
	}
}

// serving returns the stacks of the goroutines that call handlers, including those of calls that were given up.
func serving(serves func([]uintptr) bool) (out [][]uintptr) {
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
