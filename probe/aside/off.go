//go:build !race

package aside

import "sync"

// Reported returns the number of races that were reported.
func Reported() int { return 0 }

// Ignore does nothing without the race detector.
func Ignore() {}

// Heed does nothing without the race detector.
func Heed() {}

// Mutex is a lock.
type Mutex = sync.Mutex
