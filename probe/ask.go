package probe

import (
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
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
	sync.Mutex
	depth   atomic.Int32 // open frames
	pending atomic.Bool  // the last of them waits for its function to begin
	heard   int          // conditions in this round
	never   bool
	all     bool // every condition asks, see [Listen]
	frames  [maxQuestions]frame
	behind  map[*Cond][]*Function // what conditions have asked
}

// maxBehind bounds the functions that are known to be asked by one condition, and
// maxAskers the conditions of which they are known.
const (
	maxBehind = 8
	maxAskers = 10_000
)

// learn notes for all who wait that they asked a function.
func (a *questions) learn(f *Function) {
	if a.behind == nil {
		a.behind = map[*Cond][]*Function{}
	}
	for i := range a.depth.Load() {
		c := a.frames[i].asker
		if known, ok := a.behind[c]; c != nil && len(known) < maxBehind && (ok || len(a.behind) < maxAskers) && !slices.Contains(known, f) {
			a.behind[c] = append(known, f)
		}
	}
}

// Behind returns the conditions of the functions whose results the condition of a
// target has asked for, by their true sides, in the order of the source.
func Behind(t Target) (list []Target) {
	c := condOf(t)
	asking.Lock()
	defer asking.Unlock()
	for _, f := range asking.behind[c] {
		for i := range f.Conds {
			if t, ok := targetOf(f.cond(i)); ok {
				list = append(list, t)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
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
	f := &asking.frames[depth]
	f.asker, f.name, f.of = c, name, nil
	asking.depth.Store(int32(depth + 1))
	asking.pending.Store(true)
	return depth + 1
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
	depth := asking.depth.Load()
	if depth == 0 || asking.pending.Load() || asking.heard > maxHeard {
		return false
	}
	f := asking.frames[(depth-1)%maxQuestions].of
	if f == nil {
		return false
	}
	_, ok := f.leaf(c)
	return ok
}

// heard tells the frame of a function how a condition came out, and reports
// whether it may want to know again. rank is that of the other side, 0 for none.
func heard(c *Cond, outcome bool, rank uint64) bool {
	if !hears(c) || !asking.TryLock() {
		return false
	}
	defer asking.Unlock()
	top := &asking.frames[(asking.depth.Load()-1)%maxQuestions]
	if top.of == nil {
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

// askers are the conditions that wait for the result of the functions that run.
func askers() (list []*Cond) {
	if !asking.TryLock() {
		return nil
	}
	defer asking.Unlock()
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
