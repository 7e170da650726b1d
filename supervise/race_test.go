//go:build race

package supervise_test

const (
	raceEnabled = true
	// hugeAllocation is just above the limit: nothing keeps the race detector
	// from filling its shadow of what the kernel does not refuse.
	hugeAllocation = memoryLimit + 64<<20
)
