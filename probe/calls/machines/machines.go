// Package machines keeps what it takes to measure texts. A program reads the same text
// again and again, in one test and in the next, and to measure it once is enough.
package machines

import (
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/aside"
)

const (
	// maxMachines is how many machines are kept, and maxTexts how many distances of
	// each.
	maxMachines = 256
	maxTexts    = 64
	// maxText is the length of the longest text whose distance is kept, in bytes.
	maxText = 1024
)

// Memory keeps machines by their names, and the distances that they gave last. When
// there are too many, all are forgotten: nobody can tell, but for the time it takes. The
// zero value is empty. It is safe for concurrent use.
type Memory struct {
	mu    aside.Mutex
	known map[string]*machine
}

// machine is a machine with distances by text.
type machine struct {
	*heuristics.Machine
	of map[string]uint64
}

// Distance returns the distance that the machine of a name gives for a text, see
// [heuristics.Machine.Distance]. It makes the machine when it knows none of that name.
// It returns [heuristics.MissingChar] where there is none to be made, which nil says.
func (k *Memory) Distance(name, text string, make func() *heuristics.Machine) uint64 {
	m, d, ok := k.find(name, text)
	if ok {
		return d
	}
	if m == nil {
		m = k.add(name, make())
	}
	d = heuristics.MissingChar
	if m.Machine != nil {
		d = m.Machine.Distance(text)
	}
	k.keep(m, text, d)
	return d
}

func (k *Memory) find(name, text string) (m *machine, d uint64, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if m = k.known[name]; m != nil {
		d, ok = m.of[text]
	}
	return m, d, ok
}

func (k *Memory) add(name string, made *heuristics.Machine) *machine {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known == nil || len(k.known) >= maxMachines {
		k.known = map[string]*machine{}
	}
	m := &machine{made, map[string]uint64{}}
	k.known[name] = m
	return m
}

func (k *Memory) keep(m *machine, text string, d uint64) {
	if len(text) > maxText {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(m.of) >= maxTexts {
		clear(m.of)
	}
	m.of[text] = d
}
