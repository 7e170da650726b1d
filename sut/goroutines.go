package sut

import (
	"maps"
	"runtime"
	"slices"
	"time"
)

// Goroutines finds the goroutines that calls of a [Handler] or [Server] leave
// behind. The zero value is ready to use. Use it only on the goroutine that
// makes the calls.
//
// It looks for goroutines that calls started, directly or indirectly. It
// ignores those that the constructor of the handler started, and those of the
// net packages.
//
// Counting goroutines costs next to nothing. A closer look stops the program,
// takes about a microsecond for each goroutine, and comes after a pause for
// goroutines that are about to end. Goroutines therefore looks only if the
// number grew. After each look that found nothing, it skips twice as many such
// tests as before.
type Goroutines struct {
	before int // how many there were at the beginning of the test
	calls  int
	clean  int // calls until the number was last back at before

	looking bool // whether this test is worth a look
	insist  bool // whether known places are looked for as well
	stale   bool // goroutines may have come since the last look
	started bool // there was a look
	pause   int  // how many tests to let pass after the next look in vain
	skip    int  // how many are still to pass
	alert   int  // looks in vain that do not make the pauses longer

	sites map[string]int  // goroutines that calls left behind by place, at the last look
	peak  map[string]int  // the most of them at any look
	tests map[string]int  // tests that left some behind, by place
	alive map[uint64]bool // their numbers
}

// Leak is a place that starts goroutines which stay.
type Leak struct {
	// Place is where the goroutines are started: "pkg.Func (file.go:12)".
	Place string
	// Call is the index of the call in the test that probably started them: the
	// first call after which their number stayed up.
	Call int
	// Tests is how many tests left some behind until now, this one included. A
	// goroutine that is started once for the life of the program is not a leak,
	// but the first time it looks like one.
	Tests int

	before int // goroutines of the place before the test
}

// enough is how many tests have to show a leak until it is certain. A leak that
// is certain is not worth another look.
const enough = 2

const (
	// maxPause bounds how many tests are skipped without a look.
	maxPause = 1024
	// alertLooks is how many looks a new place is worth that appeared during a
	// pause.
	alertLooks = 30
)

// Begin starts a test. Call it after the reset. If look is set, the test begins and
// ends with a look, whatever the number is, and known places are reported too.
// Begin then also waits a little for what earlier tests started.
func (g *Goroutines) Begin(look bool) {
	g.insist, g.looking = look, look || g.skip == 0
	if look {
		calm()
	}
	if g.looking && (g.stale || !g.started || look) {
		first := !g.started
		g.sites = g.look()
		if g.strange() && !first {
			g.pause, g.alert = 0, alertLooks
		}
	}
	g.before, g.calls, g.clean = runtime.NumGoroutine(), 0, 0
}

// Called records the end of a call.
func (g *Goroutines) Called() {
	g.calls++
	if runtime.NumGoroutine() <= g.before {
		g.clean = g.calls
	}
}

// Left returns what the test left behind, by place. It nearly always returns
// nil.
func (g *Goroutines) Left() []Leak {
	if g.insist {
		return g.grown()
	}
	if runtime.NumGoroutine() <= g.before {
		return nil
	}
	if !g.looking {
		g.stale = true
		g.skip--
		return nil
	}
	if fallsTo(g.before, briefly) {
		g.rest()
		return nil
	}
	before := g.sites
	g.sites = g.look()
	if g.almost(before) && fallsTo(g.before, patiently) {
		if g.sites = g.look(); !g.almost(before) { // it is no other goroutine that has ended
			g.rest()
			return nil
		}
	}
	leaks := g.compare(before)
	if slices.ContainsFunc(leaks, func(l Leak) bool { return l.Tests <= enough }) {
		g.pause, g.skip = 0, 0
	} else {
		g.rest()
	}
	return leaks
}

// Stay returns those of the leaks of the last test whose goroutines do not end now that the handler is closed. It
// waits for them a little. The others count as none.
func (g *Goroutines) Stay(leaks []Leak) []Leak {
	before := map[string]int{}
	for _, l := range leaks {
		before[l.Place] = l.before
		g.tests[l.Place]--
	}
	gone := func(l Leak) bool { return g.sites[l.Place] <= before[l.Place] }
	waited := time.Duration(0)
	for pause := 100 * time.Microsecond; waited < patiently; pause *= 4 {
		if g.sites = g.look(); !slices.ContainsFunc(leaks, func(l Leak) bool { return !gone(l) }) {
			break
		}
		time.Sleep(pause)
		waited += pause
	}
	left := slices.DeleteFunc(slices.Clone(leaks), gone)
	for _, l := range left {
		g.tests[l.Place]++
	}
	if len(left) == 0 {
		g.rest()
	}
	return left
}

// strange reports whether places that are not known to leak have more
// goroutines than ever before. A skipped test may have been the first to show
// them. Goroutines that come and go reach their peak early.
func (g *Goroutines) strange() bool {
	if g.peak == nil {
		g.peak = map[string]int{}
	}
	found := false
	for place, n := range g.sites {
		if n > g.peak[place] {
			g.peak[place] = n
			found = found || g.tests[place] < enough
		}
	}
	return found
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
		leaks = append(leaks,
			Leak{Place: place, Call: min(g.clean, max(g.calls-1, 0)), Tests: g.tests[place], before: before[place]})
	}
	return leaks
}

// rest makes the pauses longer.
func (g *Goroutines) rest() {
	if g.alert > 0 {
		g.alert--
		return
	}
	g.pause = min(max(2*g.pause, 1), maxPause)
	g.skip = g.pause
}

// grown returns the places that have more goroutines than at the beginning of the test, and
// does not go by their number: one that ended meanwhile would hide one that stays. It waits
// for places that are not known to leak, which may still end.
func (g *Goroutines) grown() []Leak {
	before, waited := g.sites, time.Duration(0)
	for pause := 100 * time.Microsecond; ; pause *= 4 {
		g.sites = g.look()
		limit := briefly
		if g.almost(before) {
			limit = patiently
		}
		if waited += pause; g.onlyCertain(before) || waited > limit {
			return g.compare(before)
		}
		time.Sleep(pause)
	}
}

// onlyCertain reports whether no place but those of certain leaks has more goroutines than
// before.
func (g *Goroutines) onlyCertain(before map[string]int) bool {
	for place, n := range g.sites {
		if n > before[place] && g.tests[place] < enough {
			return false
		}
	}
	return true
}

// calm waits a little until the number stops falling. Goroutines that end would
// hide new ones in the count.
func calm() {
	last := runtime.NumGoroutine()
	for quiet, looks := 0, 0; quiet < 5 && looks < 100; looks++ {
		time.Sleep(200 * time.Microsecond)
		quiet++
		if n := runtime.NumGoroutine(); n != last {
			last, quiet = n, 0
		}
	}
}

// almost reports whether a place is about to become a certain leak. That is
// worth a longer wait, because a slow goroutine may still end.
func (g *Goroutines) almost(before map[string]int) bool {
	for place, n := range g.sites {
		if n > before[place] && g.tests[place] == enough-1 {
			return true
		}
	}
	return false
}

const (
	briefly   = 10 * time.Millisecond
	patiently = 500 * time.Millisecond
)

// fallsTo waits until the number falls to what it was before. Each pause is
// longer than all pauses before it together, and stays below the limit.
func fallsTo(before int, limit time.Duration) bool {
	for range 10 {
		if runtime.Gosched(); runtime.NumGoroutine() <= before {
			return true
		}
	}
	for pause := 100 * time.Microsecond; pause < limit; pause *= 4 {
		if time.Sleep(pause); runtime.NumGoroutine() <= before {
			return true
		}
	}
	return false
}

// maxStacks bounds the text of all stacks. A program with more than some
// thousand goroutines is not examined completely.
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
