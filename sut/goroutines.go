package sut

import (
	"maps"
	"runtime"
	"slices"
	"time"
)

// Goroutines finds the goroutines that calls of a [Handler] or [Server] leave
// behind. The zero value is ready to use; it is for one goroutine, that which
// makes the calls.
//
// Only those are meant that calls started, directly or by others: what the
// constructor of the handler starts is its own business. Goroutines of the net
// packages are not meant either.
//
// To count goroutines costs next to nothing. A closer look stops the program
// and takes a microsecond or so for each of them, and before it there is a
// pause for goroutines that are about to end. So it looks only where the
// number grew, and after each look in vain it lets twice as many such tests
// pass as before.
type Goroutines struct {
	before int // how many there were at the beginning of the test
	calls  int
	clean  int // calls until the number was last back at before

	looking bool // whether this test is worth a look
	stale   bool // goroutines may have come since the last look
	started bool // there was a look
	pause   int  // how many tests to let pass after the next look in vain
	skip    int  // how many are still to pass

	sites map[string]int  // goroutines that calls left behind by place, at the last look
	tests map[string]int  // tests that left some behind, by place
	alive map[uint64]bool // their numbers
}

// Leak is a place that starts goroutines which stay.
type Leak struct {
	// Place is where they are started: "pkg.Func (file.go:12)".
	Place string
	// Call is the index of the call in the test that probably did so: the
	// first one after which their number stayed up.
	Call int
	// Tests is how many tests left some behind until now, this one included. A
	// goroutine that is started once for the life of the program is no leak,
	// but looks like one the first time.
	Tests int
}

// enough is how many tests have to show a leak for it to be certain; looks for
// that alone are not worth their time any more.
const enough = 2

// maxPause bounds how many tests pass without a look.
const maxPause = 1024

// Begin starts a test: it is to be called after the reset. With look, it looks
// at the end of the test wherever the number grew, and reports places that are
// known as well.
func (g *Goroutines) Begin(look bool) {
	g.looking = look || g.skip == 0
	if g.looking && (g.stale || !g.started) {
		g.sites = g.look()
	}
	g.before, g.calls, g.clean = runtime.NumGoroutine(), 0, 0
}

// Called notes the end of a call.
func (g *Goroutines) Called() {
	g.calls++
	if runtime.NumGoroutine() <= g.before {
		g.clean = g.calls
	}
}

// Left returns what the test left behind, by place, and nil nearly always.
func (g *Goroutines) Left() []Leak {
	if runtime.NumGoroutine() <= g.before {
		return nil
	}
	if !g.looking {
		g.stale = true
		g.skip--
		return nil
	}
	if settled(g.before) {
		g.rest()
		return nil
	}
	before := g.sites
	g.sites = g.look()
	leaks := g.compare(before)
	if slices.ContainsFunc(leaks, func(l Leak) bool { return l.Tests <= enough }) {
		g.pause, g.skip = 0, 0
	} else {
		g.rest()
	}
	return leaks
}

// compare returns the places that have more goroutines than before.
func (g *Goroutines) compare(before map[string]int) []Leak {
	var leaks []Leak
	for _, place := range slices.Sorted(maps.Keys(g.sites)) {
		if g.sites[place] <= before[place] {
			continue
		}
		if g.tests == nil {
			g.tests = map[string]int{}
		}
		g.tests[place]++
		leaks = append(leaks, Leak{Place: place, Call: min(g.clean, max(g.calls-1, 0)), Tests: g.tests[place]})
	}
	return leaks
}

// rest makes pauses longer.
func (g *Goroutines) rest() {
	g.pause = min(max(2*g.pause, 1), maxPause)
	g.skip = g.pause
}

// settled waits a little for the number to fall to what it was before.
func settled(before int) bool {
	for range 10 {
		if runtime.Gosched(); runtime.NumGoroutine() <= before {
			return true
		}
	}
	for pause := 50 * time.Microsecond; pause < 10*time.Millisecond; pause *= 2 {
		if time.Sleep(pause); runtime.NumGoroutine() <= before {
			return true
		}
	}
	return false
}

// maxStacks bounds the text of all stacks. Programs with more than some
// thousand goroutines are not looked at as a whole.
const maxStacks = 8 << 20

// look counts the goroutines that calls left behind, by place.
func (g *Goroutines) look() map[string]int {
	g.stale, g.started = false, true
	buf := make([]byte, 1<<16)
	n := runtime.Stack(buf, true)
	for n == len(buf) && n < maxStacks {
		buf = make([]byte, 4*n)
		n = runtime.Stack(buf, true)
	}
	list := parseStacks(string(buf[:n]))
	g.alive = descendants(list, g.alive)
	sites := map[string]int{}
	for i := range list {
		if r := &list[i]; g.alive[r.id] && !r.ours() {
			sites[r.place]++
		}
	}
	return sites
}
