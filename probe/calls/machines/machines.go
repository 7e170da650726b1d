// Package machines caches distances of texts to forms and patterns. A program reads the same text again and again, in
// one test and in the next, so it pays to measure it once.
package machines

import (
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/aside"
)

const (
	// maxMachines bounds the machines that are kept, and maxTexts the distances of each.
	maxMachines = 256
	maxTexts    = 64
	// maxText is the length of the longest text whose distance is kept, in bytes.
	maxText = 1024
)

// Memory caches machines by name, and their distances by text. When a bound is reached it forgets all of them. The zero
// value is empty. It is safe for concurrent use.
type Memory struct {
	mu    aside.Mutex
	known map[string]*machine
}

// machine is a machine with its distances by text.
type machine struct {
	*heuristics.Machine
	of map[string]uint64
}

// Distance returns the distance of a text by the machine of a name, see [heuristics.Machine.Distance]. If the machine
// is not known, it calls make. If make returns nil, no machine exists, and Distance returns [heuristics.MissingChar].
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
