package probe

import (
	"runtime"
	"sync/atomic"
)

// Kill ends every goroutine that comes to a comparison with a probe, or to
// [Spin], from now on until [Revive], by [runtime.Goexit]: its deferred
// functions run, and no recover of the program holds it up. It costs running
// programs nothing, since it works by making the outcomes of comparisons look as
// if they were news. What was touched in this round, and what is muted, is
// kept.
//
// Deferred functions that a killed goroutine runs may contain probes: these
// let it pass, so that locks are given back, but not without end.
func Kill() {
	passes.Store(0)
	killed.Store(true)
	arm()
}

// Revive ends what [Kill] began.
func Revive() {
	killed.Store(false)
	arm()
}

var killed atomic.Bool // between Kill and Revive

// arm makes all comparisons look at the kill switch: none is quiet. After that
// they become so again by themselves.
func arm() {
	for _, p := range registeredPackages() {
		p.conds.wake()
		for i := range p.Choices {
			p.Choices[i].unmute() // the next round knows again
		}
	}
}

// alive ends the goroutine if it was killed.
func alive() {
	if killed.Load() {
		end()
	}
}

// Spin looks at the kill switch. It is in every loop that may be endless
// without a comparison, and at the beginning of functions that call themselves.
func Spin() { alive() }

// passes counts the probes passed in deferred functions since Kill.
var passes atomic.Int32

// maxPasses bounds them: a deferred function may contain an endless loop too.
// At about a microsecond each that is some milliseconds.
const maxPasses = 10_000

// end ends the goroutine, unless it is on its way out already.
//
//go:noinline
func end() {
	if exiting() && passes.Add(1) < maxPasses {
		return
	}
	runtime.Goexit()
}

// exiting reports whether the calling goroutine runs a deferred function of
// runtime.Goexit. That call is then near the top of its stack.
func exiting() bool {
	var pcs [128]uintptr
	n := runtime.Callers(3, pcs[:])
	for _, pc := range pcs[:n] {
		if f := runtime.FuncForPC(pc - 1); f != nil && f.Name() == "runtime.Goexit" {
			return true
		}
	}
	return false
}
