package driver

import (
	"errors"
	"maps"
	"math"
	"slices"
	"sync"
)

// Mutants are those of a system, where Options.Instrument puts them into its sources and announces none as a target.
// They are told apart by their numbers. They are safe for concurrent use.
type Mutants struct {
	mu      sync.Mutex
	used    bool
	off     bool // none is to be on
	number  uint32
	reached map[uint32]bool
}

// Use says whether the sources that the processes load from now on have mutants.
func (m *Mutants) Use(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used, m.off, m.reached = on, true, map[uint32]bool{}
}

// Switch has a mutant switched on for the calls behind the next reset, or off.
func (m *Mutants) Switch(number uint32, on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.number, m.off = number, !on
}

// Reached returns the numbers of the mutants whose places calls came to, sorted, and forgets them.
func (m *Mutants) Reached() []uint32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	numbers := slices.Sorted(maps.Keys(m.reached))
	clear(m.reached)
	return numbers
}

// noMutant is the number of none.
const noMutant = math.MaxUint32

// wanted returns the mutant that is to be on in calls.
func (m *Mutants) wanted() (number uint32, used bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.off {
		return noMutant, m.used
	}
	return m.number, m.used
}

// isOn reports whether calls are those of another program.
func (m *Mutants) isOn() bool {
	number, used := m.wanted()
	return used && number != noMutant
}

// begin has a process switch on what is to be on, unless it did since the last reset. What the process came to before
// does not count.
func (m *Mutants) begin(p *process) error {
	number, used := m.wanted()
	if !used || p.mutated {
		return nil
	}
	if !p.hello.mutates {
		return p.fail(errors.New("the driver knows nothing of mutants"))
	}
	p.mutated = true
	return switchTo(p, number)
}

// end has a process switch off what is on, since a reset is that of the system as it is.
func (m *Mutants) end(p *process) error {
	if !p.mutated {
		return nil
	}
	p.mutated = false
	return switchTo(p, noMutant)
}

func switchTo(p *process, number uint32) error {
	p.out.begin(kindMutant).uint32(number)
	return p.say(p.limit)
}

// take notes the mutants that the last call came to.
func (m *Mutants) take(s *scores) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, score := range s.list {
		if m.used {
			m.reached[score.Number] = true
		}
	}
}
