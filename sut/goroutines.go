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
// Counting goroutines costs next to nothing. A closer look at their stacks stops the program, takes about a microsecond
// for each goroutine, and comes after a pause for goroutines that are about to end. Goroutines therefore looks only if
// the number grew. After each look that found nothing, it skips twice as many tests whose number grew as before.
type Goroutines struct {
	before int // number of goroutines at the beginning of the test
	calls  int
	clean  int // calls until the number was last down to before

	looking bool // this test ends with a look
	insist  bool // the look includes places that are known to leak
	stale   bool // goroutines may have started since the last look
	started bool // there was a look
	pause   int  // number of tests to skip after the next look that finds nothing
	skip    int  // number of tests that are still to be skipped
	alert   int  // looks without a find that do not make the pause longer

	sites map[string]int  // goroutines that calls left behind, by place, at the last look
	peak  map[string]int  // the largest of these numbers at any look
	tests map[string]int  // number of tests that left goroutines behind, by place
	alive map[uint64]bool // numbers of the goroutines that calls started
}

// Leak is a place that starts goroutines which do not end.
type Leak struct {
	// Place is where the goroutines are started: "pkg.Func (file.go:12)".
	Place string
	// Call is the index of the call in the test that probably started the goroutines: the first call after which the
	// number of goroutines stayed up.
	Call int
	// Tests is the number of tests so far that left goroutines of this place behind, including this one. A goroutine
	// that is started once for the life of the program is no leak, but looks like one the first time.
	Tests int

	before int // goroutines of the place before the test
}

// certainTests is the number of tests that have to show a leak until it is certain. A certain leak gets no further
// look.
const certainTests = 2

const (
	// maxPause bounds the number of tests that are skipped without a look.
	maxPause = 1024
	// alertLooks is the number of extra looks for a new place that appeared during a pause.
	alertLooks = 30
)

// Begin starts a test. Call it after the reset. If look is set, the test begins and ends with a look at all goroutines,
// whatever their number, and known places are reported too. Begin then also waits a little for goroutines of earlier
// tests to end.
func (g *Goroutines) Begin(look bool) {
	g.insist, g.looking = look, look || g.skip == 0
	if look {
		waitUntilStable()
	}
	if g.looking && (g.stale || !g.started || look) {
		first := !g.started
		g.sites = g.look()
		if g.newPlaceGrew() && !first {
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

// Left returns the places whose goroutines the test left behind. It nearly always returns nil.
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
		g.lengthenPause()
		return nil
	}
	before := g.sites
	g.sites = g.look()
	if g.nearlyCertain(before) && fallsTo(g.before, patiently) {
		if g.sites = g.look(); !g.nearlyCertain(before) { // the new goroutine takes the place of one that has ended
			g.lengthenPause()
			return nil
		}
	}
	leaks := g.compare(before)
	if slices.ContainsFunc(leaks, func(l Leak) bool { return l.Tests <= certainTests }) {
		g.pause, g.skip = 0, 0
	} else {
		g.lengthenPause()
	}
	return leaks
}

// Stay returns the leaks of the last test whose goroutines do not end although the handler is closed now. It waits a
// little for them to end. The other leaks are taken back.
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
		g.lengthenPause()
	}
	return left
}

// newPlaceGrew reports whether places that are not known to leak have more goroutines than ever before. Then a skipped
// test may have started them. The goroutines of other places, which end again, reach their maximum in early tests.
func (g *Goroutines) newPlaceGrew() bool {
	if g.peak == nil {
		g.peak = map[string]int{}
	}
	found := false
	for place, n := range g.sites {
		if n > g.peak[place] {
			g.peak[place] = n
			found = found || g.tests[place] < certainTests
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

// lengthenPause makes the pause longer.
func (g *Goroutines) lengthenPause() {
	if g.alert > 0 {
		g.alert--
		return
	}
	g.pause = min(max(2*g.pause, 1), maxPause)
	g.skip = g.pause
}

// grown returns the places that have more goroutines than at the beginning of the test. It compares place by place and
// not the total number: a goroutine that ended meanwhile would hide one that stays. It waits for goroutines of places
// that are not known to leak, since they may still end.
func (g *Goroutines) grown() []Leak {
	before, waited := g.sites, time.Duration(0)
	for pause := 100 * time.Microsecond; ; pause *= 4 {
		g.sites = g.look()
		limit := briefly
		if g.nearlyCertain(before) {
			limit = patiently
		}
		if waited += pause; g.onlyCertain(before) || waited > limit {
			return g.compare(before)
		}
		time.Sleep(pause)
	}
}

// onlyCertain reports whether all places that have more goroutines than before are certain leaks.
func (g *Goroutines) onlyCertain(before map[string]int) bool {
	for place, n := range g.sites {
		if n > before[place] && g.tests[place] < certainTests {
			return false
		}
	}
	return true
}

// waitUntilStable waits a little until the number of goroutines stops falling. Goroutines that end would hide new ones
// in the count.
func waitUntilStable() {
	last := runtime.NumGoroutine()
	for quiet, looks := 0, 0; quiet < 5 && looks < 100; looks++ {
		time.Sleep(200 * time.Microsecond)
		quiet++
		if n := runtime.NumGoroutine(); n != last {
			last, quiet = n, 0
		}
	}
}

// nearlyCertain reports whether a place is about to become a certain leak. Then a longer wait pays, because a slow
// goroutine may still end.
func (g *Goroutines) nearlyCertain(before map[string]int) bool {
	for place, n := range g.sites {
		if n > before[place] && g.tests[place] == certainTests-1 {
			return true
		}
	}
	return false
}

const (
	briefly   = 10 * time.Millisecond
	patiently = 500 * time.Millisecond
)

// fallsTo waits until the number of goroutines is down to before, and reports whether it is. Each pause is longer than
// all earlier pauses together, up to the limit.
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
	list := parseStacks(stacks())
	g.alive = descendants(list, g.alive)
	sites := map[string]int{}
	for i := range list {
		if r := &list[i]; g.alive[r.id] && !r.ours() {
			sites[r.place]++
		}
	}
	return sites
}

// Stayers finds the goroutines that a test of a [Handler] starts, by its constructor or by calls, and that do not end
// with the handler. A bubble of package testing/synctest cannot end before them: it ends the process of all tests. The
// zero value is ready to use. Use it only on the goroutine that makes the calls.
type Stayers struct {
	before map[uint64]bool
	known  map[string]bool // the places that started goroutines which stayed
}

// Begin starts a test. Call it before the handler is made.
func (s *Stayers) Begin() {
	s.before = map[uint64]bool{}
	for _, r := range parseStacks(stacks()) {
		s.before[r.id] = true
	}
}

// Left returns the places that started goroutines which have not ended, "pkg.Func (file.go:12)", sorted. Call it when
// the handler is closed. It waits for goroutines to end, but only briefly if it returned their places before.
func (s *Stayers) Left() (places []string) {
	if s.known == nil {
		s.known = map[string]bool{}
	}
	isNew := func(place string) bool { return !s.known[place] }
	waited := time.Duration(0)
	for pause := 100 * time.Microsecond; ; pause *= 4 {
		places = s.look()
		limit := briefly
		if slices.ContainsFunc(places, isNew) {
			limit = patiently
		}
		if waited += pause; len(places) == 0 || waited > limit {
			break
		}
		time.Sleep(pause)
	}
	for _, place := range places {
		s.known[place] = true
	}
	return places
}

// look returns the places of the goroutines that were started since the beginning of the test, but not by goroutines
// that earlier handlers left behind.
func (s *Stayers) look() (places []string) {
	list := parseStacks(stacks())
	left := map[uint64]bool{}
	for i := range list { // this goroutine comes first
		left[list[i].id] = i > 0 && s.before[list[i].id] && !list[i].serves
	}
	for i := range list {
		r := &list[i]
		if !s.before[r.id] && !left[r.parent] && !r.serves && !r.ours() && !slices.Contains(places, r.place) {
			places = append(places, r.place)
		}
	}
	slices.Sort(places)
	return places
}
