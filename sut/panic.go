package sut

import (
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
)

const (
	ownModule     = "github.com/evoke-go/evoke"
	maxFrames     = 128
	maxPanicValue = 2000
)

// newPanic describes a recovered panic. Call it while the stack of the panic
// still exists: in the deferred function that recovered it.
//
// It writes the stack without addresses, arguments, goroutine numbers and
// directories, so that one fault has one text on every machine.
func newPanic(value any) *Panic {
	p := &Panic{Value: shorten(fmt.Sprint(value), maxPanicValue)}
	pcs := make([]uintptr, maxFrames)
	frames, _ := panicFrames(pcs[:runtime.Callers(1, pcs)])
	var b strings.Builder
	for _, f := range frames {
		if pkg, name := splitFunction(f.Function); !ownFrame(pkg) {
			fmt.Fprintf(&b, "%s.%s\n\t%s/%s:%d\n", pkg, name, pkg, path.Base(f.File), f.Line)
		}
	}
	p.Stack, p.Frame = b.String(), userFrame(frames)
	return p
}

// panicFrames returns the frames of a stack that were active when the panic
// began, innermost first. If a deferred function panicked again, the frames of
// the first panic lie below those of the second, so the last start counts.
// Without a panic it returns all frames.
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

// userFrame returns the innermost frame outside of the runtime, the standard
// library and Evoke, or "" if there is none.
func userFrame(frames []runtime.Frame) string {
	for _, f := range frames {
		pkg, name := splitFunction(f.Function)
		if f.Function != "" && !ownFrame(pkg) && !stdFrame(f.File) {
			return fmt.Sprintf("%s.%s (%s:%d)", path.Base(pkg), name, path.Base(f.File), f.Line)
		}
	}
	return ""
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
	plays := strings.HasPrefix(rest, "/examples/") || strings.HasPrefix(rest, "/bench/") || strings.Contains(rest, "/testdata/") ||
		strings.HasSuffix(rest, "_test") || strings.HasSuffix(rest, "/suttest")
	return !plays
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
		if pkg == m.Path || strings.HasPrefix(pkg, m.Path+"/") {
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
