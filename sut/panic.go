package sut

import (
	"fmt"
	"path"
	"runtime"
	"strings"

	"github.com/evoke-go/evoke/probe"
)

const maxPanicValue = 2000

// newPanic describes a recovered panic. Call it while the stack of the panic
// still exists: in the deferred function that recovered it.
func newPanic(value any) *Panic {
	pcs := make([]uintptr, maxFrames)
	frames, _ := panicFrames(pcs[:runtime.Callers(1, pcs)])
	return describePanic(shorten(fmt.Sprint(value), maxPanicValue), frames)
}

// describePanic writes the stack without addresses, arguments, goroutine numbers and directories, so that the same
// fault has the same text on every machine.
func describePanic(value string, frames []runtime.Frame) *Panic {
	var b strings.Builder
	for _, f := range frames {
		if pkg, name := splitFunction(f.Function); !ownFrame(pkg) {
			fmt.Fprintf(&b, "%s.%s\n\t%s/%s:%d\n", pkg, name, pkg, path.Base(f.File), f.Line)
		}
	}
	return &Panic{Value: value, Stack: b.String(), Frame: userFrame(frames)}
}

// stoppedPanic describes the panic because of which the calling deferred function runs, recovered or not. It returns
// nil if there is no panic. Most frameworks answer 500 from such a function.
func stoppedPanic() *Panic {
	var pcs [maxFrames]uintptr
	frames, panicked := panicFrames(pcs[:runtime.Callers(1, pcs[:])])
	if !panicked {
		return nil
	}
	value := runtimeError(frames)
	if v, at, ok := probe.LastPanic(); ok && value == "" && at.Function == frames[0].Function {
		value = shorten(fmt.Sprint(v), maxPanicValue)
	}
	return describePanic(value, frames)
}

// runtimeError returns the text of a panic of the runtime, as far as the function that panicked tells it. It returns ""
// for a panic of the program.
func runtimeError(frames []runtime.Frame) string {
	if len(frames) == 0 {
		return ""
	}
	name, ok := strings.CutPrefix(frames[0].Function, "runtime.")
	if !ok {
		return ""
	}
	for _, known := range [][2]string{
		{"panicdivide", "integer divide by zero"}, {"panicshift", "negative shift amount"},
		{"panicmem", "invalid memory address or nil pointer dereference"},
		{"sigpanic", "invalid memory address or nil pointer dereference"},
		{"panicBounds", "index or slice out of range"}, {"goPanicIndex", "index or slice out of range"},
		{"panicIndex", "index or slice out of range"}, {"goPanicSlice", "index or slice out of range"},
		{"panicSlice", "index or slice out of range"}, {"panicdottype", "interface conversion"},
		{"panicnildottype", "interface conversion"}, {"typeAssert", "interface conversion"},
		{"mapassign", "assignment to entry in nil map"}, {"makeslice", "makeslice: len out of range"},
		{"closechan", "close of closed or nil channel"},
		{"chansend", "send on closed channel"},
	} {
		if strings.HasPrefix(name, known[0]) {
			return "runtime error: " + known[1]
		}
	}
	return "runtime error"
}

// panicFrames returns the frames of a stack that were active when the panic began, innermost first. If a deferred
// function panicked again, the frames of the first panic lie below those of the second, so the beginning of the last
// panic counts. Without a panic it returns all frames.
func panicFrames(stack []uintptr) (out []runtime.Frame, panicked bool) {
	iter := runtime.CallersFrames(stack)
	for {
		f, more := iter.Next()
		out = append(out, f)
		if f.Function == "runtime.gopanic" {
			out, panicked = out[:0], true
		}
		if !more {
			return out, panicked
		}
	}
}

// shorten cuts a text to at most n bytes and marks the cut.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}
