package sut

import (
	"path"
	"runtime"
	"strconv"

	"github.com/evoke-go/evoke/probe"
)

// answered is where a call was answered with a server error. Other goroutines of
// the system may run at the same time, so what the probes saw last counts only
// if it belongs to a function that was active when the answer was sent.
type answered struct {
	place string    // where the panic began that is answered for, "" if there is none
	stack []uintptr // of the goroutine that sent the answer, nil without probes
	spans map[uintptr]span
}

// span is the lines of a function.
type span struct {
	file        string
	first, last int
}

// note remembers the goroutine that sends an answer.
func (a *answered) note() {
	var pcs [maxFrames]uintptr
	stack := pcs[:runtime.Callers(1, pcs[:])]
	if frames, panicked := panicFrames(stack); panicked {
		a.place = userFrame(frames)
	}
	if probe.Targets() > 0 {
		a.stack = append(a.stack[:0], stack...)
	}
}

// forget prepares for another call.
func (a *answered) forget() { a.place, a.stack = "", a.stack[:0] }

// where returns the place of the answer, "" if it is not known. It takes the
// beginning of a panic that was recovered on the way, else the last statement of
// the functions that were active, else the line that sent the answer.
func (a *answered) where() string {
	if a.place != "" || len(a.stack) == 0 {
		return a.place
	}
	recovered := probe.LastRecovered()
	if frames, panicked := panicFrames(recovered); panicked && (serves(recovered) || len(recovered) == maxFrames) {
		if at := userFrame(frames); at != "" {
			return at
		}
	}
	t, ok := probe.Last()
	switch {
	case !ok: // the code of the handler is not covered
		return ""
	case a.active(a.stack, probe.Describe(t)):
		return place(t)
	}
	return userLine(a.stack)
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
func (a *answered) active(stack []uintptr, s probe.Site) bool {
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		if pkg, _ := splitFunction(f.Function); pkg == s.Package && path.Base(f.File) == s.File {
			if f.Func == nil { // it was inlined, and has no lines of its own
				return true
			}
			if own := a.span(f.Entry); own.first <= s.Line && s.Line <= own.last {
				return true
			}
		}
		if !more {
			return false
		}
	}
}

// span returns the lines of the function that begins at an address.
func (a *answered) span(entry uintptr) span {
	if own, known := a.spans[entry]; known {
		return own
	}
	if a.spans == nil {
		a.spans = map[uintptr]span{}
	}
	own := span{}
	for pc := entry; ; pc++ {
		fn := runtime.FuncForPC(pc)
		if fn == nil || fn.Entry() != entry {
			break
		}
		file, line := fn.FileLine(pc)
		if pc == entry {
			own = span{file, line, line}
		}
		if file == own.file {
			own.first, own.last = min(own.first, line), max(own.last, line)
		}
	}
	a.spans[entry] = own
	return own
}

// userLine returns the line of the innermost frame outside of the runtime, the
// standard library and Evoke, in the form of a place.
func userLine(stack []uintptr) string {
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		if pkg, _ := splitFunction(f.Function); f.Function != "" && !ownFrame(pkg) && !stdFrame(f.File) {
			return path.Base(pkg) + "/" + path.Base(f.File) + ":" + strconv.Itoa(f.Line)
		}
		if !more {
			return ""
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
