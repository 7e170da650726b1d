//go:build !race

package races

import "sync"

// reported is how many races were reported.
func reported() int { return 0 }

// Ignore does nothing without the race detector.
func Ignore() {}

// Heed does nothing without the race detector.
func Heed() {}

// Mutex is a lock.
type Mutex = sync.Mutex
