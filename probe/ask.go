package probe

import (
	"sync/atomic"
	"syscall"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/aside"
)

// What follows lets the result of a function tell its caller how near it was to
// the other one. A condition that wants to know that asks ([Ask]) before the
// call, which opens a frame. The function that is called then finds that somebody
// asks ([Begin]) and makes the conditions of its body loud: each tells the frame
// how it came out, and how near it was to its other side. The answer is worked
// out by [heuristics.Result] when the condition itself is told ([Answered]).
// Only the condition that the search watches asks ([Watch]), and those of the
// functions that it asks. While nobody does, each of these costs a load or two.
//
// Frames belong to the process and not to a goroutine. Where several goroutines
// ask at the same time, an answer may be that to another question; then it is
// only a wrong distance.

// Fork is a condition of a function that decides about its result.
type Fork = heuristics.Guard

// Ways that lie behind the sides of a [Fork].
const (
	ToTrue  = heuristics.ToTrue
	ToFalse = heuristics.ToFalse
	Sure    = heuristics.Sure
)

// Function is a function that returns a bool or an error, with its conditions.
type Function struct {
	Name    uint32 // a number that stands for its name, not 0
	Cond    *Cond  // the first of Conds
	Near    *Near
	Conds   int
	Choice  *Choice // the first of Choices
	Choices int
	Fork    *Fork // the first of Forks
	Forks   int
}

// frame is a question that waits for its answer.
type frame struct {
	asker  *Cond     // nil for a call whose result is that of the function around it
	heeds  bool      // nobody waits for the result, and nobody tells that it came, see [Heed]
	name   uint32    // of the function that is asked, 0 for the next
	of     *Function // nil until that begins
	result heuristics.Result
}

const (
	// maxQuestions bounds the questions that are open.
	maxQuestions = 16
	// maxAsked bounds how often a condition asks in a round.
	maxAsked = 64
	// maxHeard bounds how many conditions are heard in a round.
	maxHeard = 20_000
)

// asking are the open questions. What is not atomic is written by whoever holds
// the lock; who cannot get it at once goes without.
var asking = questions{never: resultsOff()}

type questions struct {
	aside.Mutex
	depth   atomic.Int32 // open frames
	pending atomic.Bool  // the last of them waits for its function to begin
	heard   int          // conditions in this round
	never   bool
	all     bool // every condition asks, see [Listen]
	frames  [maxQuestions]frame
	behind  map[*Cond][]*Function // what conditions have asked
}

// resultsVariable names the environment variable that, when it is "off", lets
// results tell nothing.
const resultsVariable = "EVOKE_RESULTS"

func resultsOff() bool {
	text, _ := syscall.Getenv(resultsVariable)
	return text == "off"
}

// Why a condition is curious: bits of Near.curious.
const (
	sought = 1 // the search watches it
	called = 2 // a caller asks for the result of the function around it
)

// watch makes a condition curious, and another one not any more.
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
		c.loud(0)
		c.loud(1)
	}
	return open(c, name)
}

// open opens a frame and returns how many there are then, 0 if there is none.
//
//go:noinline
func open(c *Cond, name uint32) int {
	if asking.never || !asking.TryLock() {
		return 0
	}
	defer asking.Unlock()
	depth := int(asking.depth.Load())
	if depth == maxQuestions || asking.heard > maxHeard {
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
		asking.over(c)
	}
	depth := asking.depth.Load()
	if depth == maxQuestions || asking.heard > maxHeard {
		return
	}
	asked := asking.awaits(name) && !asking.frames[depth-1].heeds
	asking.push(frame{asker: c, name: name, heeds: true})
	if asked { // who waits for the result is to hear first
		asking.frames[depth-1], asking.frames[depth] = asking.frames[depth], asking.frames[depth-1]
	}
}

// awaits reports whether the latest frame waits for a function to begin.
func (a *questions) awaits(name uint32) bool {
	depth := a.depth.Load()
	return depth > 0 && a.awaitsAt(depth-1, name)
}

func (a *questions) awaitsAt(i int32, name uint32) bool {
	return a.frames[i].of == nil && a.frames[i].name == name
}

// over closes the frames of Heed whose functions are over: a condition is evaluated
// that is none of theirs.
func (a *questions) over(c *Cond) {
	depth := a.depth.Load()
	for ; depth > 0 && a.frames[depth-1].heeds; depth-- {
		f := a.frames[depth-1].of
		if f == nil {
			continue
		}
		if _, own := f.leaf(c); own {
			break
		}
		f.rest()
	}
	if depth < a.depth.Load() {
		a.depth.Store(depth)
		a.pending.Store(depth > 0 && a.frames[depth-1].of == nil)
	}
}

//go:noinline
func begun(f *Function) {
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
	f.wake()
}

// wake makes the conditions of a function loud.
//
//go:norace
func (f *Function) wake() {
	for i := range f.Conds {
		f.cond(i).loud(0)
		f.cond(i).loud(1)
		f.near(i).curious |= called
	}
	for i := range f.Choices {
		f.choice(i).unmute()
	}
}

// rest makes those conditions silent again of which no outcome can be news.
//
//go:norace
func (f *Function) rest() {
	for i := range f.Choices {
		f.choice(i).rest()
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

// leaf is the number of a condition among those of the function.
func (f *Function) leaf(c *Cond) (int, bool) {
	i := int(uintptr(unsafe.Pointer(c))-uintptr(unsafe.Pointer(f.Cond))) / int(unsafe.Sizeof(Cond{}))
	return i, f.Conds > 0 && i >= 0 && i < f.Conds
}

// hears reports whether a condition is one of the function that is asked.
//
//go:norace
func hears(c *Cond) bool {
	if asking.heard > maxHeard {
		return false
	}
	for depth := asking.depth.Load(); depth > 0; depth-- {
		top := &asking.frames[(depth-1)%maxQuestions]
		if f := top.of; f != nil {
			if _, ok := f.leaf(c); ok {
				return true
			}
		}
		if !top.heeds {
			return false
		}
	}
	return false
}

// heard tells the frame of a function how a condition came out, and reports
// whether it may want to know again. rank is that of the other side, 0 for none.
func heard(c *Cond, outcome bool, rank uint64) bool {
	if !hears(c) || !asking.TryLock() {
		return false
	}
	defer asking.Unlock()
	asking.over(c)
	top := &asking.frames[max(asking.depth.Load()-1, 0)%maxQuestions]
	if asking.depth.Load() == 0 || top.of == nil {
		return false
	}
	asking.heard++
	if leaf, ok := top.of.leaf(c); ok {
		other := 0.0
		if rank != 0 {
			other = rankScore(rank)
		}
		top.result.Hear(leaf, outcome, other)
	}
	return true
}

// closeFrames closes the frames from the given one on, and returns how near the result
// was to the other one, 0 if nothing is known.
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
			f.of.rest()
		}
	}
	asking.depth.Store(int32(from - 1))
	asking.pending.Store(from > 1 && asking.frames[from-2].of == nil)
	if from > 1 && asking.frames[from-2].of != nil {
		asking.frames[from-2].of.wake() // it may be one of the others, too
	}
	return other
}

// askers are the conditions that wait for the result of the functions that run, the
// latest of which has the given condition.
func askers(of *Cond) (list []*Cond) {
	if !asking.TryLock() {
		return nil
	}
	defer asking.Unlock()
	asking.over(of)
	for i := range asking.depth.Load() {
		if c := asking.frames[i].asker; c != nil {
			list = append(list, c)
		}
	}
	return list
}

// latest is the latest frame that a condition asked for.
//
//go:norace
func latest(c *Cond) int {
	depth := int(asking.depth.Load()) % (maxQuestions + 1)
	for depth > 0 && asking.frames[depth-1].asker != c {
		depth--
	}
	return depth
}

// noQuestions forgets all frames, for a new round.
func noQuestions() {
	if asking.depth.Load() != 0 {
		closeFrames(1, false)
	}
	if asking.TryLock() {
		asking.heard = 0
		asking.Unlock()
	}
}
