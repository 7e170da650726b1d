package sut

import (
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/evoke-go/evoke/probe"
)

const (
	ownModule     = "github.com/evoke-go/evoke"
	maxFrames     = 128
	maxPanicValue = 2000
)

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

// userFrame returns the innermost frame of the main module, or else of another module that is neither the standard
// library nor Evoke. It returns "" if there is none.
func userFrame(frames []runtime.Frame) string {
	first, main := "", mainModule()
	for _, f := range frames {
		pkg, name := splitFunction(f.Function)
		if f.Function == "" || ownFrame(pkg) || ownFile(f.File) || stdFrame(f.File) {
			continue
		}
		place := fmt.Sprintf("%s.%s (%s:%d)", path.Base(pkg), name, path.Base(f.File), f.Line)
		if pkg == "main" || within(pkg, main) {
			return place
		}
		if first == "" {
			first = place
		}
	}
	return first
}

// mainModule returns the path of the main module of this binary, "" if the binary
// does not know it.
func mainModule() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Path
	}
	return ""
}

// importPath returns the path of a package as probes know it. Stack frames call the package of a program "main".
func importPath(pkg string) string {
	if info, ok := debug.ReadBuildInfo(); ok && pkg == "main" && info.Path != "" {
		return info.Path
	}
	return pkg
}

// within reports whether a package belongs to a module.
func within(pkg, module string) bool {
	return module != "" && (pkg == module || strings.HasPrefix(pkg, module+"/"))
}

// splitFunction splits "example.com/shop%2ev2.(*T).F" into its package
// "example.com/shop.v2" and name "(*T).F".
func splitFunction(function string) (pkg, name string) {
	slash := strings.LastIndexByte(function, '/') + 1
	dot := strings.IndexByte(function[slash:], '.')
	if dot < 0 {
		return "", function
	}
	pkg = function[:slash+dot]
	return strings.ReplaceAll(pkg, "%2e", "."), function[slash+dot+1:]
}

// ownFrame reports whether a package is part of Evoke and not of a system under
// test. Examples and tests count as systems.
func ownFrame(pkg string) bool {
	rest, ok := strings.CutPrefix(pkg, ownModule)
	if !ok || rest != "" && rest[0] != '/' {
		return false
	}
	plays := strings.HasPrefix(rest, "/examples/") || strings.HasPrefix(rest, "/bench/") ||
		strings.Contains(rest, "/testdata/") ||
		strings.HasSuffix(rest, "_test") || strings.HasSuffix(rest, "/suttest")
	return !plays
}

// ownFile reports whether a file belongs to a package of Evoke. As in [stdFrame], the name of the function does not
// tell.
func ownFile(file string) bool {
	_, own, _, _ := runtime.Caller(0)
	rest, ok := strings.CutPrefix(path.Dir(file), path.Dir(path.Dir(own))) // below the module
	return ok && ownFrame(ownModule+rest) && !strings.HasSuffix(file, "_test.go")
}

// stdFrame reports whether a file belongs to the standard library, that is,
// whether it lies where the files of the runtime lie. The name of the function
// does not tell: a closure that was inlined is named after the function that it
// was inlined into.
func stdFrame(file string) bool {
	if root := stdRoot(); root != "" {
		return strings.HasPrefix(file, root)
	}
	// With -trimpath, import paths replace the folders.
	first, _, _ := strings.Cut(file, "/")
	return !strings.Contains(first, ".") && !ofModule(path.Dir(file))
}

// stdRoot returns the folder of the standard library's source as the binary
// knows it, or "" if the binary does not know it.
func stdRoot() string {
	pc := make([]uintptr, 1)
	runtime.Callers(0, pc)
	callers, _ := runtime.CallersFrames(pc).Next()
	return strings.TrimSuffix(callers.File, "runtime/extern.go")
}

// ofModule reports whether a package belongs to a module of this binary.
func ofModule(pkg string) bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, m := range append(info.Deps, &info.Main) {
		if within(pkg, m.Path) {
			return true
		}
	}
	return false
}

// shorten cuts a text to at most n bytes and marks the cut.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}
