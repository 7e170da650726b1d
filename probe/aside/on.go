//go:build race

package aside

import (
	"runtime"
	"sync"
)

// Reported returns the number of races that were reported.
func Reported() int { return runtime.RaceErrors() }

// apart reports whether races of this process are logged, so that those of the program and those of probes have to be
// told apart.
var apart = Path() != ""

// Ignore makes the race detector ignore synchronization on this goroutine until [Heed], if races are logged.
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

// Mutex is a lock. If races are logged, the race detector does not count it as synchronization, nor anything that
// happens while it is held: a lock inside of a probe must not hide that the code around the probe has none.
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
