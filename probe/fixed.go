package probe

import (
	"math/rand/v2"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Fixed says what is the same in each process of a search, so that the same seed
// leads to the same tests. A process learns it from its environment, because
// covered code may run before anything else can tell it.
type Fixed struct {
	// Order fixes the order in which covered code visits maps and chooses among
	// ready channels, and what it draws from math/rand/v2. It also lets a new
	// goroutine run before the one that started it goes on.
	Order bool
	// Clock is the time that covered code reads first. Each reading is a
	// millisecond later than the one before. The zero value leaves the clock alone.
	Clock time.Time
}

// fixedVariable names the environment variable that holds what is fixed.
const fixedVariable = "EVOKE_FIXED"

// Environment returns the setting of an environment variable that tells a new
// process what is fixed.
func (f Fixed) Environment() string {
	var parts []string
	if f.Order {
		parts = append(parts, "order")
	}
	if !f.Clock.IsZero() {
		parts = append(parts, "clock="+f.Clock.Format(time.RFC3339Nano))
	}
	return fixedVariable + "=" + strings.Join(parts, ",")
}

// sources are the order, the clock and the random numbers of the process.
type sources struct {
	order  bool
	clock  *clock // nil: the true one
	random *rand.Rand
}

// fixed are the sources of this process.
var fixed = readFixed()

func readFixed() *sources {
	text, _ := syscall.Getenv(fixedVariable)
	var f Fixed
	for part := range strings.SplitSeq(text, ",") {
		at, isClock := strings.CutPrefix(part, "clock=")
		if t, err := time.Parse(time.RFC3339Nano, at); isClock && err == nil {
			f.Clock = t
		}
		f.Order = f.Order || part == "order"
	}
	return f.sources()
}

func (f Fixed) sources() *sources {
	s := &sources{order: f.Order, random: rand.New(trueChance{})}
	if f.Order {
		s.random = rand.New(&sameChance{source: rand.NewPCG(1, 1)})
	}
	if !f.Clock.IsZero() {
		s.clock = &clock{next: f.Clock}
	}
	return s
}

// Rand returns what stands in for the functions of math/rand/v2.
func Rand() *rand.Rand { return fixed.random }

// RandN stands in for [rand.N].
func RandN[Int interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}](n Int) Int {
	if n <= 0 {
		panic("invalid argument to N")
	}
	return Int(fixed.random.Uint64N(uint64(n)))
}

// trueChance draws as the functions of math/rand/v2 do.
type trueChance struct{}

func (trueChance) Uint64() uint64 { return rand.Uint64() }

// sameChance draws the same numbers in each process.
type sameChance struct {
	mutex  sync.Mutex
	source *rand.PCG
}

func (s *sameChance) Uint64() uint64 {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.source.Uint64()
}

// clock is a clock that goes on each time it is read.
type clock struct {
	mutex sync.Mutex
	next  time.Time
}

// step is how far the clock goes each time it is read.
const step = time.Millisecond

func (c *clock) now(forward time.Duration) time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	now := c.next.Add(forward)
	c.next = now.Add(step)
	return now.Local()
}

// Now stands in for [time.Now].
func Now() time.Time {
	if fixed.clock == nil {
		return time.Now()
	}
	return fixed.clock.now(0)
}

// Since stands in for [time.Since].
func Since(t time.Time) time.Duration {
	if fixed.clock == nil {
		return time.Since(t)
	}
	return fixed.clock.now(0).Sub(t)
}

// Until stands in for [time.Until].
func Until(t time.Time) time.Duration {
	if fixed.clock == nil {
		return time.Until(t)
	}
	return t.Sub(fixed.clock.now(0))
}

// Sleep stands in for [time.Sleep]: the fixed clock goes on too.
func Sleep(d time.Duration) {
	time.Sleep(d)
	if fixed.clock != nil {
		fixed.clock.now(max(d, 0))
	}
}
