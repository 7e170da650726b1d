package probe

import (
	"runtime"
	"sync/atomic"
)

// Kill ends every goroutine that meets a probe from now on until [Revive], by
// [runtime.Goexit]: its deferred functions run, and no recover of the program
// holds it up. It costs running programs nothing, since it works by making
// the cells look untouched to the fast paths. What was touched in this round,
// and what is muted, is kept.
//
// Deferred functions that a killed goroutine runs may contain probes: these
// let it pass, so that locks are given back, but not without end.
func Kill() {
	registry.Lock()
	defer registry.Unlock()
	passes.Store(0)
	killed.Store(true)
	for _, p := range registeredPackages() {
		for i := range p.stmts {
			atomic.OrUint32(&p.stmts[i].state, killedBit)
		}
		for i := range p.conds {
			p.conds[i].change(0, condKilled)
		}
	}
}

// Revive ends what [Kill] began.
func Revive() {
	registry.Lock()
	defer registry.Unlock()
	killed.Store(false)
	for _, p := range registeredPackages() {
		for i := range p.stmts {
			atomic.AndUint32(&p.stmts[i].state, ^uint32(killedBit))
		}
		for i := range p.conds {
			p.conds[i].change(condKilled, 0)
		}
	}
}

// Spin is the body of an empty endless loop: it only looks at the kill switch.
func Spin() {
	if killed.Load() {
		end()
	}
}

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
