package probe

import (
	"runtime"
	"sync/atomic"
)

// Kill ends every goroutine that comes to a comparison with a probe, or to [Spin], from now on until [Revive]. It uses
// [runtime.Goexit]: the deferred functions of the goroutine run, and no recover of the program stops it. Kill costs
// running programs nothing, since it makes the outcomes of comparisons look like news, so that they take the slow path.
// It keeps what was touched in this round and what is muted.
//
// Deferred functions that a killed goroutine runs may contain probes. These probes let the goroutine pass, so that it
// releases its locks, but only a bounded number of times.
func Kill() {
	passes.Store(0)
	killed.Store(true)
	makeAllLoud()
}

// Revive ends the effect of [Kill].
func Revive() {
	killed.Store(false)
	makeAllLoud()
}

var killed atomic.Bool // between Kill and Revive

// makeAllLoud makes all comparisons take the slow path, which looks at killed: no outcome is quiet. Later evaluations
// make them quiet again.
func makeAllLoud() {
	for _, p := range registeredPackages() {
		p.conds.clearQuiet()
		for i := range p.Choices {
			p.Choices[i].unmute() // the next round mutes it again
		}
	}
}

// alive ends the goroutine if Kill was called.
func alive() {
	if killed.Load() {
		end()
	}
}

// Spin ends the goroutine if [Kill] was called. It is in every loop that may be endless without a comparison, and at
// the beginning of recursive functions.
func Spin() { alive() }

// passes counts the probes in deferred functions of killed goroutines since Kill.
var passes atomic.Int32

// maxPasses bounds passes: a deferred function may contain an endless loop too. At about a microsecond each this takes
// some milliseconds.
const maxPasses = 10_000

// end ends the goroutine, unless it is already running its deferred functions.
//
//go:noinline
func end() {
	if exiting() && passes.Add(1) < maxPasses {
		return
	}
	runtime.Goexit()
}

// exiting reports whether the calling goroutine runs a deferred function of runtime.Goexit: whether that function is
// near the top of its stack.
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
