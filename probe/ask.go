package probe

import (
	"sync/atomic"
	"syscall"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/aside"
)

// A condition such as `if valid(n)` compares nothing itself: its distance has to come from the conditions inside of
// valid. This file lets the result of a function tell its caller how near it was to the opposite result. The condition
// of the caller asks ([Ask]) before the call, which opens a frame. The called function finds the open frame ([Begin])
// and makes the conditions of its body loud: each condition tells the frame its outcome, and how near it was to its
// other side. [heuristics.Result] computes the answer from these reports when the condition of the caller has its
// outcome ([Answered]). Only the condition that the search watches ([Watch]) asks, and so do the conditions of the
// functions that it asks. While no condition asks, each of these probes costs one or two loads.
//
// Frames belong to the process and not to a goroutine. Where several goroutines ask at the same time, a condition may
// get the answer to the question of another condition. Then its distance is wrong, but nothing else.

// Fork is a condition of a function on which the result of the function depends.
type Fork = heuristics.Guard

// What lies behind a side of a [Fork]: a return of true, a return of false, or one of them for sure.
const (
	ToTrue  = heuristics.ToTrue
	ToFalse = heuristics.ToFalse
	Sure    = heuristics.Sure
)

// Function is a function that returns a bool or an error, with its conditions.
type Function struct {
	Name    uint32 // a number for the name of the function, not 0
	Cond    *Cond  // the first of Conds
	Near    *Near
	Conds   int
	Choice  *Choice // the first of Choices
	Choices int
	Fork    *Fork // the first of Forks
	Forks   int
}

// frame is an open question: a condition waits to hear how near the result of a call is to the opposite result.
type frame struct {
	asker  *Cond     // the condition that asks, nil for a call whose result the function around it returns
	heeds  bool      // by [Heed]: nobody waits for the result or tells when it came
	name   uint32    // number of the function that is asked, 0 for the function that is called next
	of     *Function // the function that is asked, nil until it begins
	result heuristics.Result
}

const (
	// maxQuestions bounds the frames that are open at the same time.
	maxQuestions = 16
	// maxAsked bounds how often one condition asks in a round.
	maxAsked = 64
	// maxOutcomes bounds how many outcomes of conditions are told to frames in a round.
	maxOutcomes = 20_000
)

// asking has the open frames. Its fields that are not atomic are guarded by the mutex. A probe that cannot lock the
// mutex at once does not ask.
var asking = questions{never: resultsOff()}

type questions struct {
	aside.Mutex
	depth   atomic.Int32 // number of open frames
	pending atomic.Bool  // the last open frame waits for its function to begin
	heard   int          // number of outcomes that frames were told in this round
	never   bool
	all     bool // every condition asks, see [Listen]
	frames  [maxQuestions]frame
	behind  map[*Cond][]*Function // for each condition: the functions that it asked
}

// resultsVariable names the environment variable that switches these questions off when its value is "off".
const resultsVariable = "EVOKE_RESULTS"

func resultsOff() bool {
	text, _ := syscall.Getenv(resultsVariable)
	return text == "off"
}

// Reasons why a condition is curious, as bits of Near.curious.
const (
	sought = 1 // the search watches the condition
	called = 2 // a caller asks for the result of the function that the condition is in
)

// watch sets the bit sought of the conditions next and clears that of old. Both may be nil.
//
//go:norace
func watch(old, next *Near) {
	if old != nil {
		old.curious &^= sought
	}
	if next != nil {
		next.curious |= sought
	}
}

//go:noinline
//go:norace
func ask(c *Cond, n *Near, name uint32) int {
	if !hears(c) {
		if aimed.Load() != c && !asking.all || n.asked >= maxAsked || !n.open(c, 0) && !n.open(c, 1) {
			return 0
		}
		n.asked++
		c.clearQuiet(0)
		c.clearQuiet(1)
	}
	return open(c, name)
}

// open opens a frame for a question of c and returns the number of open frames, 0 if it cannot open one.
//
//go:noinline
func open(c *Cond, name uint32) int {
	if asking.never || !asking.TryLock() {
		return 0
	}
	defer asking.Unlock()
	depth := int(asking.depth.Load())
	if depth == maxQuestions || asking.heard > maxOutcomes {
		return 0
	}
	asking.push(frame{asker: c, name: name})
	return depth + 1
}

// push opens a frame.
func (a *questions) push(next frame) {
	depth := a.depth.Load()
	f := &a.frames[depth]
	f.asker, f.name, f.of, f.heeds = next.asker, next.name, nil, next.heeds
	a.depth.Store(depth + 1)
	a.pending.Store(true)
}

//go:noinline
//go:norace
func heed(c *Cond, n *Near, name uint32) {
	if n.silent() || n.asked >= maxAsked || asking.never || !asking.TryLock() {
		return
	}
	defer asking.Unlock()
	n.asked++
	if !asking.awaits(name) {
		asking.closeReturned(c)
	}
	depth := asking.depth.Load()
	if depth == maxQuestions || asking.heard > maxOutcomes {
		return
	}
	asked := asking.awaits(name) && !asking.frames[depth-1].heeds
	asking.push(frame{asker: c, name: name, heeds: true})
	if asked { // the frame that waits for the result is told first, so it has to be the last
		asking.frames[depth-1], asking.frames[depth] = asking.frames[depth], asking.frames[depth-1]
	}
}

// awaits reports whether the latest frame waits for the function of the given name to begin.
func (a *questions) awaits(name uint32) bool {
	depth := a.depth.Load()
	return depth > 0 && a.awaitsAt(depth-1, name)
}

func (a *questions) awaitsAt(i int32, name uint32) bool {
	return a.frames[i].of == nil && a.frames[i].name == name
}

// closeReturned closes frames of [Heed] whose functions have returned: it closes the latest ones up to the frame of the
// function that has c among its conditions.
func (a *questions) closeReturned(c *Cond) {
	depth := a.depth.Load()
	for ; depth > 0 && a.frames[depth-1].heeds; depth-- {
		f := a.frames[depth-1].of
		if f == nil {
			continue
		}
		if _, own := f.indexOf(c); own {
			break
		}
		f.silenceAgain()
	}
	if depth < a.depth.Load() {
		a.depth.Store(depth)
		a.pending.Store(depth > 0 && a.frames[depth-1].of == nil)
	}
}

//go:noinline
func beginFunction(f *Function) {
	if !asking.TryLock() {
		return
	}
	defer asking.Unlock()
	top := &asking.frames[max(asking.depth.Load(), 1)-1]
	if !asking.pending.Load() || top.name != 0 && top.name != f.Name {
		return
	}
	asking.pending.Store(false)
	for depth := asking.depth.Load() - 1; depth > 0 && asking.frames[depth-1].heeds &&
		asking.awaitsAt(depth-1, f.Name); depth-- {
		asking.frames[depth-1].of = f
	}
	top.of = f
	asking.learn(f)
	top.result.Begin(unsafe.Slice(f.Fork, f.Forks))
	f.makeLoud()
}

// makeLoud makes all conditions of the function loud: their outcomes reach [heard].
//
//go:norace
func (f *Function) makeLoud() {
	for i := range f.Conds {
		f.cond(i).clearQuiet(0)
		f.cond(i).clearQuiet(1)
		f.near(i).curious |= called
	}
	for i := range f.Choices {
		f.choice(i).unmute()
	}
}

// silenceAgain undoes makeLoud: it silences the conditions again whose outcomes are of no use to the search.
//
//go:norace
func (f *Function) silenceAgain() {
	for i := range f.Choices {
		f.choice(i).silenceAgain()
	}
	for i := range f.Conds {
		n := f.near(i)
		n.curious &^= called
		if n.silent() && n.curious == 0 && !killed.Load() {
			f.cond(i).silence()
		}
	}
}

func (f *Function) cond(i int) *Cond {
	return (*Cond)(unsafe.Add(unsafe.Pointer(f.Cond), i*int(unsafe.Sizeof(Cond{}))))
}

func (f *Function) choice(i int) *Choice {
	return (*Choice)(unsafe.Add(unsafe.Pointer(f.Choice), i*int(unsafe.Sizeof(Choice{}))))
}

func (f *Function) near(i int) *Near {
	return (*Near)(unsafe.Add(unsafe.Pointer(f.Near), i*int(unsafe.Sizeof(Near{}))))
}

// indexOf returns the index of a condition among those of the function, and whether it is one of them.
func (f *Function) indexOf(c *Cond) (int, bool) {
	i := int(uintptr(unsafe.Pointer(c))-uintptr(unsafe.Pointer(f.Cond))) / int(unsafe.Sizeof(Cond{}))
	return i, f.Conds > 0 && i >= 0 && i < f.Conds
}

// hears reports whether a condition belongs to a function that is asked at the moment.
//
//go:norace
func hears(c *Cond) bool {
	if asking.heard > maxOutcomes {
		return false
	}
	for depth := asking.depth.Load(); depth > 0; depth-- {
		top := &asking.frames[(depth-1)%maxQuestions]
		if f := top.of; f != nil {
			if _, ok := f.indexOf(c); ok {
				return true
			}
		}
		if !top.heeds {
			return false
		}
	}
	return false
}

// heard tells the outcome of a condition to the frame of its function. rank is how near the other side was, 0 if that
// is not known. It reports whether the frame may want the next outcome of this condition too.
func heard(c *Cond, outcome bool, rank uint64) bool {
	if !hears(c) || !asking.TryLock() {
		return false
	}
	defer asking.Unlock()
	asking.closeReturned(c)
	top := &asking.frames[max(asking.depth.Load()-1, 0)%maxQuestions]
	if asking.depth.Load() == 0 || top.of == nil {
		return false
	}
	asking.heard++
	if leaf, ok := top.of.indexOf(c); ok {
		other := 0.0
		if rank != 0 {
			other = rankScore(rank)
		}
		top.result.Hear(leaf, outcome, other)
	}
	return true
}

// closeFrames closes the frame with the given number, from 1, and all later ones. It returns how near the result of the
// function was to the opposite result, in (0,1), or 0 if nothing is known.
func closeFrames(from int, result bool) (other float64) {
	if !asking.TryLock() {
		return 0
	}
	defer asking.Unlock()
	depth := int(asking.depth.Load())
	if from <= 0 || from > depth {
		return 0
	}
	if f := &asking.frames[from-1]; f.of != nil {
		other = f.result.Other(result)
	}
	for _, f := range asking.frames[from-1 : depth] {
		if f.of != nil {
			f.of.silenceAgain()
		}
	}
	asking.depth.Store(int32(from - 1))
	asking.pending.Store(from > 1 && asking.frames[from-2].of == nil)
	if from > 1 && asking.frames[from-2].of != nil {
		asking.frames[from-2].of.makeLoud() // the function may be among the closed ones too
	}
	return other
}

// askers returns the conditions that wait for results of the functions that run at the moment. The innermost of these
// functions has the condition of.
func askers(of *Cond) (list []*Cond) {
	if !asking.TryLock() {
		return nil
	}
	defer asking.Unlock()
	asking.closeReturned(of)
	for i := range asking.depth.Load() {
		if c := asking.frames[i].asker; c != nil {
			list = append(list, c)
		}
	}
	return list
}

// latest returns the number of the latest frame that a condition asked for, from 1, or 0 if there is none.
//
//go:norace
func latest(c *Cond) int {
	depth := int(asking.depth.Load()) % (maxQuestions + 1)
	for depth > 0 && asking.frames[depth-1].asker != c {
		depth--
	}
	return depth
}

// closeAllFrames closes all frames, for a new round.
func closeAllFrames() {
	if asking.depth.Load() != 0 {
		closeFrames(1, false)
	}
	if asking.TryLock() {
		asking.heard = 0
		asking.Unlock()
	}
}
