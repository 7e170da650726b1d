package probe

import (
	oldrand "math/rand"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/evoke-go/evoke/probe/aside"
)

// Order is the order in which covered code visits maps, chooses among ready channels and starts goroutines.
type Order int

// The orders. All processes that search use the same one. Processes that look for results that depend on the order use
// the other ones, so that they find them each time and not by chance.
const (
	ByChance   Order = iota // as Go does
	Ascending               // by the keys, in the order of the source, new goroutines first
	Descending              // the other way round
	Shuffled                // another order each time, the same ones in each process
)

// Fixed is what is the same in all processes of a kind, so that the same seed leads to the same tests. A process reads
// it from its environment, because covered code may run before any other way to tell it.
type Fixed struct {
	// Order is the order of everything that Go would choose by chance.
	Order Order
	// Seed starts the random numbers that covered code takes from math/rand and
	// math/rand/v2. Zero leaves them to chance.
	Seed uint64
	// Clock is the first time that covered code reads. Each later reading is a millisecond later than the one before.
	// The zero value leaves the true clock.
	Clock time.Time
}

// fixedVariable names the environment variable that holds [Fixed].
const fixedVariable = "EVOKE_FIXED"

// Environment returns the setting of an environment variable, "NAME=value", that passes f to a new process.
func (f Fixed) Environment() string {
	text := fixedVariable + "=" + strconv.Itoa(int(f.Order)) + " " + strconv.FormatUint(f.Seed, 10)
	if !f.Clock.IsZero() {
		text += " " + f.Clock.Format(time.RFC3339Nano)
	}
	return text
}

// sources are the order, the random numbers and the clock that covered code uses in this process.
type sources struct {
	order    Order
	turns    *rand.Rand
	random   *rand.Rand
	first    *oldrand.Rand
	clock    *clock                    // nil: the true clock
	held     atomic.Pointer[time.Time] // the clock stands here, nil: it goes; see Advance
	passed   atomic.Int64              // nanoseconds that passed besides, see Advance
	read     atomic.Bool               // the clock was read
	threaded bool                      // the user has set the number of threads for Go code (GOMAXPROCS)

	turn   aside.Mutex // guards single and end
	single int         // threads that Go code had before goroutines took turns, 0 while it has them
	end    *time.Timer // ends the turns
}

// fixed has the sources of this process.
var fixed = readFixed()

func readFixed() *sources {
	text, _ := syscall.Getenv(fixedVariable)
	var f Fixed
	parts := append(strings.Fields(text), "", "", "")
	order, _ := strconv.Atoi(parts[0]) // ByChance if it is no number
	f.Order = Order(order)
	f.Seed, _ = strconv.ParseUint(parts[1], 10, 64)
	f.Clock, _ = time.Parse(time.RFC3339Nano, parts[2])
	s := f.sources()
	if threads, _ := syscall.Getenv("GOMAXPROCS"); threads != "" {
		s.threaded = true
	}
	return s
}

func (f Fixed) sources() *sources {
	s := &sources{order: f.Order, turns: rand.New(&sameChance{source: rand.NewPCG(f.Seed, 2)})}
	s.random, s.first = rand.New(trueChance{}), oldrand.New(trueFirst{})
	if f.Seed != 0 {
		s.random = rand.New(&sameChance{source: rand.NewPCG(f.Seed, 1)})
		s.first = oldrand.New(&sameFirst{source: oldrand.NewSource(int64(f.Seed)).(oldrand.Source64)})
	}
	if !f.Clock.IsZero() {
		s.clock = &clock{next: f.Clock}
	}
	return s
}

// Rand returns the generator for the functions of math/rand/v2.
func Rand() *rand.Rand { return fixed.random }

// FirstRand returns the generator for the functions of math/rand.
func FirstRand() *oldrand.Rand { return fixed.first }

// RandN stands in for [rand.N].
func RandN[Int interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}](n Int) Int {
	if n <= 0 {
		panic("invalid argument to N")
	}
	return Int(fixed.random.Uint64N(uint64(n)))
}

// trueChance draws from the global generator of math/rand/v2.
type trueChance struct{}

func (trueChance) Uint64() uint64 { return rand.Uint64() }

// sameChance draws the same numbers in each process.
type sameChance struct {
	mutex  aside.Mutex
	source *rand.PCG
}

func (s *sameChance) Uint64() uint64 {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.source.Uint64()
}

// trueFirst draws from the global generator of math/rand, and seeds it.
type trueFirst struct{}

func (trueFirst) Int63() int64   { return oldrand.Int63() }
func (trueFirst) Uint64() uint64 { return oldrand.Uint64() }

//lint:ignore SA1019 the program calls it
func (trueFirst) Seed(seed int64) { oldrand.Seed(seed) }

// sameFirst draws the same numbers in each process. A program that seeds it gets
// the numbers that the functions of math/rand would give it.
type sameFirst struct {
	mutex  aside.Mutex
	source oldrand.Source64
}

func (s *sameFirst) Int63() int64 {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.source.Int63()
}

func (s *sameFirst) Uint64() uint64 {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.source.Uint64()
}

func (s *sameFirst) Seed(seed int64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.source.Seed(seed)
	//lint:ignore SA1019 the program calls it
	oldrand.Seed(seed)
}

// clock is a clock that advances by step each time it is read.
type clock struct {
	mutex aside.Mutex
	next  time.Time
}

// step is how far the clock advances each time it is read.
const step = time.Millisecond

func (c *clock) now(forward time.Duration) time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	now := c.next.Add(forward)
	c.next = now.Add(step)
	return now.Local()
}

// Advance lets time pass for covered code; code without probes does not notice. With 0 the clock of covered code stands
// still from then on, but for Advance and Sleep, as in a bubble of testing/synctest. A negative d takes back all that
// passed, and has the clock go.
func Advance(d time.Duration) {
	switch {
	case d < 0:
		fixed.held.Store(nil)
		fixed.passed.Store(0)
	case d == 0:
		now := fixed.now()
		fixed.held.Store(&now)
	}
	fixed.passed.Add(int64(max(d, 0)))
}

// ClockRead reports whether covered code has read the clock since the last call of ClockRead.
func ClockRead() bool { return fixed.read.Swap(false) }

// ahead returns the time that passed for covered code, and notes that the code reads the clock.
func ahead() time.Duration {
	aside.Ignore() // the race detector must not take this for an order of the goroutines of the program
	defer aside.Heed()
	if !fixed.read.Load() {
		fixed.read.Store(true)
	}
	return time.Duration(fixed.passed.Load())
}

// Now stands in for [time.Now].
func Now() time.Time {
	d := ahead()
	now := fixed.now()
	if d == 0 {
		return now
	}
	return now.Add(d)
}

// now reads the clock, without the time that passed besides.
func (s *sources) now() time.Time {
	switch at := s.held.Load(); {
	case at != nil:
		return *at
	case s.clock == nil:
		return time.Now()
	}
	return s.clock.now(0)
}

// Since stands in for [time.Since].
func Since(t time.Time) time.Duration { return Now().Sub(t) }

// Until stands in for [time.Until].
func Until(t time.Time) time.Duration { return t.Sub(Now()) }

// Sleep stands in for [time.Sleep]. It advances a clock that stands, and the fixed clock too.
func Sleep(d time.Duration) {
	time.Sleep(d)
	switch {
	case fixed.held.Load() != nil:
		fixed.passed.Add(int64(max(d, 0)))
	case fixed.clock != nil:
		fixed.clock.now(max(d, 0))
	}
}
