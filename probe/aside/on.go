//go:build race

package aside

import (
	"runtime"
	"sync"
)

// Reported is how many races were reported.
func Reported() int { return runtime.RaceErrors() }

// apart is whether somebody reads the log of this process, and tells races of the program from those of probes.
var apart = Path() != ""

// Ignore has what orders goroutines be no order for the race detector until [Heed], on this goroutine, where races are
// read.
func Ignore() {
	if apart {
		runtime.RaceDisable()
	}
}

// Heed ends [Ignore].
func Heed() {
	if apart {
		runtime.RaceEnable()
	}
}

// Mutex is a lock. Where races are read, it is no order for the race detector, and nothing is while it is held: what a
// probe keeps for itself must not hide that the code around the probe has no lock.
type Mutex struct{ mu sync.Mutex }

// Lock locks it.
func (m *Mutex) Lock() {
	Ignore()
	m.mu.Lock()
}

// TryLock tries to lock it.
func (m *Mutex) TryLock() bool {
	Ignore()
	if m.mu.TryLock() {
		return true
	}
	Heed()
	return false
}

// Unlock unlocks it.
func (m *Mutex) Unlock() {
	m.mu.Unlock()
	Heed()
}
