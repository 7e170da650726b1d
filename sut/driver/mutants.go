package driver

import (
	"errors"
	"maps"
	"math"
	"slices"
	"sync"
)

// Mutants are the mutants of a system, if Options.Instrument puts them into its sources without announcing them as
// targets. They are identified by their numbers. They are safe for concurrent use.
type Mutants struct {
	mu      sync.Mutex
	used    bool
	off     bool // no mutant is to be on
	number  uint32
	reached map[uint32]bool
}

// Use says whether the sources that the processes load from now on have mutants.
func (m *Mutants) Use(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used, m.off, m.reached = on, true, map[uint32]bool{}
}

// Switch switches a mutant on or off for the calls after the next reset.
func (m *Mutants) Switch(number uint32, on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.number, m.off = number, !on
}

// Reached returns the numbers of the mutants that calls came to, sorted, and forgets them.
func (m *Mutants) Reached() []uint32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	numbers := slices.Sorted(maps.Keys(m.reached))
	clear(m.reached)
	return numbers
}

// noMutant is the number for "no mutant".
const noMutant = math.MaxUint32

// wanted returns the mutant that is to be on during calls, and whether mutants are used.
func (m *Mutants) wanted() (number uint32, used bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.off {
		return noMutant, m.used
	}
	return m.number, m.used
}

// isOn reports whether a mutant is on, so that calls are those of another program.
func (m *Mutants) isOn() bool {
	number, used := m.wanted()
	return used && number != noMutant
}

// begin has a process switch on the wanted mutant, unless it did so since the last reset. Mutants that the process came
// to before do not count.
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

// end has a process switch the mutant off, since a reset has to be that of the original system.
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
